// Package pgtest gives every test a PostgreSQL database of its own, with the
// product's schema in it.
//
// The databases are on the server of DATABASE_URL when that is set; else on a
// private one for all test binaries of this user, which the first of them
// starts and which Stop ends.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"botyard/migrations"
)

// product is the schema of package migrations.
var product = schema{files: migrations.FS, up: migrations.Up}

// New returns the address of a fresh, migrated database, which is dropped
// when the test ends, whoever is still connected. It takes some 30 ms; tests
// may call it in parallel.
func New(t testing.TB) string {
	t.Helper()
	return newDatabase(t, product)
}

// Empty is New without a schema.
func Empty(t testing.TB) string {
	t.Helper()
	srv := serverOf(t)
	return srv.lend(t, "template0")
}

// Copy is a database of its own that holds what the one at dsn does, to which
// nobody may be connected.
func Copy(t testing.TB, dsn string) string {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	srv := serverOf(t)
	return srv.lend(t, strings.TrimPrefix(u.Path, "/"))
}

var made atomic.Int64

func newDatabase(t testing.TB, s schema) string {
	t.Helper()
	srv := serverOf(t)
	template, err := srv.template(context.Background(), s)
	if err != nil {
		t.Fatalf("a database with the schema: %v", err)
	}
	return srv.lend(t, template)
}

func serverOf(t testing.TB) *server {
	t.Helper()
	srv, err := machineServer(context.Background())
	if err != nil {
		t.Fatalf("a PostgreSQL for tests: %v", err)
	}
	return srv
}

// lend makes a database from a template for as long as the test runs.
func (srv *server) lend(t testing.TB, template string) string {
	t.Helper()
	ctx := context.Background() // t's own ends before its clean-up
	name := fmt.Sprintf("%s%d_%d", databasePrefix, os.Getpid(), made.Add(1))
	if err := srv.create(ctx, name, template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		if err := srv.drop(ctx, name); err != nil {
			t.Error(err)
		}
	})
	return srv.address(name)
}

const databasePrefix = "botyard_test_"

// server is where databases are made: admin may make them, user owns them.
type server struct {
	admin, user *url.URL
	// inUse holds a lock against Stop; nil for the server of DATABASE_URL.
	inUse *os.File
}

func (s *server) address(database string) string {
	u := *s.user
	u.Path = "/" + database
	return u.String()
}

func (s *server) create(ctx context.Context, name, template string) error {
	// Copying files costs a quarter of the default, which writes it all to the log first.
	err := s.exec(ctx, fmt.Sprintf("CREATE DATABASE %s OWNER %s TEMPLATE %s STRATEGY FILE_COPY", quoted(name), quoted(s.user.User.Username()), quoted(template)))
	if err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	return nil
}

func (s *server) drop(ctx context.Context, name string) error {
	if err := s.exec(ctx, "DROP DATABASE IF EXISTS "+quoted(name)+" WITH (FORCE)"); err != nil {
		return fmt.Errorf("drop database %s: %w", name, err)
	}
	return nil
}

func (s *server) exec(ctx context.Context, sql string) error {
	return s.connected(ctx, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql)
		return err
	})
}

func (s *server) connected(ctx context.Context, do func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, s.admin.String())
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	err = do(conn)
	return errors.Join(err, conn.Close(ctx))
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }
