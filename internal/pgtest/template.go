package pgtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
)

// schema is what a template holds.
type schema struct {
	files fs.FS
	up    func(ctx context.Context, dsn string) error
}

// templateLock is an advisory lock's key: one process at a time makes a
// template, the others wait for it.
const templateLock = 20_260_801

// template returns the name of a database with the schema in it, made at the
// first call for these files on this server and this day: the schema has
// partitions by day.
func (s *server) template(ctx context.Context, sc schema) (string, error) {
	name, err := sc.name()
	if err != nil {
		return "", fmt.Errorf("read the schema: %w", err)
	}
	err = s.connected(ctx, func(conn *pgx.Conn) error {
		// The lock ends with the connection.
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
			return err
		}
		var there bool
		row := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name)
		if err := row.Scan(&there); err != nil || there {
			return err
		}
		return s.makeTemplate(ctx, name, sc)
	})
	return name, err
}

// makeTemplate gives the database its name last, so that a process that dies
// on the way leaves no half-migrated template.
func (s *server) makeTemplate(ctx context.Context, name string, sc schema) error {
	draft := name + "_draft"
	if err := s.drop(ctx, draft); err != nil {
		return err
	}
	if err := s.create(ctx, draft, "template0"); err != nil {
		return err
	}
	if err := sc.up(ctx, s.address(draft)); err != nil {
		return fmt.Errorf("migrate the template: %w", err)
	}
	return s.exec(ctx, "ALTER DATABASE "+quoted(draft)+" RENAME TO "+quoted(name))
}

// name is the template's: it changes with every file's name and text, and with
// the day (UTC).
func (sc schema) name() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(sc.files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(sc.files, path)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		return err
	})
	return fmt.Sprintf("botyard_template_%x_%s", sum.Sum(nil)[:8], time.Now().UTC().Format("20060102")), err
}
