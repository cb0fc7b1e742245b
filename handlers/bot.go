package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/internal/telegram"
	"botyard/views/bot"
	"botyard/views/page"
)

func (s *server) showBot(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.Projects.AskCheck(r.Context(), p.ID); err != nil {
		return err
	}
	return s.renderBot(w, r, http.StatusOK, p, bot.ConnectForm{})
}

func (s *server) renderBot(w http.ResponseWriter, r *http.Request, status int, p scope, form bot.ConnectForm) error {
	screen, err := s.botScreen(r, p)
	if err != nil {
		return err
	}
	screen.Connection.Form = form
	return s.renderBotPage(w, r, status, screen)
}

func (s *server) renderBotPage(w http.ResponseWriter, r *http.Request, status int, screen bot.Page) error {
	return s.render(w, r, status, bot.BotPage(screen))
}

func (s *server) botScreen(r *http.Request, p scope) (bot.Page, error) {
	ctx := r.Context()
	frame, err := s.frame(ctx, p)
	if err != nil {
		return bot.Page{}, err
	}
	c, err := s.Projects.Connection(ctx, p.ID)
	if err != nil {
		return bot.Page{}, err
	}
	scenarios, err := s.scenarioList(r, p, frame)
	if err != nil {
		return bot.Page{}, err
	}
	puzzles, err := s.Store.NotUnderstood(ctx, db.NotUnderstoodParams{ProjectID: p.ID, Most: shownPuzzles})
	if err != nil {
		return bot.Page{}, fmt.Errorf("read what was not understood: %w", err)
	}
	card := s.connectionCard(p, c)
	card.How = r.URL.Query().Has("how")
	return bot.Page{Project: frame, Connection: card, Scenarios: scenarios, Puzzles: puzzleViews(puzzles)}, nil
}

// shownPuzzles is how many texts that were not understood are shown.
const shownPuzzles = 10

func puzzleViews(rows []db.NotUnderstoodRow) (views []bot.Puzzle) {
	for _, row := range rows {
		views = append(views, bot.Puzzle{Words: row.Words, Times: int(row.Times), People: int(row.People), Last: row.Last})
	}
	return views
}

// connectBot connects the bot of a token. A project that has nothing published
// is published with it, so that the bot is never silent after this.
func (s *server) connectBot(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	token := r.PostForm.Get("token")
	if err := s.connect(r.Context(), p, token, r.PostForm.Get("take_over") != ""); err != nil {
		return s.refuseBot(w, r, p, token, err)
	}
	published, err := s.publishFirst(r, p)
	if err != nil {
		return err
	}
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	s.toast(r, connectedToast(c, published))
	return s.goTo(w, r, p.url("bot"))
}

// connectedToast tells what connecting did: published is the number of the
// release that it made, 0 for none; below 0 there were problems in its way.
func connectedToast(c project.Connection, published int32) page.Toast {
	key := "toast.connecting"
	switch done := c.Actual == "connected"; {
	case published > 0 && done:
		key = "toast.connected_published"
	case published > 0:
		key = "toast.published"
	case published < 0:
		key = "toast.connected_silent"
	case done:
		key = "toast.connected"
	}
	return page.Toast{Key: key, Args: lang.Args{"username": c.Username, "n": int(published)}}
}

// connect bounds how often an account asks Telegram; what is no token is
// refused before it counts.
func (s *server) connect(ctx context.Context, p scope, token string, takeOver bool) error {
	if !telegram.ValidToken(trimmed(token)) {
		return project.ErrTokenShape
	}
	if err := s.Accounts.Allow(ctx, "connect", p.AccountID, s.ConnectsPerMinute); err != nil {
		return err
	}
	return s.Projects.Connect(ctx, p.ID, token, takeOver)
}

// publishFirst publishes a project that never was, and gives the number of its
// release: 0 for none, below 0 when problems stand in its way.
func (s *server) publishFirst(r *http.Request, p scope) (int32, error) {
	if p.CurrentRelease != nil {
		return 0, nil
	}
	number, _, problems, err := s.Projects.Publish(r.Context(), p.ID, of(r).person.ID)
	switch {
	case errors.Is(err, project.ErrStale):
		return 0, nil // somebody is editing: they publish when they are ready
	case spec.Blocking(problems):
		return -1, err
	}
	return number, err
}

// refuseBot shows the form again with what is wrong about the token and what to do.
func (s *server) refuseBot(w http.ResponseWriter, r *http.Request, p scope, token string, why error) error {
	status, form := http.StatusUnprocessableEntity, bot.ConnectForm{}
	var foreign *project.ForeignWebhookError
	var often *account.ThrottledError
	switch {
	case errors.As(why, &foreign):
		form.Host = foreign.Host
		form.Mistakes = page.Mistakes{{Field: "take_over", Key: "bot.token.foreign", Args: lang.Args{"host": foreign.Host}}}
	case errors.As(why, &often):
		status = http.StatusTooManyRequests
		w.Header().Set("Retry-After", seconds(often.RetryAfter))
		form.Mistakes = page.Mistakes{{Field: "token", Key: "bot.token.often"}}
	default:
		m, err := s.tokenMistake(r, token, why)
		if err != nil {
			return err
		}
		form.Mistakes = page.Mistakes{m}
	}
	return s.renderBot(w, r, status, p, form)
}

// tokenMistake words what is wrong with a token; an error that is not about the
// token is returned as it is.
func (s *server) tokenMistake(r *http.Request, token string, why error) (page.Mistake, error) {
	switch {
	case trimmed(token) == "":
		return page.Mistake{Field: "token", Key: "bot.token.required"}, nil
	case errors.Is(why, project.ErrBotTaken):
		botID, _ := telegram.Token(trimmed(token)).BotID()
		return s.takenMistake(r, botID)
	}
	for err, key := range map[error]string{
		project.ErrTokenShape: "bot.token.shape", project.ErrTokenRefused: "bot.token.wrong",
		project.ErrOtherBot: "bot.token.other_bot", project.ErrTelegramUnreachable: "bot.token.telegram",
	} {
		if errors.Is(why, err) {
			return page.Mistake{Field: "token", Key: key}, nil
		}
	}
	return page.Mistake{}, why
}

// takenMistake names the project that has the bot only when it is the person's own.
func (s *server) takenMistake(r *http.Request, botID int64) (page.Mistake, error) {
	taken := page.Mistake{Field: "token", Key: "bot.token.taken"}
	owner, err := s.Store.BotClaim(r.Context(), botID)
	if err != nil {
		return taken, ignoreNotFound(err)
	}
	own, err := s.Store.UserProject(r.Context(), db.UserProjectParams{UserID: of(r).person.ID, ProjectID: owner})
	if err != nil {
		return taken, ignoreNotFound(err)
	}
	return page.Mistake{Field: "token", Key: "bot.token.here", Args: lang.Args{"name": own.Name}}, nil
}

func ignoreNotFound(err error) error {
	if db.NotFound(err) {
		return nil
	}
	return err
}

// problemMistake words a problem of a draft at a field of a form.
func problemMistake(p spec.Problem, field string) page.Mistake {
	key := "problem." + p.Code
	if !lang.Has(key) {
		key = "problem.other"
	}
	return page.Mistake{Field: field, Key: key, Args: p.Args}
}
