package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/project"
	"botyard/views/bot"
	"botyard/views/page"
	"botyard/views/ui"
)

// editError ends an edit of a draft without saving it.
type editError struct {
	// problems are those of the form; none means that somebody else saved meanwhile.
	problems []fieldProblem
}

func (e *editError) Error() string { return "the edit was not taken" }

func (e *editError) mistakes() (out page.Mistakes) {
	for _, p := range e.problems {
		out = append(out, problemMistake(p.Problem, p.field))
	}
	return out
}

// unfinished tells whether nothing is wrong but that something is still empty.
func unfinished(problems []fieldProblem) bool {
	for _, p := range problems {
		if p.Code != "required" {
			return false
		}
	}
	return true
}

// addAnswer adds a keyword answer: an empty one, or to words that the bot did
// not understand, which it need not remember any longer.
func (s *server) addAnswer(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	words := r.PostForm.Get("keywords")
	var id string
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		answer := newAnswer(d.Scenarios, "")
		if k := keywordOf(&answer); words != "" {
			k.Words = lines(shortened(words))
		}
		id, d.Scenarios = answer.ID, append(d.Scenarios, answer)
		return nil
	})
	if err != nil {
		return err
	}
	if words != "" {
		if err := s.Store.ForgetNotUnderstood(r.Context(), db.ForgetNotUnderstoodParams{ProjectID: p.ID, Folded: flow.Fold(words)}); err != nil {
			return fmt.Errorf("forget what has an answer: %w", err)
		}
	}
	return s.goTo(w, r, p.url("bot")+"?"+url.Values{"open": {id}}.Encode())
}

// shortened is as much of a text as a keyword may have, without its breaks and
// the marks at its end.
func shortened(words string) string {
	words = strings.TrimRight(strings.Join(strings.Fields(words), " "), "?!.,… ")
	runes := []rune(words)
	return string(runes[:min(len(runes), 64)])
}

// saveAnswer saves what was typed. While it is typed (htmx) an answer may be
// unfinished; sent as a form it must be whole.
func (s *server) saveAnswer(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	form := readAnswer(r)
	var stored, saved bot.Answer
	_, at, err := s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		stored = answerView(r.Context(), d.Scenarios, form.id)
		err := form.edit(d, stored.Revision, isFragment(r))
		saved = answerView(r.Context(), d.Scenarios, form.id)
		return err
	})
	if err != nil {
		return s.refuseAnswer(w, r, p, form, stored, err)
	}
	if !isFragment(r) {
		s.toast(r, page.Toast{Key: "toast.saved"})
		return s.goTo(w, r, p.url("bot"))
	}
	saved.Saved = ui.Saved{At: at}
	return s.replyAnswer(w, r, http.StatusOK, p, saved)
}

// edit puts the form into a draft, unless the stored answer is another than the
// one that was edited, or something is wrong. typing lets it be unfinished.
func (f answerForm) edit(d *project.Draft, storedRevision string, typing bool) error {
	if f.revision != "" && f.revision != storedRevision {
		return &editError{}
	}
	changed, found := f.apply(d.Scenarios)
	if !found {
		return errNotFound
	}
	if problems := checkAnswer(findAnswer(changed, f.id)); len(problems) > 0 && !(typing && unfinished(problems)) {
		return &editError{problems}
	}
	d.Scenarios = changed
	return nil
}

func readAnswer(r *http.Request) answerForm {
	f := answerForm{id: r.PathValue("answer"), revision: r.PostForm.Get("revision"), match: r.PostForm.Get("match")}
	f.text = strings.ReplaceAll(r.PostForm.Get("text"), "\r\n", "\n")
	f.keywords = strings.ReplaceAll(r.PostForm.Get("keywords"), "\r\n", "\n")
	return f
}

// typed is the form as it came.
func (f answerForm) typed(view bot.Answer) bot.Answer {
	view.Text, view.Keywords, view.Match = f.text, f.keywords, bot.Match(f.match)
	return view
}

func (s *server) replyAnswer(w http.ResponseWriter, r *http.Request, status int, p scope, view bot.Answer) error {
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	return s.fragment(w, r, status, bot.SaveReply(frame, view))
}

// refuseAnswer keeps what was typed: with the reasons at its fields, or beside
// what somebody else saved.
func (s *server) refuseAnswer(w http.ResponseWriter, r *http.Request, p scope, form answerForm, stored bot.Answer, why error) error {
	refused, mistakes, err := refusedEdit(why, "text")
	if err != nil {
		return err
	}
	view := form.typed(stored)
	if refused {
		view.Mistakes, view.Saved.Failed = mistakes, true
		view.Revision = form.revision
	} else {
		view.Conflict = &bot.Conflict{Keywords: stored.Keywords, Text: stored.Text, Match: stored.Match}
	}
	return s.answerRefused(w, r, p, view)
}

// refusedEdit sorts why an edit was not taken: refused for its mistakes, or (false)
// stale; any other error is returned. A draft that is full is a mistake at field.
func refusedEdit(why error, field string) (refused bool, mistakes page.Mistakes, err error) {
	var edit *editError
	switch {
	case errors.Is(why, project.ErrTooBig):
		return true, page.Mistakes{{Field: field, Key: "problem.too_big"}}, nil
	case !errors.As(why, &edit):
		return false, nil, why
	}
	return len(edit.problems) > 0, edit.mistakes(), nil
}

func (s *server) answerRefused(w http.ResponseWriter, r *http.Request, p scope, view bot.Answer) error {
	status := http.StatusUnprocessableEntity
	if view.Conflict != nil {
		status = http.StatusConflict
	}
	switch {
	case !isFragment(r):
		return s.renderAnswer(w, r, status, p, view)
	case view.Conflict == nil:
		return s.replyAnswer(w, r, status, p, view)
	}
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	return s.fragment(w, r, status, bot.AnswerForm(frame, view, view.ID))
}

// renderAnswer shows the whole screen with one answer as given.
func (s *server) renderAnswer(w http.ResponseWriter, r *http.Request, status int, p scope, view bot.Answer) error {
	screen, err := s.botScreen(r, p)
	if err != nil {
		return err
	}
	screen.Open = view.ID
	switch view.Role {
	case bot.StartRole:
		screen.Start = view
	case bot.FallbackRole:
		screen.Fallback = view
	default:
		for i := range screen.Keywords {
			if screen.Keywords[i].ID == view.ID {
				screen.Keywords[i] = view
			}
		}
	}
	return s.render(w, r, status, bot.BotPage(screen))
}

// removeAnswer removes a keyword answer and offers to put it back.
func (s *server) removeAnswer(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	var undo *page.Undo
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		for i := range d.Scenarios {
			if d.Scenarios[i].ID == r.PathValue("answer") && keywordOf(&d.Scenarios[i]) != nil {
				undo = p.undo(removed{What: "answer", At: i}, d.Scenarios[i])
				d.Scenarios = append(d.Scenarios[:i:i], d.Scenarios[i+1:]...)
				return nil
			}
		}
		return errNotFound
	})
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.answer_removed", Undo: undo})
	return s.goTo(w, r, p.url("bot"))
}
