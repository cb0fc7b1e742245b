package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"botyard/db"
	"botyard/internal/limit"
	"botyard/internal/media"
	"botyard/internal/shard"
	"botyard/internal/telegram"
)

// Tokens gives the token with which to send for an integration;
// vault.ErrNoToken when it is disconnected.
type Tokens interface {
	Token(ctx context.Context, projectID, integrationID int64) (telegram.Token, error)
	Forget(integrationID int64)
}

// times are the times of a sender.
type times struct {
	poll time.Duration // between looks for messages of which no hint came
	rest time.Duration // after the database was away
	stop time.Duration // for calls that run when it is stopped
	call time.Duration // for one call
	load time.Duration // for one that may carry a file
	// back is how long what was not sent waits first; it doubles each time.
	back time.Duration
	// resend is how long an answer whose fate is unknown waits before it is
	// sent once more.
	resend time.Duration
	// expire is between looks through what a bot that may not send keeps back,
	// for messages that are too old by now.
	expire time.Duration
	// A 401 is asked about again every confirm, and believed after confirmFor.
	confirm, confirmFor time.Duration
}

var usualTimes = times{
	poll: 500 * time.Millisecond, rest: time.Second, stop: 10 * time.Second, call: 15 * time.Second, load: time.Minute,
	back: time.Second, resend: time.Second, expire: time.Minute, confirm: 20 * time.Second, confirmFor: time.Minute,
}

// inFlight is how many calls run at once, startSize how many messages are
// marked or ended in one transaction.
const (
	inFlight  = 1024
	startSize = 256
)

// Sender brings the messages of the projects that this process owns to an end.
// One loop does that; the calls run beside it and report to it. It lets go of
// its state while it waits for the database or for something to happen, and
// then only replies are reserved.
type Sender struct {
	mu        sync.Mutex
	open      bool // Run is under way
	store     *db.Store
	owner     *shard.Owner
	client    *telegram.Client
	tokens    Tokens
	log       *slog.Logger
	times     times
	budget    *limit.Outbound
	lanes     *lanes
	stirred   chan struct{} // others changed something
	results   chan result
	running   int
	suspects  suspects
	callbacks chan struct{}
	// Answered is told of which projects a question has its answer, after the
	// commit. Set it before Run; nil tells nobody.
	Answered func(projects []int64)
	media    *media.Store
	fileIDs  *fileIDs

	// due: it is time to look for messages of which no hint came.
	due bool
	// gained is closed when the owner got shards.
	gained <-chan struct{}
	// restUntil is when the database is asked again after it was away.
	restUntil time.Time
}

// New makes a sender; Run does its work.
func New(store *db.Store, owner *shard.Owner, client *telegram.Client, tokens Tokens, log *slog.Logger) *Sender {
	return &Sender{
		store: store, owner: owner, client: client, tokens: tokens, log: log, times: usualTimes,
		budget: limit.NewOutbound(limit.DefaultLimits(), time.Now()), lanes: newLanes(),
		stirred: make(chan struct{}, 1), results: make(chan result, inFlight),
		suspects: suspects{}, callbacks: make(chan struct{}, 64), media: media.New(store), fileIDs: newFileIDs(),
	}
}

// Wake tells that messages were enqueued: of each project the first event that
// has any. It waits for no database and no call.
func (s *Sender) Wake(first map[int64]int64) {
	s.mu.Lock()
	for p, event := range first {
		if s.owner.Owns(p) {
			s.lanes.hinted(p, event)
		} else {
			s.lanes.forget(p) // should it be this process's again
		}
	}
	s.mu.Unlock()
	s.stir()
}

// stir lets the loop look at what others changed.
func (s *Sender) stir() {
	select {
	case s.stirred <- struct{}{}:
	default:
	}
}

// Run works until ctx ends, and then lets the running calls end.
func (s *Sender) Run(ctx context.Context) {
	// What was begun is still written down.
	writing, stop := outlive(ctx, s.times.stop)
	defer stop()
	poll := time.NewTicker(s.times.poll)
	defer poll.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gained, s.due, s.open = s.owner.Changed(), true, true
	for ctx.Err() == nil {
		s.hear(writing, poll.C)
		if !s.work(writing) {
			s.wait(ctx, writing, poll.C)
		}
	}
	s.open = false
	s.finish(writing)
}

// aside does what takes time and touches nothing of the sender's state, while
// others may use that.
func (s *Sender) aside(f func()) {
	s.mu.Unlock()
	defer s.mu.Lock()
	f()
}

// outlive gives a context that ends so much later than ctx.
func outlive(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return longer, func() { stop(); cancel() }
}

// work does what there is to do now and tells whether there was anything.
func (s *Sender) work(ctx context.Context) bool {
	now := time.Now()
	if now.Before(s.restUntil) {
		return false
	}
	s.lanes.queues.wake(now)
	if s.due {
		s.discover(ctx)
	}
	s.read(ctx)
	return s.start(ctx)
}

// hear takes what has happened, so that a busy sender misses nothing.
func (s *Sender) hear(ctx context.Context, poll <-chan time.Time) {
	s.lookAround()
	for {
		select {
		case r := <-s.results:
			s.settle(ctx, s.more(r))
		case <-poll:
			s.due = true
		default:
			return
		}
	}
}

// lookAround takes notice of shards that were gained.
func (s *Sender) lookAround() {
	select {
	case <-s.gained:
		s.gainedShards()
	default:
	}
}

// wait sleeps until something may have changed.
func (s *Sender) wait(ctx, writing context.Context, poll <-chan time.Time) {
	timer := time.NewTimer(time.Until(s.nextTime()))
	defer timer.Stop()
	var ended result
	var due bool
	gained := s.gained
	s.aside(func() {
		select {
		case <-ctx.Done():
		case <-s.stirred:
		case ended = <-s.results:
		case <-gained: // seen by hear
		case <-poll:
			due = true
		case <-timer.C:
		}
	})
	s.due = s.due || due
	if ended.lane != nil {
		s.settle(writing, s.more(ended))
	}
}

// nextTime is when there is something to do although nothing happens.
func (s *Sender) nextTime() time.Time {
	now := time.Now()
	if now.Before(s.restUntil) {
		return s.restUntil
	}
	if next, any := s.lanes.queues.nextWake(); any {
		return next
	}
	return now.Add(s.times.poll)
}

// gainedShards looks through everything: another may have enqueued meanwhile.
func (s *Sender) gainedShards() {
	s.gained, s.due = s.owner.Changed(), true
	clear(s.lanes.looked)
	clear(s.lanes.behind)
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
	for s.running > 0 {
		var r result
		s.aside(func() {
			select {
			case r = <-s.results:
			case <-ctx.Done():
			}
		})
		if r.lane == nil {
			s.log.Warn("calls were still running at the stop", "count", s.running)
			return
		}
		s.settle(ctx, s.more(r))
	}
}

// discover is the poll: the truth when a hint was lost.
func (s *Sender) discover(ctx context.Context) {
	s.due = false
	var projects []int64
	var err error
	s.aside(func() { projects, err = s.store.SendingProjects(ctx) })
	if err != nil {
		s.stumble(ctx, "sending projects not read", err)
		return
	}
	now := time.Now()
	s.lanes.sweep(now)
	for _, p := range projects {
		if s.owner.Owns(p) {
			s.lanes.look(p, now)
		}
	}
}

// stumble notes a failure of the database, and lets it rest for a moment.
func (s *Sender) stumble(ctx context.Context, what string, err error) {
	if ctx.Err() != nil || errors.Is(err, shard.ErrLost) {
		return
	}
	s.restUntil = time.Now().Add(s.times.rest)
	s.log.ErrorContext(ctx, what, "error", err)
}
