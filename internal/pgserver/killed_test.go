package pgserver

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// A backend that computes does not look whether its postmaster lives.
func TestStartWaitsForSurvivorsOfAKilledPostmaster(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	s := start(t, dir)
	backend := busyBackend(t, s)
	if err := s.Leave(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(s.pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-s.ended

	type result struct {
		s   *Server
		err error
	}
	started := make(chan result)
	go func() {
		again, err := Start(context.Background(), Config{DataDir: dir})
		started <- result{again, err}
	}()
	waitForLog(t, s, "pre-existing shared memory block")
	if err := syscall.Kill(backend, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	r := <-started
	if r.err != nil {
		t.Fatalf("Start beside a survivor = %v, want it to wait", r.err)
	}
	defer stop(t, r.s)
	query(t, r.s.URL(), "SELECT 'answers'")
}

// busyBackend returns the process id of a backend in an endless computation.
func busyBackend(t *testing.T, s *Server) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	pid := int(conn.PgConn().PID())
	go conn.Exec(context.Background(), "SELECT sum(a) FROM generate_series(1, 100000) a, generate_series(1, 100000) b")
	for query(t, s.URL(), "SELECT count(*)::text FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT sum%'") != "1" {
		runtime.Gosched()
	}
	return pid
}

func waitForLog(t *testing.T, s *Server, text string) {
	t.Helper()
	for t.Context().Err() == nil {
		log, err := os.ReadFile(s.logFile())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(log), text) {
			return
		}
		runtime.Gosched()
	}
}

func TestLastFatal(t *testing.T) {
	t.Parallel()
	c := cluster{dir: t.TempDir()}
	const old, fresh = "FATAL:  of an earlier start\n", "LOG:  starting\nFATAL:  the reason\nLOG:  database system is shut down\n"
	if err := os.WriteFile(filepath.Join(c.dir, "postgres.log"), []byte(old+fresh), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := c.lastFatal(int64(len(old))), "FATAL:  the reason"; got != want {
		t.Errorf("lastFatal = %q, want %q", got, want)
	}
	if got, want := c.lastFatal(int64(len(old+fresh)-35)), "LOG:  database system is shut down"; got != want {
		t.Errorf("lastFatal without one = %q, want the last line %q", got, want)
	}
}
