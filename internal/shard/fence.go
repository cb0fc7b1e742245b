package shard

import (
	"context"
	"errors"
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
	err = o.store.InTxAfter(ctx, func(q *db.Queries) error {
		return errors.Join(q.LimitIdleTransaction(ctx), q.LockFence(ctx, db.LockFenceParams{Shards: shards, Epochs: epochs}))
	}, f)
	return fenced(err)
}

// TogetherInFence is InFence for statements that return no rows: they are
// noted while f runs, and sent with the fence in one round trip (db.Store.Together).
func (o *Owner) TogetherInFence(ctx context.Context, projects []int64, f func(*db.Queries) error) error {
	shards, epochs, err := o.epochs(projects)
	if err != nil {
		return err
	}
	return fenced(o.store.Together(ctx, func(q *db.Queries) error {
		return errors.Join(q.LockFence(ctx, db.LockFenceParams{Shards: shards, Epochs: epochs}), f(q))
	}))
}

func fenced(err error) error {
	if db.Broke(err, db.FenceLost) {
		return ErrLost
	}
	return err
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
