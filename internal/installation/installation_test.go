package installation

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
)

const (
	here      = "https://bots.example.org"
	elsewhere = "https://laptop.example.net"
)

func open(t *testing.T, dsn string) *db.Store {
	t.Helper()
	store, err := db.Open(t.Context(), dsn, 6)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

func start(t *testing.T, store *db.Store, url string) *Home {
	t.Helper()
	h, err := Open(t.Context(), store, url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func installed(t *testing.T, store *db.Store) db.InstallationRow {
	t.Helper()
	row, err := store.Installation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func TestFirstStartSettles(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	for _, step := range []struct {
		url  string
		held bool
	}{{here, false}, {here, false}, {elsewhere, true}, {"", true}, {here, false}} {
		if h := start(t, store, step.url); h.Held() != step.held {
			t.Errorf("started at %q: Held = %t, want %t", step.url, h.Held(), step.held)
		}
	}
	if row := installed(t, store); row.PublicUrl != here || row.Home != row.Here || row.ID == "" {
		t.Errorf("installation = %+v, want it at %s", row, here)
	}
}

func TestAnAddressMayBeGivenLater(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	for _, url := range []string{"", "", here} {
		if start(t, store, url).Held() {
			t.Errorf("started at %q: held, want it at home", url)
		}
	}
	if !start(t, store, "").Held() {
		t.Error("started without the address again: at home, want it held")
	}
}

func TestManyFirstStarts(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	var all sync.WaitGroup
	var homes [8]*Home
	for n := range homes {
		all.Go(func() { homes[n] = start(t, store, []string{here, elsewhere}[n%2]) })
	}
	all.Wait()
	for _, h := range homes {
		if settled := installed(t, store).PublicUrl; h.Held() != (h.url != settled) {
			t.Errorf("one of many first starts, at %s: Held = %t, and the database is at home at %s", h.url, h.Held(), settled)
		}
	}
}

func TestACopyIsHeldAtTheSameAddressToo(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	original, err := db.Open(t.Context(), dsn, 2)
	if err != nil {
		t.Fatal(err)
	}
	start(t, original, here)
	id := installed(t, original).ID
	original.Close()
	store := open(t, pgtest.Copy(t, dsn))
	if h := start(t, store, here); !h.Held() || installed(t, store).HeldSince == nil {
		t.Errorf("a restored database: Held = %t, since %v, want it held from now on", h.Held(), installed(t, store).HeldSince)
	}
	since := *installed(t, store).HeldSince
	start(t, store, here)
	if again := *installed(t, store).HeldSince; !again.Equal(since) {
		t.Errorf("held since %v after another start, want %v still", again, since)
	}
	a, err := Adopt(t.Context(), store, here, false)
	if err != nil || a.Needless || !strings.Contains(a.Sentence(), "restored or copied") {
		t.Errorf("Adopt = %+v %q, %v, want it restored", a, a.Sentence(), err)
	}
	if start(t, store, here).Held() {
		t.Error("held after it was adopted")
	}
	if installed(t, store).ID == id {
		t.Error("a copy has the id of its original, want one of its own")
	}
}

func TestAwaitReturnsWhenAdopted(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	start(t, store, here)
	h := start(t, store, elsewhere)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if h.Await(ended) {
		t.Error("Await of one who left = true, want false")
	}
	if _, err := Adopt(t.Context(), store, elsewhere, false); err != nil {
		t.Fatal(err)
	}
	if !h.Await(t.Context()) || h.Held() {
		t.Error("Await after the adoption = false, want true")
	}
	if !start(t, store, here).Held() {
		t.Error("the address of before: at home, want it held now")
	}
}

func TestAdoptAtHomeDoesNothing(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	start(t, store, here)
	waiting(t, store)
	a, err := Adopt(t.Context(), store, here, false)
	if err != nil || !a.Needless || a.Events+a.Messages+a.Bots != 0 || !strings.Contains(a.Sentence(), "at home at "+here) {
		t.Errorf("Adopt at home = %+v %q, %v, want nothing done", a, a.Sentence(), err)
	}
	wantRows(t, store, map[string]int{"inbox": 2, "outbox": 3, "dead_letters": 0, "message_log": 0, "audit": 0})
}

// waiting is what a copy brings along, and one of each that came since.
func waiting(t *testing.T, store *db.Store) {
	t.Helper()
	pgtest.Exec(t, store.Pool, `INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload, received_at) VALUES
		(1, 1, 7, 1, 'x', now() - interval '1 hour'), (1, 1, 7, 1, 'x', now() + interval '1 minute');
		INSERT INTO outbox (project_id, event_id, seq, integration_id, chat_id, class, payload, received_at, started_at, call_deadline) VALUES
		(1, 1, 0, 1, 7, 1, 'x', now() - interval '1 hour', NULL, NULL),
		(1, 2, 0, 1, 7, 1, 'x', now() - interval '1 hour', now(), now()),
		(1, 3, 0, 1, 7, 1, 'x', now() + interval '1 minute', NULL, NULL)`)
}

func wantRows(t *testing.T, store *db.Store, want map[string]int) {
	t.Helper()
	for table, n := range want {
		var got int
		if err := store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&got); err != nil || got != n {
			t.Errorf("%s: %d rows, %v, want %d", table, got, err, n)
		}
	}
}

func TestAdoptSetsAsideWhatWaited(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	start(t, store, here)
	start(t, store, elsewhere) // held from here on
	waiting(t, store)
	a, err := Adopt(t.Context(), store, elsewhere, false)
	if err != nil || a.Events != 1 || a.Messages != 2 {
		t.Errorf("Adopt = %+v, %v, want 1 event and 2 messages set aside", a, err)
	}
	if want := "this database belongs to " + here + " and is opened for " + elsewhere; a.Sentence() != want {
		t.Errorf("Sentence = %q, want %q", a.Sentence(), want)
	}
	wantRows(t, store, map[string]int{
		"inbox": 1, "outbox": 1, "dead_letters WHERE reason = 'restored'": 1, "audit WHERE action = 'adopted'": 1,
		"message_log WHERE outcome = 'expired' AND code = 'restored'": 1, "message_log WHERE outcome = 'unknown' AND code = 'restored'": 1,
	})
}

func TestAdoptKeepsWhatOnlyMoved(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	start(t, store, here)
	waiting(t, store)
	if a, err := Adopt(t.Context(), store, elsewhere, true); err != nil || a.Needless {
		t.Errorf("Adopt = %+v, %v, want it adopted", a, err)
	}
	wantRows(t, store, map[string]int{"inbox": 2, "outbox": 3, "dead_letters": 0})
}

func TestAdoptNeverSeenSetsAllAside(t *testing.T) {
	t.Parallel()
	store := open(t, pgtest.New(t))
	start(t, store, here)
	waiting(t, store)
	if a, err := Adopt(t.Context(), store, elsewhere, false); err != nil || a.Events != 2 || a.Messages != 3 {
		t.Errorf("Adopt = %+v, %v, want everything set aside", a, err)
	}
}

func TestAdoptForgetsPastWaits(t *testing.T) {
	t.Parallel()
	for keep, want := range map[bool]map[string]int{
		false: {"timers": 1, "timers WHERE run = 3": 1, "http_calls": 0}, true: {"timers": 3, "http_calls": 1},
	} {
		store := open(t, pgtest.New(t))
		start(t, store, here)
		_, err := store.Pool.Exec(t.Context(), `
			INSERT INTO timers SELECT 1, 5, n, 1, 9, now() + (n - 2.5) * interval '1 hour' FROM generate_series(1, 3) AS n;
			INSERT INTO http_calls (project_id, chat_id, run, generation, integration_id, request, due) VALUES (1, 5, 8, 1, 9, '{}', now())`)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Adopt(t.Context(), store, elsewhere, keep); err != nil {
			t.Fatal(err)
		}
		wantRows(t, store, want)
	}
}
