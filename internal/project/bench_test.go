package project

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/secret"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
	"botyard/internal/vault"
	"botyard/miniapp"
	"botyard/static"
)

// patience is how long a test waits for something that happens at once.
const patience = 20 * time.Second

const (
	publicURL = "https://bots.example.org"
	pagesURL  = "https://pages.example.org"
)

// bench is the service on a database of its own, with a simulated Telegram.
type bench struct {
	t   *testing.T
	dsn string
	*Service
	sim        *sim.Server
	api        *httptest.Server
	reconciler *Reconciler
	user       int64
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, dsn: pgtest.New(t)}
	store, err := db.Open(t.Context(), b.dsn, 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	b.sim, err = sim.New(sim.Config{Seed: 1, Speed: 50, NoLimits: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.sim.Close(context.Background()) })
	b.api = httptest.NewServer(b.sim)
	t.Cleanup(b.api.Close)
	b.Service = newService(t, store, b.api.URL)
	b.newReconciler(func(context.Context) error { return nil })
	b.user = b.newUser("anna@example.org")
	return b
}

var renderer = sync.OnceValues(func() (*miniapp.Renderer, error) { return miniapp.NewRenderer(static.FS) })

// newService is a process on a database that others may use.
func newService(t *testing.T, store *db.Store, api string) *Service {
	t.Helper()
	keys, err := secret.New(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	r, err := renderer()
	if err != nil {
		t.Fatal(err)
	}
	return &Service{
		Store: store, Vault: vault.New(store, keys), Telegram: telegram.New(api), Renderer: r,
		Log:       slog.New(slog.NewTextHandler(t.Output(), nil)),
		PublicURL: publicURL, PagesURL: pagesURL, Asset: static.URL, Nudge: func() {},
	}
}

// newReconciler is another process's: it owns everything. Run is up to the test.
func (b *bench) newReconciler(accepted func(context.Context) error) *Reconciler {
	all := make([]int16, 64)
	for i := range all {
		all[i] = int16(i)
	}
	b.reconciler = NewReconciler(b.Service, func() []int16 { return all }, accepted, 0)
	b.Nudge = b.reconciler.Nudge
	return b.reconciler
}

// reconcileAll runs the reconciler until the test or stop ends it.
func (b *bench) reconcileAll() (stop func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); b.reconciler.Run(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	b.t.Cleanup(stop)
	return stop
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	pgtest.Exec(b.t, b.Store.Pool, sql, args...)
}

// query reads one value.
func query[T any](b *bench, sql string, args ...any) T {
	b.t.Helper()
	return pgtest.Value[T](b.t, b.Store.Pool, sql, args...)
}

func (b *bench) newUser(email string) int64 {
	b.t.Helper()
	return query[int64](b, `WITH a AS (INSERT INTO accounts DEFAULT VALUES RETURNING id),
		u AS (INSERT INTO users (email, password_hash) VALUES ($1, '') RETURNING id)
		INSERT INTO members (account_id, user_id) SELECT a.id, u.id FROM a, u RETURNING user_id`, email)
}

// blank makes a blank project of the bench's user.
func (b *bench) blank(name string) int64 {
	b.t.Helper()
	id, err := b.Create(b.t.Context(), b.user, name, "", "en")
	if err != nil {
		b.t.Fatal(err)
	}
	return id
}

// edit changes a draft whatever its revision.
func (b *bench) edit(project int64, change func(*Draft)) {
	b.t.Helper()
	if _, _, err := b.Edit(b.t.Context(), project, 0, func(d *Draft) error { change(d); return nil }); err != nil {
		b.t.Fatal(err)
	}
}

// publish publishes the draft and gives the number of the current release.
func (b *bench) publish(project int64) int32 {
	b.t.Helper()
	number, _, problems, err := b.Publish(b.t.Context(), project, b.user)
	if err != nil || number == 0 {
		b.t.Fatalf("Publish = %d, %v, %v, want a release", number, problems, err)
	}
	return number
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-look.C {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
