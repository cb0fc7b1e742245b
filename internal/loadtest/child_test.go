package loadtest

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
)

func TestChildThatEndsSaysWhy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, err := launch("/bin/sh", dir, "broken", environment(), "-c", "echo the reason; exit 3")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.awaitReady(t.Context(), "http://127.0.0.1:1/"); err == nil || !strings.Contains(err.Error(), "the reason") {
		t.Errorf("awaitReady of a broken child = %v, want its reason", err)
	}
	if err := c.check(); err == nil {
		t.Error("check of an ended child = nil, want an error")
	}
	c.stop() // of one that has ended: no matter
}

func TestChildIsStopped(t *testing.T) {
	t.Parallel()
	ready := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer ready.Close()
	c, err := launch("/bin/sh", t.TempDir(), "sleeper", environment(), "-c", "exec sleep 600")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.awaitReady(t.Context(), ready.URL); err != nil {
		t.Errorf("awaitReady = %v, want nil", err)
	}
	if now, most := c.memory(); runtime.GOOS == "linux" && (now <= 0 || most < now) {
		t.Errorf("memory = %v, %v MB, want what the process has", now, most)
	}
	if err := c.check(); err != nil {
		t.Errorf("check of a living child = %v, want nil", err)
	}
	c.stop()
	if err := c.check(); err == nil {
		t.Error("the child lives after stop")
	}
}

func TestNoChildWithoutAProgram(t *testing.T) {
	t.Parallel()
	if _, err := launch("/nowhere/botyard", t.TempDir(), "serve", nil); err == nil || !strings.Contains(err.Error(), "start serve") {
		t.Errorf("launch of nothing = %v, want an error that names it", err)
	}
}
