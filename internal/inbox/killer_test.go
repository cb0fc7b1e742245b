package inbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"botyard/db"
)

// What a process that is to meet a killer is told.
const (
	killerDatabase = "TEST_KILLER_DATABASE"
	killerProject  = "TEST_KILLER_PROJECT"
)

// exitCode is with what a killer ends its process.
const exitCode = 7

// TestAProcessThatAnUpdateEnds is no test but the process of the next one.
func TestAProcessThatAnUpdateEnds(t *testing.T) {
	dsn := os.Getenv(killerDatabase)
	if dsn == "" {
		t.Skip("started by TestAnUpdateThatEndsTheProcess")
	}
	project, err := strconv.ParseInt(os.Getenv(killerProject), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(t.Context(), dsn, 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	b := newBenchOn(t, store, dsn, fmt.Sprint("process ", os.Getpid()))
	b.plant(project, planted{"kill": func() { os.Exit(exitCode) }})
	b.run()
	b.settled(project)
}

// TestAnUpdateThatEndsTheProcess: a real process dies of an update, and so do
// those that take over, until it is given up. Nobody else's is.
func TestAnUpdateThatEndsTheProcess(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	want := []string{"0", "2", "3", "4", "behind the killer"}
	for i, text := range []string{"ok", "kill", "ok", "ok", "ok"} {
		b.say(p, int64(i), fmt.Sprint(i), text)
	}
	b.say(p, 1, "behind the killer", "ok")
	if err := b.owner.Release(t.Context()); err != nil { // nothing is charged for a clean stop
		t.Fatal(err)
	}
	const attempts = 6 // what people are promised, whatever the code says
	deaths := 0
	for b.waiting(p) > 0 && deaths <= 2*attempts {
		if err := b.store.ExpireLeases(t.Context()); err != nil {
			t.Fatal(err)
		}
		if b.processEnds(p) == exitCode {
			deaths++
		}
	}
	if deaths != attempts {
		t.Errorf("processes that the killer ended = %d, want %d", deaths, attempts)
	}
	got := b.sent(p)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("answers = %v, want %v", got, want)
	}
	if got := query[string](b, "SELECT string_agg(reason || ' ' || attempts || ' ' || chat_id, ', ') FROM dead_letters"); got != "owner_vanished 6 1" {
		t.Errorf("dead letters = %q, want the killer's alone", got)
	}
}

// processEnds runs this test binary as a process that owns the shards and
// works on a project, and tells how it ends.
func (b *bench) processEnds(project int64) (code int) {
	b.t.Helper()
	self, err := os.Executable()
	if err != nil {
		b.t.Fatal(err)
	}
	cmd := exec.CommandContext(b.t.Context(), self, "-test.run=^TestAProcessThatAnUpdateEnds$")
	cmd.Env = append(os.Environ(), killerDatabase+"="+b.dsn, killerProject+"="+strconv.FormatInt(project, 10))
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == exitCode:
		return exitCode
	case err != nil:
		b.t.Fatalf("a process that works = %v: %s", err, out)
	}
	return 0
}
