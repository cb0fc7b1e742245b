package pgtest

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Plant inserts a row into a table: the given values, whatever else the table
// demands, and mark in every other column of text, bytes or JSON. mark is
// sixteen hexadecimal digits, so that it fits where only those do.
func Plant(t testing.TB, pool *pgxpool.Pool, table, mark string, values map[string]any) {
	t.Helper()
	row := maps.Clone(values)
	for _, c := range columnsOf(t, pool, table) {
		if _, given := row[c.Name]; given || c.generated() {
			continue
		}
		if value := c.value(table, mark); value != nil {
			row[c.Name] = value
		}
	}
	names := slices.Sorted(maps.Keys(row))
	var columns, holders []string
	var args []any
	for i, name := range names {
		columns, holders, args = append(columns, quoted(name)), append(holders, fmt.Sprintf("$%d", i+1)), append(args, row[name])
	}
	insert := fmt.Sprintf("INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)", quoted(table), strings.Join(columns, ", "), strings.Join(holders, ", "))
	if _, err := pool.Exec(t.Context(), insert, args...); err != nil {
		t.Fatalf("plant %s: %v", table, err)
	}
}

// chosen are columns that take certain values only, or that hold what the
// program made up and nobody typed.
var chosen = map[string]func(mark string) any{
	"users.role": the("user"), "users.language": the("ru"), "users.theme": the("dark"), "members.role": the("owner"),
	"projects.language": the("ru"), "release_pages.surface": the("app"),
	"integrations.desired": the("connected"), "integrations.actual": the("connected"),
	"reachability.state": the("blocked"), "message_log.outcome": the("sent"),
	"submissions.kind": the("order"), "submissions.source": the("site"), "submissions.status": the("new"),
	"audit.action":               the("planted"),
	"public_ids.public_id":       func(mark string) any { return "made-up-" + reversed(mark) },
	"public_ids.secret_sha256":   the([]byte(strings.Repeat("s", 32))),
	"public_ids.previous_sha256": the([]byte(strings.Repeat("p", 32))),
	"invitations.code_sha256":    func(mark string) any { sum := sha256.Sum256([]byte(mark)); return sum[:] },
	"draft_links.sha256":         the([]byte(strings.Repeat("d", 32))),
	"media.key":                  func(mark string) any { return strings.Repeat(mark, 3) },
	"media_chunks.key":           func(mark string) any { return strings.Repeat(mark, 3) },
	"sent_files.key":             func(mark string) any { return strings.Repeat(mark, 3) },
}

func the(value any) func(string) any { return func(string) any { return value } }

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// column is a row of information_schema.columns.
type column struct {
	Name, Type string
	Nullable   bool
	Default    *string
	Identity   bool
	Generated  string
}

func (c column) generated() bool { return c.Identity || c.Generated == "ALWAYS" }

// value is what Plant writes into the column, nil for its default or NULL.
func (c column) value(table, mark string) any {
	if choose, found := chosen[table+"."+c.Name]; found {
		return choose(mark)
	}
	switch c.Type {
	case "text":
		return mark
	case "bytea":
		return []byte(mark)
	case "jsonb":
		return `{"mark": "` + mark + `"}`
	}
	if c.Nullable || c.Default != nil {
		return nil
	}
	switch c.Type {
	case "bigint", "integer", "smallint":
		return 1
	case "boolean":
		return true
	}
	return "now" // a time or a date
}

func columnsOf(t testing.TB, pool *pgxpool.Pool, table string) []column {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT column_name, data_type, is_nullable = 'YES', column_default, is_identity = 'YES', is_generated
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`, table)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil || len(columns) == 0 {
		t.Fatalf("columns of %s = %v, %v, want some", table, columns, err)
	}
	return columns
}
