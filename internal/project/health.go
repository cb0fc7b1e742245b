package project

import (
	"context"
	"fmt"
	"sync"
	"time"

	"botyard/db"
	"botyard/internal/telegram"
)

// Times of checks, see queries/health.sql for how often a bot is asked about.
const (
	// confirmAfter is between two refusals of a token that end a connection: the
	// first can pass by itself.
	confirmAfter = time.Minute
	// laterAfter is how long a check that told nothing waits.
	laterAfter = 10 * time.Minute
	// staleError is the age from which Telegram's last error is history.
	staleError = 2 * time.Hour
	// errorLength bounds what is kept of Telegram's words.
	errorLength = 300
)

// refusedOnce is the webhook_error of a token that Telegram refused once.
const refusedOnce = "unauthorized"

// spreadChecks lets no connected bot go unlooked at for more than a day.
func (r *Reconciler) spreadChecks(ctx context.Context) {
	if err := r.service.Store.SpreadChecks(ctx, r.wideShards()); err != nil && ctx.Err() == nil {
		r.service.Log.ErrorContext(ctx, "checks not spread", "error", err)
	}
}

// startChecks asks Telegram how the delivery of bots goes whose time it is:
// whether it still delivers to us, what waits there, what failed.
func (r *Reconciler) startChecks(ctx context.Context, slots chan struct{}, running *sync.WaitGroup) {
	rows, err := r.service.Store.DueChecks(ctx, db.DueChecksParams{
		Shards: r.wideShards(), Webhooks: r.service.PublicURL != "", Most: reconcileMost,
	})
	if err != nil {
		if ctx.Err() == nil {
			r.service.Log.ErrorContext(ctx, "due checks not read", "error", err)
		}
		return
	}
	for _, due := range rows {
		r.inSlot(ctx, slots, running, due.ID, func() { r.check(ctx, due.ProjectID, due.ID) })
	}
}

func (r *Reconciler) check(ctx context.Context, projectID, id int64) {
	row, err := r.service.Store.Integration(ctx, db.IntegrationParams{ProjectID: projectID, ID: id})
	if err != nil || row.CheckAt == nil {
		return // gone or done meanwhile; what cannot be read is due again
	}
	if row.Desired != "connected" {
		r.forgetToken(ctx, row)
		return
	}
	// No pacing of cold tokens: a Bot API server holds the bots that have a
	// webhook at hand, and only counts those that it does not.
	ctx, cancel := context.WithTimeout(ctx, reconcileTime)
	defer cancel()
	token, err := r.service.Vault.Open(row)
	var info telegram.WebhookInfo
	if err == nil {
		info, err = r.service.Telegram.GetWebhookInfo(ctx, token)
	}
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		err = r.notChecked(ctx, row, err)
	} else {
		err = r.checked(ctx, row, info)
	}
	if err != nil {
		r.service.Log.ErrorContext(ctx, "check not noted", "project", projectID, "error", err)
	}
}

// checked notes what Telegram said.
func (r *Reconciler) checked(ctx context.Context, row db.Integration, info telegram.WebhookInfo) error {
	host, foreign := r.service.foreignHost(info.URL), row.Reason == "foreign_webhook"
	switch {
	case host != "" && foreign:
		return r.service.Store.KeepForeign(ctx, db.KeepForeignParams{Host: host, ProjectID: row.ProjectID, ID: row.ID})
	case host != "":
		r.service.Log.InfoContext(ctx, "bot taken by another service", "project", row.ProjectID, "integration", row.ID)
		return r.service.Store.MarkForeign(ctx, db.MarkForeignParams{Host: host, ProjectID: row.ProjectID, ID: row.ID, WebhookUrl: row.WebhookUrl})
	case foreign, info.URL != row.WebhookUrl: // nobody has it, or an address of ours that is past
		return r.service.TakeBack(ctx, row.ProjectID)
	}
	p := db.KeepHealthParams{Pending: int32(info.PendingUpdateCount), ProjectID: row.ProjectID, ID: row.ID, WebhookUrl: row.WebhookUrl}
	if at := time.Unix(info.LastErrorDate, 0); info.LastErrorMessage != "" && time.Since(at) < staleError {
		p.Error, p.ErrorAt = clipped(info.LastErrorMessage, errorLength), &at
	}
	return r.service.Store.KeepHealth(ctx, p)
}

// notChecked notes that Telegram did not say anything. A token that it refuses
// twice, a minute apart, was revoked.
func (r *Reconciler) notChecked(ctx context.Context, row db.Integration, cause error) error {
	p := db.DelayCheckParams{Delay: laterAfter, Error: row.WebhookError, ProjectID: row.ProjectID, ID: row.ID}
	if telegram.Classify(cause) != telegram.Unauthorized {
		return r.service.Store.DelayCheck(ctx, p)
	}
	if row.WebhookError == refusedOnce {
		r.service.Vault.Forget(row.ID)
		return r.service.Store.StopIntegration(ctx, db.StopIntegrationParams{ProjectID: row.ProjectID, ID: row.ID, Token: row.Token, Reason: "token_revoked"})
	}
	p.Delay, p.Error = confirmAfter, refusedOnce
	return r.service.Store.DelayCheck(ctx, p)
}

// forgetToken ends the time in which a disconnection can be undone.
func (r *Reconciler) forgetToken(ctx context.Context, row db.Integration) {
	err := r.service.Store.ForgetToken(ctx, db.ForgetTokenParams{ProjectID: row.ProjectID, ID: row.ID})
	if err != nil && ctx.Err() == nil {
		r.service.Log.ErrorContext(ctx, "token not forgotten", "project", row.ProjectID, "error", err)
	}
}

// clipped is the beginning of a text, at most so many runes.
func clipped(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// TakeBack makes the project's bot ours again, from a service that took its
// messages, with the token that is there. It does not wait.
func (s *Service) TakeBack(ctx context.Context, projectID int64) error {
	if _, err := s.Store.TakeBack(ctx, projectID); err != nil {
		return fmt.Errorf("take back the bot of project %d: %w", projectID, err)
	}
	s.Nudge()
	return nil
}

// AskCheck lets Telegram be asked about the project's bot now, at most once a
// minute; it does not wait. Connection tells when it is done.
func (s *Service) AskCheck(ctx context.Context, projectID int64) error {
	if s.PublicURL == "" {
		return nil
	}
	if err := s.Store.AskCheck(ctx, projectID); err != nil {
		return fmt.Errorf("ask to check the bot of project %d: %w", projectID, err)
	}
	s.Nudge()
	return nil
}
