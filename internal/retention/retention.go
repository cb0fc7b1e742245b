// Package retention forgets what is older than it may be kept, in small
// pieces. What that is, the registry of tables says.
package retention

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/internal/registry"
)

// every is how often it is looked for things to forget, pieceSize how many
// rows one transaction deletes at most.
const (
	every     = time.Hour
	pieceSize = 5000
)

// Run works at once and then every hour until ctx ends. Several processes may.
func Run(ctx context.Context, store *db.Store, log *slog.Logger) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := Once(ctx, store); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "old rows not forgotten", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Once makes the partitions of the coming days and forgets what is too old. A
// table that fails does not keep the others from it.
func Once(ctx context.Context, store *db.Store) error {
	var errs []error
	for _, t := range registry.Tables {
		if err := tidy(ctx, store, t); err != nil {
			errs = append(errs, fmt.Errorf("tidy %s: %w", t.Name, err))
		}
	}
	return errors.Join(errs...)
}

func tidy(ctx context.Context, store *db.Store, t registry.Table) error {
	switch {
	case t.Lives.Days > 0:
		return rollDays(ctx, store, t)
	case t.Lives.Column != "":
		return forget(ctx, store, t)
	}
	return nil
}

// rollDays makes and drops partitions, each step in its own transaction: one
// that cannot have its lock now is left to the next time.
func rollDays(ctx context.Context, store *db.Store, t registry.Table) error {
	made := withoutWaiting(ctx, store, func(q *db.Queries) error { return q.EnsureDayPartitions(ctx, t.Name) })
	dropped := withoutWaiting(ctx, store, func(q *db.Queries) error {
		_, err := q.DropDayPartitions(ctx, db.DropDayPartitionsParams{Tab: t.Name, Days: int32(t.Lives.Days)})
		return err
	})
	if made != nil {
		made = fmt.Errorf("make partitions: %w", made)
	}
	if dropped != nil {
		dropped = fmt.Errorf("drop partitions: %w", dropped)
	}
	return errors.Join(made, dropped)
}

func withoutWaiting(ctx context.Context, store *db.Store, f func(*db.Queries) error) error {
	return store.InTx(ctx, func(q *db.Queries) error {
		if err := q.LimitLockWait(ctx); err != nil {
			return err
		}
		return f(q)
	})
}

func forget(ctx context.Context, store *db.Store, t registry.Table) error {
	for {
		n, err := store.ForgetRows(ctx, db.ForgetRowsParams{Tab: t.Name, Aged: t.Lives.Column, Keep: t.Lives.Age, Most: pieceSize})
		if err != nil || n < pieceSize {
			return err
		}
	}
}
