package retention

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/registry"
)

func open(t *testing.T) *db.Store {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

// count is the number of rows of a table for which a condition holds.
func count(t *testing.T, store *db.Store, table, condition string) int {
	t.Helper()
	var n int
	if err := store.Pool.QueryRow(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s WHERE %s", table, condition)).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// aged is a row that became so old so long ago.
func aged(t registry.Table, age time.Duration, n int64) (mark string, values map[string]any) {
	values = map[string]any{t.Lives.Column: time.Now().Add(-age)}
	for _, key := range []string{t.Account, t.User, t.Project, t.Person} {
		if key != "" {
			values[key] = n
		}
	}
	if t.Name == "telegram_updates" {
		values["update_id"] = n
	}
	return fmt.Sprintf("facade%010d", n), values
}

func TestWhatIsTooOldIsForgotten(t *testing.T) {
	t.Parallel()
	store := open(t)
	mustExec(t, store, `INSERT INTO accounts (id) OVERRIDING SYSTEM VALUE VALUES (1), (2); INSERT INTO users (id, email, password_hash) OVERRIDING SYSTEM VALUE VALUES (1, 'a@example.org', ''), (2, 'b@example.org', '');
		INSERT INTO projects (id, account_id, name, language) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'x', 'ru'), (2, 2, 'y', 'ru')`)
	tables := 0
	for _, table := range registry.Tables {
		if table.Lives.Column == "" {
			continue
		}
		tables++
		for n, age := range []time.Duration{table.Lives.Age + time.Minute, table.Lives.Age - time.Minute} {
			mark, values := aged(table, age, int64(n+1))
			pgtest.Plant(t, store.Pool, table.Name, mark, values)
		}
	}
	if err := Once(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	for _, table := range registry.Tables {
		if table.Lives.Column == "" {
			continue
		}
		young := count(t, store, table.Name, fmt.Sprintf("%s > now() - make_interval(secs => %f)", table.Lives.Column, table.Lives.Age.Seconds()))
		if all := count(t, store, table.Name, "true"); all != 1 || young != 1 {
			t.Errorf("%s: %d rows are left, %d of them young, want the young one", table.Name, all, young)
		}
	}
	if tables < 6 {
		t.Errorf("%d tables forget by age, want the six of the design at least", tables)
	}
}

func TestAgesAreThoseOfTheDesign(t *testing.T) {
	t.Parallel()
	want := map[string]registry.Lifetime{
		"telegram_updates": {Column: "received_at", Age: 48 * time.Hour},
		"dead_letters":     {Column: "dead_at", Age: 30 * 24 * time.Hour},
		"message_log":      {Days: 90},
		"message_text":     {Days: 7},
		"sessions":         {Column: "expiry"},
		"public_ids":       {Column: "retired_at", Age: 48 * time.Hour},
		"audit":            {Column: "at", Age: 366 * 24 * time.Hour},
		"addresses":        {While: "for ever"},
	}
	for _, table := range registry.Tables {
		if lives, listed := want[table.Name]; listed && table.Lives != lives {
			t.Errorf("%s lives %+v, want %+v", table.Name, table.Lives, lives)
		}
	}
}

func TestManyRowsAreForgottenInPieces(t *testing.T) {
	t.Parallel()
	store := open(t)
	_, err := store.Pool.Exec(t.Context(), `INSERT INTO telegram_updates (project_id, integration_id, update_id, received_at)
		SELECT 1, 1, n, now() - interval '3 days' FROM generate_series(1, 12345) AS n`)
	if err != nil {
		t.Fatal(err)
	}
	// One that somebody else is forgetting just now is left to them.
	err = pgx.BeginFunc(t.Context(), store.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "SELECT FROM telegram_updates WHERE update_id = 77 FOR UPDATE"); err != nil {
			return err
		}
		return Once(t.Context(), store)
	})
	if err != nil {
		t.Fatal(err)
	}
	if left := count(t, store, "telegram_updates", "true"); left != 1 {
		t.Errorf("%d updates are left, want the locked one", left)
	}
}

func TestDaysComeAndGo(t *testing.T) {
	t.Parallel()
	store := open(t)
	for table, keep := range map[string]int{"message_log": 90, "message_text": 7} {
		for _, ago := range []int{keep, keep + 1, keep + 5} {
			_, err := store.Pool.Exec(t.Context(), fmt.Sprintf(`DO $$ DECLARE day date := (now() AT TIME ZONE 'UTC')::date - %[2]d; BEGIN
				EXECUTE format('CREATE TABLE %%I PARTITION OF %[1]s FOR VALUES FROM (%%L) TO (%%L)', '%[1]s_' || to_char(day, 'YYYYMMDD'),
					day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC'); END $$`, table, ago))
			if err != nil {
				t.Fatal(err)
			}
		}
		before := count(t, store, "pg_inherits", "inhparent = '"+table+"'::regclass")
		if err := Once(t.Context(), store); err != nil {
			t.Fatal(err)
		}
		if after := count(t, store, "pg_inherits", "inhparent = '"+table+"'::regclass"); after != before-2 {
			t.Errorf("%s: %d partitions of %d are left, want two dropped", table, after, before)
		}
	}
}

func TestOneTableThatFailsKeepsNoOther(t *testing.T) {
	t.Parallel()
	store := open(t)
	first, last := registry.Tables[2], "throttle"
	mark, values := aged(registry.Table{Lives: registry.Lifetime{Column: "window_start"}}, 24*time.Hour, 1)
	pgtest.Plant(t, store.Pool, last, mark, values)
	if _, err := store.Pool.Exec(t.Context(), "DROP TABLE "+first.Name); err != nil {
		t.Fatal(err)
	}
	if err := Once(t.Context(), store); err == nil {
		t.Errorf("Once without %s = nil, want an error", first.Name)
	}
	if left := count(t, store, last, "true"); left != 0 {
		t.Errorf("%d rows of %s are left, want 0", left, last)
	}
}
