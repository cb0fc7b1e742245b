package account

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
)

// cost of a password: 19 MiB for two passes on one core.
var cost = &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// nobody is a hash of this cost that no password has. Checking it makes an
// unknown e-mail as slow as a known one.
const nobody = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

const (
	atOnce      = 2
	mostWaiting = 100
	longestWait = 5 * time.Second
)

// hasher bounds the memory and the cores that passwords take.
type hasher struct {
	slots   chan struct{}
	waiting atomic.Int32
	// left counts those that are done.
	left atomic.Int64
	// wait is how long one waits for a slot.
	wait time.Duration
}

func newHasher() *hasher {
	return &hasher{slots: make(chan struct{}, atOnce), wait: longestWait}
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	hash, err := argon2id.CreateHash(password, cost)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return hash, nil
}

// check answers ErrWrongLogin unless the hash is of the password; an empty
// hash, of an unknown person, takes as long.
func (h *hasher) check(ctx context.Context, password, hash string) error {
	if err := h.enter(ctx); err != nil {
		return err
	}
	defer h.leave()
	if hash == "" {
		hash = nobody
	}
	same, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return fmt.Errorf("check a password: %w", err)
	}
	if !same {
		return ErrWrongLogin
	}
	return nil
}

// enter waits for a slot, in a queue that is bounded in length and in time.
func (h *hasher) enter(ctx context.Context) error {
	if h.waiting.Add(1) > mostWaiting {
		h.waiting.Add(-1)
		return ErrBusy
	}
	defer h.waiting.Add(-1)
	select {
	case h.slots <- struct{}{}: // a free slot is taken even by one who may not wait
		return nil
	default:
	}
	late := time.NewTimer(h.wait)
	defer late.Stop()
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-late.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave gives the slot back, and every second time the memory too: a check
// leaves 19 MiB, which the collector by itself would let pile up to the size
// of the whole heap.
func (h *hasher) leave() {
	if h.left.Add(1)%atOnce == 0 {
		runtime.GC()
	}
	<-h.slots
}
