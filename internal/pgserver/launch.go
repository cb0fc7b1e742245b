package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// survivorsWithin is how long the processes of a killed postmaster may take to
// notice its death; until then PostgreSQL refuses their data to a new one.
const survivorsWithin = 20 * time.Second

var errSurvivors = errors.New("processes of the killed server are still ending")

// launch starts the postmaster and returns when it accepts connections.
func (s *Server) launch(ctx context.Context, bin binaries) error {
	if err := s.writeSettings(); err != nil {
		return err
	}
	// A killed server leaves it, and its process id may be another's by now.
	if err := os.Remove(socketPath(s.socketDir) + ".lock"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a stale lock: %w", err)
	}
	giveUp := time.Now().Add(survivorsWithin)
	for {
		err := s.tryLaunch(ctx, bin)
		if !errors.Is(err, errSurvivors) || time.Now().After(giveUp) {
			return err
		}
		if err := pause(ctx); err != nil {
			return fmt.Errorf("wait for PostgreSQL to start: %w", err)
		}
	}
}

func (s *Server) tryLaunch(ctx context.Context, bin binaries) error {
	log, err := s.openLog()
	if err != nil {
		return err
	}
	defer log.Close()
	began, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("PostgreSQL's log: %w", err)
	}
	if err := s.spawn(bin, log); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	return s.awaitReady(ctx, began)
}

func (s *Server) spawn(bin binaries, log *os.File) error {
	// Not the start's context: the server ends by Stop.
	cmd := s.command(context.Background(), bin, "postgres", "-D", s.dataDir(),
		"-c", "listen_addresses=", "-c", "port="+port,
		"-c", "unix_socket_directories="+s.socketDir, "-c", "unix_socket_permissions=0700")
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	s.pid, s.ended = cmd.Process.Pid, ended
	go func() {
		cmd.Wait() // its exit status says less than its log
		close(ended)
	}()
	return nil
}

func (s *Server) awaitReady(ctx context.Context, logFrom int64) error {
	for s.alive() {
		if p, err := s.readPIDFile(); err == nil && p.pid == s.pid && p.answers() {
			s.log.InfoContext(ctx, "PostgreSQL started", "pid", s.pid, "socket", s.socketDir)
			return nil
		}
		if err := pause(ctx); err != nil {
			// Without a program to use it, the server would only hold the data.
			stopErr := s.shutDown(context.WithoutCancel(ctx))
			return errors.Join(fmt.Errorf("wait for PostgreSQL to start: %w", err), stopErr)
		}
	}
	reason := s.lastFatal(logFrom)
	if strings.Contains(reason, "pre-existing shared memory block") {
		return errSurvivors
	}
	return fmt.Errorf("PostgreSQL did not start: %s (its log: %s)", reason, s.logFile())
}
