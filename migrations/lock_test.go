package migrations_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"botyard/internal/pgtest"
	"botyard/migrations"
)

// TestAMigrationGivesUpALock: it would stop everyone behind it. Once the lock
// is free it is done from where it was.
func TestAMigrationGivesUpALock(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Empty(t)
	upTo(t, dsn, 11)
	reader, err := connect(t, dsn).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Rollback(t.Context())
	if _, err := reader.Exec(t.Context(), "SELECT FROM installation"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	err = migrations.Up(t.Context(), dsn)
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Code != "55P03" || time.Since(began) > 30*time.Second {
		t.Errorf("Up beside a long reader = %v after %v, want it to give up its lock within ten seconds", err, time.Since(began))
	}
	if err := reader.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(t.Context(), dsn); err != nil {
		t.Errorf("Up after the reader = %v, want nil", err)
	}
}
