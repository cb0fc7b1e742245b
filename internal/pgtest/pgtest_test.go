package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"botyard/internal/pgserver"
)

func text(t *testing.T, dsn, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var got string
	if err := conn.QueryRow(t.Context(), sql).Scan(&got); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return got
}

// marked is a schema of one table; how often it was applied is counted.
func marked(mark string, applied *atomic.Int32) schema {
	return schema{
		files: fstest.MapFS{"1.sql": {Data: []byte(mark)}},
		up: func(ctx context.Context, dsn string) error {
			applied.Add(1)
			conn, err := pgx.Connect(ctx, dsn)
			if err != nil {
				return err
			}
			_, err = conn.Exec(ctx, "CREATE TABLE mark AS SELECT '"+mark+"' AS v")
			return errors.Join(err, conn.Close(ctx))
		},
	}
}

func unique(t *testing.T) string { return fmt.Sprintf("%s %d", t.Name(), os.Getpid()) }

// forget drops the template of a schema that only one test uses.
func forget(t *testing.T, sc schema) {
	t.Helper()
	t.Cleanup(func() {
		srv, err := machineServer(context.Background())
		if err != nil {
			return
		}
		name, err := sc.name()
		if err := errors.Join(err, srv.drop(context.Background(), name)); err != nil {
			t.Error(err)
		}
	})
}

func TestNewHasTheProductsSchema(t *testing.T) {
	t.Parallel()
	dsn := New(t)
	if got := text(t, dsn, "SELECT to_regclass('goose_db_version')::text"); got != "goose_db_version" {
		t.Errorf("goose_db_version = %q, want the table", got)
	}
}

func TestDatabasesAreApartAndTheTemplateIsMadeOnce(t *testing.T) {
	t.Parallel()
	var applied atomic.Int32
	sc := marked(unique(t), &applied)
	forget(t, sc)
	var wg sync.WaitGroup
	addresses := make([]string, 6)
	for i := range addresses {
		wg.Go(func() { addresses[i] = newDatabase(t, sc) })
	}
	wg.Wait()
	seen := map[string]bool{}
	for _, dsn := range addresses {
		seen[text(t, dsn, "SELECT current_database()::text")] = true
		if got := text(t, dsn, "SELECT v FROM mark"); got != unique(t) {
			t.Errorf("mark = %q, want %q", got, unique(t))
		}
	}
	if len(seen) != len(addresses) || applied.Load() != 1 {
		t.Errorf("%d databases, schema applied %d times; want %d and once", len(seen), applied.Load(), len(addresses))
	}
}

func TestAnotherSchemaIsAnotherTemplate(t *testing.T) {
	t.Parallel()
	var applied atomic.Int32
	one, two := marked(unique(t)+" one", &applied), marked(unique(t)+" two", &applied)
	forget(t, one)
	forget(t, two)
	newDatabase(t, one)
	if got := text(t, newDatabase(t, two), "SELECT v FROM mark"); got != unique(t)+" two" {
		t.Errorf("mark = %q, want the second schema's", got)
	}
}

func TestFailedMigrationLeavesNoTemplate(t *testing.T) {
	t.Parallel()
	var applied atomic.Int32
	good := marked(unique(t), &applied)
	forget(t, good)
	broken := good
	broken.up = func(context.Context, string) error { return errors.New("broken") }
	srv, err := machineServer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := srv.template(t.Context(), broken); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("template of a broken schema = %v, want its error", err)
	}
	newDatabase(t, good)
	if applied.Load() != 1 {
		t.Errorf("good schema applied %d times, want 1: the broken one's template was kept", applied.Load())
	}
}

func TestDatabaseIsDroppedAlthoughConnected(t *testing.T) {
	t.Parallel()
	srv, err := machineServer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var name string
	t.Run("user", func(t *testing.T) {
		dsn := New(t)
		name = text(t, dsn, "SELECT current_database()::text")
		conn, err := pgx.Connect(context.Background(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn // a pool that somebody forgot to close
	})
	if got := text(t, srv.admin.String(), "SELECT count(*)::text FROM pg_database WHERE datname = '"+name+"'"); got != "0" {
		t.Errorf("databases named %s after its test = %s, want 0", name, got)
	}
}

func TestStopSparesAServerInUse(t *testing.T) {
	t.Parallel()
	top, err := os.MkdirTemp("/tmp", "pgtest-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "data")
	srv, err := folderServer(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC() // a lock that only a lost file held would go here
	runtime.GC()
	if err := stopIn(t.Context(), dir); err != nil {
		t.Errorf("stop of a server in use = %v, want nil", err)
	}
	if got := text(t, srv.address("botyard"), "SELECT 'runs'"); got != "runs" {
		t.Errorf("server in use = %q, want it running", got)
	}
	unlock(srv.inUse)
	if err := stopIn(t.Context(), dir); err != nil {
		t.Error(err)
	}
	if _, running := pgserver.Running(config(dir)); running {
		t.Error("the server runs after Stop")
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the data is there after Stop")
	}
}

func TestServerOfDatabaseURL(t *testing.T) {
	t.Parallel()
	srv, err := findServer(t.Context(), "postgres://me:pw@db.example/main?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := srv.address("x"), "postgres://me:pw@db.example/x?sslmode=disable"; got != want {
		t.Errorf("address = %q, want %q", got, want)
	}
	if _, err := findServer(t.Context(), "host=db user=me"); err == nil {
		t.Error("an address without a scheme was taken")
	}
}
