package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botyard/internal/loadtest"
)

// asProgram makes this test binary the program itself: the load test starts
// its own file again, as the simulator and as the service.
const asProgram = "RUN_TEST_BINARY_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// loadTest is the command, with its temporary folder in a place of its own.
func loadTest(t *testing.T, args ...string) (cmd *exec.Cmd, stdout, stderr *strings.Builder, tmp string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// Not t.TempDir: the account that PostgreSQL runs as must be able to enter.
	if tmp, err = os.MkdirTemp("", "loadtest-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(tmp) })
	if err := os.Chmod(tmp, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	stdout, stderr = &strings.Builder{}, &strings.Builder{}
	cmd = exec.Command(self, append([]string{"loadtest"}, args...)...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.Env = append(os.Environ(), asProgram+"=1", "TMPDIR="+tmp)
	return cmd, stdout, stderr, tmp
}

func TestLoadTestFindsNoFault(t *testing.T) {
	t.Parallel()
	cmd, stdout, stderr, tmp := loadTest(t, "-bots", "5", "-messages", "20", "-per-chat", "2", "-latency", "0", "-json")
	if err := cmd.Run(); err != nil {
		t.Fatalf("loadtest = %v: %s", err, stderr)
	}
	var r loadtest.Report
	if err := json.Unmarshal([]byte(stdout.String()), &r); err != nil {
		t.Fatalf("output = %s: %v", stdout, err)
	}
	if r.Bots != 5 || r.Messages != 20 || r.Answered != 20 || r.Lost+r.Repeated+r.OutOfOrder+r.Waiting != 0 || r.AnsweredPerS <= 0 {
		t.Errorf("report = %+v, want 20 messages of 5 bots answered, in order", r)
	}
	wantGone(t, tmp)
}

func TestLoadTestOfCopiesBesideADeepQueue(t *testing.T) {
	t.Parallel()
	cmd, stdout, stderr, tmp := loadTest(t, "-bots", "3", "-bulk", "-deep", "40", "-rate", "20", "-for", "1s", "-latency", "0", "-faults", "repeat", "-json")
	if err := cmd.Run(); err != nil {
		t.Fatalf("loadtest = %v: %s", err, stderr)
	}
	var r loadtest.Report
	if err := json.Unmarshal([]byte(stdout.String()), &r); err != nil {
		t.Fatalf("output = %s: %v", stdout, err)
	}
	if !r.Copied || r.Answered == 0 || r.Answered != r.Messages || r.Lost+r.Repeated+r.OutOfOrder != 0 || r.AloneP95MS <= 0 || r.AnswerP95MS <= 0 {
		t.Errorf("report = %+v, want all answered, with both figures", r)
	}
	wantGone(t, tmp)
}

func TestLoadTestCleansUpAfterCtrlC(t *testing.T) {
	t.Parallel()
	// It would take an hour.
	cmd, _, stderr, tmp := loadTest(t, "-bots", "2", "-rate", "5", "-for", "1h", "-latency", "0")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	awaitProcesses(t, tmp)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || !strings.Contains(stderr.String(), "stopped") {
		t.Errorf("loadtest after Ctrl-C = %v: %s, want that it was stopped", err, stderr)
	}
	wantGone(t, tmp)
}

// awaitProcesses waits until PostgreSQL runs below a folder.
func awaitProcesses(t *testing.T, tmp string) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for time.Now().Before(deadline) {
		if found, _ := filepath.Glob(filepath.Join(tmp, "botyard-loadtest-*", "data", "pg", "postmaster.pid")); len(found) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no PostgreSQL was started")
}

// wantGone wants an empty folder, and no process that works below it.
func wantGone(t *testing.T, tmp string) {
	t.Helper()
	if left, err := os.ReadDir(tmp); err != nil || len(left) != 0 {
		t.Errorf("left in the folder = %v, %v, want nothing", left, err)
	}
	processes, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, p := range processes {
		if at, err := os.Readlink(p); err == nil && strings.HasPrefix(at, tmp) {
			t.Errorf("process %s still works in %s", filepath.Base(filepath.Dir(p)), at)
		}
	}
}
