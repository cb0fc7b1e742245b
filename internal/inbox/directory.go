// Package inbox takes updates from Telegram and runs them: receipt writes them
// down before it answers, the scheduler of the shard's owner advances the
// scenarios with them.
package inbox

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"sync"
	"time"

	"botyard/db"
)

// Source is the bot that a webhook belongs to.
type Source struct {
	// ProjectID and IntegrationID name it.
	ProjectID, IntegrationID int64
	// Retired bots were disconnected, or their project is suspended: what still
	// arrives is dropped.
	Retired bool
}

// Directory knows every public id and the hashes of its secrets in memory, so
// that an unknown one costs no query.
type Directory struct {
	store *db.Store

	mu      sync.RWMutex
	entries map[string]entry

	refreshing sync.Mutex
	seen       time.Time // of the database's clock: until when changes were read
	full       time.Time // when all was read
}

type entry struct {
	source            Source
	current, previous [sha256.Size]byte
}

// NewDirectory makes an empty directory; Refresh fills it.
func NewDirectory(store *db.Store) *Directory {
	return &Directory{store: store, entries: map[string]entry{}}
}

// RefreshEvery is how stale a directory may be, overlap how much later than a
// change's own time its transaction may have committed. Once in fullEvery all
// is read anew, which forgets what the database forgot.
const (
	RefreshEvery = time.Second
	overlap      = time.Minute
	fullEvery    = time.Hour
)

// Run refreshes until ctx ends; failed tells of each failure.
func (d *Directory) Run(ctx context.Context, failed func(error)) {
	ticker := time.NewTicker(RefreshEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := d.Refresh(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}

// Refresh reads what changed since the last time.
func (d *Directory) Refresh(ctx context.Context) error {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	now, err := d.store.DatabaseTime(ctx)
	if err != nil {
		return fmt.Errorf("read the database's clock: %w", err)
	}
	since := d.seen.Add(-overlap)
	all := now.Sub(d.full) >= fullEvery
	if all {
		since = time.Time{}
	}
	rows, err := d.store.ChangedPublicIDs(ctx, since)
	if err != nil {
		return fmt.Errorf("read public ids: %w", err)
	}
	if d.seen = now; all {
		d.full = now
	}
	d.learn(rows, all)
	return nil
}

func (d *Directory) learn(rows []db.ChangedPublicIDsRow, all bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if all {
		d.entries = make(map[string]entry, len(rows))
	}
	for _, row := range rows {
		d.entries[row.PublicID] = newEntry(row)
	}
}

func newEntry(row db.ChangedPublicIDsRow) entry {
	e := entry{source: Source{row.ProjectID, row.IntegrationID, row.Dropped}}
	copy(e.current[:], row.SecretSha256)
	e.previous = e.current
	if row.PreviousSha256 != nil {
		copy(e.previous[:], row.PreviousSha256)
	}
	return e
}

// Find gives the bot of a public id when the secret is its. The time that it
// takes tells nothing about the secret.
func (d *Directory) Find(publicID, secret string) (Source, bool) {
	d.mu.RLock()
	e, known := d.entries[publicID]
	d.mu.RUnlock()
	sum := sha256.Sum256([]byte(secret))
	good := subtle.ConstantTimeCompare(sum[:], e.current[:]) | subtle.ConstantTimeCompare(sum[:], e.previous[:])
	return e.source, known && good == 1
}

// Len counts the known public ids.
func (d *Directory) Len() int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return len(d.entries)
}
