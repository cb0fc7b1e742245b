package handlers

import (
	"errors"
	"net/http"

	"botyard/internal/project"
	"botyard/views/bot"
	"botyard/views/page"
)

func (s *server) connectionCard(p scope, c project.Connection) bot.Connection {
	card := bot.Connection{
		State: connectionState(c), Reason: connectionReason(c.Reason), Host: c.Host, Since: c.Since, RetryAt: moment(c.RetryAt),
		OtherReader: c.OtherReader, Restorable: c.Restorable, Checking: c.Checking, Doubted: c.Doubted,
	}
	if card.State == bot.Connected && p.PausedAt != nil {
		card.State, card.Why = bot.Paused, p.PausedWhy
	}
	if card.State != bot.None || card.Restorable {
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

// disconnectBot disconnects the bot, and offers to take that back.
func (s *server) disconnectBot(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.Projects.Disconnect(r.Context(), p.ID); err != nil {
		return err
	}
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	toast := page.Toast{Key: "toast.disconnected"}
	if c.Restorable {
		toast.Undo = &page.Undo{Action: p.url("bot", "reconnection")}
	}
	s.toast(r, toast)
	return s.goTo(w, r, p.url("bot"))
}

// reconnectBot takes a disconnection back.
func (s *server) reconnectBot(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	err = s.Accounts.Allow(r.Context(), "connect", p.AccountID, s.ConnectsPerMinute)
	if err == nil {
		err = s.Projects.Reconnect(r.Context(), p.ID)
	}
	switch {
	case errors.Is(err, project.ErrTooLate):
		s.toast(r, page.Toast{Key: "toast.too_late"})
	case errors.Is(err, project.ErrBotTaken):
		return s.refuseTaken(w, r, p)
	case err != nil:
		return s.refuseBot(w, r, p, keptToken, err)
	default:
		s.toast(r, page.Toast{Key: "toast.reconnected"})
	}
	return s.goTo(w, r, p.url("bot"))
}

// keptToken stands for the one that nobody typed, when a disconnection is undone.
const keptToken = "kept"

// refuseTaken tells that another project has the bot by now.
func (s *server) refuseTaken(w http.ResponseWriter, r *http.Request, p scope) error {
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	m, err := s.takenMistake(r, c.BotID)
	if err != nil {
		return err
	}
	return s.renderBot(w, r, http.StatusUnprocessableEntity, p, bot.ConnectForm{Mistakes: page.Mistakes{m}})
}
