// Package load measures what waits: the owner of a shard counts the events and
// messages of its projects and writes the counts down, so that receipt's
// bounds, the desk and the owners' screens need not count themselves.
package load

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/internal/shard"
)

// Times between two measurements. Counting a million rows takes a second or
// two: the next one then comes so much later that measuring stays below a
// twentieth of a core.
const (
	shortest = 5 * time.Second
	longest  = 2 * time.Minute
	restfold = 20
)

// Meter measures the shards that this process owns.
type Meter struct {
	store *db.Store
	owner *shard.Owner
	log   *slog.Logger
}

// New makes a meter; Run does its work.
func New(store *db.Store, owner *shard.Owner, log *slog.Logger) *Meter {
	return &Meter{store: store, owner: owner, log: log}
}

// Run measures until ctx ends: at once when shards were gained, else after a
// pause that depends on how long it took.
func (m *Meter) Run(ctx context.Context) {
	for ctx.Err() == nil {
		gained := m.owner.Changed()
		began := time.Now()
		if err := m.Measure(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, shard.ErrLost) {
			m.log.ErrorContext(ctx, "load not measured", "error", err)
		}
		pause := time.NewTimer(pauseAfter(time.Since(began)))
		select {
		case <-ctx.Done():
		case <-gained:
		case <-pause.C:
		}
		pause.Stop()
	}
}

// pauseAfter is how long to wait after a measurement that took so long.
func pauseAfter(took time.Duration) time.Duration {
	return min(max(shortest, restfold*took), longest)
}

// Measure counts once, under the fence of all shards that are owned now;
// shard.ErrLost when that is no longer so.
func (m *Meter) Measure(ctx context.Context) error {
	shards := m.owner.Shards()
	if len(shards) == 0 {
		return nil
	}
	of := make([]int64, len(shards))
	for i, s := range shards {
		of[i] = int64(s) // the number of a shard is also the id of a project in it
	}
	return m.owner.InFence(ctx, of, func(q *db.Queries) error {
		if err := q.MeasureAlone(ctx); err != nil {
			return fmt.Errorf("prepare to measure: %w", err)
		}
		if err := q.MeasureLoad(ctx, of); err != nil {
			return fmt.Errorf("measure what waits: %w", err)
		}
		if err := q.MeasureActivity(ctx, of); err != nil {
			return fmt.Errorf("measure what was done: %w", err)
		}
		return nil
	})
}
