package poll

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/inbox"
	"botyard/internal/pgtest"
	"botyard/internal/shard"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// patience is how long a test waits for something that happens at once.
const patience = 20 * time.Second

// bench is a poller before a simulated Telegram, with a receipt that notes what
// comes and can be made to fail.
type bench struct {
	t *testing.T
	*Poller
	sim *sim.Server

	mu     sync.Mutex
	tokens map[int64]telegram.Token
	got    []string
	fail   error
	came   chan struct{}
}

func (b *bench) Token(_ context.Context, _, id int64) (telegram.Token, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tokens[id], nil
}

func (b *bench) ReadingToken(ctx context.Context, project, id int64) (telegram.Token, error) {
	return b.Token(ctx, project, id)
}

func (b *bench) Forget(int64) {}

func (b *bench) Receive(_ context.Context, source inbox.Source, body []byte) (bool, error) {
	u, err := telegram.ParseUpdate(body)
	if err != nil {
		return false, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail == nil && !source.Retired {
		b.got = append(b.got, string(rune('a'+source.ProjectID-1))+":"+u.Message.Text)
	}
	select {
	case b.came <- struct{}{}:
	default:
	}
	return false, b.fail
}

// failWith makes the receipt fail, or (nil) not.
func (b *bench) failWith(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail = err
}

func newBench(t *testing.T) *bench {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	s, err := sim.New(sim.Config{Seed: 1, NoLimits: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	owner := shard.New(store, slog.New(slog.DiscardHandler), "first", func(context.Context, *db.Queries, []int16) error { return nil })
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, sim: s, tokens: map[int64]telegram.Token{}, came: make(chan struct{}, 1000)}
	b.Poller = New(store, owner, telegram.New(server.URL), b, b, slog.New(slog.NewTextHandler(t.Output(), nil)))
	b.times = times{
		list: 10 * time.Millisecond, wait: time.Second, call: patience, idle: 5 * time.Millisecond, awake: time.Minute,
		first: time.Millisecond, longest: 4 * time.Millisecond,
	}
	return b
}

// bot makes project n with a connected bot; its integration is n as well.
func (b *bench) bot(n int64) sim.Bot {
	b.t.Helper()
	made, err := b.sim.AddBot(sim.BotSpec{Username: "bot_" + string(rune('a'+n-1)) + "_bot"})
	if err != nil {
		b.t.Fatal(err)
	}
	b.mu.Lock()
	b.tokens[n] = made.Token
	b.mu.Unlock()
	b.exec(`WITH a AS (INSERT INTO accounts DEFAULT VALUES RETURNING id)
		INSERT INTO projects (id, account_id, name) OVERRIDING SYSTEM VALUE SELECT $1, a.id, 'p' FROM a`, n)
	b.exec(`INSERT INTO integrations (project_id, id, bot_id, bot_username, bot_name, token, desired, actual, changed_at)
		OVERRIDING SYSTEM VALUE VALUES ($1, $1, $2, 'x', 'x', 'sealed', 'connected', 'connected', now() - interval '1 hour')`, n, made.ID)
	return made
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	pgtest.Exec(b.t, b.store.Pool, sql, args...)
}

func (b *bench) standing(n int64) string {
	b.t.Helper()
	var s string
	err := b.store.Pool.QueryRow(b.t.Context(), "SELECT actual || ' ' || reason || ' ' || webhook_host || webhook_error FROM integrations WHERE id = $1", n).Scan(&s)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// run starts the poller; the returned function stops it and waits.
func (b *bench) run() (stop func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); b.Run(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	b.t.Cleanup(stop)
	return stop
}

func (b *bench) says(to sim.Bot, text string) {
	b.t.Helper()
	if _, err := b.sim.User(telegram.User{FirstName: "Anna"}).Send(to.ID, text); err != nil {
		b.t.Fatal(err)
	}
}

// received waits for so many updates.
func (b *bench) received(n int) []string {
	b.t.Helper()
	var got []string
	b.eventually("updates", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		got = slices.Clone(b.got)
		return len(got) >= n
	})
	return got
}

func (b *bench) eventually(what string, holds func() bool) {
	b.t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-look.C {
		if time.Now().After(deadline) {
			b.t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
