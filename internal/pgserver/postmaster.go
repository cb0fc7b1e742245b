package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pollEvery is how often a file or a process of PostgreSQL is looked at while
// waiting for it; PostgreSQL offers nothing to wait on.
const pollEvery = 10 * time.Millisecond

// answerWithin bounds the wait for the first byte of a server that may hang.
const answerWithin = 2 * time.Second

// pidFile is what a postmaster writes about itself into postmaster.pid.
type pidFile struct {
	pid       int
	dataDir   string
	socketDir string
	status    string // starting, ready, stopping, standby
}

func (c *cluster) pidPath() string { return filepath.Join(c.dataDir(), "postmaster.pid") }

func (c *cluster) readPIDFile() (pidFile, error) {
	text, err := os.ReadFile(c.pidPath())
	if err != nil {
		return pidFile{}, err
	}
	return parsePIDFile(string(text))
}

// parsePIDFile reads the lines pid, data folder, start time, port, socket
// folder, listen address, shared memory, status. The file grows while the
// server starts, so that only the first line is always there.
func parsePIDFile(text string) (pidFile, error) {
	lines := strings.Split(text, "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 0 {
		return pidFile{}, fmt.Errorf("postmaster.pid holds no process id: %q", lines[0])
	}
	p := pidFile{pid: pid}
	if len(lines) > 1 {
		p.dataDir = strings.TrimSpace(lines[1])
	}
	if len(lines) > 4 {
		p.socketDir = strings.TrimSpace(lines[4])
	}
	if len(lines) > 7 {
		p.status = strings.TrimSpace(lines[7])
	}
	return p, nil
}

// sslRequest is the one message that a server answers before anybody has
// signed in: length 8 and the number 80877103.
var sslRequest = []byte{0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f}

// answers tells whether the postmaster serves connections: one byte of a new
// backend, since the socket of a dying server still takes a dial.
func (p pidFile) answers() bool {
	if p.status != "ready" || p.socketDir == "" {
		return false
	}
	conn, err := net.DialTimeout("unix", socketPath(p.socketDir), answerWithin)
	if err != nil {
		return false
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(answerWithin)); err != nil {
		return false
	}
	if _, err := conn.Write(sslRequest); err != nil {
		return false
	}
	n, _ := conn.Read(make([]byte, 1))
	return n == 1
}

// adopt takes over a postmaster that an earlier program left behind. One that
// is still starting or stopping is waited for.
func (s *Server) adopt(ctx context.Context) (adopted bool, err error) {
	for {
		p, err := s.readPIDFile()
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if !s.serves(p) {
			return false, s.disown(p.pid)
		}
		if !s.ours(p.pid) {
			return false, fmt.Errorf("a PostgreSQL of another user (process %d) runs on %s: stop it, or set BOTYARD_DATA_DIR to another folder", p.pid, s.dataDir())
		}
		if p.answers() {
			s.pid, s.socketDir, s.ended = p.pid, p.socketDir, nil
			s.log.InfoContext(ctx, "adopted the running PostgreSQL", "pid", p.pid)
			return true, nil
		}
		if err := pause(ctx); err != nil {
			return false, fmt.Errorf("wait for the PostgreSQL that is running: %w", err)
		}
	}
}

// serves tells whether the process that the file names is the postmaster of
// this very folder: in a copy of a folder the file names the original's. A
// postmaster works in its data folder, whatever that was called when it began.
func (c *cluster) serves(p pidFile) bool {
	if !isPostgres(p.pid) {
		return false
	}
	its, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", p.pid))
	if err != nil || !c.ours(p.pid) { // no /proc, or another user's process
		return p.dataDir == c.dataDir()
	}
	here, err := os.Stat(c.dataDir())
	return err == nil && os.SameFile(its, here)
}

// disown lets PostgreSQL start although the process id in its file belongs to
// another program by now, as it often does after a restart of a container.
// Our own id is put there, since a postmaster takes its parent's for a stale
// one; the rest of the file stays, for it tells PostgreSQL where to look for
// survivors of the old server.
func (c *cluster) disown(pid int) error {
	if syscall.Kill(pid, 0) == syscall.ESRCH {
		return nil
	}
	text, err := os.ReadFile(c.pidPath())
	if err != nil {
		return fmt.Errorf("stale postmaster.pid: %w", err)
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	return c.writeFile("postmaster.pid", strconv.Itoa(os.Getpid())+"\n"+rest)
}

// isPostgres tells whether pid is a living process named postgres; without
// /proc, whether it lives.
func isPostgres(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		_, noProc := os.Stat("/proc/self")
		return noProc != nil && syscall.Kill(pid, 0) == nil
	}
	name, state, _ := strings.Cut(string(stat), ") ")
	return strings.HasSuffix(name, "(postgres") && !strings.HasPrefix(state, "Z")
}

// ours tells whether the process pid runs as the cluster's owner.
func (c *cluster) ours(pid int) bool {
	if info, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err == nil {
		return ownerOf(info) == c.owner.uid
	}
	return syscall.Kill(pid, 0) == nil
}

// shutDown asks for a fast shutdown and waits for its end.
func (s *Server) shutDown(ctx context.Context) error {
	if !s.alive() { // its process id may be another's by now
		return nil
	}
	err := syscall.Kill(s.pid, syscall.SIGINT)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	if err != nil {
		return err
	}
	for s.alive() {
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return nil
}

// alive looks at an adopted postmaster's file as well: nobody may be there to
// reap the process.
func (s *Server) alive() bool {
	if s.ended != nil {
		select {
		case <-s.ended:
			return false
		default:
			return true
		}
	}
	p, err := s.readPIDFile()
	return err == nil && p.pid == s.pid && s.serves(p)
}

func pause(ctx context.Context) error { return pauseFor(ctx, pollEvery) }

func pauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
