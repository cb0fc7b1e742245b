package main

import (
	"context"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"botyard/db"
	"botyard/internal/inbox"
	"botyard/internal/outbox"
	"botyard/internal/shard"
	"botyard/migrations"
)

// botyard is the product's receipt and scheduler on a database of their own.
type botyard struct {
	store     *db.Store
	log       *slog.Logger
	directory *inbox.Directory
	owner     *shard.Owner
	scheduler inbox.Schedulers // the same in all runs: it knows the releases, as one that has run for a minute does
	updates   atomic.Int64     // the last update_id that was used
}

func newBotyard(ctx context.Context, pool *pgxpool.Pool, dsn string) ([]contender, error) {
	if err := migrations.Up(ctx, dsn); err != nil {
		return nil, err
	}
	if err := seed(ctx, pool); err != nil {
		return nil, err
	}
	store := &db.Store{Queries: db.New(pool), Pool: pool}
	b := &botyard{store: store, log: slog.New(slog.DiscardHandler), directory: inbox.NewDirectory(store)}
	b.owner = shard.New(store, b.log, "bench", nil)
	b.scheduler = inbox.NewSchedulers(store, b.owner, silent{}, b.log)
	if err := b.directory.Refresh(ctx); err != nil {
		return nil, err
	}
	empty := func(ctx context.Context, _ int) error { return b.empty(ctx) }
	fill := func(ctx context.Context, rows int) error {
		if err := b.empty(ctx); err != nil {
			return err
		}
		return b.receive(ctx, rows)
	}
	return []contender{
		{name: receiptInside, prepare: empty, work: b.receive},
		{name: receiptHTTP, prepare: empty, work: b.receiveHTTP},
		{name: drainName, prepare: fill, work: func(ctx context.Context, _ int) error { return b.drain(ctx) }},
	}, nil
}

// seed makes projects whose bots know /start, and where their webhooks arrive.
func seed(ctx context.Context, pool *pgxpool.Pool) error {
	const numbers = " FROM generate_series(1, $1::int) AS n"
	for _, sql := range []string{
		"INSERT INTO accounts (id) OVERRIDING SYSTEM VALUE SELECT n" + numbers,
		"INSERT INTO projects (id, account_id, name, language) OVERRIDING SYSTEM VALUE SELECT n, n, 'Project', 'ru'" + numbers,
		`INSERT INTO releases (project_id, number, pages, scenarios, catalog, theme, digest) SELECT n, 1, '[]',
			'[{"id": "s1", "title": "Greeting", "triggers": [{"kind": "command", "command": "start"}], "steps": [{"id": "t1", "kind": "message", "text": "Hello"}]}]',
			'{"currency": "RUB", "products": []}', '{"accent": "#0e6a5e"}', '\x00'` + numbers,
		"UPDATE projects SET current_release = 1 WHERE id <= $1",
		`INSERT INTO integrations (project_id, id, bot_id, bot_username, bot_name, token, desired, actual) OVERRIDING SYSTEM VALUE
			SELECT n, n, n, 'bot' || n, 'Bot', '\x00', 'connected', 'connected'` + numbers,
		`INSERT INTO public_ids (public_id, project_id, integration_id, secret_sha256)
			SELECT 'public' || n, n, n, sha256(('secret' || n)::bytea)` + numbers,
	} {
		if _, err := pool.Exec(ctx, sql, projects); err != nil {
			return err
		}
	}
	return execAll(ctx, pool, "ANALYZE")
}

func publicID(project int) string { return "public" + strconv.Itoa(project) }
func secretOf(project int) string { return "secret" + strconv.Itoa(project) }

func (b *botyard) empty(ctx context.Context) error {
	return execAll(ctx, b.store.Pool, "TRUNCATE telegram_updates, inbox, outbox, chats, subscribers, message_log, message_text")
}

// waitingRequests is how many requests wait for receipt at a time.
const waitingRequests = 256

// receive hands updates to receipt without HTTP.
func (b *botyard) receive(ctx context.Context, rows int) error {
	receiver := inbox.NewReceiver(b.store, b.log, func([]int64) {})
	stop := start(receiver.Run)
	defer stop()
	first := b.updates.Add(int64(rows)) - int64(rows)
	var next atomic.Int64
	return inParallel(waitingRequests, func() error {
		for n := next.Add(1); n <= int64(rows); n = next.Add(1) {
			project := int(n)%projects + 1
			// The directory's work is part of receipt.
			source, _ := b.directory.Find(publicID(project), secretOf(project))
			if _, err := receiver.Receive(ctx, source, updateJSON(int(first+n))); err != nil {
				return err
			}
		}
		return nil
	})
}

// start runs a loop until the returned function is called.
func start(loop func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); loop(ctx) }()
	return func() { cancel(); <-done }
}

// silent is a sender that nothing is given to.
type silent struct{}

func (silent) Wake(map[int64]int64) {}
func (silent) Reserve(replies []outbox.Reply) ([]time.Duration, func(bool)) {
	return make([]time.Duration, len(replies)), func(bool) {}
}

func (silent) AnswerCallback(int64, int64, string) {}

// emptyEvery is how often it is looked whether the inbox is empty.
const emptyEvery = 10 * time.Millisecond

// drain runs the turns of all that waits.
func (b *botyard) drain(ctx context.Context) error {
	if err := b.owner.Beat(ctx); err != nil {
		return err
	}
	defer b.owner.Release(context.WithoutCancel(ctx))
	stop := start(b.scheduler.Run)
	defer stop()
	tick := time.NewTicker(emptyEvery)
	defer tick.Stop()
	for {
		var waiting bool
		if err := b.store.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM inbox)").Scan(&waiting); err != nil || !waiting {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
