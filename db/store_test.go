package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"botyard/db"
	"botyard/internal/pgtest"
)

func open(t *testing.T) (*db.Store, string) {
	t.Helper()
	dsn := pgtest.New(t)
	store, err := db.Open(t.Context(), dsn, 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, dsn
}

func TestInTxCommitsOrUndoes(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ctx := t.Context()
	broken := errors.New("broken")
	set := func(url string, end error) error {
		return store.InTx(ctx, func(q *db.Queries) error { return errors.Join(settle(ctx, q, url), end) })
	}
	if err := set("kept", nil); err != nil {
		t.Fatal(err)
	}
	if err := set("undone", broken); !errors.Is(err, broken) {
		t.Errorf("InTx = %v, want what f returned", err)
	}
	row, err := store.Installation(ctx)
	if err != nil || row.PublicUrl != "kept" {
		t.Errorf("Installation = %q, %v, want the committed value", row.PublicUrl, err)
	}
}

func TestOpenNeverTellsThePassword(t *testing.T) {
	t.Parallel()
	for _, dsn := range []string{
		"postgres://user:pa/hidden@localhost/x",
		"postgres://user:hidden%zz@localhost/x",
		"host=/nowhere password=hidden port=nan",
		"postgres://user:hidden@127.0.0.1:1/x",
	} {
		_, err := db.Open(t.Context(), dsn, 1)
		if err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("Open = %v, want an error without the password", err)
		}
	}
}

func TestErrorsAreToldApart(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ctx := t.Context()
	_, missing := store.Draft(ctx, 1)
	_, foreign := store.CreateProject(ctx, db.CreateProjectParams{AccountID: 1, Name: "x", Language: "ru"})
	_, refused := store.ClaimAddress(ctx, db.ClaimAddressParams{Slug: "a\x00b", ProjectID: 1})
	for _, test := range []struct {
		name                                string
		err                                 error
		notFound, violates, refused, passes bool
	}{
		{"nothing", nil, false, false, false, false},
		{"no row", missing, true, false, false, false},
		{"foreign key", foreign, false, true, true, false},
		{"bad text", refused, false, false, true, false},
		{"wrapped", fmt.Errorf("do: %w", foreign), false, true, true, false},
		{"deadlock", &pgconn.PgError{Code: "40P01"}, false, false, false, true},
		{"too many connections", &pgconn.PgError{Code: "53300"}, false, false, false, true},
		{"idle too long", &pgconn.PgError{Code: "25P03"}, false, false, false, true},
		{"syntax", &pgconn.PgError{Code: "42601"}, false, false, false, false},
		{"a program's own", errors.New("own"), false, false, false, false},
		{"no answer in time", fmt.Errorf("do: %w", context.DeadlineExceeded), false, false, false, true},
	} {
		if bad, orphaned := db.BadText(test.err), db.Orphaned(test.err); bad != (test.name == "bad text") || orphaned != test.violates {
			t.Errorf("%s: BadText, Orphaned of %v = %v, %v", test.name, test.err, bad, orphaned)
		}
		got := [4]bool{db.NotFound(test.err), db.Violates(test.err, "projects_account_id_fkey"), db.RefusedData(test.err), db.Away(test.err)}
		if want := [4]bool{test.notFound, test.violates, test.refused, test.passes}; got != want {
			t.Errorf("%s: NotFound, Violates, RefusedData, Away of %v = %v, want %v", test.name, test.err, got, want)
		}
	}
}

func TestAnUnreachableDatabaseIsAway(t *testing.T) {
	t.Parallel()
	store, dsn := open(t)
	inside := store.InTx(t.Context(), func(q *db.Queries) error {
		pgtest.TakeAway(t, dsn)
		_, err := q.Installation(t.Context())
		return err
	})
	if !db.Away(inside) {
		t.Errorf("Away(%v) = false in a transaction whose session ended, want true", inside)
	}
	for range 2 {
		if _, err := store.Installation(t.Context()); !db.Away(err) {
			t.Errorf("Away(%v) = false for a new session, want true", err)
		}
	}
	if _, err := pgx.Connect(t.Context(), "postgres://127.0.0.1:1/x"); !db.Away(err) {
		t.Errorf("Away(%v) = false for a refused connection, want true", err)
	}
}

func TestADatabaseComesBack(t *testing.T) {
	t.Parallel()
	store, dsn := open(t)
	bringBack := pgtest.TakeAway(t, dsn)
	if _, err := store.Installation(t.Context()); err == nil {
		t.Error("Installation of a database that is away = nil error")
	}
	bringBack()
	if _, err := store.Installation(t.Context()); err != nil {
		t.Errorf("Installation afterwards = %v, want nil", err)
	}
}

func TestStorable(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	for text, want := range map[string]string{
		"Привет 👋": "Привет 👋", "a\x00b": "a\uFFFDb", "a\xffb": "a\uFFFDb", "\xed\xa0\x80": "\uFFFD", "": "",
	} {
		got := db.Storable(text)
		if got != want {
			t.Errorf("Storable(%q) = %q, want %q", text, got, want)
		}
		if err := settle(t.Context(), store.Queries, got); err != nil {
			t.Errorf("the database refuses Storable(%q): %v", text, err)
		}
	}
}

// settle notes a public URL, whichever was noted before.
func settle(ctx context.Context, q *db.Queries, url string) error {
	row, err := q.Installation(ctx)
	if err != nil {
		return err
	}
	_, err = q.SettleInstallation(ctx, db.SettleInstallationParams{PublicUrl: url, UrlBefore: row.PublicUrl, HomeBefore: row.Home})
	return err
}
