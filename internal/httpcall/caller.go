// Package httpcall makes the requests of scenarios to other services: outside
// any transaction, through a guard that lets them reach the public internet
// alone, each within ten seconds in all. What comes of a request is an event.
package httpcall

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/shard"
)

// Bounds of the calls at once: of a project, and of all in this process.
const (
	perProject = 4
	atOnce     = 256
	// readMost is how many calls of a project are looked at.
	readMost = 32
)

// times are the times of a caller.
type times struct {
	poll  time.Duration // between looks for calls of which no hint came
	rest  time.Duration // after the database was away
	again time.Duration // the least that must be left for a second try
}

var usualTimes = times{poll: 500 * time.Millisecond, rest: time.Second, again: 2 * time.Second}

// Secrets gives those of the named secrets that a project has.
type Secrets interface {
	Secrets(ctx context.Context, projectID int64, names []string) (map[string]string, error)
}

// Caller makes the calls of the projects that this process owns. One loop holds
// all state; the requests run beside it and report to it.
type Caller struct {
	store   *db.Store
	owner   *shard.Owner
	secrets Secrets
	log     *slog.Logger
	// hint is told which projects have new events, after the commit.
	hint   func(projects []int64)
	times  times
	guard  *guard
	client *http.Client

	hints   chan struct{}
	results chan ended
	running map[callKey]bool
	of      map[int64]int // running ones of a project
	// unsaved ended while the database was away.
	unsaved []ended
}

// callKey names a call: a run asks for one at a time.
type callKey struct{ project, chat, run int64 }

// ended is a call that has its answer.
type ended struct {
	callKey
	generation int32
	answer     flow.Answer
}

// New makes a caller; Run does its work. own are the origins of this
// installation, which calls may not reach.
func New(store *db.Store, owner *shard.Owner, secrets Secrets, network Network, own []string, log *slog.Logger, hint func([]int64)) *Caller {
	g := newGuard(network, own)
	return &Caller{
		store: store, owner: owner, secrets: secrets, log: log, hint: hint, times: usualTimes, guard: g, client: g.client(),
		hints: make(chan struct{}, 1), results: make(chan ended, atOnce), running: map[callKey]bool{}, of: map[int64]int{},
	}
}

// Wake tells that there are new calls. It never waits.
func (c *Caller) Wake() {
	select {
	case c.hints <- struct{}{}:
	default:
	}
}

// Run makes calls until ctx ends, and then lets the running ones end.
func (c *Caller) Run(ctx context.Context) {
	working := context.WithoutCancel(ctx)
	var requests sync.WaitGroup
	tick := time.NewTicker(c.times.poll)
	defer tick.Stop()
	for ctx.Err() == nil {
		if err := c.work(working, &requests); err != nil {
			c.log.ErrorContext(ctx, "calls not made", "error", err)
			pause(ctx, c.times.rest)
		}
		select {
		case <-ctx.Done():
		case <-c.hints:
		case <-tick.C:
		case e := <-c.results:
			c.unsaved = append(c.unsaved, e)
		}
	}
	requests.Wait()
	if err := c.save(working); err != nil {
		c.log.ErrorContext(working, "answers not saved", "error", err)
	}
	c.client.CloseIdleConnections()
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// work saves what ended and starts what may be started.
func (c *Caller) work(ctx context.Context, requests *sync.WaitGroup) error {
	if err := c.save(ctx); err != nil {
		return err
	}
	rows, err := c.store.WaitingCalls(ctx, db.WaitingCallsParams{Most: readMost, Shards: c.shards()})
	if err != nil {
		return fmt.Errorf("read calls: %w", err)
	}
	start := c.choose(rows)
	if len(start) > 0 {
		if err := c.begin(ctx, start, requests); err != nil && !errors.Is(err, shard.ErrLost) {
			return err
		}
	}
	return c.save(ctx)
}

func (c *Caller) shards() []int64 {
	held := c.owner.Shards()
	shards := make([]int64, 0, len(held))
	for _, s := range held {
		shards = append(shards, int64(s))
	}
	return shards
}

// choose sorts the waiting calls, the oldest first: those to be made now are
// returned, those that can only fail any more have ended.
func (c *Caller) choose(rows []db.WaitingCallsRow) []db.WaitingCallsRow {
	slices.SortStableFunc(rows, func(a, b db.WaitingCallsRow) int { return cmp.Compare(a.Seconds, b.Seconds) })
	var start []db.WaitingCallsRow
	chosen := map[int64]int{}
	for _, row := range rows {
		key := keyOf(row)
		switch {
		case c.running[key]:
		case row.Seconds <= 0, row.Started && !repeatable(row):
			c.running[key] = true
			c.of[key.project]++
			c.unsaved = append(c.unsaved, ended{callKey: key, generation: row.Generation})
		case c.of[key.project]+chosen[key.project] < perProject && len(c.running)+len(start) < atOnce:
			chosen[key.project]++
			start = append(start, row)
		}
	}
	return start
}

func keyOf(row db.WaitingCallsRow) callKey { return callKey{row.ProjectID, row.ChatID, row.Run} }

// repeatable tells that a call whose maker vanished may be made once more.
func repeatable(row db.WaitingCallsRow) bool {
	request, err := requestOf(row)
	return err == nil && request.Method == http.MethodGet && row.Attempts < 2
}

func requestOf(row db.WaitingCallsRow) (flow.CallHTTP, error) {
	var request flow.CallHTTP
	err := json.Unmarshal(row.Request, &request)
	return request, err
}

// begin marks calls as started, and makes those that are still there.
func (c *Caller) begin(ctx context.Context, rows []db.WaitingCallsRow, requests *sync.WaitGroup) error {
	var p db.StartCallsParams
	for _, row := range rows {
		p.Projects, p.Chats = append(p.Projects, row.ProjectID), append(p.Chats, row.ChatID)
		p.Runs, p.Generations = append(p.Runs, row.Run), append(p.Generations, row.Generation)
	}
	var started []db.StartCallsRow
	err := c.owner.InFence(ctx, p.Projects, func(q *db.Queries) (err error) {
		started, err = q.StartCalls(ctx, p)
		return err
	})
	if err != nil {
		return fmt.Errorf("start calls: %w", err)
	}
	there := map[callKey]bool{}
	for _, row := range started {
		there[callKey{row.ProjectID, row.ChatID, row.Run}] = true
	}
	for _, row := range rows {
		key := keyOf(row)
		if !there[key] {
			continue
		}
		c.running[key] = true
		c.of[key.project]++
		requests.Go(func() { c.results <- ended{key, row.Generation, c.call(ctx, row)} })
	}
	return nil
}
