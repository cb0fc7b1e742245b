package registry

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"botyard/db"
)

// TestEraseWaitsForTheOwner: what an owner is writing this moment is erased as well.
func TestEraseWaitsForTheOwner(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Subject{"person": OfPerson(300, 400), "project": OfProject(300)} {
		store, _ := open(t)
		owner, err := store.Pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer owner.Rollback(t.Context())
		exec(t, owner, "SELECT FROM shards WHERE shard = 300 % 64 AND epoch = 0 FOR KEY SHARE")
		exec(t, owner, `INSERT INTO subscribers (project_id, user_id, first_name, last_name, username, language, source)
			VALUES (300, 400, 'Anna', '', '', '', '')`)
		erased := make(chan error, 1)
		go func() {
			erased <- store.InTx(t.Context(), func(q *db.Queries) error { return Erase(t.Context(), q, s) })
		}()
		awaitWaiting(t, store)
		if err := owner.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := <-erased; err != nil {
			t.Fatal(err)
		}
		var left int
		if err := store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM subscribers").Scan(&left); err != nil || left != 0 {
			t.Errorf("%s: %d subscribers left, %v, want 0", name, left, err)
		}
	}
}

func exec(t *testing.T, tx pgx.Tx, sql string) {
	t.Helper()
	if _, err := tx.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// awaitWaiting returns when a transaction waits for another.
func awaitWaiting(t *testing.T, store *db.Store) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		var waits bool
		err := store.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
		if waits {
			return
		}
	}
	t.Fatal("nobody waits for the owner, want Erase to")
}
