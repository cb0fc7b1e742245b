package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"botyard/db"
	"botyard/handlers"
	"botyard/internal/account"
	"botyard/internal/inbox"
	"botyard/internal/media"
	"botyard/internal/outbox"
	"botyard/internal/project"
	"botyard/internal/shard"
	"botyard/internal/telegram"
	"botyard/internal/vault"
	"botyard/miniapp"
	"botyard/static"
)

// assemble puts a process together. Nothing runs yet.
func assemble(ctx context.Context, c config, d database, log *slog.Logger, part half, addr string) (*app, error) {
	store, err := db.Open(ctx, d.dsn, poolSize)
	if err != nil {
		return nil, err
	}
	keys, err := openKeys(ctx, c, store)
	if err != nil {
		store.Close()
		return nil, err
	}
	renderer, err := miniapp.NewRenderer(static.FS)
	if err != nil {
		store.Close()
		return nil, err
	}
	a := &app{config: c, database: d, part: part, log: log, store: store, keys: keys, metrics: promhttp.Handler()}
	a.projects = &project.Service{
		Store: store, Vault: vault.New(store, keys), Telegram: telegram.New(c.telegramURL), Renderer: renderer, Log: log,
		PublicURL: origin(c.publicURL), PagesURL: c.pagesOrigin(addr), Asset: static.URL,
	}
	a.assembleMachinery()
	a.handler = handlers.New(handlers.Config{
		Store: store, Accounts: account.New(store, keys), Projects: a.projects, Media: media.New(store), Keys: keys, Log: log,
		Webhook:   handlers.Webhook{Directory: a.directory, Receiver: a.receiver, Log: log},
		PublicURL: c.publicURL, PagesURL: c.pagesURL, Addr: addr, TrustedProxies: c.trustedProxies, SignUp: c.signUp,
		ConnectsPerMinute: c.connectsPerMinute,
	})
	return a, nil
}

// assembleMachinery puts together what runs between a webhook and an answer.
func (a *app) assembleMachinery() {
	a.directory = inbox.NewDirectory(a.store)
	a.owner = shard.New(a.store, a.log, processID(), func(ctx context.Context, q *db.Queries, shards []int16) error {
		return q.ChargeChatHeads(ctx, wide(shards))
	})
	a.sender = outbox.New(a.store, a.owner, a.projects.Telegram, a.projects.Vault, a.log)
	a.scheduler = inbox.NewScheduler(a.store, a.owner, a.sender, a.log)
	hint := a.scheduler.Hint
	if a.part&workerHalf == 0 {
		hint = func([]int64) {} // the worker's poll finds them
	}
	a.receiver = inbox.NewReceiver(a.store, a.log, hint)
	a.reconciler = project.NewReconciler(a.projects, a.owner.Shards, a.accepted, a.config.coldTokensPerMinute)
	a.projects.Nudge = a.reconciler.Nudge
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
