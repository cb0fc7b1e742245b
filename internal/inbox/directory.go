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
	read       state
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
	keepFresh(ctx, d.Refresh, failed)
}

// keepFresh refreshes every RefreshEvery until ctx ends.
func keepFresh(ctx context.Context, refresh func(context.Context) error, failed func(error)) {
	ticker := time.NewTicker(RefreshEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := refresh(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}

// Refresh reads what changed since the last time; when nothing did, no row.
func (d *Directory) Refresh(ctx context.Context) error {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	// The same beginning for a minute, so that the same changes look the same.
	since := d.seen.Truncate(overlap).Add(-overlap)
	changes, err := d.store.PublicIDChanges(ctx, since)
	if err != nil {
		return fmt.Errorf("look for changed public ids: %w", err)
	}
	all := changes.Now.Sub(d.full) >= fullEvery
	now := state{since, changes.Changes, changes.Times}
	if all {
		since = time.Time{}
	} else if now == d.read {
		d.seen = changes.Now
		return nil
	}
	rows, err := d.store.ChangedPublicIDs(ctx, since)
	if err != nil {
		return fmt.Errorf("read public ids: %w", err)
	}
	if d.seen, d.read = changes.Now, now; all {
		d.full = changes.Now
	}
	d.learn(rows, all)
	return nil
}

// state tells what the changes since a time were.
type state struct {
	since time.Time
	count int64
	times string
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
