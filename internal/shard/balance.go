package shard

import (
	"context"
	"fmt"
	"slices"

	"botyard/db"
)

// balance says that this process lives, learns how many do, and begins to give
// up what is beyond its part. What is under way in those shards is finished first.
func (o *Owner) balance(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	living, err := o.store.SeeWorker(ctx, db.SeeWorkerParams{Owner: o.id, Lease: leaseTime})
	if err != nil {
		return fmt.Errorf("see who lives: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.part = (Count + int(living) - 1) / int(living)
	o.leave(len(o.held) - len(o.leaving) - o.part)
	return nil
}

// leave begins to give up so many shards, the last first; mu is held.
func (o *Owner) leave(count int) {
	for shard := int16(Count - 1); shard >= 0 && count > 0; shard-- {
		_, held := o.held[shard]
		if _, leaves := o.leaving[shard]; held && !leaves {
			o.leaving[shard] = o.now()
			count--
		}
	}
}

// Use tells that something is under way for a project until done is called: so
// long its shard is not given up to another process, unless the lease ends.
func (o *Owner) Use(projectID int64) (done func()) {
	shard := Of(projectID)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.using[shard]++
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.using[shard]--
	}
}

// give hands over the shards that are being given up and in which nothing is
// under way any more.
func (o *Owner) give(ctx context.Context) error {
	shards := o.idle()
	if len(shards) == 0 {
		return nil
	}
	if err := o.store.GiveShards(ctx, db.GiveShardsParams{Owner: o.id, Shards: shards}); err != nil {
		return fmt.Errorf("give shards up: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, shard := range shards {
		delete(o.held, shard)
		delete(o.leaving, shard)
	}
	o.log.InfoContext(ctx, "shards given up", "count", len(shards))
	return nil
}

// idle lists the shards that can be handed over.
func (o *Owner) idle() (shards []int16) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for shard, since := range o.leaving {
		switch _, held := o.held[shard]; {
		case !held: // lost meanwhile
			delete(o.leaving, shard)
		case o.using[shard] == 0 && o.now() >= since+settling:
			shards = append(shards, shard)
		}
	}
	slices.Sort(shards)
	return shards
}

// wanted tells which free shards to take: up to the part of this process, and
// beyond it what nobody else takes.
func (o *Owner) wanted() db.FreeShardsParams {
	o.mu.Lock()
	defer o.mu.Unlock()
	p := db.FreeShardsParams{Owner: o.id, Want: int32(max(o.part-len(o.held), 0))}
	if p.Want == 0 {
		p.Want, p.FreeFor = Count, unclaimed
	}
	return p
}
