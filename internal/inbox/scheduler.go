package inbox

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"botyard/db"
	"botyard/internal/shard"
	"botyard/internal/telegram"
)

// Times of the scheduler.
const (
	pollEvery   = 500 * time.Millisecond
	maxAttempts = 6
	firstDelay  = time.Second
	maxDelay    = time.Minute
)

// Sender is what the scheduler needs of the outbox.
type Sender interface {
	// Wake tells that messages of the projects wait to be sent.
	Wake(projects []int64)
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
	releases *releases
	queues   *queues
	hints    chan []int64
	answered *recent
}

// NewScheduler makes a scheduler; Run does its work.
func NewScheduler(store *db.Store, owner *shard.Owner, sender Sender, log *slog.Logger) *Scheduler {
	return &Scheduler{
		store: store, owner: owner, sender: sender, log: log,
		releases: newReleases(store), queues: newQueues(), hints: make(chan []int64, 1024), answered: newRecent(4096),
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
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	s.discover(ctx)
	for ctx.Err() == nil {
		s.takeHints()
		s.queues.unblock(time.Now())
		s.read(ctx)
		if batch := s.queues.batch(); len(batch) > 0 {
			s.handle(context.WithoutCancel(ctx), batch)
			continue
		}
		s.wait(ctx, poll.C)
	}
}

func (s *Scheduler) takeHints() {
	for {
		select {
		case projects := <-s.hints:
			s.markUnread(projects)
		default:
			return
		}
	}
}

func (s *Scheduler) markUnread(projects []int64) {
	for _, p := range projects {
		if s.owner.Owns(p) {
			s.queues.unread[p] = true
		}
	}
}

// wait sleeps until something may have changed.
func (s *Scheduler) wait(ctx context.Context, poll <-chan time.Time) {
	free := make(<-chan time.Time)
	if next := s.queues.nextUnblock(); !next.IsZero() {
		timer := time.NewTimer(time.Until(next))
		defer timer.Stop()
		free = timer.C
	}
	select {
	case <-ctx.Done():
	case projects := <-s.hints:
		s.markUnread(projects)
	case <-s.owner.Changed():
		s.discover(ctx)
	case <-poll:
		s.discover(ctx)
	case <-free:
	}
}

// discover is the poll: the truth when a hint was lost.
func (s *Scheduler) discover(ctx context.Context) {
	projects, err := s.store.WaitingProjects(ctx)
	if err != nil {
		s.complain(ctx, "waiting projects not read", err)
		return
	}
	s.markUnread(projects)
}

// read loads events of the projects that may have unread ones.
func (s *Scheduler) read(ctx context.Context) {
	params := db.WaitingEventsParams{Most: window}
	for p := range s.queues.unread {
		delete(s.queues.unread, p)
		if !s.owner.Owns(p) {
			s.queues.drop(p)
			continue
		}
		params.Projects = append(params.Projects, p)
	}
	if len(params.Projects) == 0 {
		return
	}
	for key := range s.queues.blocked {
		params.BlockedProjects = append(params.BlockedProjects, key.project)
		params.BlockedChats = append(params.BlockedChats, key.chat)
	}
	rows, err := s.store.WaitingEvents(ctx, params)
	if err != nil {
		s.complain(ctx, "waiting events not read", err)
		return
	}
	for _, row := range rows {
		if row.Attempts >= maxAttempts {
			s.bury(ctx, row)
			continue
		}
		s.load(row)
	}
}

// bury gives up an event whose attempts were charged by takeovers: whoever ran
// it vanished each time.
func (s *Scheduler) bury(ctx context.Context, row db.WaitingEventsRow) {
	err := s.owner.InFence(ctx, []int64{row.ProjectID}, func(q *db.Queries) error {
		return q.BuryEvent(ctx, db.BuryEventParams{Reason: "owner_vanished", ProjectID: row.ProjectID, EventID: row.EventID})
	})
	if err != nil {
		s.complain(ctx, "event not given up", err)
	}
	s.queues.block(chatKey{row.ProjectID, row.ChatID}, time.Now())
}

// load puts an event into its queue, unless its chat waits.
func (s *Scheduler) load(row db.WaitingEventsRow) {
	key := chatKey{row.ProjectID, row.ChatID}
	if _, waits := s.queues.blocked[key]; waits {
		return
	}
	if row.WaitSeconds > 0 {
		s.queues.block(key, time.Now().Add(seconds(row.WaitSeconds)))
		return
	}
	e := &event{WaitingEventsRow: row}
	// What receipt let through parses; an error would leave an empty update.
	e.update, _ = telegram.ParseUpdate(row.Payload)
	if press := e.update.CallbackQuery; press != nil && s.answered.add(row.EventID) {
		s.sender.AnswerCallback(row.ProjectID, row.IntegrationID, press.ID)
	}
	s.queues.add(e)
}

// handle runs a batch in one transaction; when that fails, each turn in its
// own, so that only the failing one is charged.
func (s *Scheduler) handle(ctx context.Context, batch []*event) {
	err := s.commit(ctx, batch)
	switch {
	case err == nil:
		s.queues.done(batch)
	case errors.Is(err, shard.ErrLost):
		s.dropLost(batch)
	case len(batch) == 1 && errors.Is(err, errGone):
		s.queues.done(batch)
	case len(batch) == 1:
		s.failed(ctx, batch[0], err)
	default:
		s.replay(ctx, batch)
	}
}

func (s *Scheduler) replay(ctx context.Context, batch []*event) {
	for _, e := range batch {
		if _, waits := s.queues.blocked[chatKey{e.ProjectID, e.ChatID}]; !waits {
			s.handle(ctx, []*event{e})
		}
	}
}

func (s *Scheduler) dropLost(batch []*event) {
	for _, e := range batch {
		s.queues.drop(e.ProjectID)
	}
}

// failed charges an attempt to an event, or gives it up. When the database
// itself is away nothing is charged: the chat just waits.
func (s *Scheduler) failed(ctx context.Context, e *event, cause error) {
	delay := retryDelay(int(e.Attempts))
	s.log.WarnContext(ctx, "turn failed", "project", e.ProjectID, "event", e.EventID, "attempt", e.Attempts+1, "error", cause)
	err := s.owner.InFence(ctx, []int64{e.ProjectID}, func(q *db.Queries) error {
		if e.Attempts+1 >= maxAttempts {
			return q.BuryEvent(ctx, db.BuryEventParams{Reason: "turn_failed", ProjectID: e.ProjectID, EventID: e.EventID})
		}
		return q.DelayEvent(ctx, db.DelayEventParams{Delay: delay, LastError: reasonOf(cause), ProjectID: e.ProjectID, EventID: e.EventID})
	})
	if err != nil {
		s.complain(ctx, "failed turn not charged", err)
	}
	s.queues.block(chatKey{e.ProjectID, e.ChatID}, time.Now().Add(delay))
}

// reasonOf is the code that is kept of a failure; its text goes to the log only.
func reasonOf(err error) string {
	if errors.Is(err, errPanic) {
		return "panic"
	}
	return "not_saved"
}

// retryDelay grows from a second to a minute, with jitter.
func retryDelay(attempts int) time.Duration {
	d := min(firstDelay<<min(attempts, 10), maxDelay)
	return d + time.Duration(rand.Int64N(int64(d)/4+1))
}

func (s *Scheduler) complain(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		s.log.ErrorContext(ctx, what, "error", err)
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
