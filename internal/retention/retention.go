// Package retention forgets what is older than it may be kept, in small pieces.
package retention

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"botyard/db"
)

// every is how often it is looked for things to forget, chunk how many rows
// PruneLedger takes at a time.
const (
	every = time.Hour
	chunk = 10_000
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

// Once makes the partitions of the coming days and forgets what is too old.
func Once(ctx context.Context, store *db.Store) error {
	if err := store.EnsureDayPartitions(ctx); err != nil {
		return fmt.Errorf("make partitions: %w", err)
	}
	if _, err := store.DropDayPartitions(ctx); err != nil {
		return fmt.Errorf("drop partitions: %w", err)
	}
	if _, err := store.DropTombstones(ctx); err != nil {
		return fmt.Errorf("drop tombstones: %w", err)
	}
	if err := forgetDoors(ctx, store); err != nil {
		return err
	}
	for {
		n, err := store.PruneLedger(ctx)
		if err != nil {
			return fmt.Errorf("prune the ledger: %w", err)
		}
		if n < chunk {
			return nil
		}
	}
}

// forgetDoors forgets ended sessions, past attempts to sign in, and the audit
// of more than a year ago.
func forgetDoors(ctx context.Context, store *db.Store) error {
	for what, forget := range map[string]func(context.Context) (int64, error){
		"sessions": store.ForgetSessions, "attempts": store.ForgetAttempts, "audit": store.ForgetAudit,
	} {
		if _, err := forget(ctx); err != nil {
			return fmt.Errorf("forget %s: %w", what, err)
		}
	}
	return nil
}
