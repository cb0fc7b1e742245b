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

// ErrLost means that another process owns one of the projects now, or may
// soon: nothing was committed.
var ErrLost = errors.New("shard lost")

// Lease times: durations of the database's clock.
const (
	leaseTime = 20 * time.Second
	beat      = 5 * time.Second
	// margin before the end of a lease in which no call is started any more.
	margin = 5 * time.Second
)

// Owner holds the leases of one process.
type Owner struct {
	store *db.Store
	log   *slog.Logger
	id    string
	now   func() time.Duration
	// orphaned is told the shards whose owner before did not stop cleanly.
	orphaned func(ctx context.Context, shards []int16) error

	mu   sync.Mutex
	held map[int16]lease
	// changed is closed and replaced whenever held gains a shard.
	changed chan struct{}
}

type lease struct {
	epoch int64
	until time.Duration // of now
}

// New makes an owner that holds nothing yet. id must be unique among
// processes. orphaned is called, before the shards are handed out, with those
// whose owner before vanished.
func New(store *db.Store, log *slog.Logger, id string, orphaned func(context.Context, []int16) error) *Owner {
	return &Owner{
		store: store, log: log, id: id, now: sinceBoot, orphaned: orphaned,
		held: map[int16]lease{}, changed: make(chan struct{}),
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
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for {
		if err := o.Beat(ctx); err != nil && ctx.Err() == nil {
			o.log.WarnContext(ctx, "leases not renewed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Beat renews the leases once and takes what is free.
func (o *Owner) Beat(ctx context.Context) error {
	if err := o.renew(ctx); err != nil {
		return err
	}
	return o.take(ctx)
}

func (o *Owner) renew(ctx context.Context) error {
	before := o.now()
	rows, err := o.store.RenewLeases(ctx, db.RenewLeasesParams{Lease: leaseTime, Owner: o.id})
	if err != nil {
		return fmt.Errorf("renew leases: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	kept := map[int16]lease{}
	for _, row := range rows {
		if was, held := o.held[row.Shard]; held && was.epoch == row.Epoch {
			kept[row.Shard] = lease{row.Epoch, before + leaseTime}
		}
	}
	if lost := len(o.held) - len(kept); lost > 0 {
		o.log.WarnContext(ctx, "shards lost", "count", lost)
	}
	o.held = kept
	return nil
}

func (o *Owner) take(ctx context.Context) error {
	before := o.now()
	rows, err := o.store.TakeShards(ctx, db.TakeShardsParams{Owner: o.id, Lease: leaseTime, Want: Count})
	if err != nil {
		return fmt.Errorf("take shards: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	if err := o.chargeOrphans(ctx, rows); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, row := range rows {
		o.held[row.Shard] = lease{row.Epoch, before + leaseTime}
	}
	close(o.changed)
	o.changed = make(chan struct{})
	return nil
}

func (o *Owner) chargeOrphans(ctx context.Context, rows []db.TakeShardsRow) error {
	var orphans []int16
	for _, row := range rows {
		if row.Expired {
			orphans = append(orphans, row.Shard)
		}
	}
	if len(orphans) == 0 || o.orphaned == nil {
		return nil
	}
	if err := o.orphaned(ctx, orphans); err != nil {
		return fmt.Errorf("take over from a vanished owner: %w", err)
	}
	return nil
}

// Release hands every shard over at once. Nothing may be running any more.
func (o *Owner) Release(ctx context.Context) error {
	shards := o.Shards()
	o.mu.Lock()
	o.held = map[int16]lease{}
	o.mu.Unlock()
	if err := o.store.ReleaseShards(ctx, db.ReleaseShardsParams{Owner: o.id, Shards: shards}); err != nil {
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
		if o.now() < l.until {
			shards = append(shards, shard)
		}
	}
	slices.Sort(shards)
	return shards
}

// Owns tells whether work on a project may begin now: the lease holds for
// longer than the margin.
func (o *Owner) Owns(projectID int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	l, held := o.held[Of(projectID)]
	return held && o.now() < l.until-margin
}

// InFence runs f in a transaction that commits only while this process owns
// all the projects, else it returns ErrLost. f must be short and call nobody.
func (o *Owner) InFence(ctx context.Context, projects []int64, f func(*db.Queries) error) error {
	shards, epochs, err := o.epochs(projects)
	if err != nil {
		return err
	}
	return o.store.InTx(ctx, func(q *db.Queries) error {
		if err := q.LimitIdleTransaction(ctx); err != nil {
			return fmt.Errorf("limit the transaction: %w", err)
		}
		locked, err := q.LockFence(ctx, db.LockFenceParams{Shards: shards, Epochs: epochs})
		if err != nil {
			return fmt.Errorf("lock the fence: %w", err)
		}
		if len(locked) != len(shards) {
			return ErrLost
		}
		return f(q)
	})
}

// epochs gives the distinct shards of the projects, sorted, and their epochs.
func (o *Owner) epochs(projects []int64) (shards []int16, epochs []int64, err error) {
	for _, p := range projects {
		shards = append(shards, Of(p))
	}
	slices.Sort(shards)
	shards = slices.Compact(shards)
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, shard := range shards {
		l, held := o.held[shard]
		if !held {
			return nil, nil, ErrLost
		}
		epochs = append(epochs, l.epoch)
	}
	return shards, epochs, nil
}
