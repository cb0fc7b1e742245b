// Package shard decides which process owns which projects. There are Count
// shards; a process holds a lease on some of them, by the database's clock,
// and every transaction that it makes as their owner begins with the fence:
// a lock on the rows of its own epoch. A process that was taken over, however
// long it slept, can therefore commit nothing.
package shard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"botyard/db"
)

// Count is the number of shards; the table shards has a row for each.
const Count = 64

// Of gives the shard of a project.
func Of(projectID int64) int16 { return int16(projectID % Count) }

// Lease times: durations of the database's clock.
const (
	leaseTime = 20 * time.Second
	beat      = 5 * time.Second
	// lookOut is how often it is looked for shards that became free.
	lookOut = time.Second
	// stalled is how long a fenced transaction may wait for its process.
	stalled = 5 * time.Second
	// unclaimed is how long a shard may be free before also a process takes it
	// that has its part.
	unclaimed = 2 * beat
	// settling is how long a shard that is given up is kept at least: what was
	// begun just before is written meanwhile.
	settling = time.Second
	// margin before the end of a lease in which no call is started any more.
	margin = 5 * time.Second
)

// Owner holds the leases of one process.
type Owner struct {
	store    *db.Store
	log      *slog.Logger
	id       string
	now      func() time.Duration
	orphaned Orphaned

	mu   sync.Mutex
	held map[int16]lease
	// leaving are held shards in which nothing is begun any more, since when.
	leaving map[int16]time.Duration
	// using counts what is under way in each shard.
	using map[int16]int
	// part is how many shards this process shall have.
	part int
	// takeovers counts those that succeeded.
	takeovers int
	// changed is closed and replaced whenever held gains a shard.
	changed chan struct{}
}

type lease struct {
	epoch    int64
	until    time.Duration // of now
	takeover int           // which brought it
}

// Orphaned is told the shards whose owner before vanished, in the transaction
// that takes them: what it writes holds before anything runs in them.
type Orphaned func(ctx context.Context, q *db.Queries, shards []int16) error

// New makes an owner that holds nothing yet. id must be unique among
// processes. orphaned may be nil.
func New(store *db.Store, log *slog.Logger, id string, orphaned Orphaned) *Owner {
	return &Owner{
		store: store, log: log, id: id, now: sinceBoot, orphaned: orphaned,
		held: map[int16]lease{}, leaving: map[int16]time.Duration{}, using: map[int16]int{}, part: Count, changed: make(chan struct{}),
	}
}

// TakeOverAll ends the leases of everyone else. Only a process that knows
// itself alone (on its private database) may call it, before Run.
func (o *Owner) TakeOverAll(ctx context.Context) error {
	if err := o.store.ExpireLeases(ctx); err != nil {
		return fmt.Errorf("expire leases: %w", err)
	}
	return nil
}

// Run renews and takes leases until ctx ends. It gives nothing up by itself: call Release then.
func (o *Owner) Run(ctx context.Context) {
	o.complain(ctx, o.Beat(ctx))
	// A takeover with much to charge must not hold the heartbeat up.
	var taking sync.WaitGroup
	defer taking.Wait()
	taking.Go(func() { every(ctx, lookOut, func() { o.complain(ctx, errors.Join(o.give(ctx), o.take(ctx))) }) })
	every(ctx, beat, func() { o.complain(ctx, errors.Join(o.renew(ctx), o.balance(ctx))) })
}

func every(ctx context.Context, pause time.Duration, f func()) {
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			f()
		}
	}
}

func (o *Owner) complain(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		o.log.WarnContext(ctx, "leases not kept", "error", err)
	}
}

// Release hands every shard over at once. Nothing may be running any more,
// Run neither.
func (o *Owner) Release(ctx context.Context) error {
	o.mu.Lock()
	o.held = map[int16]lease{}
	o.mu.Unlock()
	if err := errors.Join(o.store.ForgetWorker(ctx, o.id), o.store.ReleaseShards(ctx, o.id)); err != nil {
		return fmt.Errorf("release shards: %w", err)
	}
	return nil
}

// Changed is closed when shards were gained: there may be work in them.
func (o *Owner) Changed() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.changed
}

// Shards lists the shards whose leases have not run out, sorted.
func (o *Owner) Shards() []int16 {
	o.mu.Lock()
	defer o.mu.Unlock()
	var shards []int16
	for shard, l := range o.held {
		if _, leaves := o.leaving[shard]; !leaves && o.now() < l.until {
			shards = append(shards, shard)
		}
	}
	slices.Sort(shards)
	return shards
}

// Owns tells whether work on a project may begin now: the lease holds for
// longer than the margin, and the shard is not being given up.
func (o *Owner) Owns(projectID int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	l, held := o.held[Of(projectID)]
	_, leaves := o.leaving[Of(projectID)]
	return held && !leaves && o.now() < l.until-margin
}
