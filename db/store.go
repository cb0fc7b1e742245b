package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store is the database: every query of queries/, each in a transaction of
// its own unless InTx gives one.
type Store struct {
	*Queries
	// Pool is for those who need connections of their own: sessions, LISTEN.
	Pool *pgxpool.Pool
}

// Open connects to the database at dsn with at most most connections.
func Open(ctx context.Context, dsn string, most int32) (*Store, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, errors.New("the database's address cannot be read; it looks like postgres://user@host:5432/name")
	}
	config.MaxConns = most
	config.ConnConfig.RuntimeParams["application_name"] = "botyard" // by which end_stalled knows its own
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach the database: %w", err)
	}
	return &Store{Queries: New(pool), Pool: pool}, nil
}

// Close ends every connection.
func (s *Store) Close() { s.Pool.Close() }

// InTx runs f in one transaction, which commits when f returns nil. Nothing
// slow belongs into f: no call over the network.
func (s *Store) InTx(ctx context.Context, f func(*Queries) error) error {
	return pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		return f(s.Queries.WithTx(tx))
	})
}

// NotFound tells whether err means that there was no row.
func NotFound(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// Violates tells whether err is a violation of the named constraint.
func Violates(err error, constraint string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.ConstraintName == constraint
}

// RefusedData tells whether err is the database's refusal of what was to be
// written (SQLSTATE classes 22 and 23), which trying again does not change.
func RefusedData(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code[:2] == "22" || pg.Code[:2] == "23")
}

// BadText tells whether err refuses a text that PostgreSQL cannot hold: with a
// NUL, or no UTF-8.
func BadText(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "22021" || pg.Code == "22P05")
}

// Orphaned tells whether err refuses a row because what it belongs to is gone,
// as when a project is deleted meanwhile.
func Orphaned(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23503"
}

// passing are the classes of SQLSTATE that tell of the database's moment, not
// of what was asked: connection, rollback of a conflict, resources, a lock that
// was not had, intervention, system.
var passing = map[string]bool{"08": true, "40": true, "53": true, "55": true, "57": true, "58": true}

// idleTooLong is the SQLSTATE of a session that was ended in mid transaction.
const idleTooLong = "25P03"

// Away tells whether err means that the database could not be reached or could
// not do it just now: the same may succeed later.
func Away(err error) bool {
	var unreachable *pgconn.ConnectError
	var pg *pgconn.PgError
	var network net.Error
	switch {
	case errors.As(err, &unreachable):
		return true
	case errors.As(err, &pg):
		return passing[pg.Code[:2]] || pg.Code == idleTooLong
	case errors.As(err, &network), errors.Is(err, net.ErrClosed), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return true
	}
	return err != nil && pgconn.SafeToRetry(err)
}

// Storable makes a text that PostgreSQL can keep: valid UTF-8 without NUL.
func Storable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
