package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

func TestStartIsAnswered(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.publishedBot("greeting_bot")
	if got := r.answerTo(bot, "/start"); !strings.HasPrefix(got, "Hello, Anna!") {
		t.Errorf("answer to /start = %q, want a greeting with the name", got)
	}
	if got := r.answerTo(bot, "what?"); !strings.Contains(got, "/start") {
		t.Errorf("answer to something else = %q, want the fallback", got)
	}
}

// known gives the bot a secret that the test knows, as if it were the previous one.
func (r *rig) known(projectID int64) (publicID, secret string) {
	r.t.Helper()
	ctx := r.t.Context()
	row, err := r.app.store.LiveIntegration(ctx, projectID)
	if err != nil {
		r.t.Fatal(err)
	}
	secret = "the-secret-of-the-test"
	sum := sha256.Sum256([]byte(secret))
	// The secret that the simulator has becomes the previous one and stays good.
	err = r.app.store.StorePublicID(ctx, db.StorePublicIDParams{
		PublicID: "unused", ProjectID: projectID, IntegrationID: row.ID, SecretSha256: sum[:],
	})
	if err != nil {
		r.t.Fatal(err)
	}
	publicID, err = r.app.store.PublicIDOf(ctx, db.PublicIDOfParams{ProjectID: projectID, IntegrationID: row.ID})
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.app.directory.Refresh(ctx); err != nil {
		r.t.Fatal(err)
	}
	return publicID, secret
}

func caseFiles(t *testing.T) map[string]string {
	t.Helper()
	dir := filepath.Join("..", "..", "internal", "telegram", "testdata")
	if other := os.Getenv("BOTYARD_CASES"); other != "" {
		dir = other
	}
	paths, err := filepath.Glob(filepath.Join(dir, "updates", "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("cases in %s = %v, %v, want some", dir, paths, err)
	}
	cases := map[string]string{}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases[filepath.Base(path)] = string(raw)
	}
	return cases
}

func TestEveryCaseIsAcceptedOnceAndHarmless(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	projectID, bot := r.publishedBot("sturdy_bot")
	publicID, secret := r.known(projectID)
	seen := map[int64]bool{}
	for name, body := range caseFiles(t) {
		update, err := telegram.ParseUpdate([]byte(body))
		if err != nil {
			t.Errorf("%s: ParseUpdate = %v", name, err)
			continue
		}
		want := fmt.Sprintf(`{"ok":true,"duplicate":%t}`, seen[update.ID])
		if code, got := r.post(publicID, secret, body); code != 200 || got != want {
			t.Errorf("%s: delivery = %d %s, want 200 %s", name, code, got, want)
		}
		seen[update.ID] = true
		if code, got := r.post(publicID, secret, body); code != 200 || got != `{"ok":true,"duplicate":true}` {
			t.Errorf("%s: second delivery = %d %s, want 200 and a duplicate", name, code, got)
		}
	}
	if got := r.answerTo(bot, "/start"); !strings.HasPrefix(got, "Hello") {
		t.Errorf("answer to /start after all cases = %q, want the greeting", got)
	}
}

func TestBadDeliveriesAreRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	projectID, bot := r.publishedBot("strict_bot")
	publicID, secret := r.known(projectID)
	for _, test := range []struct {
		name, publicID, secret, body string
		want                         int
	}{
		{"unknown bot", "nobody", secret, `{"update_id":1}`, 401},
		{"wrong secret", publicID, "wrong", `{"update_id":1}`, 401},
		{"no secret", publicID, "", `{"update_id":1}`, 401},
		{"not JSON", publicID, secret, `update`, 400},
		{"cut short", publicID, secret, `{"update_id":1,`, 400},
		{"a list", publicID, secret, `[1]`, 400},
		{"no update_id", publicID, secret, `{"message":{}}`, 400},
		{"too large", publicID, secret, `{"update_id":1,"x":"` + strings.Repeat("x", 1<<20) + `"}`, 413},
		{"as large as may be", publicID, secret, `{"update_id":2,"x":"` + strings.Repeat("x", 1<<20-30) + `"}`, 200},
		{"NUL", publicID, secret, `{"update_id":3,"message":{"message_id":1,"date":1,"chat":{"id":5,"type":"private"},"from":{"id":5,"first_name":"a\u0000b"},"text":"x\u0000y"}}`, 200},
		{"lone surrogate", publicID, secret, `{"update_id":4,"message":{"message_id":1,"date":1,"chat":{"id":5,"type":"private"},"from":{"id":5,"first_name":"\ud800"},"text":"\udc00"}}`, 200},
		{"huge number", publicID, secret, `{"update_id":5,"message":{"message_id":1,"date":1e999999,"chat":{"id":5,"type":"private"},"from":{"id":5,"first_name":"a"},"text":"x"}}`, 200},
	} {
		if code, answer := r.post(test.publicID, test.secret, test.body); code != test.want {
			t.Errorf("%s: delivery = %d %s, want %d", test.name, code, answer, test.want)
		}
	}
	if got := r.answerTo(bot, "/start"); !strings.HasPrefix(got, "Hello") {
		t.Errorf("answer to /start afterwards = %q, want the greeting", got)
	}
}

func TestUnauthorisedAnswersAreAlike(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	projectID, _ := r.publishedBot("private_bot")
	publicID, secret := r.known(projectID)
	_, unknown := r.post("nobody", secret, `{}`)
	_, wrong := r.post(publicID, "wrong", `{}`)
	if unknown != wrong {
		t.Errorf("answers to an unknown bot and a wrong secret = %q and %q, want the same", unknown, wrong)
	}
}

func TestMessagesOfAChatStayInOrder(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.publishedBot("orderly_bot")
	visitor := r.sim.User(telegram.User{FirstName: "Boris"})
	const n = 10
	for i := range n {
		text := "/start"
		if i%2 == 1 {
			text = "else"
		}
		if _, err := visitor.Send(bot.ID, text); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	sent, err := r.sim.Journal().WaitFor(ctx, n, sim.Calls(bot.ID, "sendMessage"))
	if err != nil {
		t.Fatal(err)
	}
	for i, entry := range sent {
		if greeted := strings.HasPrefix(entry.Text("text"), "Hello"); greeted != (i%2 == 0) {
			t.Errorf("answer %d = %q, want the one to message %d", i, entry.Text("text"), i)
		}
	}
}
