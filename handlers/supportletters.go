package handlers

import (
	"context"
	"net/http"
	"strconv"

	"botyard/db"
	"botyard/internal/lang"
	"botyard/views/desk"
	"botyard/views/page"
)

// lettersAtOnce is how many letters one statement moves, lettersMost how many
// one press does.
const (
	lettersAtOnce = 2000
	lettersMost   = 100_000
)

// showUndelivered shows what gave up and what did not arrive, by cause.
func (s *server) showUndelivered(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var screen desk.Undelivered
	var err error
	if screen.Causes, err = s.causes(ctx, 0); err != nil {
		return err
	}
	if screen.Failed, err = s.failedSends(ctx, 0); err != nil {
		return err
	}
	if screen.Unknown, err = s.unknownSends(ctx, 0); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, desk.UndeliveredPage(screen))
}

// causes are what gave up, of a project or (0) of all, with the newest of each.
func (s *server) causes(ctx context.Context, project int64) (causes []desk.Cause, err error) {
	rows, err := s.Store.LetterCauses(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		c := desk.Cause{Code: row.Reason, Count: int(row.N), Bots: int(row.Bots), Last: row.Last, Project: project}
		letters, err := s.Store.Letters(ctx, db.LettersParams{Reason: row.Reason, ProjectID: project, Most: deskLetters})
		if err != nil {
			return nil, err
		}
		for _, l := range letters {
			c.Letters = append(c.Letters, desk.Letter{Project: l.ProjectID, Event: l.EventID, Username: l.Bot, At: l.DeadAt, Attempts: int(l.Attempts)})
		}
		causes = append(causes, c)
	}
	return causes, nil
}

func (s *server) failedSends(ctx context.Context, project int64) (causes []desk.Cause, err error) {
	rows, err := s.Store.FailedSends(ctx, project)
	for _, row := range rows {
		if row.Outcome != "unknown" {
			causes = append(causes, desk.Cause{Code: row.Code, Count: int(row.N), Bots: int(row.Bots), Last: row.Last})
		}
	}
	return causes, err
}

func (s *server) unknownSends(ctx context.Context, project int64) (sends []desk.Send, err error) {
	rows, err := s.Store.UnknownSends(ctx, db.UnknownSendsParams{ProjectID: project, Most: sendsShown})
	for _, row := range rows {
		sends = append(sends, desk.Send{Project: row.ProjectID, Username: row.Bot, Chat: row.ChatID, At: row.At})
	}
	return sends, err
}

func (s *server) letter(r *http.Request) (db.LetterRow, error) {
	project, err1 := strconv.ParseInt(r.PathValue("id"), 10, 64)
	event, err2 := strconv.ParseInt(r.PathValue("event"), 10, 64)
	if err1 != nil || err2 != nil {
		return db.LetterRow{}, errNotFound
	}
	return s.Store.Letter(r.Context(), db.LetterParams{ProjectID: project, EventID: event})
}

// showLetter shows what gave up, without what is personal.
func (s *server) showLetter(w http.ResponseWriter, r *http.Request) error {
	row, err := s.letter(r)
	if err != nil {
		return err
	}
	screen := letterPage(row)
	screen.Content = masked(row.Payload)
	return s.render(w, r, http.StatusOK, desk.LetterScreen(screen))
}

// openLetter shows all of it, after writing down who looks.
func (s *server) openLetter(w http.ResponseWriter, r *http.Request) error {
	row, err := s.letter(r)
	if err != nil {
		return err
	}
	if err := s.recordAtDesk(r, openedLetter, row.ProjectID, row.EventID); err != nil {
		return err
	}
	screen := letterPage(row)
	screen.Content, screen.Open = unmasked(row.Payload), true
	return s.render(w, r, http.StatusOK, desk.LetterScreen(screen))
}

func letterPage(row db.LetterRow) desk.LetterPage {
	return desk.LetterPage{
		Letter: desk.Letter{Project: row.ProjectID, Event: row.EventID, Username: row.Bot, At: row.DeadAt, Attempts: int(row.Attempts)},
		Reason: row.Reason,
	}
}

// chosen are the letters that a form means: of a cause, perhaps of one
// project, perhaps a single one.
type chosen struct {
	reason         string
	project, event int64
}

func chosenBy(r *http.Request) (c chosen, err error) {
	if err := r.ParseForm(); err != nil {
		return c, badForm(err)
	}
	c.reason = r.PostForm.Get("reason")
	for name, n := range map[string]*int64{"project": &c.project, "event": &c.event} {
		text := r.PostForm.Get(name)
		if text == "" {
			continue
		}
		if *n, err = strconv.ParseInt(text, 10, 64); err != nil || *n <= 0 {
			return c, statusError(http.StatusBadRequest)
		}
	}
	if c.reason == "" || c.event != 0 && c.project == 0 {
		return c, statusError(http.StatusBadRequest)
	}
	return c, nil
}

func (s *server) retryLetters(w http.ResponseWriter, r *http.Request) error {
	return s.withLetters(w, r, retriedLetters, "toast.desk_retried", s.retryChosen)
}

func (s *server) discardLetters(w http.ResponseWriter, r *http.Request) error {
	return s.withLetters(w, r, discardedLetters, "toast.desk_discarded", func(ctx context.Context, c chosen) (int64, error) {
		return s.Store.DiscardLetters(ctx, db.DiscardLettersParams{ProjectID: c.project, EventID: c.event, Reason: c.reason, Most: lettersAtOnce})
	})
}

// retryChosen gives some of the chosen letters another try.
func (s *server) retryChosen(ctx context.Context, c chosen) (int64, error) {
	return s.Store.RetryLetters(ctx, db.RetryLettersParams{ProjectID: c.project, EventID: c.event, Reason: c.reason, Most: lettersAtOnce})
}

// withLetters does something with the chosen letters, some at a time, and
// writes down who did.
func (s *server) withLetters(w http.ResponseWriter, r *http.Request, did action, toast string, do func(context.Context, chosen) (int64, error)) error {
	c, err := chosenBy(r)
	if err != nil {
		return err
	}
	n, err := inPieces(r.Context(), c, do)
	if err != nil {
		return err
	}
	subject := n
	if c.event != 0 {
		subject = c.event
	}
	if err := s.recordAtDesk(r, did, c.project, subject); err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: toast, Args: lang.Args{"n": strconv.FormatInt(n, 10)}})
	back := screenOf(r)
	if c.event != 0 || back == "/" { // the letter's own screen is gone with it
		back = "/support/undelivered"
	}
	return s.goTo(w, r, back)
}

// inPieces repeats something that does at most lettersAtOnce until nothing is left.
func inPieces(ctx context.Context, c chosen, do func(context.Context, chosen) (int64, error)) (all int64, err error) {
	for all < lettersMost {
		n, err := do(ctx, c)
		if all += n; err != nil || n < lettersAtOnce {
			return all, err
		}
	}
	return all, nil
}
