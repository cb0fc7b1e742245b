package shard

import (
	"context"
	"fmt"
	"time"

	"botyard/db"
)

// Beat renews the leases once and takes what is free.
func (o *Owner) Beat(ctx context.Context) error {
	if err := o.renew(ctx); err != nil {
		return err
	}
	if err := o.balance(ctx); err != nil {
		return err
	}
	return o.take(ctx)
}

// renew learns from the database what this process holds. It also finds what
// it took when the answer to that was lost.
func (o *Owner) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	before, seen := o.now(), o.seen()
	rows, err := o.store.RenewLeases(ctx, db.RenewLeasesParams{Lease: leaseTime, Owner: o.id})
	if err != nil {
		return fmt.Errorf("renew leases: %w", err)
	}
	now := map[int16]lease{}
	for _, row := range rows {
		now[row.Shard] = lease{epoch: row.Epoch, until: before + leaseTime}
	}
	o.hold(ctx, now, seen)
	return nil
}

func (o *Owner) seen() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.takeovers
}

// hold replaces what is held, but for what takeovers after the first seen ones
// brought: now is older than those.
func (o *Owner) hold(ctx context.Context, now map[int16]lease, seen int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	lost := 0
	for shard, was := range o.held {
		l, kept := now[shard]
		switch {
		case was.takeover > seen:
			now[shard] = was
		case !kept || l.epoch != was.epoch:
			lost++
		}
	}
	if lost > 0 {
		o.log.WarnContext(ctx, "shards lost", "count", lost)
	}
	gained := len(now) > len(o.held)-lost
	o.held = now
	if gained {
		o.tell()
	}
}

// tell wakes who waits for shards; mu is held.
func (o *Owner) tell() {
	close(o.changed)
	o.changed = make(chan struct{})
}

// take takes what is free. What was waiting in the shards of a vanished owner
// is charged in the same transaction.
func (o *Owner) take(ctx context.Context) error {
	var before time.Duration
	var taken []db.TakeShardsRow
	if err := o.store.EndStalled(ctx, stalled); err != nil {
		return fmt.Errorf("end stalled transactions: %w", err)
	}
	err := o.store.InTx(ctx, func(q *db.Queries) error {
		free, err := q.FreeShards(ctx, o.wanted())
		if err != nil || len(free) == 0 {
			return err
		}
		shards, orphans := split(free)
		if len(orphans) > 0 && o.orphaned != nil {
			if err := o.orphaned(ctx, q, orphans); err != nil {
				return fmt.Errorf("charge what a vanished owner left: %w", err)
			}
		}
		before = o.now()
		taken, err = q.TakeShards(ctx, db.TakeShardsParams{Owner: o.id, Lease: leaseTime, Shards: shards})
		return err
	})
	if err != nil {
		return fmt.Errorf("take shards: %w", err)
	}
	o.add(taken, before+leaseTime)
	return nil
}

func split(free []db.FreeShardsRow) (all, orphans []int16) {
	for _, row := range free {
		all = append(all, row.Shard)
		if row.Orphaned {
			orphans = append(orphans, row.Shard)
		}
	}
	return all, orphans
}

func (o *Owner) add(taken []db.TakeShardsRow, until time.Duration) {
	if len(taken) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.takeovers++
	for _, row := range taken {
		o.held[row.Shard] = lease{row.Epoch, until, o.takeovers}
	}
	o.tell()
}
