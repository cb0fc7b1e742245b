package inbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/retention"
)

// hash is what is kept of a secret.
func hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// register writes a bot's public id, in its own transaction or in q's.
// newStoreWithBots has the projects 1 to 9, each with an integration of the same id.
func newStoreWithBots(t *testing.T) (*db.Store, string) {
	t.Helper()
	store, dsn := newStore(t)
	pgtest.Exec(t, store.Pool, `INSERT INTO accounts DEFAULT VALUES;
		INSERT INTO projects (id, account_id, name) OVERRIDING SYSTEM VALUE SELECT n, 1, 'Café' FROM generate_series(1, 9) n;
		INSERT INTO integrations (project_id, id, bot_id, bot_username, bot_name, desired, actual) OVERRIDING SYSTEM VALUE
			SELECT n, n, n, 'bot', 'Bot', 'disconnected', 'connected' FROM generate_series(1, 9) n`)
	return store, dsn
}

func register(t *testing.T, q *db.Queries, publicID string, project int64, secret string) {
	t.Helper()
	err := q.StorePublicID(t.Context(), db.StorePublicIDParams{
		PublicID: publicID, ProjectID: project, IntegrationID: project, SecretSha256: hash(secret),
	})
	if err != nil {
		t.Fatal(err)
	}
}

func refresh(t *testing.T, d *Directory) {
	t.Helper()
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyTheSecretOpensADoor(t *testing.T) {
	t.Parallel()
	store, _ := newStoreWithBots(t)
	d := NewDirectory(store)
	register(t, store.Queries, "door", 3, "secret")
	refresh(t, d)
	for _, test := range []struct {
		id, secret string
		known      bool
	}{{"door", "secret", true}, {"door", "Secret", false}, {"door", "", false}, {"window", "secret", false}, {"", "", false}} {
		source, known := d.Find(test.id, test.secret)
		if known != test.known || known && source != (Source{ProjectID: 3, IntegrationID: 3}) {
			t.Errorf("Find(%q, %q) = %v, %t, want known %t", test.id, test.secret, source, known, test.known)
		}
	}
	if d.Len() != 1 {
		t.Errorf("Len = %d, want 1", d.Len())
	}
}

func TestARotatedSecretAndTheOneBeforeAreGood(t *testing.T) {
	t.Parallel()
	store, _ := newStoreWithBots(t)
	d := NewDirectory(store)
	for n, secret := range []string{"first", "second", "third"} {
		register(t, store.Queries, "door", 3, secret)
		refresh(t, d)
		for earlier, want := range map[string]bool{"first": n <= 1, "second": n >= 1, "third": n >= 2} {
			if _, known := d.Find("door", earlier); known != want {
				t.Errorf("Find with the %s secret after rotation %d = %t, want %t", earlier, n, known, want)
			}
		}
	}
}

func TestRetiredIDsAreTombstones(t *testing.T) {
	t.Parallel()
	store, _ := newStoreWithBots(t)
	d := NewDirectory(store)
	register(t, store.Queries, "door", 3, "secret")
	refresh(t, d)
	if err := store.RetirePublicID(t.Context(), db.RetirePublicIDParams{ProjectID: 3, IntegrationID: 3}); err != nil {
		t.Fatal(err)
	}
	refresh(t, d)
	if source, known := d.Find("door", "secret"); !known || !source.Retired {
		t.Errorf("Find of a retired id = %v, %t, want it retired", source, known)
	}
	if _, known := d.Find("door", "wrong"); known {
		t.Error("Find of a retired id with a wrong secret = true, want false")
	}
	if _, err := store.Pool.Exec(t.Context(), "UPDATE public_ids SET retired_at = now() - interval '49 hours'"); err != nil {
		t.Fatal(err)
	}
	if err := retention.Once(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	d.full = time.Time{} // an hour later
	refresh(t, d)
	if _, known := d.Find("door", "secret"); known || d.Len() != 0 {
		t.Error("Find of a forgotten id = true, want false")
	}
}

// The entry bears an earlier time than one that was read before it committed.
func TestALateCommitIsSeen(t *testing.T) {
	t.Parallel()
	store, _ := newStoreWithBots(t)
	d := NewDirectory(store)
	refresh(t, d)
	err := store.InTx(t.Context(), func(q *db.Queries) error {
		register(t, q, "late", 3, "secret")
		register(t, store.Queries, "early", 4, "secret")
		refresh(t, d)
		if _, known := d.Find("early", "secret"); !known {
			t.Error("Find of the committed one = false, want true")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	refresh(t, d)
	if _, known := d.Find("late", "secret"); !known {
		t.Error("Find of the one that committed later = false, want true")
	}
}

// What was read once is not read every second for ever.
func TestARefreshReadsWhatIsNew(t *testing.T) {
	t.Parallel()
	store, _ := newStoreWithBots(t)
	d := NewDirectory(store)
	register(t, store.Queries, "door", 3, "secret")
	if _, err := store.Pool.Exec(t.Context(), "UPDATE public_ids SET changed_at = now() - interval '2 minutes'"); err != nil {
		t.Fatal(err)
	}
	refresh(t, d)
	d.mu.Lock()
	delete(d.entries, "door")
	d.mu.Unlock()
	refresh(t, d)
	if d.Len() != 0 {
		t.Error("a refresh read again what it had read two minutes after it changed")
	}
}

func TestAFailedRefreshForgetsNothing(t *testing.T) {
	t.Parallel()
	store, dsn := newStoreWithBots(t)
	d := NewDirectory(store)
	register(t, store.Queries, "door", 3, "secret")
	refresh(t, d)
	bringBack := pgtest.TakeAway(t, dsn)
	if err := d.Refresh(t.Context()); err == nil {
		t.Error("Refresh without a database = nil, want an error")
	}
	if _, known := d.Find("door", "secret"); !known {
		t.Error("Find without a database = false, want what was known")
	}
	bringBack()
	refresh(t, d)
}

func TestRunRefreshesAndComplains(t *testing.T) {
	t.Parallel()
	store, dsn := newStoreWithBots(t)
	d := NewDirectory(store)
	ctx, stop := context.WithCancel(t.Context())
	failures := make(chan error, 16)
	done := make(chan struct{})
	go func() { defer close(done); d.Run(ctx, func(err error) { failures <- err }) }()
	register(t, store.Queries, "door", 3, "secret")
	eventually(t, "the new id", func() bool { _, known := d.Find("door", "secret"); return known })
	pgtest.TakeAway(t, dsn)
	if err := <-failures; !db.Away(err) {
		t.Errorf("failure = %v, want that the database is away", err)
	}
	stop()
	<-done
	if err := d.Refresh(ctx); !errors.Is(err, context.Canceled) && !db.Away(err) {
		t.Errorf("Refresh after the end = %v, want an error", err)
	}
}

// TestARefreshOfNothingNewReadsNothing: what is known is put wrong, so that a
// reading would put it right.
func TestARefreshOfNothingNewReadsNothing(t *testing.T) {
	t.Parallel()
	store, _ := newStoreWithBots(t)
	d := NewDirectory(store)
	register(t, store.Queries, "door", 3, "secret")
	refresh(t, d)
	minute := d.seen
	refresh(t, d) // by now it is clear from when on to look
	wrong := d.entries["door"]
	wrong.source.ProjectID = 0
	d.entries["door"] = wrong
	d.seen = minute
	refresh(t, d)
	if d.entries["door"] != wrong {
		t.Error("Refresh read what it knew")
	}
	register(t, store.Queries, "gate", 4, "secret")
	refresh(t, d)
	if d.entries["door"] == wrong || d.Len() != 2 {
		t.Errorf("Refresh after a change: door %+v of %d, want all of the minute read", d.entries["door"].source, d.Len())
	}
}
