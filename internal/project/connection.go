package project

import (
	"context"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/audit"
)

// Disconnect stores that the project's bot shall be let go, and waits a little for it.
func (s *Service) Disconnect(ctx context.Context, projectID int64) error {
	var ids []int64
	err := s.Store.InTx(ctx, func(q *db.Queries) (err error) {
		if ids, err = q.WantDisconnected(ctx, projectID); err != nil || len(ids) == 0 {
			return err
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.DisconnectedBot, Project: projectID})
	})
	if err != nil {
		return fmt.Errorf("disconnect the bot of project %d: %w", projectID, err)
	}
	for _, id := range ids {
		s.Vault.Forget(id)
	}
	s.Nudge()
	s.await(ctx, projectID)
	return nil
}

// Reconnect undoes a disconnection, with the token that is kept for that. It
// waits as Connect does, and is refused as it is; ErrTooLate means that the
// token is gone.
func (s *Service) Reconnect(ctx context.Context, projectID int64) error {
	row, err := s.Store.LiveIntegration(ctx, projectID)
	if err != nil && !db.NotFound(err) {
		return fmt.Errorf("read the bot of project %d: %w", projectID, err)
	}
	if err == nil && row.Desired == "connected" {
		return nil
	}
	if err != nil || !restorable(row) {
		return ErrTooLate
	}
	token, err := s.Vault.Open(row)
	if err != nil {
		return err
	}
	return s.connectTo(ctx, projectID, token, false)
}

// restorable tells whether there is still a token to connect a disconnected bot.
func restorable(row db.Integration) bool { return row.Desired != "connected" && row.Token != nil }

// Connection is how a project and its bot stand.
type Connection struct {
	// BotID, Username and Name of the bot; 0 and "" when there never was one.
	BotID          int64
	Username, Name string
	// Desired and Actual are "connected" or "disconnected".
	Desired, Actual string
	// Reason is the code of what went wrong, "" when nothing did: token_revoked,
	// webhook_refused, telegram_unreachable, rate_limited, foreign_webhook.
	Reason string
	// Host takes the bot's messages (foreign_webhook).
	Host string
	// Pending is how many updates wait at Telegram because it fails to deliver
	// them; 0 when it does not complain.
	Pending int
	// OtherReader tells that another program fetches the bot's messages as well.
	OtherReader bool
	// Restorable tells that Reconnect can undo the disconnection.
	Restorable bool
	// Checking tells that Telegram is being asked about the bot; Doubted that it
	// did not know the token, and is asked again within a minute.
	Checking, Doubted bool
	// Since is when this became so; RetryAt when it is tried again, nil for never.
	Since   time.Time
	RetryAt *time.Time
}

// Connection tells how the project's bot stands; the zero value: it has none.
func (s *Service) Connection(ctx context.Context, projectID int64) (Connection, error) {
	row, err := s.Store.LiveIntegration(ctx, projectID)
	if db.NotFound(err) {
		return Connection{}, nil
	}
	if err != nil {
		return Connection{}, fmt.Errorf("read the bot of project %d: %w", projectID, err)
	}
	return Connection{
		BotID: row.BotID, Username: row.BotUsername, Name: row.BotName, Desired: row.Desired, Actual: row.Actual, Reason: row.Reason,
		Host: row.WebhookHost, Pending: pendingOf(row), OtherReader: row.WebhookError == otherReader, Since: row.ChangedAt, RetryAt: row.ReconcileAt,
		Restorable: restorable(row), Checking: checking(row), Doubted: row.Desired == "connected" && row.Reason == "" && row.WebhookError == refusedOnce,
	}, nil
}

// checkTime is how long a check that was asked for is waited for.
const checkTime = 30 * time.Second

func checking(row db.Integration) bool {
	return row.Desired == "connected" && row.CheckAt != nil && time.Since(*row.CheckAt) >= 0 && time.Since(*row.CheckAt) < checkTime
}

// otherReader is the webhook_error of a bot whose messages another program
// fetches as well.
const otherReader = "other_reader"

func pendingOf(row db.Integration) int {
	if row.WebhookError == "" || row.WebhookError == refusedOnce || row.WebhookError == otherReader {
		return 0
	}
	return int(row.WebhookPending)
}
