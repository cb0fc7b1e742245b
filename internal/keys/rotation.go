package keys

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/internal/secret"
	"botyard/internal/vault"
)

// Times of a rotation. A new key is used graceTime after it was seen, when every
// other program on the machine has seen it as well.
const (
	lookEvery   = 5 * time.Second
	graceTime   = 20 * time.Second
	resealEvery = time.Minute
)

// Rotation follows the key file while a program runs.
type Rotation struct {
	store *db.Store
	ring  *secret.Keyring
	vault *vault.Vault
	path  string
	log   *slog.Logger

	look, grace, reseal time.Duration
	seen                []byte    // the newest key that was seen in the file
	since               time.Time // when
	refused             string    // why the file was not taken when it was looked at last
}

// NewRotation follows the file at path, from which ring came. What the vault
// keeps is sealed anew by it.
func NewRotation(store *db.Store, ring *secret.Keyring, v *vault.Vault, path string, log *slog.Logger) *Rotation {
	return &Rotation{
		store: store, ring: ring, vault: v, path: path, log: log,
		look: lookEvery, grace: graceTime, reseal: resealEvery, seen: ring.Newest(), since: time.Now(),
	}
}

// Follow looks at the file until ctx ends: every program does.
func (r *Rotation) Follow(ctx context.Context) {
	every(ctx, r.look, func() { r.complain(ctx, r.lookOnce(ctx)) })
}

// Reseal seals anew, until ctx ends, what older keys sealed: workers do.
func (r *Rotation) Reseal(ctx context.Context) {
	quiet := false
	every(ctx, r.reseal, func() {
		var err error
		if quiet, err = r.resealOnce(ctx, quiet); err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "secrets not sealed anew", "error", err)
		}
	})
}

func every(ctx context.Context, pause time.Duration, f func()) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f()
		}
	}
}

// complain says once why the file is not followed, and again when that changes.
func (r *Rotation) complain(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	why := ""
	if err != nil {
		why = err.Error()
	}
	if why != "" && why != r.refused {
		r.log.ErrorContext(ctx, "keys not changed", "error", err)
	}
	r.refused = why
}

// errStillNeeded means that the file lacks a key that opens what is still kept.
var errStillNeeded = errors.New("the key file lacks a key with which something is still sealed: put it back until the log says that it can go")

// lookOnce takes new keys from the file, and uses the newest when its time has come.
func (r *Rotation) lookOnce(ctx context.Context) error {
	file, err := secret.Load(r.path)
	if err != nil {
		return err
	}
	row, err := installation(ctx, r.store)
	if err != nil {
		return err
	}
	if !holdsAll(file, row) {
		return errStillNeeded
	}
	r.ring.Learn(file)
	if newest := r.ring.Newest(); !bytes.Equal(newest, r.seen) {
		r.seen, r.since = newest, time.Now()
		r.log.InfoContext(ctx, "a new key was found", "used_in", r.grace)
	}
	if bytes.Equal(r.ring.Fingerprint(), r.seen) || time.Since(r.since) < r.grace {
		return nil
	}
	if err := bind(ctx, r.store, r.ring); err != nil {
		return err
	}
	r.log.InfoContext(ctx, "the new key is in use")
	return nil
}

// resealOnce seals anew what it finds. When it found nothing twice in a row
// (quiet tells of the last time), the older keys are no longer needed.
func (r *Rotation) resealOnce(ctx context.Context, quiet bool) (bool, error) {
	row, err := installation(ctx, r.store)
	if err != nil || len(row.OlderFingerprints) == 0 {
		return false, err
	}
	if !bytes.Equal(row.KeyFingerprint, r.ring.Fingerprint()) {
		return false, nil // this program has yet to see the new key
	}
	n, err := r.vault.Reseal(ctx)
	if err != nil || n > 0 {
		return false, err
	}
	if !quiet {
		return true, nil
	}
	forgotten, err := r.store.ForgetOlderKeys(ctx, r.ring.Fingerprint())
	if err != nil {
		return false, fmt.Errorf("forget older keys: %w", err)
	}
	if forgotten > 0 {
		r.log.InfoContext(ctx, "everything is sealed with the new key: the older ones can be taken out of the key file")
	}
	return false, nil
}
