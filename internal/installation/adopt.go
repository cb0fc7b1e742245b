package installation

import (
	"context"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/audit"
)

// Adoption is what came of adopting a database.
type Adoption struct {
	Found
	// Needless: it was at home already, and nothing was done.
	Needless bool
	// Events and Messages count what waited and was set aside.
	Events, Messages int64
	// Bots counts those that are connected anew.
	Bots int64
}

// Adopt makes a database at home where it is opened: at url. What waited when
// it was first seen there is set aside, because it may have been handled where
// the database came from: events become dead letters, messages end as expired
// (as unknown, when they were being sent), waits that are over do not go on. keep lets all of it go on instead,
// for a database that only moved. Every bot is connected anew.
func Adopt(ctx context.Context, store *db.Store, url string, keep bool) (Adoption, error) {
	var a Adoption
	err := store.InTx(ctx, func(q *db.Queries) error {
		if err := q.LockInstallation(ctx); err != nil {
			return fmt.Errorf("lock the installation: %w", err)
		}
		row, err := q.Installation(ctx)
		if err != nil {
			return fmt.Errorf("read the installation: %w", err)
		}
		a.Found = Found{URL: row.PublicUrl, Home: row.Home, Here: row.Here, Opened: url}
		if a.Needless = !a.strange() && !a.unsettled(); a.Needless {
			return nil
		}
		if err := a.settle(ctx, q); err != nil || a.unsettled() {
			return err
		}
		if !keep {
			if err := a.setAside(ctx, q, row.HeldSince); err != nil {
				return err
			}
		}
		if a.Bots, err = q.ConnectAnew(ctx); err != nil {
			return fmt.Errorf("connect bots anew: %w", err)
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.Adopted})
	})
	return a, err
}

// settle notes the new home; what was another database gets an id of its own.
func (a *Adoption) settle(ctx context.Context, q *db.Queries) error {
	_, err := q.SettleInstallation(ctx, db.SettleInstallationParams{PublicUrl: a.Opened, UrlBefore: a.URL, HomeBefore: a.Home})
	if err == nil && a.Home != "" && a.Home != a.Here {
		err = q.NewInstallationID(ctx)
	}
	if err != nil {
		return fmt.Errorf("settle the installation: %w", err)
	}
	return nil
}

// setAside ends what waited before the database was first seen here; what came
// later was sent to this place.
func (a *Adoption) setAside(ctx context.Context, q *db.Queries, since *time.Time) error {
	before := time.Now().Add(time.Hour) // never seen here before: all of it
	if since != nil {
		before = *since
	}
	var err error
	if a.Events, err = q.BuryWaitingEvents(ctx, before); err != nil {
		return fmt.Errorf("set waiting events aside: %w", err)
	}
	if a.Messages, err = q.ExpireWaitingMessages(ctx, before); err != nil {
		return fmt.Errorf("set waiting messages aside: %w", err)
	}
	if err := q.ForgetPastWaits(ctx, before); err != nil {
		return fmt.Errorf("forget past waits: %w", err)
	}
	return nil
}
