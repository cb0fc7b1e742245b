// Package hint tells other processes of the same database for which projects
// something came. A hint saves waiting for the poll and may be lost: the poll
// is the truth.
package hint

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"botyard/db"
)

// payloadProjects is how many projects one notification names: PostgreSQL
// takes less than 8,000 bytes, and a number has at most 19.
const payloadProjects = 384

// Teller sends hints: what it is told while one is on its way goes together
// with the next.
type Teller struct {
	store *db.Store
	log   *slog.Logger

	mu      sync.Mutex
	waiting map[int64]bool
	some    chan struct{} // holds one while projects wait
}

// NewTeller makes a teller; Run sends.
func NewTeller(store *db.Store, log *slog.Logger) *Teller {
	return &Teller{store: store, log: log, waiting: map[int64]bool{}, some: make(chan struct{}, 1)}
}

// Tell notes that something came for projects. It never waits.
func (t *Teller) Tell(projects []int64) {
	if len(projects) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range projects {
		t.waiting[p] = true
	}
	select {
	case t.some <- struct{}{}:
	default:
	}
}

// Run sends until ctx ends. What cannot be sent is left to the poll.
func (t *Teller) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.some:
		}
		for group := range slices.Chunk(t.take(), payloadProjects) {
			if err := t.store.Notify(ctx, encode(group)); err != nil && ctx.Err() == nil {
				t.log.DebugContext(ctx, "hint not sent", "projects", len(group), "error", err)
			}
		}
	}
}

func (t *Teller) take() []int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	projects := slices.Sorted(maps.Keys(t.waiting))
	clear(t.waiting)
	return projects
}

func encode(projects []int64) string {
	words := make([]string, len(projects))
	for i, p := range projects {
		words[i] = strconv.FormatInt(p, 10)
	}
	return strings.Join(words, ",")
}

// decode reads a payload; false: it is none of encode.
func decode(payload string) (projects []int64, ok bool) {
	for word := range strings.SplitSeq(payload, ",") {
		p, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, false
		}
		projects = append(projects, p)
	}
	return projects, true
}
