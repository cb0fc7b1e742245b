package handlers

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/rehearsal"
	view "botyard/views/dialogues"
	"botyard/views/page"
)

// maxDialogues is how many conversations a project keeps; all of them run
// whenever somebody is about to publish.
const maxDialogues = 50

// run plays a stored conversation on the draft.
func run(ctx context.Context, id int64, title string, content []byte, release *flow.Release, scenarios flow.Scenarios) view.Dialogue {
	d, err := rehearsal.DecodeDialogue(content)
	if err != nil {
		return view.Dialogue{ID: id, Title: title, Unreadable: true}
	}
	now := d.Play(d.About.Stage(release, scenarios))
	out := view.Dialogue{ID: id, Title: title}
	differs := map[int]bool{}
	for _, n := range d.Differs(now) {
		differs[n] = true
	}
	for i, turn := range d.Turns {
		out.Turns = append(out.Turns, view.Turn{Did: did(ctx, turn.Deed), Was: sayings(ctx, turn.Says), Now: sayings(ctx, now[i].Says), Differs: differs[i]})
	}
	return out
}

// did is what a visitor did, in words.
func did(ctx context.Context, d rehearsal.Deed) string {
	switch d.Do {
	case "say":
		return lang.T(ctx, "dialogues.did.say", "text", d.Text)
	case "share":
		return lang.T(ctx, "dialogues.did.share", "text", strings.ToLower(lang.T(ctx, "chat.share."+d.Text)))
	case "press":
		return lang.T(ctx, "dialogues.did.press", "text", d.Label)
	case "give_back":
		return lang.T(ctx, "dialogues.did.give")
	}
	return lang.T(ctx, "dialogues.did."+d.Do)
}

func sayings(ctx context.Context, says []rehearsal.Saying) (out []view.Saying) {
	for _, s := range says {
		one := view.Saying{Text: s.Text, Keys: s.Keys}
		for _, file := range s.Files {
			one.Keys = append([]string{lang.T(ctx, "chat.media."+file)}, one.Keys...)
		}
		for _, v := range s.Values {
			one.Facts = append(one.Facts, v.Title+": "+v.Value)
		}
		if s.Kind != rehearsal.Bot {
			one.Note = sayingNote(ctx, s)
		}
		out = append(out, one)
	}
	return out
}

func sayingNote(ctx context.Context, s rehearsal.Saying) string {
	if s.Code == "impossible" {
		return lang.T(ctx, "dialogues.impossible")
	}
	if key := "chat." + string(s.Kind) + "." + s.Code; lang.Has(key) {
		return lang.T(ctx, key)
	}
	return lang.T(ctx, "chat.note.other")
}

// dialogues plays all conversations that a project keeps.
func (s *server) dialogues(r *http.Request, p scope) ([]view.Dialogue, error) {
	rows, err := s.Store.Dialogues(r.Context(), p.ID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	stage, _, err := s.stage(r, p)
	if err != nil {
		return nil, err
	}
	var all []view.Dialogue
	for _, row := range rows {
		all = append(all, run(r.Context(), row.ID, row.Title, row.Content, stage.Release, stage.Scenarios))
	}
	return all, nil
}

// broken are those that go another way now.
func broken(all []view.Dialogue) (out []view.Dialogue) {
	for _, d := range all {
		if d.Broken() > 0 {
			out = append(out, d)
		}
	}
	return out
}

func (s *server) listDialogues(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	list := view.List{}
	if list.Dialogues, err = s.dialogues(r, p); err != nil {
		return err
	}
	if list.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, view.ListPage(list))
}

func dialogueID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("dialogue"), 10, 64)
	if err != nil {
		return 0, errNotFound
	}
	return id, nil
}

func (s *server) dialogue(r *http.Request, p scope) (db.DialogueRow, error) {
	id, err := dialogueID(r)
	if err != nil {
		return db.DialogueRow{}, err
	}
	return s.Store.Dialogue(r.Context(), db.DialogueParams{ProjectID: p.ID, ID: id})
}

func (s *server) showDialogue(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	row, err := s.dialogue(r, p)
	if err != nil {
		return err
	}
	stage, _, err := s.stage(r, p)
	if err != nil {
		return err
	}
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	d := run(r.Context(), row.ID, row.Title, row.Content, stage.Release, stage.Scenarios)
	return s.render(w, r, http.StatusOK, view.DialoguePage(view.Page{Project: frame, Dialogue: d}))
}

// keepDialogue keeps the conversation that the person has with the draft.
func (s *server) keepDialogue(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	why, args := "", lang.Args{"max": maxDialogues}
	err = s.rehearse(r, p, func(t *rehearsal.Talk, stage rehearsal.Stage) error {
		if t.Draft != stage.Draft {
			why = "dialogues.changed"
			return nil
		}
		about := rehearsal.About{Name: p.Name, Lang: p.Language, Card: p.Card}
		d, whole := t.Record(about, about.Stage(stage.Release, stage.Scenarios))
		content, fits := d.Encode()
		if !whole || !fits {
			why = "dialogues.not_whole"
			return nil
		}
		_, err := s.Store.KeepDialogue(r.Context(), db.KeepDialogueParams{
			ProjectID: p.ID, Title: dialogueTitle(r, d), Content: content, Most: maxDialogues,
		})
		if db.NotFound(err) {
			why, err = "dialogues.too_many", nil
		}
		return err
	})
	if err != nil {
		return err
	}
	if why != "" {
		s.toast(r, page.Toast{Key: why, Args: args})
		return s.goTo(w, r, p.url("chat"))
	}
	s.toast(r, page.Toast{Key: "toast.dialogue_kept"})
	return s.goTo(w, r, p.url("dialogues"))
}

// maxDialogueTitle is the most characters of a conversation's name.
const maxDialogueTitle = 80

// dialogueTitle is what somebody called it, else what was done last in it.
func dialogueTitle(r *http.Request, d rehearsal.Dialogue) string {
	title := trimmed(db.Storable(r.PostForm.Get("title")))
	if title == "" {
		title = did(r.Context(), d.Turns[len(d.Turns)-1].Deed)
	}
	if utf8.RuneCountInString(title) > maxDialogueTitle {
		title = clip(title, maxDialogueTitle)
	}
	return title
}

// acceptDialogue takes a conversation as it goes now.
func (s *server) acceptDialogue(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	row, err := s.dialogue(r, p)
	if err != nil {
		return err
	}
	d, err := rehearsal.DecodeDialogue(row.Content)
	if err != nil {
		return errNotFound
	}
	stage, _, err := s.stage(r, p)
	if err != nil {
		return err
	}
	d.Turns = d.Play(d.About.Stage(stage.Release, stage.Scenarios))
	content, fits := d.Encode()
	if !fits {
		return statusError(http.StatusUnprocessableEntity)
	}
	if _, err := s.Store.AcceptDialogue(r.Context(), db.AcceptDialogueParams{ProjectID: p.ID, ID: row.ID, Content: content}); err != nil {
		return err
	}
	return s.goTo(w, r, p.url("dialogues", strconv.FormatInt(row.ID, 10)))
}

func (s *server) removeDialogue(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	id, err := dialogueID(r)
	if err != nil {
		return err
	}
	n, err := s.Store.RemoveDialogue(r.Context(), db.RemoveDialogueParams{ProjectID: p.ID, ID: id})
	if err != nil {
		return err
	}
	if n == 0 {
		return errNotFound
	}
	s.toast(r, page.Toast{Key: "toast.dialogue_removed"})
	return s.goTo(w, r, p.url("dialogues"))
}
