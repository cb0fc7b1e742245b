package handlers

import (
	"context"
	"net/http"
	"strconv"

	"botyard/db"
	"botyard/internal/audit"
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
	if screen.Causes, err = s.allCauses(ctx); err != nil {
		return err
	}
	failed, err := s.Store.AllFailedSends(ctx)
	if err != nil {
		return err
	}
	unknown, err := s.Store.AllUnknownSends(ctx, sendsShown)
	if err != nil {
		return err
	}
	screen.Failed = failedOf(failed)
	for _, row := range unknown {
		screen.Unknown = append(screen.Unknown, sendsOf([]db.UnknownSendsRow{db.UnknownSendsRow(row)})...)
	}
	return s.render(w, r, http.StatusOK, desk.UndeliveredPage(screen))
}

// allCauses are what gave up anywhere, with the newest of each.
func (s *server) allCauses(ctx context.Context) (causes []desk.Cause, err error) {
	rows, err := s.Store.AllLetterCauses(ctx)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		letters, err := s.Store.AllLetters(ctx, db.AllLettersParams{Reason: row.Reason, Most: deskLetters})
		if err != nil {
			return nil, err
		}
		c := desk.Cause{Code: row.Reason, Count: int(row.N), Bots: int(row.Bots), Last: row.Last}
		for _, l := range letters {
			c.Letters = append(c.Letters, letterOf(db.LettersRow(l)))
		}
		causes = append(causes, c)
	}
	return causes, nil
}

// causes are what gave up in a project.
func (s *server) causes(ctx context.Context, project int64) (causes []desk.Cause, err error) {
	rows, err := s.Store.LetterCauses(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		letters, err := s.Store.Letters(ctx, db.LettersParams{ProjectID: project, Reason: row.Reason, Most: deskLetters})
		if err != nil {
			return nil, err
		}
		c := desk.Cause{Code: row.Reason, Count: int(row.N), Bots: 1, Last: row.Last, Project: project}
		for _, l := range letters {
			c.Letters = append(c.Letters, letterOf(l))
		}
		causes = append(causes, c)
	}
	return causes, nil
}

func letterOf(row db.LettersRow) desk.Letter {
	return desk.Letter{Project: row.ProjectID, Event: row.EventID, Username: row.Bot, At: row.DeadAt, Attempts: int(row.Attempts)}
}

func failedOf(rows []db.AllFailedSendsRow) (causes []desk.Cause) {
	for _, row := range rows {
		if row.Outcome != "unknown" { // those are listed one by one
			causes = append(causes, desk.Cause{Code: row.Code, Count: int(row.N), Bots: int(row.Bots), Last: row.Last})
		}
	}
	return causes
}

func sendsOf(rows []db.UnknownSendsRow) (sends []desk.Send) {
	for _, row := range rows {
		sends = append(sends, desk.Send{Project: row.ProjectID, Username: row.Bot, Chat: row.ChatID, At: row.At})
	}
	return sends
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
	if err := s.recordAtDesk(r, audit.OpenedPayload, row.ProjectID, row.EventID); err != nil {
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
	return s.withLetters(w, r, audit.RetriedLetters, "toast.desk_retried", s.retry)
}

func (s *server) discardLetters(w http.ResponseWriter, r *http.Request) error {
	return s.withLetters(w, r, audit.DiscardedLetters, "toast.desk_discarded", func(ctx context.Context, l letters) (int64, error) {
		return s.Store.DiscardLetters(ctx, db.DiscardLettersParams(l))
	})
}

// letters are some that gave up, by their keys.
type letters db.RetryLettersParams

// retry gives letters another try.
func (s *server) retry(ctx context.Context, l letters) (int64, error) {
	return s.Store.RetryLetters(ctx, db.RetryLettersParams(l))
}

// some finds at most lettersAtOnce of the chosen ones.
func (s *server) some(ctx context.Context, c chosen) (l letters, err error) {
	var rows []db.SomeLettersRow
	switch {
	case c.event != 0:
		rows = []db.SomeLettersRow{{ProjectID: c.project, EventID: c.event}}
	case c.project != 0:
		rows, err = s.Store.SomeLetters(ctx, db.SomeLettersParams{ProjectID: c.project, Reason: c.reason, Most: lettersAtOnce})
	default:
		var all []db.SomeOfAllLettersRow
		all, err = s.Store.SomeOfAllLetters(ctx, db.SomeOfAllLettersParams{Reason: c.reason, Most: lettersAtOnce})
		for _, row := range all {
			rows = append(rows, db.SomeLettersRow(row))
		}
	}
	for _, row := range rows {
		l.Projects, l.Events = append(l.Projects, row.ProjectID), append(l.Events, row.EventID)
	}
	return l, err
}

// withLetters does something with the chosen letters, some at a time, and
// writes down who did.
func (s *server) withLetters(w http.ResponseWriter, r *http.Request, did audit.Action, toast string, do doLetters) error {
	c, err := chosenBy(r)
	if err != nil {
		return err
	}
	n, err := s.inPieces(r.Context(), c, do)
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

// doLetters does something with letters and tells with how many.
type doLetters func(context.Context, letters) (int64, error)

// inPieces does something with all of the chosen letters, some at a time.
func (s *server) inPieces(ctx context.Context, c chosen, do doLetters) (all int64, err error) {
	for all < lettersMost {
		piece, err := s.some(ctx, c)
		if err != nil || len(piece.Events) == 0 {
			return all, err
		}
		n, err := do(ctx, piece)
		if all += n; err != nil || len(piece.Events) < lettersAtOnce {
			return all, err
		}
	}
	return all, nil
}
