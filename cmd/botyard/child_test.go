package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"botyard/internal/pgtest"
)

// child is `botyard serve` as a process of its own, on a database of its own.
type child struct {
	t    *testing.T
	cmd  *exec.Cmd
	url  string
	addr string
	// database is its address.
	database string

	mu  sync.Mutex
	log strings.Builder
}

// newChild starts a child with further settings ("NAME=value") and waits until it serves.
func newChild(t *testing.T, settings ...string) *child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{t: t, addr: freeAddr(t), database: pgtest.New(t)}
	c.url = "http://" + c.addr
	c.cmd = exec.Command(self, "serve", "-addr", c.addr)
	c.cmd.Env = append(os.Environ(), asProgram+"=1", "DATABASE_URL="+c.database, "BOTYARD_DATA_DIR="+t.TempDir(),
		"BOTYARD_TELEGRAM_API_URL=http://127.0.0.1:1", "BOTYARD_SIGNUP=open")
	c.cmd.Env = append(c.cmd.Env, settings...)
	stderr, err := c.cmd.StderrPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go c.listen(stderr)
	t.Cleanup(c.stop)
	c.await()
	return c
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (c *child) listen(stderr io.Reader) {
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		c.mu.Lock()
		c.log.WriteString(lines.Text() + "\n")
		c.mu.Unlock()
	}
}

func (c *child) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.String()
}

func (c *child) await() {
	c.t.Helper()
	ctx, stop := context.WithTimeout(c.t.Context(), patience)
	defer stop()
	for ctx.Err() == nil {
		if resp, err := http.Get(c.url + "/readyz"); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(20 * time.Millisecond) // nothing tells when another process begins to listen
	}
	c.t.Fatalf("the program does not serve:\n%s", c.said())
}

func (c *child) stop() {
	if c.cmd.ProcessState != nil {
		return
	}
	_ = c.cmd.Process.Signal(syscall.SIGTERM)
	_ = c.cmd.Wait()
}

// memory is a value of the process's status, such as VmHWM, in MiB.
func (c *child) memory(name string) float64 {
	c.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		c.t.Skipf("no /proc here: %v", err)
	}
	for line := range strings.Lines(string(status)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, name+": %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	c.t.Fatalf("no %s in the status", name)
	return 0
}
