package audit

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"botyard/db"
	"botyard/internal/pgtest"
)

func open(t *testing.T) *db.Store {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

type row struct {
	Action                          string
	User, Account, Project, Subject *int64
}

func rows(t *testing.T, store *db.Store) []row {
	t.Helper()
	found, err := store.Pool.Query(t.Context(), "SELECT action, user_id, account_id, project_id, subject FROM audit ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(found, pgx.RowToStructByPos[row])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func record(t *testing.T, ctx context.Context, store *db.Store, e Entry) {
	t.Helper()
	if err := Record(ctx, store.Queries, e); err != nil {
		t.Fatal(err)
	}
}

func TestRecordKnowsWhoActs(t *testing.T) {
	t.Parallel()
	store := open(t)
	ctx := By(t.Context(), 7)
	record(t, ctx, store, Entry{Action: Published, Project: 3, Subject: 2})
	record(t, ctx, store, Entry{Action: SignedIn, User: 8})
	record(t, t.Context(), store, Entry{Action: Adopted})
	got := rows(t, store)
	if len(got) != 3 || got[0].User == nil || *got[0].User != 7 || *got[0].Project != 3 || *got[0].Subject != 2 || got[0].Account != nil {
		t.Fatalf("rows = %+v, want the one in the context at the first", got)
	}
	if *got[1].User != 8 || got[2].User != nil || got[2].Project != nil {
		t.Errorf("rows = %+v, want the given one at the second and nobody at the third", got)
	}
}

func TestRecordFindsTheAccountOfAProject(t *testing.T) {
	t.Parallel()
	store := open(t)
	pgtest.Plant(t, store.Pool, "accounts", "facade0000000001", map[string]any{"id": 5})
	pgtest.Plant(t, store.Pool, "projects", "facade0000000001", map[string]any{"id": 3, "account_id": 5})
	record(t, t.Context(), store, Entry{Action: Published, Project: 3})
	if got := rows(t, store); got[0].Account == nil || *got[0].Account != 5 {
		t.Errorf("account = %v, want 5", got[0].Account)
	}
}

// TestAuditTakesNothingBack: not even for whoever owns the database's tables.
func TestAuditTakesNothingBack(t *testing.T) {
	t.Parallel()
	store := open(t)
	_, err := store.Pool.Exec(t.Context(), "INSERT INTO audit (action, at) VALUES ('old', now() - interval '367 days'), ('young', now() - interval '364 days'), ('new', now())")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"UPDATE audit SET action = 'other' WHERE action = 'young'", "UPDATE audit SET at = now() - interval '2 years'", "UPDATE audit SET user_id = 1 WHERE action = 'old'",
		"DELETE FROM audit WHERE action = 'young'", "DELETE FROM audit", "TRUNCATE audit",
	} {
		if _, err := store.Pool.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s = %v, want a refusal", sql, err)
		}
	}
	if got := rows(t, store); len(got) != 3 {
		t.Errorf("%d rows are left, want 3", len(got))
	}
	if tag, err := store.Pool.Exec(t.Context(), "DELETE FROM audit WHERE action = 'old'"); err != nil || tag.RowsAffected() != 1 {
		t.Errorf("deleting what is older than a year = %v, %v, want 1 row", tag, err)
	}
}

func TestAuditHoldsNoWords(t *testing.T) {
	t.Parallel()
	store := open(t)
	for _, words := range []Action{"Anna wrote: hello", "anna@example.org", "x", "Published", ""} {
		if err := Record(t.Context(), store.Queries, Entry{Action: words}); err == nil {
			t.Errorf("Record of %q = nil, want a refusal", words)
		}
	}
	var columns []string
	err := store.Pool.QueryRow(t.Context(), `SELECT array_agg(column_name::text) FROM information_schema.columns
		WHERE table_name = 'audit' AND data_type NOT IN ('bigint', 'timestamp with time zone')`).Scan(&columns)
	if err != nil || len(columns) != 1 || columns[0] != "action" {
		t.Errorf("columns of the audit that are no number or time = %v, %v, want action alone", columns, err)
	}
}
