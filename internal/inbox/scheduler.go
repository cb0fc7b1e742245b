package inbox

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/internal/limit"
	"botyard/internal/outbox"
	"botyard/internal/shard"
)

// pauses are the times of a scheduler.
type pauses struct {
	poll time.Duration // between looks for events of which no hint came
	rest time.Duration // after the database was away
	// A failing event waits first before its second attempt, and twice as long
	// as before each time, at most longest.
	first, longest time.Duration
	// album is how long no further part of an album must have come.
	album time.Duration
}

var usualPauses = pauses{poll: 500 * time.Millisecond, rest: time.Second, first: time.Second, longest: time.Minute, album: time.Second}

// Sender is what the scheduler needs of the outbox.
type Sender interface {
	// Wake tells that messages wait to be sent: of each project the first event
	// that has any.
	Wake(first map[int64]int64)
	// Reserve chooses the replies that may be sent as soon as their turns are
	// committed, of which it is told.
	Reserve(replies []outbox.Reply) (allowed []time.Duration, committed func(bool))
	// AnswerCallback stops the clock on a pressed button; it may fail unseen.
	AnswerCallback(projectID, integrationID int64, queryID string)
}

// Scheduler runs the waiting events of the projects that this process owns:
// different chats independently, each chat in order.
type Scheduler struct {
	store    *db.Store
	owner    *shard.Owner
	sender   Sender
	log      *slog.Logger
	pauses   pauses
	releases *releases
	queues   *queues
	unsent   unsent
	hints    chan []int64
	// inbound paces what a person writes; seen are the events that it knows.
	inbound *limit.Inbound[chatKey, *event]
	seen    *recent
	// mine tells which of the process's projects are this scheduler's.
	mine func(project int64) bool
	now  func() time.Time
	// waiting are all projects with events, as the common poll finds them.
	waiting chan []int64
	// Called is told that turns want requests made; nil: nobody is. Set it
	// before Run.
	Called func()

	// gained is closed when the owner got shards.
	gained <-chan struct{}
	// restUntil is when the database is asked again after it was away.
	restUntil time.Time
	swept     time.Time
}

// newScheduler makes one of several; it learns from their poll and from hints
// what there is to do.
func newScheduler(store *db.Store, owner *shard.Owner, sender Sender, log *slog.Logger) *Scheduler {
	return &Scheduler{
		store: store, owner: owner, sender: sender, log: log, pauses: usualPauses,
		releases: newReleases(store), queues: newQueues(), unsent: unsent{}, hints: make(chan []int64, 1024),
		inbound: limit.NewInbound[chatKey, *event](limit.DefaultInboundLimits()), seen: newRecent(1 << 14),
		mine: func(int64) bool { return true }, now: time.Now, waiting: make(chan []int64, 1),
	}
}

// Hint tells that projects have new events. It never waits: when too many
// hints are pending, the poll finds the events.
func (s *Scheduler) Hint(projects []int64) {
	select {
	case s.hints <- projects:
	default:
	}
}

// Run works until ctx ends; the batch that is running then is finished.
func (s *Scheduler) Run(ctx context.Context) {
	s.gained = s.owner.Changed()
	for ctx.Err() == nil {
		s.hear()
		if !s.work(ctx) {
			s.wait(ctx)
		}
	}
}

// hear takes what has happened, so that a busy scheduler misses nothing.
func (s *Scheduler) hear() {
	for {
		select {
		case projects := <-s.hints:
			s.markUnread(projects)
		case projects := <-s.waiting:
			s.look(projects)
		case <-s.gained:
			s.gainedShards()
		default:
			return
		}
	}
}

// wait sleeps until something may have changed.
func (s *Scheduler) wait(ctx context.Context) {
	timer := time.NewTimer(time.Until(s.nextTime()))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case projects := <-s.hints:
		s.markUnread(projects)
	case projects := <-s.waiting:
		s.look(projects)
	case <-s.gained:
		s.gainedShards()
	case <-timer.C:
	}
}

// nextTime is when there is something to do although nothing happens.
func (s *Scheduler) nextTime() time.Time {
	now := time.Now()
	if now.Before(s.restUntil) {
		return s.restUntil
	}
	next := now.Add(s.pauses.poll)
	if free := s.queues.nextUnblock(); !free.IsZero() && free.Before(next) {
		next = free
	}
	if released, waits := s.inbound.Next(); waits && released.Before(next) {
		next = released
	}
	return next
}

func (s *Scheduler) gainedShards() {
	s.gained = s.owner.Changed()
	s.queues.doubt()
}

func (s *Scheduler) markUnread(projects []int64) {
	for _, p := range projects {
		if s.runs(p) {
			s.queues.wantNew(p)
		}
	}
}

// runs tells whether a project's events are for this scheduler now.
func (s *Scheduler) runs(project int64) bool { return s.mine(project) && s.owner.Owns(project) }

// work does what there is to do now and tells whether it did anything.
func (s *Scheduler) work(ctx context.Context) bool {
	now := s.now()
	if now.Before(s.restUntil) {
		return false
	}
	s.queues.unblock(now)
	s.release(now)
	s.read(ctx)
	batch := s.queues.batch()
	if ready := s.ready(ctx, batch); len(ready) > 0 {
		s.handle(context.WithoutCancel(ctx), ready)
	}
	return len(batch) > 0
}

// found tells which projects of all have waiting events. It never waits: when
// it was not heard of the last time, this time is left out.
func (s *Scheduler) found(projects []int64) {
	select {
	case s.waiting <- projects:
	default:
	}
}

// look notes which projects have waiting events.
func (s *Scheduler) look(projects []int64) {
	now := time.Now()
	for _, p := range projects {
		if s.runs(p) {
			s.queues.look(p, now)
		}
	}
	if now.Sub(s.swept) >= lateness {
		s.queues.sweep(now)
		s.swept = now
	}
}

// stumble notes a failure that no event is to blame for. Unless a shard was
// lost, which concerns its projects alone, everything rests for a moment.
func (s *Scheduler) stumble(ctx context.Context, what string, err error) {
	if ctx.Err() != nil {
		return
	}
	if !errors.Is(err, shard.ErrLost) {
		s.restUntil = time.Now().Add(s.pauses.rest)
	}
	s.log.ErrorContext(ctx, what, "error", err)
}
