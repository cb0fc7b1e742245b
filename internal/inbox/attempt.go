package inbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"botyard/db"
	"botyard/internal/metrics"
	"botyard/internal/shard"
)

// maxAttempts is after how many an event is given up.
const maxAttempts = 6

// Reasons of dead letters.
const (
	// turnFailed: each turn of it failed.
	turnFailed = "turn_failed"
	// vanished: whoever ran it was never heard of again.
	vanished = "owner_vanished"
)

// handle runs a batch in one transaction; when that fails, each turn in its
// own, so that only the failing one is charged.
func (s *Scheduler) handle(ctx context.Context, batch []*event) {
	err := s.charge(ctx, batch)
	if err == nil {
		err = s.commit(ctx, batch)
	}
	alone := len(batch) == 1
	switch {
	case err == nil, alone && errors.Is(err, errGone):
		s.queues.done(batch)
	case db.Away(err):
		s.stumble(ctx, "turns not saved", err)
	case alone && errors.Is(err, shard.ErrLost):
		s.queues.drop(batch[0].ProjectID)
	case alone:
		s.failed(ctx, batch[0], err)
	default:
		s.replay(ctx, batch)
	}
}

func (s *Scheduler) replay(ctx context.Context, batch []*event) {
	for _, e := range batch {
		if s.queues.holds(e) && !time.Now().Before(s.restUntil) {
			s.handle(ctx, []*event{e})
		}
	}
}

// charge counts the attempts of the suspects before they are made: should one
// kill the process, its count goes up and no other's.
func (s *Scheduler) charge(ctx context.Context, batch []*event) error {
	var p db.ChargeEventsParams
	for _, e := range batch {
		if e.suspect() && !e.charged {
			p.Projects, p.Events = append(p.Projects, e.ProjectID), append(p.Events, e.EventID)
		}
	}
	if len(p.Events) == 0 {
		return nil
	}
	if err := s.owner.InFence(ctx, p.Projects, func(q *db.Queries) error { return q.ChargeEvents(ctx, p) }); err != nil {
		return fmt.Errorf("charge attempts: %w", err)
	}
	for _, e := range batch {
		if e.suspect() && !e.charged {
			e.Attempts, e.charged = e.Attempts+1, true
		}
	}
	return nil
}

// failed charges an attempt to an event, unless that was done before, and lets
// its chat wait; or gives the event up.
func (s *Scheduler) failed(ctx context.Context, e *event, cause error) {
	if !e.charged {
		e.Attempts++
	}
	s.log.WarnContext(ctx, "turn failed", "project", e.ProjectID, "event", e.EventID, "attempt", e.Attempts, "error", cause)
	if e.Attempts >= maxAttempts {
		s.giveUp(ctx, e, turnFailed)
		return
	}
	metrics.TurnsFailed.Inc()
	delay := s.pauses.retry(int(e.Attempts))
	err := s.owner.InFence(ctx, []int64{e.ProjectID}, func(q *db.Queries) error {
		return q.DelayEvent(ctx, db.DelayEventParams{
			Attempts: e.Attempts, Delay: delay, LastError: reasonOf(cause), ProjectID: e.ProjectID, EventID: e.EventID,
		})
	})
	if err != nil {
		s.stumble(ctx, "failed turn not charged", err)
	}
	s.queues.block(e.chat(), e.EventID-1, time.Now().Add(delay))
}

// giveUp makes a dead letter of an event and lets its chat go on.
func (s *Scheduler) giveUp(ctx context.Context, e *event, reason string) {
	err := s.owner.InFence(ctx, []int64{e.ProjectID}, func(q *db.Queries) error {
		for _, part := range e.all() {
			err := q.BuryEvent(ctx, db.BuryEventParams{Attempts: e.Attempts, Reason: reason, ProjectID: e.ProjectID, EventID: part.EventID})
			if err != nil {
				return err
			}
		}
		return nil
	})
	until := time.Now()
	if err == nil {
		metrics.TurnsGivenUp.Inc()
	} else {
		s.stumble(ctx, "event not given up", err)
		until = until.Add(s.pauses.rest)
	}
	s.queues.block(e.chat(), e.EventID-1, until)
}

// reasonOf is the code that is kept of a failure; its text goes to the log only.
func reasonOf(err error) string {
	if errors.Is(err, errPanic) {
		return "panic"
	}
	return "not_saved"
}

// retry is the pause after so many attempts, with jitter.
func (p pauses) retry(attempts int) time.Duration {
	d := min(p.first<<min(max(attempts, 1)-1, 10), p.longest)
	return d + time.Duration(rand.Int64N(int64(d)/4+1))
}
