package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Together runs what f calls in one transaction and one round trip: each
// statement is only noted while f runs, and all are sent when it returns nil.
// They see what those before them wrote; after one that fails none is run, and
// nothing is kept. f may call statements that return no rows, and no others.
func (s *Store) Together(ctx context.Context, f func(*Queries) error) error {
	var notes notes
	if err := f(New(&notes)); err != nil || notes.Len() == 0 {
		return err
	}
	// Without a BEGIN of its own a batch is one transaction.
	return s.Pool.SendBatch(ctx, &notes.Batch).Close()
}

// InTxAfter is InTx whose beginning and the statements of first, of which the
// same holds as for Together, take one round trip.
func (s *Store) InTxAfter(ctx context.Context, first, f func(*Queries) error) error {
	var notes notes
	notes.Queue("BEGIN")
	if err := first(New(&notes)); err != nil {
		return err
	}
	return s.Pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		ended := false
		defer func() {
			if !ended { // also when f panicked
				_, _ = c.Exec(context.WithoutCancel(ctx), "ROLLBACK")
			}
		}()
		if err := c.SendBatch(ctx, &notes.Batch).Close(); err != nil {
			return err
		}
		if err := f(New(c)); err != nil {
			return err
		}
		ended = true
		tag, err := c.Exec(ctx, "COMMIT")
		if err == nil && tag.String() == "ROLLBACK" {
			return pgx.ErrTxCommitRollback
		}
		return err
	})
}

// notes are statements that are sent later.
type notes struct{ pgx.Batch }

// errNoRows is for a statement that returns rows, which nobody would read.
var errNoRows = errors.New("a statement that is sent later returns nothing")

// Exec notes a statement.
func (n *notes) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	n.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

// Query fails.
func (n *notes) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errNoRows }

// QueryRow gives a row that fails.
func (n *notes) QueryRow(context.Context, string, ...any) pgx.Row { return noRow{} }

type noRow struct{}

// Scan fails.
func (noRow) Scan(...any) error { return errNoRows }

// Claims that statements make of the database by its function insist: the
// SQLSTATE with which one ends that does not hold.
const (
	// FenceLost: a shard is not of the given epoch any more.
	FenceLost = "BY001"
	// EventsGone: an event, or its project, is not there any more.
	EventsGone = "BY002"
)

// Broke tells whether err is the end of the named claim.
func Broke(err error, claim string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == claim
}
