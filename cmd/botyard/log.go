package main

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"botyard/internal/secret"
)

// newLog writes structured lines, one event a line, without secrets and
// without people's words. What is wrong with every request, as while the
// database is down, is not written of every request.
func newLog(w io.Writer, lowest slog.Level) *slog.Logger {
	return slog.New(calm{
		Handler: slog.NewJSONHandler(w, &slog.HandlerOptions{Level: lowest, ReplaceAttr: secret.Redact}),
		told:    &told{of: map[string]*telling{}},
	})
}

const (
	// tellings is how many lines of one wording are written in calmFor.
	tellings = 20
	calmFor  = time.Minute
)

// calm lets a wording through so many times a minute, and counts the rest.
type calm struct {
	slog.Handler
	told *told
}

type told struct {
	mu sync.Mutex
	of map[string]*telling // by the wording; the program has some hundred of them
}

// telling is what became of one wording since a time.
type telling struct {
	since            time.Time
	written, leftOut int
}

// Handle writes the line, unless its wording was written often enough. The
// first line of the next minute tells how many were left out.
func (c calm) Handle(ctx context.Context, r slog.Record) error {
	write, leftOut := c.told.admit(r.Message, r.Time)
	if !write {
		return nil
	}
	if leftOut > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("alike_left_out", leftOut))
	}
	return c.Handler.Handle(ctx, r)
}

func (t *told) admit(wording string, now time.Time) (write bool, leftOut int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.of[wording]
	if last == nil || now.Sub(last.since) >= calmFor {
		if last != nil {
			leftOut = last.leftOut
		}
		t.of[wording] = &telling{since: now, written: 1}
		return true, leftOut
	}
	if last.written < tellings {
		last.written++
		return true, 0
	}
	last.leftOut++
	return false, 0
}

// WithAttrs keeps the count with the original's.
func (c calm) WithAttrs(attrs []slog.Attr) slog.Handler {
	return calm{c.Handler.WithAttrs(attrs), c.told}
}

// WithGroup keeps the count with the original's.
func (c calm) WithGroup(name string) slog.Handler { return calm{c.Handler.WithGroup(name), c.told} }
