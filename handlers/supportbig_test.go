package handlers

import (
	"log/slog"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"botyard/internal/load"
	"botyard/internal/shard"
)

// bigDesk is 10,000 bots of which 1,000,000 events wait, unevenly, as many as
// an installation may hold at its worst; with letters and a day's failures.
const bigDesk = `
WITH a AS (INSERT INTO accounts SELECT FROM generate_series(1, 1000) RETURNING id),
	u AS (INSERT INTO users (email, password_hash) SELECT 'owner' || id || '@example.org', '-' FROM a RETURNING id),
	m AS (INSERT INTO members (account_id, user_id) SELECT a.id, u.id FROM (SELECT id, row_number() OVER () AS n FROM a) a JOIN (SELECT id, row_number() OVER () AS n FROM u) u USING (n)),
	p AS (INSERT INTO projects (account_id, name) SELECT a.id, 'Project ' || n FROM a, generate_series(1, 10) AS n RETURNING id),
	d AS (INSERT INTO addresses (slug, project_id) SELECT 'big-' || id, id FROM p)
INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, token, desired, actual, reason, webhook_url)
SELECT id, 5000000 + id, 'big_' || id || '_bot', 'Bot', 'x', 'connected', CASE WHEN id % 50 = 0 THEN 'disconnected' ELSE 'connected' END,
	CASE WHEN id % 50 = 0 THEN 'token_revoked' ELSE '' END, 'https://example.org/' || id FROM p`

const bigTraffic = `
INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload, received_at, attempts, last_error)
SELECT i.project_id, i.id, n % 500, 1, convert_to(repeat('{"update_id":1,"message":{}}', 12), 'UTF8'), now() - (n % 3600) * interval '1 second', (n % 200 = 0)::int, CASE WHEN n % 200 = 0 THEN 'panic' ELSE '' END
FROM generate_series(1, 1000000) AS n
JOIN (SELECT *, row_number() OVER (ORDER BY project_id) - 1 AS k FROM integrations WHERE bot_id > 5000000) i
	ON i.k = CASE WHEN n % 5 = 0 THEN n % 20 ELSE n % 10000 END`

const bigPast = `
WITH l AS (INSERT INTO dead_letters (project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, reason)
	SELECT project_id, 100000000 + project_id * 10 + n, id, 5, 1, 'x', now(), 6, CASE WHEN n = 1 THEN 'owner_vanished' ELSE 'turn_failed' END
	FROM integrations, generate_series(1, 3) AS n WHERE project_id % 10 = 0),
s AS (INSERT INTO telegram_updates (project_id, integration_id, update_id, received_at) SELECT project_id, id, n, now() - n * interval '1 second' FROM integrations, generate_series(1, 30) AS n)
INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code)
SELECT project_id, 5, now() - n * interval '10 seconds', n, 0, id, CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'sent' END, CASE WHEN n % 50 = 0 THEN 'rejected' ELSE '' END
FROM integrations, generate_series(1, 100) AS n`

// TestTheBigDesk measures the desk's answers at the size that it is made for.
// It takes minutes, and a calm machine: BOTYARD_BIG=1.
func TestTheBigDesk(t *testing.T) {
	if os.Getenv("BOTYARD_BIG") == "" {
		t.Skip("BOTYARD_BIG is not set")
	}
	s := newStaffed(t)
	for _, sql := range []string{bigDesk, bigTraffic, bigPast, "VACUUM ANALYZE"} {
		s.exec(sql)
	}
	owner := shard.New(s.Store, slog.New(slog.DiscardHandler), "big", nil)
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	meter := load.New(s.Store, owner, slog.New(slog.DiscardHandler))
	for range 3 {
		began := time.Now()
		if err := meter.Measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Logf("a measurement of all shards: %v", time.Since(began).Round(time.Millisecond))
	}
	bot := s.vera.get("/support").find("#queues .desk-bot").First().AttrOr("href", "")
	quick := s.vera.typing()
	for name, ask := range map[string]func() *answer{
		"the desk":            func() *answer { return s.vera.get("/support") },
		"its fragment":        func() *answer { return quick.get("/support") },
		"its last page":       func() *answer { return s.vera.get("/support?from=951") },
		"for machines":        func() *answer { return s.vera.get("/support/queue.json") },
		"a bot by name":       func() *answer { return s.vera.get("/support?q=@big_77_bot") },
		"bots by e-mail":      func() *answer { return s.vera.get("/support?q=owner77@") },
		"by a bot's number":   func() *answer { return s.vera.get("/support?q=5000077") },
		"an update":           func() *answer { return s.vera.get("/support?q=999999999") },
		"what gave up":        func() *answer { return s.vera.get("/support/undelivered") },
		"the worst bot":       func() *answer { return s.vera.get(bot) },
		"a chat of it":        func() *answer { return s.vera.get(bot + "?about=5") },
		"the owner's project": func() *answer { return s.owner.get(s.home) },
	} {
		var took []time.Duration
		for range 11 {
			began := time.Now()
			ask().wants(http.StatusOK)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		t.Logf("%-20s fastest %v, median %v, slowest %v", name, took[0].Round(time.Millisecond), took[5].Round(time.Millisecond), took[10].Round(time.Millisecond))
		if took[5] > 100*time.Millisecond {
			t.Errorf("%s takes %v, want at most 100 ms", name, took[5])
		}
	}
}
