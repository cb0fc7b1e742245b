// Package migrations holds the schema: numbered, forward only, embedded.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"github.com/pressly/goose/v3/lock"
)

// FS holds the migration files.
//
//go:embed *.sql
var FS embed.FS

// ErrOlder means that the database's schema is older than this program
// needs: `botyard migrate` brings it up.
var ErrOlder = errors.New("the database's schema is older than this program; run: botyard migrate")

// Up brings the database to the newest version. Several processes may call it
// at once: a row of a table, not a session, is the lock.
func Up(ctx context.Context, dsn string) error {
	if err := Check(ctx, dsn); !errors.Is(err, ErrOlder) {
		return err
	}
	db, err := open(dsn, impatient)
	if err != nil {
		return err
	}
	defer db.Close()
	locker, err := lock.NewPostgresTableLocker(lock.WithTableLockTimeout(500*time.Millisecond, 240))
	if err != nil {
		return fmt.Errorf("make the migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, FS, goose.WithLocker(locker))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// Check returns ErrOlder when the database lacks a migration that this
// program knows; a newer database is fine.
func Check(ctx context.Context, dsn string) error {
	db, err := open(dsn, nil)
	if err != nil {
		return err
	}
	defer db.Close()
	store, err := database.NewStore(goose.DialectPostgres, goose.DefaultTablename)
	if err != nil {
		return fmt.Errorf("open the migration table: %w", err)
	}
	version, err := store.GetLatestVersion(ctx, db)
	switch {
	case err == nil && version >= Newest():
		return nil
	case err == nil, errors.Is(err, database.ErrVersionNotFound), isMissingTable(err):
		return ErrOlder
	}
	return fmt.Errorf("read the schema's version: %w", err)
}

// isMissingTable tells whether nothing was ever migrated.
func isMissingTable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "42P01"
}

// Newest is the number of the last migration.
func Newest() int64 {
	names, _ := fs.Glob(FS, "*.sql")
	number, _, _ := strings.Cut(names[len(names)-1], "_")
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// impatient lets a migration that waits for a lock give up instead of stopping
// everyone behind it.
var impatient = map[string]string{"lock_timeout": "10s"}

// open makes connections to dsn with parameters that a pooler in front may not know.
func open(dsn string, params map[string]string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		// Its text may hold pieces of the password.
		return nil, errors.New("the database's address cannot be read; it looks like postgres://user@host:5432/name")
	}
	maps.Copy(config.RuntimeParams, params)
	return stdlib.OpenDB(*config), nil
}
