package handlers

import (
	"context"
	"sync"
	"time"

	"botyard/internal/project"
)

const (
	// addressLife is how long a page may be shown after another process has
	// changed what its address leads to.
	addressLife = time.Second
	// addressesMost bounds the addresses in memory.
	addressesMost = 10_000
)

// addressBook keeps for a second what addresses lead to, so that a page that
// many ask for costs the database nothing. What is changed in this process is
// seen at once.
type addressBook struct {
	mu    sync.RWMutex
	known map[string]knownAddress
}

type knownAddress struct {
	project.Address
	until time.Time
}

func (b *addressBook) find(slug string, now time.Time) (project.Address, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	known, found := b.known[slug]
	return known.Address, found && now.Before(known.until)
}

func (b *addressBook) keep(slug string, a project.Address, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known == nil || len(b.known) >= addressesMost {
		b.known = map[string]knownAddress{}
	}
	b.known[slug] = knownAddress{a, now.Add(addressLife)}
}

func (b *addressBook) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known = nil
}

// resolve finds the project behind a visitor's address, as it was at most a
// second ago.
func (s *server) resolve(ctx context.Context, slug string) (project.Address, error) {
	now := time.Now()
	if a, known := s.addresses.find(slug, now); known {
		return a, nil
	}
	a, err := s.Projects.Resolve(ctx, slug)
	if err == nil {
		s.addresses.keep(slug, a, now)
	}
	return a, err
}
