package loadtest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Times of a child process.
const (
	readyWithin = time.Minute
	readyEvery  = 5 * time.Millisecond
	stopWithin  = 25 * time.Second
)

// child is a process of this program: the simulator or the service.
type child struct {
	name    string
	cmd     *exec.Cmd
	logFile string
	ended   chan struct{}
}

// launch starts the program with args; what it says goes to a file in dir.
func launch(program, dir, name string, env []string, args ...string) (*child, error) {
	c := &child{name: name, logFile: filepath.Join(dir, name+".log"), ended: make(chan struct{})}
	log, err := os.OpenFile(c.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	defer log.Close()
	// Not a context's: the process is asked to stop, and gets the time for it.
	c.cmd = exec.Command(program, args...)
	c.cmd.Env, c.cmd.Dir, c.cmd.Stdout, c.cmd.Stderr = env, dir, log, log
	c.cmd.SysProcAttr = childAttributes()
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		_ = c.cmd.Wait() // what went wrong is in its log
		close(c.ended)
	}()
	return c, nil
}

// environment is this process's own without the settings of an installation,
// and with those given.
func environment(settings ...string) []string {
	var env []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "BOTYARD_") && !strings.HasPrefix(entry, "DATABASE_URL=") {
			env = append(env, entry)
		}
	}
	return append(env, settings...)
}

// awaitReady returns when url answers 200, with the time that took.
func (c *child) awaitReady(ctx context.Context, url string) (time.Duration, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	tick := time.NewTicker(readyEvery)
	defer tick.Stop()
	for {
		if answers(ctx, url) {
			return time.Since(began), nil
		}
		select {
		case <-c.ended:
			return 0, fmt.Errorf("%s ended at its start: %s", c.name, c.lastWords())
		case <-ctx.Done():
			return 0, errors.Join(fmt.Errorf("%s did not start: %s", c.name, c.lastWords()), ctx.Err())
		case <-tick.C:
		}
	}
}

func answers(ctx context.Context, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// stop ends the process, in its own order if it can. It may be called twice.
func (c *child) stop() {
	_ = c.cmd.Process.Signal(syscall.SIGTERM) // fails only when it has ended
	select {
	case <-c.ended:
	case <-time.After(stopWithin):
		_ = c.cmd.Process.Kill()
		<-c.ended
	}
}

// check is an error when the process has ended.
func (c *child) check() error {
	select {
	case <-c.ended:
		return fmt.Errorf("%s ended by itself: %s", c.name, c.lastWords())
	default:
		return nil
	}
}

// lastWords are the last lines of the process's log.
func (c *child) lastWords() string {
	text, err := os.ReadFile(c.logFile)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}
