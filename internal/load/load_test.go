package load

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/shard"
)

// yard is a meter that owns all shards, on a database of its own.
type yard struct {
	*Meter
	t     *testing.T
	store *db.Store
}

func newYard(t *testing.T) *yard {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	owner := shard.New(store, log, "me", nil)
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	y := &yard{Meter: New(store, owner, log), t: t, store: store}
	y.exec(`INSERT INTO accounts (id) OVERRIDING SYSTEM VALUE VALUES (7)`)
	y.exec(`INSERT INTO projects (id, account_id, name) OVERRIDING SYSTEM VALUE SELECT n, 7, 'p' FROM generate_series(1, 3) AS n`)
	return y
}

func (y *yard) exec(sql string, args ...any) {
	y.t.Helper()
	if _, err := y.store.Pool.Exec(y.t.Context(), sql, args...); err != nil {
		y.t.Fatal(err)
	}
}

// one reads a row as text.
func (y *yard) one(sql string) string {
	y.t.Helper()
	var got string
	if err := y.store.Pool.QueryRow(y.t.Context(), "SELECT coalesce((SELECT string_agg(r::text, ' ') FROM ("+sql+") AS r), '')").Scan(&got); err != nil {
		y.t.Fatal(err)
	}
	return got
}

func (y *yard) wants(what, sql, want string) {
	y.t.Helper()
	if got := y.one(sql); got != want {
		y.t.Errorf("%s = %s, want %s", what, got, want)
	}
}

func (y *yard) measure() {
	y.t.Helper()
	if err := y.Measure(y.t.Context()); err != nil {
		y.t.Fatal(err)
	}
}

const (
	addEvents = `INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload, received_at, attempts, last_error)
		SELECT $1::bigint, 1, n, 1, repeat('x', 10)::bytea, now() - n * interval '1 minute', (n = 3)::int, CASE WHEN n = 3 THEN 'panic' ELSE '' END FROM generate_series(1, 3) AS n`
	addMessage = `INSERT INTO outbox (project_id, event_id, seq, integration_id, chat_id, class, payload, received_at, last_error)
		VALUES ($1, 1, 0, 1, 1, 1, 'x', now() - interval '5 minutes', 'rate_limited')`
	loadRows = `SELECT project_id, account_id, waiting, waiting_bytes, round(extract(epoch FROM now() - waiting_since) / 60), retrying,
		unsent, round(extract(epoch FROM now() - unsent_since) / 60), error FROM project_loads ORDER BY project_id`
)

func TestWhatWaitsIsCounted(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	y.exec(addEvents, 1)
	y.exec(addMessage, 1)
	y.exec(addMessage, 2)
	y.exec(addEvents, 99) // of a project that was deleted
	y.measure()
	y.wants("loads", loadRows, "(1,7,3,30,3,1,1,5,panic) (2,7,0,0,,0,1,5,rate_limited)")
	y.wants("measured shards", "SELECT count(*) FROM load_measurements WHERE measured_at > now() - interval '1 minute'", "(64)")
	y.exec(`DELETE FROM inbox`)
	y.exec(`DELETE FROM outbox WHERE project_id = 2`)
	y.measure()
	y.wants("loads after the end of most", loadRows, "(1,7,0,0,,0,1,5,rate_limited)")
}

func TestWhatDidNotChangeIsNotWritten(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	y.exec(addEvents, 1)
	y.measure()
	before := y.one("SELECT xmin FROM project_loads")
	y.measure()
	y.wants("writer of the row", "SELECT xmin FROM project_loads", before)
}

func TestOthersShardsAreLeftAlone(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	y.exec(addEvents, 1)
	y.exec(addEvents, 2)
	y.exec(`INSERT INTO project_loads (project_id, account_id, waiting, waiting_bytes, retrying, unsent, error) VALUES (2, 7, 100, 1, 0, 0, ''), (3, 7, 100, 1, 0, 0, '')`)
	y.exec(`UPDATE shards SET owner = 'other', epoch = epoch + 1 WHERE shard IN (2, 3)`)
	if err := y.Measure(t.Context()); !errors.Is(err, shard.ErrLost) {
		t.Errorf("Measure with lost shards = %v, want ErrLost", err)
	}
	y.wants("loads after it", "SELECT project_id, waiting FROM project_loads ORDER BY 1", "(2,100) (3,100)")
	if err := y.owner.Beat(t.Context()); err != nil { // now it knows what it lost
		t.Fatal(err)
	}
	y.measure()
	y.wants("loads", "SELECT project_id, waiting FROM project_loads ORDER BY 1", "(1,3) (2,100) (3,100)")
}

const activityRows = `SELECT project_id, received, sent, received_at IS NOT NULL, sent_at IS NOT NULL, error FROM project_activity ORDER BY 1`

func TestActivityOfTheLastMinute(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	y.exec(`INSERT INTO telegram_updates (project_id, integration_id, update_id, received_at)
		VALUES (1, 1, 1, now()), (1, 1, 2, now() - interval '10 seconds'), (1, 1, 3, now() - interval '2 minutes'), (2, 1, 1, now() - interval '2 minutes')`)
	y.exec(`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code)
		VALUES (1, 1, now(), 1, 0, 1, 'sent', ''), (1, 1, now(), 1, 0, 1, 'received', ''), (1, 1, now() - interval '9 seconds', 1, 0, 1, 'failed', 'rejected'),
			(1, 1, now() - interval '30 seconds', 1, 0, 1, 'failed', 'chat_gone'), (3, 1, now(), 1, 0, 1, 'failed', 'blocked')`)
	y.measure()
	y.wants("activity", activityRows, `(1,2,1,t,t,rejected) (3,0,0,f,f,"")`)
	y.exec(`UPDATE telegram_updates SET received_at = now() - interval '2 minutes'`)
	y.exec(`DELETE FROM message_log`)
	y.exec(addEvents, 3)
	y.measure()
	y.wants("activity after a quiet minute", activityRows, "(1,0,0,t,t,rejected) (3,0,0,f,f,panic)")
}

// TestBotsWithTrafficAreAskedAbout: only theirs is a call at Telegram worth.
func TestBotsWithTrafficAreAskedAbout(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	y.exec(`INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, token, desired, actual, webhook_url)
		SELECT n, n, 'b', 'b', 'x', 'connected', 'connected', CASE WHEN n < 3 THEN 'https://x' ELSE '' END FROM generate_series(1, 3) AS n`)
	y.exec(`INSERT INTO telegram_updates (project_id, integration_id, update_id) VALUES (1, 1, 1), (3, 1, 1)`)
	y.measure()
	const asked = "SELECT project_id, check_at BETWEEN now() AND now() + interval '1 hour' FROM integrations WHERE check_at IS NOT NULL"
	y.wants("bots to ask about", asked, "(1,t)")
	y.exec(`UPDATE integrations SET check_at = '2000-01-01' WHERE project_id = 1`)
	y.measure()
	y.wants("a check that is due", "SELECT check_at::date FROM integrations WHERE project_id = 1", "(2000-01-01)")
}

func TestPauseAfter(t *testing.T) {
	t.Parallel()
	for took, want := range map[time.Duration]time.Duration{
		0: 5 * time.Second, 200 * time.Millisecond: 5 * time.Second, time.Second: 20 * time.Second, time.Minute: 2 * time.Minute,
	} {
		if got := pauseAfter(took); got != want {
			t.Errorf("pauseAfter(%v) = %v, want %v", took, got, want)
		}
	}
}

func TestRunMeasuresAtOnce(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	y.exec(addEvents, 1)
	go y.Run(t.Context())
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(10 * time.Second); y.one("SELECT 1 FROM project_loads") == ""; <-look.C {
		if time.Now().After(deadline) {
			t.Fatal("nothing was measured")
		}
	}
}
