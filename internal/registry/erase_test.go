package registry

import (
	"fmt"
	"slices"
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
)

// tenant is an account with one user, one project and two people, each with a
// mark of its own in whatever is kept of them.
type tenant struct {
	account, user, project, anna, boris int64
	marks                               map[int64]string
}

// plantTenant fills a row of every table that is anybody's; n tells tenants apart.
func plantTenant(t *testing.T, store *db.Store, n int64) tenant {
	t.Helper()
	x := tenant{account: 100 + n, user: 200 + n, project: 300 + n, anna: 400 + n, boris: 500 + n, marks: map[int64]string{}}
	for i, id := range []int64{x.account, x.project, x.anna, x.boris} {
		x.marks[id] = fmt.Sprintf("facade%02d%02d%06d", n, i, id)
	}
	for _, table := range slices.Backward(Tables) {
		switch {
		case table.Person != "":
			x.plant(t, store, table, x.anna)
			x.plant(t, store, table, x.boris)
		case table.Project != "":
			x.plant(t, store, table, x.project)
		case table.Account != "" || table.User != "":
			x.plant(t, store, table, x.account)
		}
	}
	if err := store.SetCurrentRelease(t.Context(), db.SetCurrentReleaseParams{Number: 1, ProjectID: x.project}); err != nil {
		t.Fatal(err)
	}
	return x
}

// plant writes a row of whom the mark stands for.
func (x tenant) plant(t *testing.T, store *db.Store, table Table, whose int64) {
	t.Helper()
	values := map[string]any{}
	given := map[string]int64{"integration_id": 600, "number": 1, "release": 1, "created_by": x.user, "bot_id": x.project, "event_id": whose}
	if table.Name == "integrations" {
		given["id"] = 600
	}
	if table.Name == "submissions" {
		given["number"] = whose
	}
	for _, c := range tablesOf(t, store.Pool)[table.Name] {
		if id, is := given[c]; is {
			values[c] = id
		}
	}
	for column, id := range map[string]int64{table.Account: x.account, table.User: x.user, table.Project: x.project, table.Person: whose} {
		if column != "" {
			values[column] = id
		}
	}
	pgtest.Plant(t, store.Pool, table.Name, x.marks[whose], values)
}

func erase(t *testing.T, store *db.Store, s Subject) {
	t.Helper()
	if err := Thin(t.Context(), store, s); err != nil {
		t.Fatal(err)
	}
	if err := store.InTx(t.Context(), func(q *db.Queries) error { return Erase(t.Context(), q, s) }); err != nil {
		t.Fatal(err)
	}
}

// wantLeft counts the marks in a dump: none of the erased, all of the others.
func wantLeft(t *testing.T, dsn, when string, want map[string]int) {
	t.Helper()
	dump := pgtest.Dump(t, dsn)
	for mark, n := range want {
		if got := pgtest.Count(dump, mark); got != n {
			t.Errorf("%s: %s is in the dump %d times, want %d", when, mark, got, n)
		}
	}
}

func TestErasedIsGoneFromADump(t *testing.T) {
	t.Parallel()
	store, dsn := open(t)
	x, other := plantTenant(t, store, 1), plantTenant(t, store, 2)
	left := map[string]int{}
	dump := pgtest.Dump(t, dsn)
	for _, y := range []tenant{x, other} {
		for id, mark := range y.marks {
			// The fewest places, so that the test does not pass on a dump that holds nothing.
			if left[mark] = pgtest.Count(dump, mark); left[mark] < map[bool]int{true: 20, false: 5}[id == y.project] {
				t.Fatalf("%s is in the dump %d times before anything is erased, want many", mark, left[mark])
			}
		}
	}
	erase(t, store, OfPerson(x.project, x.anna))
	left[x.marks[x.anna]] = 0
	wantLeft(t, dsn, "a person", left)
	erase(t, store, OfProject(x.project))
	left[x.marks[x.boris]], left[x.marks[x.project]] = 0, 0
	wantLeft(t, dsn, "a project", left)
	erase(t, store, OfAccount(x.account))
	erase(t, store, OfUser(x.user))
	left[x.marks[x.account]] = 0
	wantLeft(t, dsn, "an account", left)
}

// TestDumpByCopy: where there is no pg_dump the marks are looked for as well.
func TestDumpByCopy(t *testing.T) {
	t.Setenv("PATH", "")
	store, dsn := open(t)
	x := plantTenant(t, store, 3)
	if got, want := pgtest.Count(pgtest.CopyAll(t, dsn), x.marks[x.project]), pgtest.Count(pgtest.Dump(t, dsn), x.marks[x.project]); got != want {
		t.Errorf("CopyAll holds the mark %d times, Dump %d times", got, want)
	}
}

func TestThinErasesInPieces(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	_, err := store.Pool.Exec(t.Context(), `INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
		SELECT p, 1, 7, 1, 'x' FROM generate_series(1, 12000), (VALUES (1), (2)) AS projects (p);
		INSERT INTO message_text (project_id, chat_id, at, event_id, seq, outgoing, words)
		SELECT 1, 7, now() + (n % 3 - 1) * interval '1 day', n, 0, false, 'x' FROM generate_series(1, 12000) AS n`)
	if err != nil {
		t.Fatal(err)
	}
	if err := Thin(t.Context(), store, OfPerson(1, 7)); err != nil {
		t.Fatal(err)
	}
	var mine, others int
	err = store.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM inbox WHERE project_id = 1) + (SELECT count(*) FROM message_text),
		(SELECT count(*) FROM inbox WHERE project_id = 2)`).Scan(&mine, &others)
	if err != nil || mine != 0 || others != 12000 {
		t.Errorf("after Thin: %d rows of the person and %d of others, %v, want 0 and 12000", mine, others, err)
	}
}

func TestAddressOfADeletedProjectStaysTaken(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ctx := t.Context()
	x, other := plantTenant(t, store, 1), plantTenant(t, store, 2)
	slug := x.marks[x.project]
	erase(t, store, OfProject(x.project))
	n, err := store.ClaimAddress(ctx, db.ClaimAddressParams{Slug: slug, ProjectID: other.project})
	if err != nil || n != 0 {
		t.Errorf("ClaimAddress(%s) of a deleted project = %d, %v, want 0", slug, n, err)
	}
	if _, err := store.ResolveAddress(ctx, slug); !db.NotFound(err) {
		t.Errorf("ResolveAddress(%s) = %v, want no row", slug, err)
	}
	if n, err := store.ClaimAddress(ctx, db.ClaimAddressParams{Slug: slug + "0", ProjectID: other.project}); err != nil || n != 1 {
		t.Errorf("ClaimAddress of a free one = %d, %v, want 1", n, err)
	}
}
