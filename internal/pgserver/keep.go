package pgserver

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// lookEvery is how often Keep looks at the postmaster.
	lookEvery = 500 * time.Millisecond
	// The pause between two attempts to start it again grows from the first to the second.
	againAfter, againAtMost = time.Second, time.Minute
)

// Keep starts PostgreSQL again whenever it has ended, until ctx ends: killed,
// or given up for want of memory or of space on the disk. Stop and Leave are
// for the time after it.
func (s *Server) Keep(ctx context.Context) {
	for s.awaitEnd(ctx) {
		s.log.ErrorContext(ctx, "PostgreSQL ended, starting it again", "pid", s.pid, "its log", s.logFile())
		for wait := againAfter; ; wait = min(2*wait, againAtMost) {
			err := s.restart(ctx)
			if err == nil || ctx.Err() != nil {
				break
			}
			s.log.ErrorContext(ctx, "PostgreSQL not started again", "error", err, "next attempt in", wait.String())
			if pauseFor(ctx, wait) != nil {
				return
			}
		}
	}
}

// awaitEnd returns true when the postmaster is gone, false when ctx ended first.
func (s *Server) awaitEnd(ctx context.Context) bool {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for s.alive() {
		select {
		case <-ctx.Done():
			return false
		case <-s.ended: // for ever silent when the postmaster was adopted
		case <-look.C:
		}
	}
	return ctx.Err() == nil
}

// restart is open for data that is there: a program whose data has gone must
// not go on with an empty database.
func (s *Server) restart(ctx context.Context) error {
	if err := socketHome(s.socketDir, s.owner); err != nil {
		return err
	}
	major, err := s.dataVersion()
	if err != nil {
		return err
	}
	if major == 0 {
		return fmt.Errorf("%s is gone: %w", s.dataDir(), errNoData)
	}
	return s.open(ctx)
}

var errNoData = errors.New("no data")
