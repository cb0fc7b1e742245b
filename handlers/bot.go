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
	return s.renderBot(w, r, http.StatusOK, p, bot.ConnectForm{})
}

func (s *server) renderBot(w http.ResponseWriter, r *http.Request, status int, p scope, form bot.ConnectForm) error {
	screen, err := s.botScreen(r, p)
	if err != nil {
		return err
	}
	screen.Connection.Form = form
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
	draft, _, err := s.Projects.Draft(ctx, p.ID)
	if err != nil {
		return bot.Page{}, err
	}
	puzzles, err := s.Store.NotUnderstood(ctx, db.NotUnderstoodParams{ProjectID: p.ID, Most: shownPuzzles})
	if err != nil {
		return bot.Page{}, fmt.Errorf("read what was not understood: %w", err)
	}
	card := s.connectionCard(c)
	card.How = r.URL.Query().Has("how")
	return bot.Page{
		Project: frame, Connection: card, Open: r.URL.Query().Get("open"),
		Start: answerView(ctx, draft.Scenarios, startAnswer), Fallback: answerView(ctx, draft.Scenarios, fallbackAnswer),
		Keywords: keywordViews(ctx, draft.Scenarios), Puzzles: puzzleViews(puzzles),
	}, nil
}

// shownPuzzles is how many texts that were not understood are shown.
const shownPuzzles = 10

func puzzleViews(rows []db.NotUnderstoodRow) (views []bot.Puzzle) {
	for _, row := range rows {
		views = append(views, bot.Puzzle{Words: row.Words, Times: int(row.Times), People: int(row.People), Last: row.Last})
	}
	return views
}

func (s *server) connectionCard(c project.Connection) bot.Connection {
	card := bot.Connection{
		State: connectionState(c), Reason: connectionReason(c.Reason), Host: c.Host, Since: c.Since, RetryAt: moment(c.RetryAt),
		OtherReader: c.OtherReader,
	}
	if card.State != bot.None {
		card.Username, card.Name = c.Username, c.Name
	}
	return card
}

func connectionState(c project.Connection) bot.State {
	switch {
	case c.Desired != "connected":
		return bot.None
	case c.Reason == "token_revoked":
		return bot.Revoked
	case c.Reason == "foreign_webhook":
		return bot.Foreign
	case c.Actual == "connected":
		return bot.Connected
	case c.Reason != "":
		return bot.Failing
	}
	return bot.Connecting
}

// connectionReason words why a connection does not come about.
func connectionReason(code string) string {
	switch code {
	case "rate_limited":
		return "bot.reason.limited"
	case "webhook_refused":
		return "bot.reason.address"
	}
	return "bot.reason.network"
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
	if p.CurrentRelease == nil {
		if err := s.publishFirst(r, p); err != nil {
			return err
		}
	}
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if c.Actual == "connected" {
		s.toast(r, page.Toast{Key: "toast.connected", Args: lang.Args{"username": c.Username}})
	}
	return s.goTo(w, r, p.url("bot"))
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

func (s *server) publishFirst(r *http.Request, p scope) error {
	_, _, _, err := s.Projects.Publish(r.Context(), p.ID, of(r).person.ID)
	if errors.Is(err, project.ErrStale) {
		return nil // somebody is editing: they publish when they are ready
	}
	return err
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
		return s.takenMistake(r, token)
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
func (s *server) takenMistake(r *http.Request, token string) (page.Mistake, error) {
	taken := page.Mistake{Field: "token", Key: "bot.token.taken"}
	botID, _ := telegram.Token(trimmed(token)).BotID()
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

func (s *server) disconnectBot(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.Projects.Disconnect(r.Context(), p.ID); err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.disconnected"})
	return s.goTo(w, r, p.url("bot"))
}

// problemMistake words a problem of a draft at a field of a form.
func problemMistake(p spec.Problem, field string) page.Mistake {
	key := "problem." + p.Code
	if !lang.Has(key) {
		key = "problem.other"
	}
	return page.Mistake{Field: field, Key: key, Args: p.Args}
}
