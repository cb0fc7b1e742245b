package handlers

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/inbox"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/views/home"
	"botyard/views/page"
)

// lateAfter is from when on people wait too long for the bot.
const lateAfter = time.Minute

// unreachable are the codes of messages that no bot could have sent: people
// left. They are counted, and no trouble.
var unreachable = map[string]bool{"blocked": true, "deactivated": true, "never_started": true, "chat_gone": true, "disconnected": true, "token_revoked": true}

// troubles are what needs the owner's attention, what stops the bot first.
func (s *server) troubles(ctx context.Context, p scope, c project.Connection) (troubles []home.Trouble, err error) {
	if p.PausedAt != nil {
		troubles = append(troubles, home.Trouble{Code: "paused", Why: p.PausedWhy})
	}
	if c.Desired == "connected" && c.Actual != "connected" && c.Reason != "" {
		troubles = append(troubles, home.Trouble{Code: c.Reason, Host: c.Host})
	} else if c.Doubted {
		troubles = append(troubles, home.Trouble{Code: "unauthorized"})
	} else if c.Pending > 0 {
		troubles = append(troubles, home.Trouble{Code: "telegram_unreachable", Count: c.Pending})
	}
	if c.OtherReader {
		troubles = append(troubles, home.Trouble{Code: "other_reader"})
	}
	pressure, err := s.pressure(ctx, p)
	if err != nil {
		return nil, err
	}
	troubles = append(troubles, pressure...)
	undelivered, err := s.undelivered(ctx, p.ID)
	return append(troubles, undelivered...), err
}

// pressure is what comes of more messages than the bot, or one person's share
// of it, holds.
func (s *server) pressure(ctx context.Context, p scope) (troubles []home.Trouble, err error) {
	load, err := s.Store.ProjectLoad(ctx, p.ID)
	if err != nil && !db.NotFound(err) {
		return nil, err
	}
	switch wait := inSeconds(load.WaitingSeconds); {
	case full(load):
		troubles = append(troubles, home.Trouble{Code: "full", Count: int(load.Waiting), Wait: wait})
	case p.PausedAt == nil && wait > lateAfter:
		troubles = append(troubles, home.Trouble{Code: "stuck", Count: int(load.Waiting), Wait: wait})
	}
	passed, err := s.Store.CountTooMany(ctx, p.ID)
	if err == nil && passed > 0 {
		troubles = append(troubles, home.Trouble{Code: "too_many", Count: int(passed)})
	}
	return troubles, err
}

// full tells whether receipt refuses the project's messages for now.
func full(load db.ProjectLoadRow) bool {
	l := inbox.DefaultLimits()
	return int64(load.Waiting) > l.Project.Rows || load.WaitingBytes > l.Project.Bytes ||
		load.AccountWaiting > l.Account.Rows || load.AccountBytes > l.Account.Bytes
}

// undelivered are a project's messages that were not handled, or not sent.
func (s *server) undelivered(ctx context.Context, project int64) (troubles []home.Trouble, err error) {
	letters, err := s.Store.LetterCauses(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, row := range letters {
		troubles = append(troubles, home.Trouble{Code: row.Reason, Count: int(row.N)})
	}
	sends, err := s.Store.FailedSends(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, row := range sends {
		if !unreachable[row.Code] {
			troubles = append(troubles, home.Trouble{Code: row.Code, Count: int(row.N)})
		}
	}
	return troubles, nil
}

// blockers counts the people who blocked the bot within a week.
func (s *server) blockers(ctx context.Context, project int64) (int, error) {
	n, err := s.Store.CountBlockers(ctx, project)
	return int(n), err
}

// retryAll gives what the project's bot could not handle another try.
func (s *server) retryAll(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	n, err := s.inPieces(r.Context(), chosen{reason: r.PostFormValue("reason"), project: p.ID}, s.retry)
	if err != nil {
		return err
	}
	if n > 0 {
		if err := audit.Record(r.Context(), s.Store.Queries, audit.Entry{Action: audit.RetriedLetters, Project: p.ID, Subject: n}); err != nil {
			return err
		}
		s.toast(r, page.Toast{Key: "toast.retried", Args: lang.Args{"n": strconv.FormatInt(n, 10)}})
	}
	return s.goTo(w, r, p.url())
}

// takeBotBack takes the bot from the service that took it, with the key that
// is there; pressing the button is the consent.
func (s *server) takeBotBack(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if c.Reason != "foreign_webhook" {
		return s.goTo(w, r, p.url("bot")) // it is ours already
	}
	if err := s.Projects.TakeBack(r.Context(), p.ID); err != nil {
		return err
	}
	if err := audit.Record(r.Context(), s.Store.Queries, audit.Entry{Action: audit.TookBotBack, Project: p.ID}); err != nil {
		return err
	}
	return s.goTo(w, r, p.url("bot"))
}
