package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"botyard/internal/telegram"
)

// postmaster is the process of the private PostgreSQL.
func (in *install) postmaster() int {
	in.t.Helper()
	text, err := os.ReadFile(filepath.Join(in.dataDir(), "pg", "postmaster.pid"))
	if err != nil {
		in.t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		in.t.Fatal(err)
	}
	return pid
}

// TestServiceOutlivesItsPostgres kills the database under a service that goes on.
func TestServiceOutlivesItsPostgres(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	c := in.start("serve", "-addr", in.addr)
	in.ready(c)
	k := &talk{bot: in.owner("anna@example.org").bot(in.sim, "lasting_bot"), visitor: in.sim.User(telegram.User{})}
	k.say(t)
	in.allAnswered([]*talk{k})
	if err := syscall.Kill(in.postmaster(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	k.say(t)
	in.until("another PostgreSQL", func() bool { return strings.Count(c.out.String(), `"msg":"PostgreSQL started"`) == 2 })
	in.until("readiness", func() bool {
		resp, err := http.Get("http://" + in.addr + "/readyz")
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	in.allAnswered([]*talk{k})
	if got := strings.Count(c.out.String(), "PostgreSQL ended"); got != 1 {
		t.Errorf("told of the end %d times, want once", got)
	}
	c.stop()
}
