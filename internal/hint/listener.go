package hint

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"botyard/db"
)

// pauses are the times of a listener.
type pauses struct {
	// Every check it makes sure that it still hears, for which answer is enough.
	check, answer time.Duration
	// It comes again after first, and twice as long each time, at most longest.
	first, longest time.Duration
}

var usualPauses = pauses{check: 10 * time.Second, answer: 3 * time.Second, first: 500 * time.Millisecond, longest: time.Minute}

// errDeaf means that what was sent is not heard: behind a pooler that gives
// each transaction another session, LISTEN hears nothing.
var errDeaf = errors.New("notifications do not arrive; a pooler in transaction mode has none")

// Listener hears hints on a connection of its own.
type Listener struct {
	store  *db.Store
	log    *slog.Logger
	heard  func(projects []int64)
	dial   *pgx.ConnConfig
	self   string // what it says to itself to know that it hears
	pauses pauses
	deaf   bool // and the log was told
}

// NewListener makes a listener that hands on to heard, which must not wait;
// Run listens.
func NewListener(store *db.Store, log *slog.Logger, heard func(projects []int64)) *Listener {
	return &Listener{store: store, log: log, heard: heard, dial: store.Pool.Config().ConnConfig, self: "is anybody there " + rand.Text(), pauses: usualPauses}
}

// Run listens until ctx ends, and comes again when its connection is lost. The
// log hears once that there are no hints, and once that there are again.
func (l *Listener) Run(ctx context.Context) {
	for pause := l.pauses.first; ; {
		began := time.Now()
		err := l.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		if !l.deaf {
			l.deaf = true
			l.log.WarnContext(ctx, "no hints from other processes: what they receive waits for the poll", "error", err)
		}
		if time.Since(began) > l.pauses.longest {
			pause = l.pauses.first // it was long in order
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, l.pauses.longest)
	}
}

// listen connects and hears until that fails.
func (l *Listener) listen(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, l.dial)
	if err != nil {
		return fmt.Errorf("connect to listen: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := db.New(conn).Listen(ctx); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	for {
		if err := l.ask(ctx, conn); err != nil {
			return err
		}
		if l.deaf {
			l.deaf = false
			l.log.InfoContext(ctx, "hints from other processes arrive again")
		}
		if _, err := l.hear(ctx, conn, l.pauses.check); err != nil {
			return err
		}
	}
}

// ask says something by another connection and waits until it is heard. So a
// connection of which only this end is left is found, too.
func (l *Listener) ask(ctx context.Context, conn *pgx.Conn) error {
	within, cancel := context.WithTimeout(ctx, l.pauses.answer)
	defer cancel()
	if err := l.store.Notify(within, l.self); err != nil {
		return fmt.Errorf("ask whether anybody hears: %w", err)
	}
	answered, err := l.hear(ctx, conn, l.pauses.answer)
	if err == nil && !answered {
		return errDeaf
	}
	return err
}

// hear hands on what comes, for so long or until it hears itself.
func (l *Listener) hear(ctx context.Context, conn *pgx.Conn, within time.Duration) (itself bool, err error) {
	until, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(until)
		switch {
		case n != nil && n.Payload == l.self:
			return true, nil
		case n != nil:
			if projects, ok := decode(n.Payload); ok {
				l.heard(projects)
			}
		case until.Err() != nil && ctx.Err() == nil && !conn.IsClosed():
			return false, nil
		default:
			return false, fmt.Errorf("hear: %w", err)
		}
	}
}
