package outbox

import (
	"context"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/internal/limit"
	"botyard/internal/shard"
	"botyard/internal/telegram"
)

// Tokens gives the token with which to send for an integration;
// vault.ErrNoToken when it is disconnected.
type Tokens interface {
	Token(ctx context.Context, projectID, integrationID int64) (telegram.Token, error)
	Forget(integrationID int64)
}

const (
	pollEvery = 500 * time.Millisecond
	inFlight  = 1024
	startSize = 256
	// stopTime is how long a clean stop waits for calls that are running.
	stopTime = 10 * time.Second
)

// Sender brings the messages of the projects that this process owns to an end.
// One loop holds all state; the calls run beside it and report to it.
type Sender struct {
	store     *db.Store
	owner     *shard.Owner
	client    *telegram.Client
	tokens    Tokens
	log       *slog.Logger
	budget    *limit.Outbound
	lanes     *lanes
	hints     chan []int64
	results   chan result
	running   int
	suspects  suspects
	callbacks chan struct{}
}

// result is how a call ended.
type result struct {
	lane      *lane
	item      *item
	messageID int64
	err       error
}

// New makes a sender; Run does its work.
func New(store *db.Store, owner *shard.Owner, client *telegram.Client, tokens Tokens, log *slog.Logger) *Sender {
	return &Sender{
		store: store, owner: owner, client: client, tokens: tokens, log: log,
		budget: limit.NewOutbound(limit.DefaultLimits(), time.Now()), lanes: newLanes(),
		hints: make(chan []int64, 1024), results: make(chan result, inFlight),
		suspects: suspects{}, callbacks: make(chan struct{}, 64),
	}
}

// Wake tells that messages of the projects wait. It never waits itself.
func (s *Sender) Wake(projects []int64) {
	select {
	case s.hints <- projects:
	default:
	}
}

// Run works until ctx ends, and then lets the running calls end.
func (s *Sender) Run(ctx context.Context) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	s.discover(ctx)
	for ctx.Err() == nil {
		s.lanes.wake(time.Now())
		s.read(ctx)
		if s.start(ctx) {
			s.collect(ctx)
			continue
		}
		s.wait(ctx, poll.C)
	}
	s.finish(context.WithoutCancel(ctx))
}

// wait sleeps until something may have changed.
func (s *Sender) wait(ctx context.Context, poll <-chan time.Time) {
	due := make(<-chan time.Time)
	if len(s.lanes.waiting) > 0 {
		timer := time.NewTimer(time.Until(s.lanes.waiting[0].until))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-ctx.Done():
	case projects := <-s.hints:
		s.markUnread(projects)
	case r := <-s.results:
		s.settle(ctx, s.more(r))
	case <-s.owner.Changed():
		s.discover(ctx)
	case <-poll:
		s.discover(ctx)
	case <-due:
	}
}

// collect takes what is there without waiting.
func (s *Sender) collect(ctx context.Context) {
	for {
		select {
		case projects := <-s.hints:
			s.markUnread(projects)
		case r := <-s.results:
			s.settle(ctx, s.more(r))
		default:
			return
		}
	}
}

// more takes the other results that are there, to be written together.
func (s *Sender) more(first result) []result {
	results := []result{first}
	for len(results) < startSize {
		select {
		case r := <-s.results:
			results = append(results, r)
		default:
			return results
		}
	}
	return results
}

func (s *Sender) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	for s.running > 0 {
		select {
		case r := <-s.results:
			s.settle(ctx, s.more(r))
		case <-ctx.Done():
			s.log.WarnContext(ctx, "calls were still running at the stop", "count", s.running)
			return
		}
	}
}

func (s *Sender) markUnread(projects []int64) {
	for _, p := range projects {
		if s.owner.Owns(p) {
			s.lanes.unread[p] = true
		}
	}
}

// discover is the poll: the truth when a hint was lost.
func (s *Sender) discover(ctx context.Context) {
	projects, err := s.store.SendingProjects(ctx)
	if err != nil {
		s.complain(ctx, "sending projects not read", err)
		return
	}
	s.markUnread(projects)
}

func (s *Sender) complain(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		s.log.ErrorContext(ctx, what, "error", err)
	}
}
