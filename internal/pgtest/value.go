package pgtest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Database is what runs statements: a pool, a connection or a transaction.
type Database interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Exec runs a statement. An error ends the test.
func Exec(t testing.TB, d Database, sql string, args ...any) {
	t.Helper()
	if _, err := d.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// Value reads the one value that a query gives. An error ends the test.
func Value[T any](t testing.TB, d Database, sql string, args ...any) (v T) {
	t.Helper()
	if err := d.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
