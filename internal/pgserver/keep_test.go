package pgserver

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// said is a log that a test reads while it is written.
type said struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *said) count(words string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.buf.String(), words)
}

// keep runs Keep until the test ends or the returned function is called.
func keep(t *testing.T, s *Server) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { s.Keep(ctx); close(done) }()
	leave = func() { cancel(); <-done }
	t.Cleanup(leave)
	return leave
}

func awaitAnswer(t *testing.T, dsn string) {
	t.Helper()
	for t.Context().Err() == nil {
		conn, err := pgx.Connect(t.Context(), dsn)
		if err == nil {
			_ = conn.Close(t.Context())
			return
		}
		runtime.Gosched()
	}
}

// killed kills a postmaster and waits until its process is gone.
func killed(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for isPostgres(pid) {
		runtime.Gosched()
	}
}

func TestKilledServerIsStartedAgain(t *testing.T) {
	t.Parallel()
	for _, adopted := range []bool{false, true} {
		dir, log := folder(t), &said{}
		s, err := Start(t.Context(), Config{DataDir: dir, Log: slog.New(slog.NewTextHandler(log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		if adopted {
			if err := s.Leave(); err != nil {
				t.Fatal(err)
			}
			if s, err = Start(t.Context(), Config{DataDir: dir, Log: slog.New(slog.NewTextHandler(log, nil))}); err != nil {
				t.Fatal(err)
			}
		}
		pid, dsn := s.pid, s.URL()
		leave := keep(t, s)
		killed(t, pid)
		awaitAnswer(t, dsn)
		leave()
		if got := log.count("PostgreSQL ended"); got != 1 || s.pid == pid {
			t.Errorf("adopted %v: told of the end %d times, postmaster %d, want once and another than %d", adopted, got, s.pid, pid)
		}
		stop(t, s)
	}
}

func TestServerWhoseDataIsGoneIsNotMadeAnew(t *testing.T) {
	t.Parallel()
	s := start(t, folder(t))
	killed(t, s.pid)
	<-s.ended
	if err := os.RemoveAll(s.dataDir()); err != nil {
		t.Fatal(err)
	}
	if err := s.restart(t.Context()); err == nil || !strings.Contains(err.Error(), "is gone") {
		t.Errorf("restart without data = %v, want it refused", err)
	}
	if _, err := os.Stat(s.dataDir()); err == nil {
		t.Error("restart without data made an empty cluster")
	}
	stop(t, s)
}

// A copied folder holds the original's postmaster.pid.
func TestCopyLeavesTheOriginalsServerAlone(t *testing.T) {
	t.Parallel()
	s := start(t, folder(t))
	defer stop(t, s)
	dir := filepath.Join(filepath.Dir(s.dir), "copy")
	if out, err := exec.Command("cp", "-a", s.dir, dir).CombinedOutput(); err != nil {
		t.Fatalf("cp = %v: %s", err, out)
	}
	if dsn, running := Running(Config{DataDir: dir}); running {
		t.Errorf("Running of a copy = %q, want none", dsn)
	}
	c := start(t, dir)
	if c.pid == s.pid || c.URL() == s.URL() {
		t.Errorf("the copy uses process %d at %s, want one of its own", c.pid, c.URL())
	}
	stop(t, c)
	query(t, s.URL(), "SELECT 'answers'")
}

// The file of one cluster may name, with its own folder, the postmaster of another.
func TestAnotherClustersProcessIDIsStale(t *testing.T) {
	t.Parallel()
	other, s := start(t, folder(t)), start(t, folder(t))
	defer stop(t, other)
	text, err := os.ReadFile(s.pidPath())
	if err != nil {
		t.Fatal(err)
	}
	stop(t, s)
	named, err := os.ReadFile(other.pidPath())
	if err != nil {
		t.Fatal(err)
	}
	pid, _, _ := strings.Cut(string(named), "\n")
	_, rest, _ := strings.Cut(string(text), "\n")
	if err := s.writeFile("postmaster.pid", pid+"\n"+rest); err != nil {
		t.Fatal(err)
	}
	s = start(t, s.dir)
	if s.pid == other.pid {
		t.Errorf("adopted %d, the postmaster of another folder", s.pid)
	}
	stop(t, s)
	query(t, other.URL(), "SELECT 'answers'")
}
