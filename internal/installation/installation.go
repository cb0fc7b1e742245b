// Package installation knows whether a database is at home: where the program
// that opened it was started before. A copy or a restored one is held, so that
// it neither takes bots over nor says anything twice, until somebody adopts it.
package installation

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"botyard/db"
)

// lookEvery is how often it is looked whether a held database was adopted.
const lookEvery = 2 * time.Second

// Home is how a database stands to a program that is reached at an address.
type Home struct {
	store *db.Store
	url   string
	log   *slog.Logger
	held  atomic.Bool
}

// Open looks where a database is at home; a new one is at home from now on.
// url is the public address of this program, "" without one.
func Open(ctx context.Context, store *db.Store, url string, log *slog.Logger) (*Home, error) {
	h := &Home{store: store, url: url, log: log}
	found, err := h.look(ctx)
	if err != nil {
		return nil, err
	}
	if found.strange() {
		log.WarnContext(ctx, found.Sentence()+": no bot is connected and nothing is sent until `botyard adopt`")
	}
	return h, nil
}

// Held tells whether the database was not at home when it was looked last.
func (h *Home) Held() bool { return h.held.Load() }

// Await returns when the database is at home, false when ctx ended before.
func (h *Home) Await(ctx context.Context) bool {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for h.Held() {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
		if found, err := h.look(ctx); err != nil && ctx.Err() == nil {
			h.log.ErrorContext(ctx, "installation not read", "error", err)
		} else if err == nil && !found.strange() {
			h.log.InfoContext(ctx, "the database was adopted")
		}
	}
	return true
}

// look reads how the database stands, and settles it when that is plain.
func (h *Home) look(ctx context.Context) (Found, error) {
	row, err := h.store.Installation(ctx)
	if err != nil {
		return Found{}, fmt.Errorf("read the installation: %w", err)
	}
	found := Found{URL: row.PublicUrl, Home: row.Home, Here: row.Here, Opened: h.url}
	if found.unsettled() {
		return h.settle(ctx, found)
	}
	h.held.Store(found.strange())
	if found.strange() && row.HeldSince == nil {
		err = h.store.HoldInstallation(ctx)
	}
	return found, err
}

// settle notes the home of a new database. Of several programs that start at
// once one does, and the others look at what it noted.
func (h *Home) settle(ctx context.Context, found Found) (Found, error) {
	n, err := h.store.SettleInstallation(ctx, db.SettleInstallationParams{PublicUrl: h.url, UrlBefore: found.URL, HomeBefore: found.Home})
	if err != nil {
		return found, fmt.Errorf("settle the installation: %w", err)
	}
	if n == 0 {
		return h.look(ctx)
	}
	h.held.Store(false)
	if found.Home != "" { // it has an address now: Telegram shall deliver there
		if _, err := h.store.ConnectAnew(ctx); err != nil {
			return found, fmt.Errorf("connect bots anew: %w", err)
		}
	}
	return Found{URL: h.url, Home: found.Here, Here: found.Here, Opened: h.url}, nil
}
