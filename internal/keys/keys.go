// Package keys binds a database to the keys that seal its secrets, and changes
// them while programs run: what is in the key file is looked at again and
// again, a new key is used once everybody has had the time to see it, and what
// older keys sealed is sealed anew.
package keys

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"botyard/db"
	"botyard/internal/secret"
)

// Open loads the keys at path and makes sure that the database's secrets can
// be opened with them; secret.ErrKeyMissing or secret.ErrKeyOther when they
// cannot. The first program on an empty database makes a key. The present key is
// the one that the database is bound to, although the file may have a newer one.
func Open(ctx context.Context, store *db.Store, path string) (*secret.Keyring, error) {
	row, err := installation(ctx, store)
	if err != nil {
		return nil, err
	}
	empty := row.KeyFingerprint == nil && !row.InUse
	ring, err := secret.LoadOrCreate(path, empty)
	if err != nil {
		return nil, err
	}
	if row.KeyFingerprint == nil && !empty {
		return nil, secret.ErrKeyOther // there are secrets, and nobody knows of which key
	}
	if row.KeyFingerprint == nil {
		return ring, bind(ctx, store, ring)
	}
	if !holdsAll(ring, row) || !ring.Use(row.KeyFingerprint) {
		return nil, secret.ErrKeyOther
	}
	return ring, nil
}

func installation(ctx context.Context, store *db.Store) (db.InstallationRow, error) {
	row, err := store.Installation(ctx)
	if err != nil {
		return row, fmt.Errorf("read the installation: %w", err)
	}
	return row, nil
}

// holdsAll tells whether a ring has every key with which something may be sealed.
func holdsAll(ring *secret.Keyring, row db.InstallationRow) bool {
	for _, older := range row.OlderFingerprints {
		if !ring.Holds(older) {
			return false
		}
	}
	return row.KeyFingerprint == nil || ring.Holds(row.KeyFingerprint)
}

// bind makes the newest key the present one, of the ring and of the database.
// Of several programs that do it at once one succeeds, and that is enough when
// they have the same file.
func bind(ctx context.Context, store *db.Store, ring *secret.Keyring) error {
	row, err := installation(ctx, store)
	if err != nil {
		return err
	}
	newest := ring.Newest()
	if !bytes.Equal(row.KeyFingerprint, newest) {
		n, err := store.BindKey(ctx, db.BindKeyParams{Fingerprint: newest, Before: row.KeyFingerprint})
		if err != nil {
			return fmt.Errorf("bind the database to its key: %w", err)
		}
		if n == 0 {
			return bindAfter(ctx, store, ring)
		}
	}
	ring.Use(newest)
	return nil
}

// errOtherFile means that another program bound the database to another key.
var errOtherFile = errors.New("another program started on this database with another key file")

func bindAfter(ctx context.Context, store *db.Store, ring *secret.Keyring) error {
	row, err := installation(ctx, store)
	if err != nil {
		return err
	}
	if !ring.Use(row.KeyFingerprint) {
		return errOtherFile
	}
	return nil
}
