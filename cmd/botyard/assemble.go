package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/handlers"
	"botyard/internal/account"
	"botyard/internal/hint"
	"botyard/internal/httpcall"
	"botyard/internal/inbox"
	"botyard/internal/installation"
	"botyard/internal/keys"
	"botyard/internal/load"
	"botyard/internal/media"
	"botyard/internal/metrics"
	"botyard/internal/outbox"
	"botyard/internal/poll"
	"botyard/internal/project"
	"botyard/internal/shard"
	"botyard/internal/telegram"
	"botyard/internal/timer"
	"botyard/internal/vault"
	"botyard/miniapp"
	"botyard/static"
)

// assemble puts a process together. Nothing runs yet.
func assemble(ctx context.Context, c config, d database, log *slog.Logger, part half, addr string) (*app, error) {
	a := &app{config: c, database: d, part: part, log: log}
	if err := a.open(ctx); err != nil {
		a.close()
		return nil, err
	}
	renderer, err := miniapp.NewRenderer(static.FS)
	if err != nil {
		a.close()
		return nil, err
	}
	a.projects = &project.Service{
		Store: a.store, Vault: vault.New(a.machinery, a.keys), Telegram: telegram.New(c.telegramURL), Renderer: renderer, Log: log,
		PublicURL: origin(c.publicURL), PagesURL: c.pagesOrigin(addr), Asset: static.URL,
	}
	a.rotation = keys.NewRotation(a.machinery, a.keys, a.projects.Vault, c.keyFile, log)
	a.assembleMachinery()
	a.metrics = metrics.Handler(a.state())
	a.handler = handlers.New(handlers.Config{
		Store: a.store, Accounts: account.New(a.store, a.keys), Projects: a.projects, Media: media.New(a.store), Keys: a.keys, Log: log,
		Webhook:   handlers.Webhook{Directory: a.directory, Receiver: a.receiver, Log: log},
		PublicURL: c.publicURL, PagesURL: c.pagesURL, Addr: addr, TrustedProxies: c.trustedProxies, SignUp: c.signUp,
		ConnectsPerMinute: c.connectsPerMinute, AppFrame: c.appFrame, Development: c.development, Held: a.home.Held,
	})
	return a, nil
}

// open connects to the database, and makes sure of its key and its home.
func (a *app) open(ctx context.Context) (err error) {
	if a.store, err = db.Open(ctx, a.database.dsn, screensPool); err != nil {
		return err
	}
	if a.machinery, err = db.Open(ctx, a.database.dsn, machineryPool); err != nil {
		return err
	}
	if a.keys, err = keys.Open(ctx, a.store, a.config.keyFile); err != nil {
		return err
	}
	a.home, err = installation.Open(ctx, a.store, origin(a.config.publicURL), a.log)
	return err
}

// close ends every connection that was opened.
func (a *app) close() {
	for _, store := range []*db.Store{a.store, a.machinery} {
		if store != nil {
			store.Close()
		}
	}
}

// state is what the metrics measure when they are asked for.
func (a *app) state() metrics.State {
	return metrics.State{Leases: func() int { return len(a.owner.Shards()) }, Measure: a.waiting, Log: a.log}
}

// waiting tells the metrics what waits in the whole database.
func (a *app) waiting(ctx context.Context) (metrics.Waiting, error) {
	row, err := a.store.MeasureWaiting(ctx)
	if err != nil {
		return metrics.Waiting{}, fmt.Errorf("measure what waits: %w", err)
	}
	return metrics.Waiting{
		Events: row.Events, Messages: row.Messages, OldestEvent: seconds(row.EventAge), OldestMessage: seconds(row.MessageAge),
	}, nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// assembleMachinery puts together what runs between a webhook and an answer.
func (a *app) assembleMachinery() {
	a.directory = inbox.NewDirectory(a.machinery)
	a.owner = shard.New(a.machinery, a.log, processID(), func(ctx context.Context, q *db.Queries, shards []int16) error {
		return q.ChargeChatHeads(ctx, wide(shards))
	})
	a.sender = outbox.New(a.machinery, a.owner, a.projects.Telegram, a.projects.Vault, a.log)
	a.scheduler = inbox.NewSchedulers(a.machinery, a.owner, a.sender, a.log)
	a.teller = hint.NewTeller(a.machinery, a.log)
	a.listener = hint.NewListener(a.machinery, a.log, a.scheduler.Hint)
	a.timers = timer.New(a.machinery, a.owner, a.log, a.scheduler.Hint)
	a.caller = httpcall.New(a.machinery, a.owner, a.projects.Vault, a.network(), a.ownOrigins(), a.log, a.scheduler.Hint)
	a.scheduler.OnCalls(a.caller.Wake)
	a.receiver = inbox.NewReceiver(a.machinery, a.log, a.hint)
	a.bounds = inbox.NewBounds(a.machinery, inbox.DefaultLimits())
	a.receiver.Bounds = a.bounds
	a.poller = poll.New(a.machinery, a.owner, a.projects.Telegram, a.projects.Vault, a.receiver, a.log)
	a.meter = load.New(a.store, a.owner, a.log)
	a.reconciler = project.NewReconciler(a.projects, a.owner.Shards, a.accepted, a.config.coldTokensPerMinute)
	a.projects.Nudge = a.reconciler.Nudge
}

// hint tells of new events: this process of those that are its own, others of
// theirs. A notification takes a lock of the whole database, so what a process
// does alone makes none.
func (a *app) hint(projects []int64) {
	var own, others []int64
	for _, p := range projects {
		if a.owner.Owns(p) {
			own = append(own, p)
		} else {
			others = append(others, p)
		}
	}
	a.scheduler.Hint(own)
	a.teller.Tell(others)
}

// network is how scenarios reach other services.
func (a *app) network() httpcall.Network {
	if a.config.network != nil {
		return *a.config.network
	}
	return httpcall.TheInternet()
}

// ownOrigins are those that scenarios may not call.
func (a *app) ownOrigins() []string {
	return []string{origin(a.config.publicURL), origin(a.config.pagesURL), a.config.telegramURL}
}

// accepted returns when every process that receives webhooks knows the public
// ids that are in the database now.
func (a *app) accepted(ctx context.Context) error {
	if a.database.alone {
		return a.directory.Refresh(ctx)
	}
	timer := time.NewTimer(2 * inbox.RefreshEvery)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pagesOrigin is where Mini Apps and sites are: an origin of their own, the
// cabinet's, or this machine's.
func (c config) pagesOrigin(addr string) string {
	switch {
	case c.pagesURL != nil:
		return origin(c.pagesURL)
	case c.publicURL != nil:
		return origin(c.publicURL)
	}
	return "http://" + addr
}

func wide(shards []int16) []int64 {
	out := make([]int64, len(shards))
	for i, s := range shards {
		out[i] = int64(s)
	}
	return out
}
