package retention

import (
	"context"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
)

// partitions counts the days of a table, and tells the oldest.
func partitions(t *testing.T, store *db.Store, table string) (n int, oldest string) {
	t.Helper()
	const sql = "SELECT count(*), coalesce(min(inhrelid::regclass::text), '') FROM pg_inherits WHERE inhparent = $1::regclass"
	if err := store.Pool.QueryRow(t.Context(), sql, table).Scan(&n, &oldest); err != nil {
		t.Fatal(err)
	}
	return n, oldest
}

const oldDay = `CREATE TABLE message_log_20200101 PARTITION OF message_log FOR VALUES FROM ('2020-01-01Z') TO ('2020-01-02Z')`

func TestDaysRollOnWhoeverElseRollsThem(t *testing.T) {
	t.Parallel()
	store := open(t)
	pgtest.Exec(t, store.Pool, oldDay)
	pgtest.Exec(t, store.Pool, "DO $$ DECLARE c regclass; BEGIN FOR c IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'message_text'::regclass LOOP EXECUTE 'DROP TABLE ' || c; END LOOP; END $$")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := Once(t.Context(), store); err != nil {
				t.Errorf("Once beside others = %v, want nil", err)
			}
		})
	}
	all.Wait()
	for _, table := range []string{"message_log", "message_text"} {
		if n, oldest := partitions(t, store, table); n != 9 || strings.HasSuffix(oldest, "20200101") {
			t.Errorf("partitions of %s = %d from %s, want yesterday to seven days ahead", table, n, oldest)
		}
	}
}

// A backup reads the log for hours: nobody may queue behind who wants to drop a day.
func TestABackupHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	store := open(t)
	pgtest.Exec(t, store.Pool, oldDay)
	pgtest.Exec(t, store.Pool, "INSERT INTO sessions (token, data, expiry) VALUES ('old', '', now() - interval '1 second')")
	backup, err := store.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = backup.Rollback(context.Background()) }()
	if _, err := backup.Exec(t.Context(), "SELECT count(*) FROM message_log"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := Once(ctx, store); err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "message_log") {
		t.Errorf("Once beside a backup = %v, want it to leave the day for later", err)
	}
	var sessions int
	if err := store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM sessions").Scan(&sessions); err != nil || sessions != 0 {
		t.Errorf("sessions = %d, %v, want the other tables tidied", sessions, err)
	}
	if err := backup.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := Once(t.Context(), store); err != nil {
		t.Errorf("Once afterwards = %v, want nil", err)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	store := open(t)
	pgtest.Exec(t, store.Pool, oldDay)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); Run(ctx, store, slog.New(slog.DiscardHandler)) }()
	for n := 10; n != 9; n, _ = partitions(t, store, "message_log") {
		runtime.Gosched()
	}
	stop()
	<-done
}
