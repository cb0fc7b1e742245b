package registry

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"botyard/db"
	"botyard/internal/pgtest"
)

func open(t *testing.T) (*db.Store, string) {
	t.Helper()
	dsn := pgtest.New(t)
	store, err := db.Open(t.Context(), dsn, 6)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, dsn
}

// subjects are the names of columns that hold the ids of somebody, and what
// an entry calls them.
var subjects = map[string]func(Table) []string{
	"account_id": func(t Table) []string { return []string{t.Account} },
	"project_id": func(t Table) []string { return []string{t.Project} },
	"user_id":    func(t Table) []string { return []string{t.User, t.Person} },
	"chat_id":    func(t Table) []string { return []string{t.Person} },
}

// complaints hold the registry against the tables of a database, each with its columns.
func complaints(tables []Table, columns map[string][]string) []string {
	var out []string
	known := map[string]bool{}
	for _, t := range tables {
		if known[t.Name] {
			out = append(out, t.Name+" is there twice")
		}
		known[t.Name] = true
		if columns[t.Name] == nil {
			out = append(out, t.Name+" is no table")
			continue
		}
		out = append(out, t.complaints(columns[t.Name])...)
	}
	for name := range columns {
		if !known[name] {
			out = append(out, name+" is not in the registry")
		}
	}
	slices.Sort(out)
	return out
}

func (t Table) complaints(columns []string) (out []string) {
	for _, named := range []string{t.Account, t.User, t.Project, t.Person, t.Lives.Column} {
		if named != "" && !slices.Contains(columns, named) {
			out = append(out, fmt.Sprintf("%s has no column %s", t.Name, named))
		}
	}
	for _, c := range columns {
		if keys, is := subjects[c]; is && !slices.Contains(keys(t), c) {
			out = append(out, fmt.Sprintf("%s.%s tells of somebody, and the registry does not know", t.Name, c))
		}
	}
	ways := 0
	for _, set := range []bool{t.Lives.While != "", t.Lives.Column != "", t.Lives.Days > 0} {
		if set {
			ways++
		}
	}
	if ways != 1 || t.Class == "" {
		out = append(out, t.Name+" lacks a class, or one way to live")
	}
	return out
}

func tablesOf(t *testing.T, pool *pgxpool.Pool) map[string][]string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT c.table_name::text, array_agg(c.column_name::text) FROM information_schema.columns c
		JOIN pg_class t ON t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
		WHERE c.table_schema = 'public' AND t.relkind IN ('r', 'p') AND NOT t.relispartition GROUP BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	columns := map[string][]string{}
	var name string
	var list []string
	if _, err := pgx.ForEachRow(rows, []any{&name, &list}, func() error { columns[name] = slices.Clone(list); return nil }); err != nil {
		t.Fatal(err)
	}
	return columns
}

func TestEveryTableIsInTheRegistry(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	for _, c := range complaints(Tables, tablesOf(t, store.Pool)) {
		t.Error(c)
	}
}

func TestUnlistedTablesAreFound(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	_, err := store.Pool.Exec(t.Context(), `CREATE TABLE orders (project_id bigint, chat_id bigint, sum bigint);
		CREATE TABLE orders_2026 (LIKE orders); ALTER TABLE subscribers ADD COLUMN account_id bigint;
		CREATE TABLE parts (at date) PARTITION BY RANGE (at); CREATE TABLE parts_1 PARTITION OF parts DEFAULT`)
	if err != nil {
		t.Fatal(err)
	}
	tables := append(slices.Clone(Tables),
		Table{Name: "orders", Class: People, Project: "project_id", Lives: after("made_at", day)},
		Table{Name: "parts", Class: Traffic}, Table{Name: "gone", Class: Global}, Table{Name: "users"})
	want := []string{
		"gone is no table",
		"orders has no column made_at",
		"orders.chat_id tells of somebody, and the registry does not know",
		"orders_2026 is not in the registry",
		"parts lacks a class, or one way to live",
		"subscribers.account_id tells of somebody, and the registry does not know",
		"users is there twice",
		"users lacks a class, or one way to live",
	}
	if diff := cmp.Diff(want, complaints(tables, tablesOf(t, store.Pool))); diff != "" {
		t.Errorf("complaints (-want +got):\n%s", diff)
	}
}

func TestPartitionedTablesLiveByTheDay(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	rows, err := store.Pool.Query(t.Context(), "SELECT relname::text FROM pg_class WHERE relkind = 'p' ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	partitioned, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var byDay []string
	for _, table := range Tables {
		if table.Lives.Days > 0 {
			byDay = append(byDay, table.Name)
		}
	}
	slices.Sort(byDay)
	if diff := cmp.Diff(partitioned, byDay); diff != "" {
		t.Errorf("tables by the day (-partitioned +registry):\n%s", diff)
	}
}
