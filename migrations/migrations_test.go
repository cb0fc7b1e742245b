package migrations_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"botyard/internal/pgtest"
	"botyard/migrations"
)

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

func exec(t *testing.T, dsn, sql string) {
	t.Helper()
	if _, err := connect(t, dsn).Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, dsn, sql string) (s string) {
	t.Helper()
	if err := connect(t, dsn).QueryRow(t.Context(), sql).Scan(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAnEmptyDatabaseIsBroughtUp(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Empty(t)
	if err := migrations.Check(t.Context(), dsn); !errors.Is(err, migrations.ErrOlder) {
		t.Errorf("Check of an empty database = %v, want ErrOlder", err)
	}
	for range 2 {
		if err := migrations.Up(t.Context(), dsn); err != nil {
			t.Fatalf("Up = %v, want nil", err)
		}
		if err := migrations.Check(t.Context(), dsn); err != nil {
			t.Errorf("Check after Up = %v, want nil", err)
		}
	}
}

func TestFiveProcessesMigrateOnce(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Empty(t)
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			if err := migrations.Up(t.Context(), dsn); err != nil {
				t.Errorf("Up beside others = %v, want nil", err)
			}
		})
	}
	all.Wait()
	if got := text(t, dsn, "SELECT string_agg(DISTINCT n::text, ',') FROM (SELECT count(*) AS n FROM goose_db_version GROUP BY version_id) AS x"); got != "1" {
		t.Errorf("times that a migration ran = %s, want 1 each", got)
	}
	if got := text(t, dsn, "SELECT count(*)::text || ' ' || count(DISTINCT id) FROM installation"); got != "1 1" {
		t.Errorf("installations = %s, want one", got)
	}
}

func TestOlderIsRefusedAndNewerIsFine(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	exec(t, dsn, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
	if err := migrations.Check(t.Context(), dsn); err != nil {
		t.Errorf("Check of a newer database = %v, want nil", err)
	}
	if err := migrations.Up(t.Context(), dsn); err != nil {
		t.Errorf("Up of a newer database = %v, want nil", err)
	}
	exec(t, dsn, "DELETE FROM goose_db_version WHERE version_id >= (SELECT max(version_id) FROM goose_db_version WHERE version_id < 99999)")
	if err := migrations.Check(t.Context(), dsn); !errors.Is(err, migrations.ErrOlder) {
		t.Errorf("Check of an older database = %v, want ErrOlder", err)
	}
}

func TestADatabaseThatIsAwayIsNotOlder(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	pgtest.TakeAway(t, dsn)
	for name, err := range map[string]error{"Check": migrations.Check(t.Context(), dsn), "Up": migrations.Up(t.Context(), dsn)} {
		if err == nil || errors.Is(err, migrations.ErrOlder) {
			t.Errorf("%s = %v, want that it cannot be reached", name, err)
		}
	}
}

func TestABadAddressTellsNoPassword(t *testing.T) {
	t.Parallel()
	for _, dsn := range []string{"postgres://user:pa/hidden@localhost/x", "postgres://user:hidden%zz@localhost/x", "postgres://user:hidden@127.0.0.1:1/x"} {
		if err := migrations.Up(t.Context(), dsn); err == nil || strings.Contains(err.Error(), "hidden") || strings.Contains(err.Error(), ":pa") {
			t.Errorf("Up = %v, want an error without the password", err)
		}
	}
}

// upTo brings a database to an older version.
func upTo(t *testing.T, dsn string, version int64) {
	t.Helper()
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.FS)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version); err != nil {
		t.Fatalf("UpTo(%d) = %v", version, err)
	}
}

// lived is what the first version holds after some use: two projects, of
// which one was deleted, with messages under way.
const lived = `
INSERT INTO accounts DEFAULT VALUES;
INSERT INTO users (email, password_hash) VALUES ('a@example.org', 'x');
INSERT INTO members (account_id, user_id) VALUES (1, 1);
INSERT INTO projects (account_id, name) VALUES (1, 'One'), (1, 'Two');
INSERT INTO addresses (slug, project_id, current) VALUES ('one', 1, true), ('uno', 1, false), ('two', 2, true);
DELETE FROM projects WHERE id = 2;
INSERT INTO drafts (project_id, pages, scenarios, catalog, theme) VALUES (1, '[]', '[]', '{}', '{}');
INSERT INTO releases (project_id, number, pages, scenarios, catalog, theme, digest) VALUES (1, 1, '[]', '[]', '{}', '{}', 'd');
UPDATE projects SET current_release = 1 WHERE id = 1;
INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, token, desired, actual) VALUES (1, 7, 'b', 'B', 't', 'connected', 'connected');
INSERT INTO bot_claims (bot_id, project_id, integration_id) SELECT 7, 1, id FROM integrations;
INSERT INTO public_ids (public_id, project_id, integration_id, secret_sha256) SELECT 'p', 1, id, sha256('s') FROM integrations;
INSERT INTO telegram_updates (project_id, integration_id, update_id) VALUES (1, 1, 1);
INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload) VALUES (1, 1, 5, 1, '{}');
INSERT INTO outbox (project_id, event_id, seq, integration_id, chat_id, class, payload, received_at) VALUES (1, 1, 0, 1, 5, 1, '{}', now());
INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome) VALUES (1, 5, now(), 1, 0, 1, 'received');
INSERT INTO subscribers (project_id, user_id, first_name, last_name, username, language, source) VALUES (1, 5, 'A', '', '', 'ru', '');
INSERT INTO audit (action, project_id) VALUES ('planted', 1);
UPDATE shards SET owner = 'o', epoch = 9, leased_until = now() + interval '20 seconds' WHERE shard = 1`

func TestADatabaseThatLivedIsBroughtUp(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Empty(t)
	upTo(t, dsn, 4)
	exec(t, dsn, lived)
	if err := migrations.Up(t.Context(), dsn); err != nil {
		t.Fatalf("Up over data = %v, want nil", err)
	}
	const kept = `SELECT concat_ws(' ', (SELECT count(*) FROM users), (SELECT count(*) FROM projects WHERE current_release = 1),
		(SELECT count(*) FROM integrations WHERE token IS NOT NULL), (SELECT count(*) FROM public_ids), (SELECT count(*) FROM telegram_updates),
		(SELECT count(*) FROM inbox), (SELECT count(*) FROM outbox), (SELECT count(*) FROM message_log), (SELECT count(*) FROM subscribers),
		(SELECT count(*) FROM audit), (SELECT epoch FROM shards WHERE shard = 1))`
	if got := text(t, dsn, kept); got != "1 1 1 1 1 1 1 1 1 1 9" {
		t.Errorf("kept = %s, want everything", got)
	}
	if got := text(t, dsn, "SELECT string_agg(slug, ' ' ORDER BY slug) FROM addresses WHERE project_id = 1"); got != "one uno" {
		t.Errorf("addresses = %s, want both", got)
	}
	_, err := connect(t, dsn).Exec(t.Context(), "INSERT INTO addresses (slug, project_id) VALUES ('two', 1)")
	if err == nil {
		t.Error("the address of the deleted project was given away")
	}
}
