package botyard_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"botyard/internal/pgtest"
)

// globalTables belong to the installation and not to a tenant. What else is in
// the schema is an account's or a project's: its queries say whose rows they mean.
var globalTables = map[string]string{
	"installation":     "one row",
	"users":            "people sign in before anything is known of them",
	"accounts":         "the tenant itself",
	"throttle":         "keyed hashes of addresses and accounts",
	"audit":            "ids only; of a project, of an account or of neither",
	"addresses":        "a visitor names one before the project is known",
	"bot_claims":       "a bot belongs to one project over all tenants",
	"public_ids":       "Telegram names one before the project is known",
	"shards":           "who owns what is no tenant's matter",
	"workers":          "the processes of the installation",
	"goose_db_version": "of the migrations",
	"goose_lock":       "of the migrations",

	"load_measurements": "when each shard was measured",
}

// accountTables belong to an account or to one who signs in, and to no project.
var accountTables = []string{"members", "sessions", "invitations"}

// unscoped are the queries that touch tenants' tables without naming whose rows
// they mean. Each has its reason; what is not here must take the project, the
// account or the person.
var unscoped = map[string]string{
	"ChangedPublicIDs": "receipt: how the project of each changed id stands",
	"WaitingProjects":  "owner loop: finds the projects with waiting events, their ids only",
	"SendingProjects":  "owner loop: finds the projects with unsent messages, their ids only",
	"DueIntegrations":  "owner loop: takes the shards that the process owns",
	"MeasureWaiting":   "metrics: counts over all tenants, tells of none",
	"MeasureLoad":      "owner loop: takes the shards that the process owns",
	"MeasureActivity":  "owner loop: takes the shards that the process owns",
	"DueChecks":        "owner loop: takes the shards that the process owns",
	"SpreadChecks":     "owner loop: takes the shards that the process owns",
	"DueTimers":        "owner loop: takes the shards that the process owns",
	"WaitingCalls":     "owner loop: takes the shards that the process owns",
	"PolledBots":       "owner loop: takes the shards that the process owns",
	"RegisterAnew":     "a changed address: every connected bot of the installation",
	"OverBounds":       "receipt: who may bring no more, their ids only",

	"DeskTotals":       "support desk: sums over all",
	"DeskBots":         "support desk: every connected bot, the worst first",
	"FindByEmail":      "support desk: finds projects by their owner's e-mail",
	"FindByName":       "support desk: finds projects by their bot or address",
	"FindByNumber":     "support desk: finds projects by a number",
	"FindByUpdate":     "support desk: finds projects by an update",
	"AllLetterCauses":  "support desk: counts over all",
	"AllLetters":       "support desk: what gave up anywhere, without its content",
	"SomeOfAllLetters": "support desk: what gave up for a cause, its keys only",
	"AllUnknownSends":  "support desk: messages without their words",
	"AllFailedSends":   "support desk: counts over all",

	"ResolveAddress":        "a visitor's address tells the project",
	"FindSession":           "the hash of what the browser holds tells whose it is",
	"DeleteSession":         "the hash of what the browser holds tells whose it is",
	"InvitationIsOpen":      "the hash of what is in the link tells which it is",
	"UseInvitation":         "the hash of what is in the link tells which it is",
	"Installation":          "asks whether there is any sealed token at all",
	"BuryWaitingEvents":     "adopting: all that waits in a copied database",
	"ForgetPastWaits":       "adopting: waits and requests of a copied database",
	"ExpireWaitingMessages": "adopting: all that waits in a copied database",
	"ForgetOlderKeys":       "key rotation: asks whether any token is sealed with another key",
	"ConnectAnew":           "adopting: every bot of the installation",
}

// query is one statement of queries/.
type query struct{ name, sql string }

func readQueries(t *testing.T, dir string) (all []query) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.sql"))
	if err != nil || len(files) == 0 {
		t.Fatalf("queries in %s = %v, %v, want some", dir, files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, splitQueries(string(text))...)
	}
	return all
}

var (
	heading = regexp.MustCompile(`(?m)^-- name: (\w+) :\w+\n`)
	comment = regexp.MustCompile(`(?m)--.*$`)
	// scoped finds a condition (or a value) that ties rows to whom they belong.
	scoped = regexp.MustCompile(`(?i)sqlc\.n?arg\((project_id|projects|user_id|account_id|project)\)`)
)

func splitQueries(text string) (all []query) {
	at := heading.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		all = append(all, query{text[m[2]:m[3]], comment.ReplaceAllString(text[m[1]:end], "")})
	}
	return all
}

// strayQueries names the queries that touch a tenant's table without saying
// whose rows they mean, and the exceptions that are none.
func strayQueries(all []query, tenants []string, exceptions map[string]string) (stray []string) {
	used := map[string]bool{}
	for _, q := range all {
		touched := touches(q.sql, tenants)
		if len(touched) == 0 || scoped.MatchString(q.sql) {
			continue
		}
		if exceptions[q.name] == "" {
			stray = append(stray, fmt.Sprintf("%s touches %s and takes neither project nor account nor person", q.name, strings.Join(touched, ", ")))
		}
		used[q.name] = true
	}
	for _, q := range all {
		stray = append(stray, looseJoins(q, tenants)...)
	}
	for name := range exceptions {
		if !used[name] {
			stray = append(stray, name+" is an exception that no query needs")
		}
	}
	slices.Sort(stray)
	return stray
}

// joined finds each joined table with its condition.
var joined = regexp.MustCompile(`(?is)\bjoin\s+(\w+)\s+(?:\w+\s+)?(?:on|using)\b(.*?)(?:\bjoin\b|\bleft\b|\bwhere\b|\border\b|\bgroup\b|\breturning\b|;|$)`)

// looseJoins names the tenants' tables that a query joins by something that
// two projects may share. members is joined by the person: it tells their accounts.
func looseJoins(q query, tenants []string) (loose []string) {
	for rest := q.sql; ; {
		m := joined.FindStringSubmatchIndex(rest)
		if m == nil {
			return loose
		}
		table, condition := rest[m[2]:m[3]], rest[m[4]:m[5]]
		if slices.Contains(tenants, table) && table != "members" && !strings.Contains(condition, "project_id") && !strings.Contains(condition, "account_id") {
			loose = append(loose, q.name+" joins "+table+" without its project")
		}
		rest = rest[m[5]:]
	}
}

func touches(sql string, tables []string) (touched []string) {
	for _, table := range tables {
		if regexp.MustCompile(`(?i)(from|join|into|update|using)\s+` + table + `\b`).MatchString(sql) {
			touched = append(touched, table)
		}
	}
	return touched
}

func TestQueriesSayWhoseRowsTheyMean(t *testing.T) {
	t.Parallel()
	report(t, strayQueries(readQueries(t, "queries"), tenantTables(t, connect(t)), unscoped))
}

func TestStrayQueriesAreFound(t *testing.T) {
	t.Parallel()
	const text = `
-- name: Good :one
SELECT * FROM drafts WHERE project_id = sqlc.arg(project_id);
-- name: Global :one
SELECT * FROM users;
-- name: Stray :exec
-- says project_id = sqlc.arg(project_id) in its comment only
DELETE FROM drafts WHERE revision = sqlc.arg(revision);
-- name: Excused :exec
UPDATE drafts SET revision = 0;
-- name: Joins :one
SELECT * FROM users u JOIN drafts d ON d.project_id = u.id JOIN drafts e ON e.theme = d.theme WHERE u.id = sqlc.arg(user_id);
`
	got := strayQueries(splitQueries(text), []string{"drafts"}, map[string]string{"Excused": "because", "Good": "needless"})
	wantViolations(t, got, []string{
		"Good is an exception that no query needs",
		"Joins joins drafts without its project",
		"Stray touches drafts and takes neither project nor account nor person",
	})
}

func connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

func strs(t *testing.T, conn *pgx.Conn, sql string, args ...any) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// tenantTables are the tables of the schema, without partitions, that are
// somebody's: a project's or an account's.
func tenantTables(t *testing.T, conn *pgx.Conn) (tenants []string) {
	t.Helper()
	for _, table := range strs(t, conn, `SELECT c.relname::text FROM pg_class c
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`) {
		if globalTables[table] == "" {
			tenants = append(tenants, table)
		}
	}
	return tenants
}

// misshapenTables names the tenants' tables whose key does not begin with the
// project, and the foreign keys between them that do not carry it along.
func misshapenTables(t *testing.T, conn *pgx.Conn) (misshapen []string) {
	t.Helper()
	tenants := slices.DeleteFunc(tenantTables(t, conn), func(table string) bool { return slices.Contains(accountTables, table) })
	misshapen = append(misshapen, strs(t, conn, `
		SELECT c.table_name || ': the first column of its key is ' || k.column_name
		FROM information_schema.table_constraints c
		JOIN information_schema.key_column_usage k USING (constraint_schema, constraint_name, table_name)
		WHERE c.table_schema = 'public' AND c.constraint_type = 'PRIMARY KEY' AND c.table_name = ANY ($1)
			AND k.ordinal_position = 1 AND k.column_name <> 'project_id' AND c.table_name <> 'projects'`, tenants)...)
	misshapen = append(misshapen, strs(t, conn, `
		SELECT t || ': no column project_id that must be there' FROM unnest($1::text[]) AS t
		WHERE t <> 'projects' AND NOT EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = 'public'
			AND c.table_name = t AND c.column_name = 'project_id' AND c.is_nullable = 'NO')`, tenants)...)
	// A foreign key from one tenant's table to another that is not the project itself must compare the projects.
	misshapen = append(misshapen, strs(t, conn, `
		SELECT f.conrelid::regclass || ': ' || f.conname || ' leads to ' || f.confrelid::regclass || ' without its project'
		FROM pg_constraint f
		WHERE f.contype = 'f' AND f.confrelid::regclass::text = ANY ($1) AND f.conparentid = 0
			AND NOT EXISTS (
				SELECT FROM generate_subscripts(f.conkey, 1) AS i
				JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[i]
				JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = f.confkey[i]
				WHERE a.attname = CASE f.conrelid::regclass::text WHEN 'projects' THEN 'id' ELSE 'project_id' END
					AND b.attname = CASE f.confrelid::regclass::text WHEN 'projects' THEN 'id' ELSE 'project_id' END)`, tenants)...)
	slices.Sort(misshapen)
	return misshapen
}

func TestTenantsTablesLeadWithTheProject(t *testing.T) {
	t.Parallel()
	report(t, misshapenTables(t, connect(t)))
}

func TestMisshapenTablesAreFound(t *testing.T) {
	t.Parallel()
	conn := connect(t)
	_, err := conn.Exec(t.Context(), `
		CREATE TABLE orders (id bigint PRIMARY KEY, project_id bigint NOT NULL);
		CREATE TABLE notes (project_id bigint NOT NULL, id bigint UNIQUE, PRIMARY KEY (project_id, id));
		CREATE TABLE replies (project_id bigint NOT NULL, id bigint, note bigint REFERENCES notes (id), PRIMARY KEY (project_id, id));
		CREATE TABLE loose (anything text)`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"loose: no column project_id that must be there",
		"orders: the first column of its key is id",
		"replies: replies_note_fkey leads to notes without its project",
	}
	if diff := cmp.Diff(want, misshapenTables(t, conn)); diff != "" {
		t.Errorf("misshapen tables (-want +got):\n%s", diff)
	}
}
