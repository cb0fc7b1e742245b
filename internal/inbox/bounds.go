package inbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"botyard/db"
	"botyard/internal/shard"
)

// ErrFull means that too much of a project, of its account, or of the whole
// installation waits already: Telegram shall keep the update for now.
var ErrFull = errors.New("too much is waiting")

// Amount is a number of waiting events and the sum of their bytes.
type Amount struct{ Rows, Bytes int64 }

func (a Amount) exceeds(bound Amount) bool { return a.Rows > bound.Rows || a.Bytes > bound.Bytes }

// Limits are how much may wait.
type Limits struct{ Project, Account, Installation Amount }

// DefaultLimits are those of an installation that says nothing else.
func DefaultLimits() Limits {
	return Limits{
		Project:      Amount{200_000, 256 << 20},
		Account:      Amount{500_000, 512 << 20},
		Installation: Amount{2_000_000, 2 << 30},
	}
}

// Bounds refuses the updates of those of whom too much waits. It knows that
// from what the owners of the shards measured; what this process took since a
// measurement it counts by itself, against the bound of the project.
type Bounds struct {
	store  *db.Store
	limits Limits

	mu       sync.Mutex
	over     map[int64]bool
	measured map[int16]time.Time
	taken    map[int16]map[int64]Amount // per shard and project, since measured
}

// NewBounds makes bounds that refuse nobody yet; Refresh learns whom.
func NewBounds(store *db.Store, limits Limits) *Bounds {
	return &Bounds{store: store, limits: limits, measured: map[int16]time.Time{}, taken: map[int16]map[int64]Amount{}}
}

// Run refreshes as often as the directory does, until ctx ends; failed tells of
// each failure.
func (b *Bounds) Run(ctx context.Context, failed func(error)) {
	keepFresh(ctx, b.Refresh, failed)
}

// Refresh reads what was measured.
func (b *Bounds) Refresh(ctx context.Context) error {
	times, err := b.store.Measurements(ctx)
	if err != nil {
		return fmt.Errorf("read the times of measurements: %w", err)
	}
	l := b.limits
	over, err := b.store.OverBounds(ctx, db.OverBoundsParams{
		ProjectRows: l.Project.Rows, ProjectBytes: l.Project.Bytes, AccountRows: l.Account.Rows, AccountBytes: l.Account.Bytes,
		InstallationRows: l.Installation.Rows, InstallationBytes: l.Installation.Bytes,
	})
	if err != nil {
		return fmt.Errorf("read who is over the bounds: %w", err)
	}
	b.learn(times, over)
	return nil
}

func (b *Bounds) learn(times []db.LoadMeasurement, over []int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = make(map[int64]bool, len(over))
	for _, project := range over {
		b.over[project] = true
	}
	for _, row := range times {
		if !b.measured[row.Shard].Equal(row.MeasuredAt) {
			b.measured[row.Shard] = row.MeasuredAt
			delete(b.taken, row.Shard)
		}
	}
}

// take counts an update of so many bytes, or refuses it with ErrFull.
func (b *Bounds) take(project int64, size int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over[project] {
		return ErrFull
	}
	of := b.taken[shard.Of(project)]
	if of == nil {
		of = map[int64]Amount{}
		b.taken[shard.Of(project)] = of
	}
	sum := Amount{of[project].Rows + 1, of[project].Bytes + int64(size)}
	if sum.exceeds(b.limits.Project) {
		return ErrFull
	}
	of[project] = sum
	return nil
}
