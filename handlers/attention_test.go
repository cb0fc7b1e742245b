package handlers

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"botyard/internal/telegram"
)

// attention is what the owner's home says, "" when there is nothing.
func (s *staffed) attention() string {
	s.t.Helper()
	return strings.Join(strings.Fields(s.owner.get(s.home).wants(http.StatusOK).find("#attention").Text()), " ")
}

// connected is an owner whose published bot works.
func connected(t *testing.T) (s *staffed, botID int64) {
	t.Helper()
	s = newStaffed(t)
	bot := s.newBot(t, "cafe_bot")
	s.owner.post(s.home+"/bot", "token", string(bot.Token)).goesTo(s.home + "/bot")
	return s, bot.ID
}

func TestNothingNeedsAttention(t *testing.T) {
	t.Parallel()
	s, _ := connected(t)
	s.exec(`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code)
		SELECT $1, 5, now(), 1, 0, 1, 'failed', c FROM unnest(array['blocked', 'deactivated', 'never_started', 'chat_gone']) AS c`, s.project)
	s.exec(`INSERT INTO reachability (project_id, integration_id, user_id, state, changed_at)
		VALUES ($1, 1, 1, 'blocked', now()), ($1, 1, 2, 'blocked', now()), ($1, 1, 3, 'blocked', now() - interval '8 days'), ($1, 1, 4, 'deactivated', now())`, s.project)
	if got := s.attention(); got != "" {
		t.Errorf("attention = %q, want nothing: people who leave are no trouble", got)
	}
	if got := s.owner.get(s.home).find("main").Text(); !strings.Contains(got, "2 people blocked the bot this week") {
		t.Errorf("home = %q, want the people counted", got)
	}
}

func TestWhatNeedsAttention(t *testing.T) {
	t.Parallel()
	const reason = "UPDATE integrations SET actual = 'disconnected', reason = '%' WHERE project_id = $1"
	for name, c := range map[string]struct {
		plant, words, way string
	}{
		"a revoked key": {strings.Replace(reason, "%", "token_revoked", 1), "key was revoked", `a#mend-token_revoked[href$="/bot"]`},
		"taken away":    {strings.Replace(reason, "%", "foreign_webhook", 1), "Another service took the bot", `form[action$="/bot/takeover"] #mend-foreign_webhook`},
		"no line":       {strings.Replace(reason, "%", "telegram_unreachable", 1), "nothing to do", ""},
		"our address":   {strings.Replace(reason, "%", "webhook_refused", 1), "does not take this installation's address", ""},
		"late": {`INSERT INTO project_loads (project_id, account_id, waiting, waiting_bytes, waiting_since, retrying, unsent, error)
			SELECT id, account_id, 12, 1, now() - interval '14 minutes', 0, 0, '' FROM projects WHERE id = $1`, "does not keep up: 12The first has waited for 14 min", ""},
		"events that gave up": {`INSERT INTO dead_letters (project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, reason)
			SELECT $1, n, 1, 1, 1, '', now(), 6, 'turn_failed' FROM generate_series(1, 2) AS n`, "could not handle a message: 2", `form[action$="/attempts"] #mend-turn_failed`},
		"answers that are too long": {`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code) VALUES ($1, 1, now(), 1, 0, 1, 'failed', 'rejected')`,
			"refused the bot's answer", `a#mend-rejected[href$="/bot#scenarios"]`},
		"answers nobody knows of": {`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code) VALUES ($1, 1, now(), 1, 0, 1, 'unknown', 'ambiguous')`,
			"got it twice", ""},
		"another reader": {"UPDATE integrations SET webhook_error = 'other_reader' WHERE project_id = $1", "Another program takes messages, too", `a#mend-other_reader[href$="/bot"]`},
		"more than fits": {`INSERT INTO project_loads (project_id, account_id, waiting, waiting_bytes, waiting_since, retrying, unsent, error)
			SELECT id, account_id, 200001, 1, now(), 0, 0, '' FROM projects WHERE id = $1`, "More messages than fit: 200,001", ""},
		"the account's projects together": {`WITH second AS (INSERT INTO projects (account_id, name) SELECT account_id, 'x' FROM projects WHERE id = $1 RETURNING id, account_id)
			INSERT INTO project_loads (project_id, account_id, waiting, waiting_bytes, waiting_since, retrying, unsent, error)
			SELECT id, account_id, 1, 300 << 20, now(), 0, 0, '' FROM second UNION ALL SELECT id, account_id, 1, 250 << 20, now(), 0, 0, '' FROM projects WHERE id = $1`, "Telegram itself keeps the new ones", ""},
		"one who writes too often": {`INSERT INTO telegram_updates (project_id, integration_id, update_id, skipped) SELECT $1, 1, n, 'too_many' FROM generate_series(1, 3) n`, "One person wrote too often: 3", ""},
		"delivery fails":           {"UPDATE integrations SET webhook_error = 'Connection refused', webhook_pending = 7 WHERE project_id = $1", "cannot hear each other: 7", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := connected(t)
			s.exec("UPDATE integrations SET checked_at = now() WHERE project_id = $1", s.project) // or the look would mend it
			s.exec(c.plant, s.project)
			a := s.owner.get(s.home)
			if got := strings.Join(strings.Fields(a.find("#attention").Text()), " "); !strings.Contains(got, c.words) {
				t.Errorf("attention = %q, want %q in it", got, c.words)
			}
			if c.way != "" {
				a.has("#attention " + c.way)
			} else if a.find("#attention .trouble .btn").Length() > 0 {
				t.Error("there is a button where nothing can be done")
			}
		})
	}
}

func TestTheOwnerTriesAgain(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	s.exec(lettersPlanter)
	s.bots("other")
	s.dies("other", "turn_failed")
	s.exec(`INSERT INTO dead_letters (project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, reason)
		SELECT $1, 1000 + n, 1, 1, 1, '', now(), 6, CASE WHEN n < 3 THEN 'turn_failed' ELSE 'owner_vanished' END FROM generate_series(1, 3) AS n`, s.project)
	s.owner.post(s.home+"/attempts", "reason", "turn_failed").goesTo(s.home)
	s.wants("events", "1001 1002", "SELECT string_agg(event_id::text, ' ' ORDER BY event_id) FROM inbox WHERE project_id = $1", s.project)
	s.wants("letters left of anybody", "2", "SELECT count(*) FROM dead_letters")
	s.wants("audit", "2", "SELECT subject FROM audit WHERE action = 'retried_letters' AND project_id = $1", s.project)
}

// until asks a screen again and again until it has something.
func (w *browser) until(path, selector string) *answer {
	w.t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(20 * time.Second); ; <-look.C {
		a := w.get(path)
		if a.find(selector).Length() > 0 {
			return a
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%s never had %s; it says %q", path, selector, strings.Join(strings.Fields(a.find("main").Text()), " "))
		}
	}
}

func TestATakenBotIsNoticedAndTakenBack(t *testing.T) {
	t.Parallel()
	s, botID := connected(t)
	var token telegram.Token
	for _, b := range s.telegram.Bots() {
		if b.ID == botID {
			token = b.Token
		}
	}
	if err := s.Projects.Telegram.SetWebhook(t.Context(), token, telegram.SetWebhook{URL: "http://hooks.example.net/x"}); err != nil {
		t.Fatal(err)
	}
	s.exec("UPDATE integrations SET check_at = now() WHERE project_id = $1", s.project)
	a := s.owner.until(s.home+"/bot", "#take-over")
	if got := a.find("#connection").Text(); !strings.Contains(got, "hooks.example.net takes the bot's messages") || a.find("#token").Length() > 0 {
		t.Errorf("the card says %q, want who has the bot, and no form of a key", got)
	}
	if got := s.attention(); !strings.Contains(got, "hooks.example.net gets your clients' messages") {
		t.Errorf("attention = %q, want who has the bot", got)
	}
	s.owner.post(s.home + "/releases").wants(http.StatusSeeOther) // must not take it back by itself
	s.owner.post(s.home+"/settings", "name", "Café", "address", "cafe-new", "language", "en").wants(http.StatusSeeOther)
	if hook, _ := s.telegram.Webhook(botID); !strings.HasPrefix(hook.URL, "http://hooks.example.net") {
		t.Errorf("webhook = %q, want the other service's until the owner consents", hook.URL)
	}
	s.owner.post(s.home + "/bot/takeover").goesTo(s.home + "/bot")
	s.owner.until(s.home+"/bot", "#connection .badge-live")
	if hook, _ := s.telegram.Webhook(botID); !strings.HasPrefix(hook.URL, cabinet) {
		t.Errorf("webhook after taking back = %q, want ours", hook.URL)
	}
	s.owner.post(s.home + "/bot/takeover").goesTo(s.home + "/bot") // it is ours already: no act
	s.wants("audit", "1", "SELECT count(*) FROM audit WHERE action = 'took_bot_back' AND project_id = $1", s.project)
}
