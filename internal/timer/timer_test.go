package timer

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/shard"
)

// bench is a poller on a database of its own, of a process that owns all shards.
type bench struct {
	t *testing.T
	*Poller
	hinted []int64
}

func newBench(t *testing.T) *bench {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	owner := newOwner(t, store, "first")
	b := &bench{t: t}
	b.Poller = New(store, owner, slog.New(slog.NewTextHandler(t.Output(), nil)), func(projects []int64) { b.hinted = append(b.hinted, projects...) })
	return b
}

func newOwner(t *testing.T, store *db.Store, id string) *shard.Owner {
	t.Helper()
	owner := shard.New(store, slog.New(slog.DiscardHandler), id, func(context.Context, *db.Queries, []int16) error { return nil })
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	return owner
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	pgtest.Exec(b.t, b.store.Pool, sql, args...)
}

func (b *bench) text(sql string, args ...any) string {
	b.t.Helper()
	return pgtest.Value[string](b.t, b.store.Pool, sql, args...)
}

// start makes a project's timer that fires in so many seconds.
func (b *bench) start(project, chat, run int64, in int) {
	b.t.Helper()
	b.exec("INSERT INTO timers VALUES ($1, $2, $3, 7, 9, now() + $4 * interval '1 second')", project, chat, run, in)
}

func (b *bench) fire() {
	b.t.Helper()
	if err := b.Fire(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// fired tells the waiting events of a project, and how many timers it has left.
func (b *bench) fired(project int64) string {
	b.t.Helper()
	return b.text(`SELECT (SELECT count(*) FROM inbox WHERE project_id = $1) || ' fired, ' || (SELECT count(*) FROM timers WHERE project_id = $1) || ' left'`, project)
}

func TestWhatIsDueBecomesEvents(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.start(1, 5, 40, -2)
	b.start(1, 5, 48, -3)
	b.start(1, 6, 40, 3600)
	b.fire()
	if got := b.fired(1); got != "2 fired, 1 left" {
		t.Errorf("timers = %s, want the two that are due fired", got)
	}
	const events = `SELECT string_agg(chat_id || ' ' || kind || ' ' || integration_id || ' ' || convert_from(payload, 'UTF8'), ', ' ORDER BY event_id) FROM inbox`
	const want = `5 2 9 {"run" : 48, "generation" : 7}, 5 2 9 {"run" : 40, "generation" : 7}`
	if got := b.text(events); got != want {
		t.Errorf("events = %s, want %s", got, want)
	}
	if len(b.hinted) != 1 || b.hinted[0] != 1 {
		t.Errorf("hinted = %v, want the project", b.hinted)
	}
	b.fire()
	if got := b.fired(1); got != "2 fired, 1 left" {
		t.Errorf("timers later = %s, want nothing new", got)
	}
}

func TestATimerThatWasStartedAnewDoesNotFire(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.start(1, 5, 40, -2)
	rows, err := b.store.DueTimers(t.Context(), db.DueTimersParams{Shards: b.shards(), Without: []int64{}, Most: 9})
	if err != nil || len(rows) != 1 {
		t.Fatalf("DueTimers = %v, %v, want one", rows, err)
	}
	b.exec("UPDATE timers SET generation = 8, due = now() + interval '1 hour'")
	if err := b.Poller.fire(t.Context(), fitting(rows, map[int64]int32{1: 1})); err != nil {
		t.Fatal(err)
	}
	if got := b.fired(1); got != "0 fired, 1 left" {
		t.Errorf("timers = %s, want the new one untouched", got)
	}
}

// One project's timers keep nobody waiting: neither its own people, nor the
// timers of another project behind them.
func TestManyTimersKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.exec("INSERT INTO timers SELECT 1, n, 8, 1, 9, now() - interval '1 hour' FROM generate_series(1, 5000) AS n")
	b.start(2, 5, 40, -1)
	b.fire()
	if got := b.fired(1); got != fmt.Sprintf("%d fired, %d left", roomMost, 5000-roomMost) {
		t.Errorf("timers of the many = %s, want as many fired as there is room for", got)
	}
	if got := b.fired(2); got != "1 fired, 0 left" {
		t.Errorf("timers of the other = %s, want it fired", got)
	}
	b.fire()
	if got := b.fired(1); got != fmt.Sprintf("%d fired, %d left", roomMost, 5000-roomMost) {
		t.Errorf("timers while the first wait = %s, want no more", got)
	}
	b.exec("DELETE FROM inbox WHERE project_id = 1 AND chat_id <= 10")
	b.fire()
	if got := b.fired(1); got != fmt.Sprintf("%d fired, %d left", roomMost, 5000-roomMost-10) {
		t.Errorf("timers when ten were handled = %s, want ten more", got)
	}
}

func TestAPausedProjectsTimersWait(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.exec("WITH a AS (INSERT INTO accounts DEFAULT VALUES RETURNING id) INSERT INTO projects (id, account_id, name, paused_at) OVERRIDING SYSTEM VALUE SELECT 1, a.id, 'p', now() FROM a")
	b.start(1, 5, 40, -1)
	b.fire()
	if got := b.fired(1); got != "0 fired, 1 left" {
		t.Errorf("timers of a paused project = %s, want none fired", got)
	}
	b.exec("UPDATE projects SET paused_at = NULL")
	b.fire()
	if got := b.fired(1); got != "1 fired, 0 left" {
		t.Errorf("timers afterwards = %s, want it fired", got)
	}
}

func TestAProcessThatWasTakenOverFiresNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.start(1, 5, 40, -1)
	b.exec("UPDATE shards SET leased_until = '-infinity'")
	next := newOwner(t, b.store, "next")
	b.fire()
	if got := b.fired(1); got != "0 fired, 1 left" {
		t.Errorf("timers = %s, want none fired by who owns nothing", got)
	}
	b.owner = next
	b.fire()
	if got := b.fired(1); got != "1 fired, 0 left" {
		t.Errorf("timers of the next owner = %s, want it fired", got)
	}
}
