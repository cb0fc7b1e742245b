package pgserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sys/unix"
)

// The test binary runs itself as the program whose death or privileges a test
// is about.
func TestMain(m *testing.M) {
	role, isChild := os.LookupEnv("PGSERVER_TEST_CHILD")
	if !isChild {
		os.Exit(m.Run())
	}
	if err := runChild(role); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

// runChild starts a server and holds it until standard input ends.
func runChild(role string) error {
	if role == "drop" {
		changed, who, err := DropPrivileges(os.Getenv)
		if err != nil {
			return err
		}
		groups, _ := os.Getgroups()
		fmt.Println("dropped", changed, who, os.Getuid(), os.Geteuid(), os.Getgid(), len(groups), os.Getenv("HOME"))
	}
	s, err := Start(context.Background(), Config{DataDir: os.Getenv("BOTYARD_DATA_DIR")})
	if err != nil {
		return err
	}
	fmt.Println("pid", s.pid)
	bufio.NewReader(os.Stdin).ReadByte()
	return s.Stop(context.Background())
}

type child struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines *bufio.Scanner
	stdin interface{ Close() error }
}

func startChild(t *testing.T, role, dir string) *child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "PGSERVER_TEST_CHILD="+role, "BOTYARD_DATA_DIR="+dir, "BOTYARD_USER=")
	if role == "drop" {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Groups: []uint32{0, 1}}}
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return &child{t: t, cmd: cmd, lines: bufio.NewScanner(stdout), stdin: stdin}
}

func (c *child) line() string {
	c.t.Helper()
	if !c.lines.Scan() {
		c.t.Fatal("the child ended without a word")
	}
	return c.lines.Text()
}

func (c *child) pid() int {
	c.t.Helper()
	text := c.line()
	pid, err := strconv.Atoi(strings.TrimPrefix(text, "pid "))
	if err != nil {
		c.t.Fatalf("child said %q, want its postmaster's pid", text)
	}
	return pid
}

func (c *child) kill() {
	c.t.Helper()
	if err := c.cmd.Process.Kill(); err != nil {
		c.t.Fatal(err)
	}
	c.cmd.Wait()
}

// folder is a temporary folder that PostgreSQL's account can reach, which
// t.TempDir is not when root runs the tests. What runs in it is stopped.
func folder(t *testing.T) string {
	t.Helper()
	top, err := os.MkdirTemp("/tmp", "pgserver-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "data")
	t.Cleanup(func() {
		if text, err := os.ReadFile(filepath.Join(dir, "pg", "postmaster.pid")); err == nil {
			if p, err := parsePIDFile(string(text)); err == nil && isPostgres(p.pid) {
				syscall.Kill(p.pid, syscall.SIGQUIT)
			}
		}
		os.RemoveAll(top)
	})
	return dir
}

func start(t *testing.T, dir string) *Server {
	t.Helper()
	s, err := Start(t.Context(), Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func stop(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func query(t *testing.T, dsn, sql string) string {
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

func TestStartInitialisesOnceAndKeepsTheData(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	s := start(t, dir)
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "CREATE TABLE kept AS SELECT 'yes' AS v"); err != nil {
		t.Fatal(err)
	}
	stop(t, s) // with a session open: a fast shutdown does not wait for it

	began := time.Now()
	s = start(t, dir)
	defer stop(t, s)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("second start took %v", took)
	}
	if got := query(t, s.URL(), "SELECT v FROM kept"); got != "yes" {
		t.Errorf("kept = %q, want yes", got)
	}
}

func TestIsolation(t *testing.T) {
	t.Parallel()
	s := start(t, folder(t))
	defer stop(t, s)
	for sql, want := range map[string]string{
		"SHOW listen_addresses":                    "",
		"SHOW unix_socket_permissions":             "0700",
		"SHOW synchronous_commit":                  "on",
		"SHOW fsync":                               "on",
		"SHOW jit":                                 "off",
		"SHOW idle_in_transaction_session_timeout": "1min",
		"SHOW server_encoding":                     "UTF8",
		"SHOW data_checksums":                      "on",
		"SELECT datcollate FROM pg_database WHERE datname = current_database()":      "C.UTF-8",
		"SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user":           "false",
		"SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'botyard'":  "botyard",
		"SELECT pg_has_role('botyard', 'pg_execute_server_program', 'MEMBER')::text": "false",
	} {
		if got := query(t, s.URL(), sql); got != want {
			t.Errorf("%s = %q, want %q", sql, got, want)
		}
	}
	for _, dir := range []string{s.socketDir, s.dataDir()} {
		info, err := os.Stat(dir)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o700 || ownerOf(info) != s.owner.uid {
			t.Errorf("%s: mode %v of user %d, want 0700 of %d", dir, info.Mode(), ownerOf(info), s.owner.uid)
		}
	}
	hba, err := os.ReadFile(filepath.Join(s.dataDir(), "pg_hba.conf"))
	if err != nil || strings.Contains(string(hba), "trust") || strings.Contains(string(hba), "host") {
		t.Errorf("pg_hba.conf = %q, %v, want peer over the socket only", hba, err)
	}
}

func TestPostmasterSurvivesItsKilledParentAndIsAdopted(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	c := startChild(t, "hold", dir)
	pid := c.pid()
	// A session of its own keeps the terminal's Ctrl-C from it.
	if sid, err := unix.Getsid(pid); sid != pid {
		t.Errorf("session of the postmaster %d = %d, %v", pid, sid, err)
	}
	c.kill()

	s := start(t, dir)
	if s.pid != pid {
		t.Errorf("pid after the parent's death = %d, want the same postmaster %d", s.pid, pid)
	}
	query(t, s.URL(), "SELECT 'answers'")
	stop(t, s)
	if _, err := os.Stat(s.pidPath()); err == nil {
		t.Error("an adopted server was not stopped by Stop")
	}
}

func TestEverythingKilledStartsAgain(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	c := startChild(t, "hold", dir)
	pid := c.pid()
	c.kill()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for isPostgres(pid) {
		runtime.Gosched()
	}
	s := start(t, dir)
	defer stop(t, s)
	if s.pid == pid {
		t.Errorf("the killed postmaster %d was taken for a living one", pid)
	}
	query(t, s.URL(), "SELECT 'answers'")
}

// After a restart of a container the old process id often names another
// process of the same user.
func TestStaleProcessIDOfAnotherProgram(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	s := start(t, dir)
	text, err := os.ReadFile(s.pidPath())
	if err != nil {
		t.Fatal(err)
	}
	stop(t, s)
	other := s.command(t.Context(), binaries{dir: "/bin"}, "sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { other.Process.Kill(); other.Wait() }()
	_, rest, _ := strings.Cut(string(text), "\n")
	if err := s.writeFile("postmaster.pid", fmt.Sprintf("%d\n%s", other.Process.Pid, rest)); err != nil {
		t.Fatal(err)
	}
	s = start(t, dir)
	defer stop(t, s)
	query(t, s.URL(), "SELECT 'answers'")
}

func TestSecondProgramIsRefused(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	s := start(t, dir)
	_, err := Start(t.Context(), Config{DataDir: dir})
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Errorf("second Start = %v, want ErrInUse with the process that holds the folder", err)
	}
	dsn, running := Running(Config{DataDir: dir})
	if !running || dsn != s.URL() {
		t.Errorf("Running = %q, %v, want %q, true", dsn, running, s.URL())
	}
	stop(t, s)
	if _, running := Running(Config{DataDir: dir}); running {
		t.Error("Running = true after Stop")
	}
}

func TestLeaveLetsTheServerRun(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	s := start(t, dir)
	if err := s.Leave(); err != nil {
		t.Fatal(err)
	}
	again := start(t, dir)
	defer stop(t, again)
	if again.pid != s.pid {
		t.Errorf("pid after Leave = %d, want %d", again.pid, s.pid)
	}
}

func TestLongPathFallsBackToAShortSocketFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(folder(t), strings.Repeat("long", 30))
	c, err := newCluster(Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(c.socketDir) })
	if err := os.Mkdir(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	s := start(t, dir)
	if !strings.HasPrefix(s.socketDir, "/tmp/botyard-") {
		t.Errorf("socket folder = %s, want a short one in /tmp", s.socketDir)
	}
	query(t, s.URL(), "SELECT 'answers'")
	stop(t, s)
}
