package shard

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"botyard/db"
)

// ErrLost means that another process owns one of the projects now, or may
// soon: nothing was committed.
var ErrLost = errors.New("shard lost")

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
