package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// eventually returns when a condition holds, and gives up after patience.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// waitFor returns when a condition holds in the database.
func (r *rig) waitFor(what, condition string) {
	r.t.Helper()
	eventually(r.t, what, func() bool {
		var holds bool
		if err := r.app.store.Pool.QueryRow(r.t.Context(), "SELECT "+condition).Scan(&holds); err != nil {
			r.t.Fatal(err)
		}
		return holds
	})
}

func (r *rig) exec(sql string, args ...any) {
	r.t.Helper()
	if _, err := r.app.store.Pool.Exec(r.t.Context(), sql, args...); err != nil {
		r.t.Fatal(err)
	}
}

// TestSuspendedProjectIsSilent: what arrives is taken and dropped, what waited
// to be answered is dropped, what waited to be sent ends as expired.
func TestSuspendedProjectIsSilent(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ctx := t.Context()
	projectID, bot := r.publishedBot("silent_bot")
	other, otherBot := r.publishedBot("talking_bot")
	publicID, secret := r.known(projectID)
	later := fmt.Sprintf(`INSERT INTO outbox (project_id, event_id, seq, integration_id, chat_id, class, payload, received_at, not_before)
		SELECT %d, $1, 0, id, 7, 1, '{"text":"late"}', now(), now() + $2 * interval '1 hour' FROM integrations WHERE project_id = %[1]d`, projectID)
	r.exec(later, 1_000_001, 1)
	if err := r.app.projects.SuspendProject(ctx, projectID, "spam"); err != nil {
		t.Fatal(err)
	}
	r.wantLeftOf(fmt.Sprintf("message_log WHERE project_id = %d AND outcome = 'expired' AND code = 'suspended'", projectID), 1)
	if err := r.app.directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	if code, answer := r.post(publicID, secret, visitorSays(1, "/start")); code != 200 || answer != `{"ok":true,"duplicate":false}` {
		t.Errorf("delivery to a suspended project = %d %s, want 200", code, answer)
	}
	r.exec(fmt.Sprintf(`INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload) VALUES (%d, 1, 7, 1, convert_to($1, 'UTF8'))`, projectID), visitorSays(2, "/start"))
	r.exec(later, 1_000_002, 0) // as of a turn that was running when it was suspended
	r.waitFor("the end of both", fmt.Sprintf(`(SELECT count(*) FROM message_log WHERE project_id = %[1]d AND code = 'suspended') = 2
		AND NOT EXISTS (SELECT FROM inbox WHERE project_id = %[1]d)`, projectID))
	for _, table := range []string{"telegram_updates", "subscribers", "message_text", "outbox"} {
		r.wantLeftOf(fmt.Sprintf("%s WHERE project_id = %d", table, projectID), 0)
	}
	r.answerTo(otherBot, "/start") // its neighbour does not notice
	if err := r.app.projects.ResumeProject(ctx, projectID); err != nil {
		t.Fatal(err)
	}
	if err := r.app.directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	r.answerTo(bot, "/start")
	r.wantLeftOf(fmt.Sprintf("projects WHERE id IN (%d, %d) AND suspended_at IS NULL", projectID, other), 2)
}

func TestSuspendedAccountIsSilent(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ctx := t.Context()
	projectID, bot := r.publishedBot("silent_bot")
	account, err := r.app.store.AccountOfUser(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.app.projects.SuspendAccount(ctx, account, "spam"); err != nil {
		t.Fatal(err)
	}
	if err := r.app.directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	visitor := r.sim.User(telegram.User{FirstName: "Anna"})
	if _, err := visitor.Send(bot.ID, "/start"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the delivery", func() bool {
		return slices.ContainsFunc(r.sim.Journal().Entries(), func(e sim.Entry) bool {
			return e.Method == sim.MethodDelivery && e.Bot == bot.ID && e.Code == 200
		})
	})
	r.wantLeftOf(fmt.Sprintf("telegram_updates WHERE project_id = %d", projectID), 0)
	if err := r.app.projects.ResumeAccount(ctx, account); err != nil {
		t.Fatal(err)
	}
	if err := r.app.directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	r.answerTo(bot, "/start")
}

func visitorSays(updateID int64, text string) string {
	return fmt.Sprintf(`{"update_id":%d,"message":{"message_id":1,"date":1,"text":%q,"from":{"id":7,"is_bot":false,"first_name":"Anna"},"chat":{"id":7,"type":"private"}}}`, updateID, text)
}
