package poll

import (
	"context"
	"errors"
	"net/url"
	"time"

	"botyard/db"
	"botyard/internal/inbox"
	"botyard/internal/telegram"
)

// failed looks into why a bot could not be asked about, and tells how long it
// is to be left alone for that.
func (p *Poller) failed(ctx context.Context, b *bot, cause error) time.Duration {
	switch telegram.Classify(cause) {
	case telegram.RateLimited:
		wait, _ := telegram.RetryAfter(cause)
		return wait
	case telegram.Unauthorized:
		p.refused(ctx, b)
		return p.times.refused / 3
	case telegram.Conflict:
		p.conflicting(ctx, b)
		return p.times.longest / 2
	}
	if !errors.Is(cause, context.DeadlineExceeded) {
		p.log.WarnContext(ctx, "messages not fetched", "project", b.source.ProjectID, "error", cause)
	}
	return 0
}

// refused stops a bot whose token was refused for a minute.
func (p *Poller) refused(ctx context.Context, b *bot) {
	p.tokens.Forget(b.source.IntegrationID)
	if b.refused.IsZero() {
		b.refused = time.Now()
	}
	if time.Since(b.refused) < p.times.refused {
		return
	}
	err := p.store.StopSuspect(ctx, db.StopSuspectParams{
		Reason: "token_revoked", ProjectID: b.source.ProjectID, ID: b.source.IntegrationID, RefusedFor: p.times.refused,
	})
	if err != nil {
		p.log.ErrorContext(ctx, "revoked token not noted", "project", b.source.ProjectID, "error", err)
	}
}

// conflicting finds out who else takes the bot's messages: a service with a
// webhook, which stays until the owner takes the bot back, or another program
// that asks as we do. Both are told to the owner.
func (p *Poller) conflicting(ctx context.Context, b *bot) {
	info, err := p.webhook(ctx, b.source)
	if err != nil {
		return // it is asked again
	}
	if info.URL == "" {
		p.otherReader(ctx, b, true)
		return
	}
	err = p.store.MarkForeign(ctx, db.MarkForeignParams{Host: hostOf(info.URL), ProjectID: b.source.ProjectID, ID: b.source.IntegrationID})
	if err != nil {
		p.log.ErrorContext(ctx, "bot of another service not noted", "project", b.source.ProjectID, "error", err)
		return
	}
	p.log.InfoContext(ctx, "bot taken by another service", "project", b.source.ProjectID, "integration", b.source.IntegrationID)
}

func (p *Poller) webhook(ctx context.Context, s inbox.Source) (telegram.WebhookInfo, error) {
	token, err := p.tokens.Token(ctx, s.ProjectID, s.IntegrationID)
	if err != nil {
		return telegram.WebhookInfo{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, p.times.call)
	defer cancel()
	return p.client.GetWebhookInfo(ctx, token)
}

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "?"
}

// otherReader notes whether another program fetches the bot's messages.
func (p *Poller) otherReader(ctx context.Context, b *bot, there bool) {
	if b.noted && b.conflict == there {
		return
	}
	err := p.store.NoteOtherReader(ctx, db.NoteOtherReaderParams{There: there, ProjectID: b.source.ProjectID, ID: b.source.IntegrationID})
	if err != nil {
		p.log.ErrorContext(ctx, "other reader not noted", "project", b.source.ProjectID, "error", err)
		return
	}
	b.noted, b.conflict = true, there
}
