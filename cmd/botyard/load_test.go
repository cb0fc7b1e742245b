package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/inbox"
	"botyard/internal/telegram"
)

// message is an update with a text of some person.
func message(id int) string {
	return fmt.Sprintf(`{"update_id":%d,"message":{"message_id":1,"date":%d,"chat":{"id":9,"type":"private"},"from":{"id":9,"first_name":"Anna"},"text":"/start"}}`, id, time.Now().Unix())
}

// TestABotOverItsBoundIsRefusedAlone: Telegram keeps what we cannot, and a
// neighbour is answered as always.
func TestABotOverItsBoundIsRefusedAlone(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	noisy, _ := r.publishedBot("noisy_bot")
	_, calm := r.publishedBot("calm_bot")
	publicID, secret := r.known(noisy)
	r.app.receiver.Bounds = inbox.NewBounds(r.app.store, inbox.Limits{
		Project: inbox.Amount{Rows: 3, Bytes: 1 << 20}, Account: inbox.Amount{Rows: 1000, Bytes: 1 << 30}, Installation: inbox.Amount{Rows: 1000, Bytes: 1 << 30},
	})
	for i := range 3 {
		if code, answer := r.post(publicID, secret, message(100+i)); code != 200 {
			t.Fatalf("delivery %d = %d %s, want 200", i, code, answer)
		}
	}
	if code, answer := r.post(publicID, secret, message(200)); code != 503 || !strings.Contains(answer, "too much is waiting") {
		t.Errorf("delivery over the bound = %d %s, want 503", code, answer)
	}
	if got := r.answerTo(calm, "/start"); !strings.HasPrefix(got, "Hello") {
		t.Errorf("a neighbour's answer = %q, want the greeting", got)
	}
	// The owner measures, and there is room again.
	if err := r.app.meter.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := r.app.receiver.Bounds.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if code, answer := r.post(publicID, secret, message(200)); code != 200 {
		t.Errorf("the same delivery later = %d %s, want 200", code, answer)
	}
}

// TestAPausedBotIsSilentAndLosesNothing pauses a bot under a real webhook.
func TestAPausedBotIsSilentAndLosesNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	project, bot := r.publishedBot("resting_bot")
	user := r.owner("vera@example.org")
	if _, err := r.app.store.PauseProject(t.Context(), db.PauseProjectParams{PausedBy: user, Why: "look", ProjectID: project}); err != nil {
		t.Fatal(err)
	}
	visitor := r.sim.User(telegram.User{FirstName: "Anna"})
	if _, err := visitor.Send(bot.ID, "/start"); err != nil {
		t.Fatal(err)
	}
	r.until("the message in the inbox", func(ctx context.Context) bool {
		rows, err := r.app.store.StuckEvents(ctx, db.StuckEventsParams{ProjectID: project, Most: 10})
		return err == nil && len(rows) == 1
	})
	if err := r.app.meter.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if load, err := r.app.store.ProjectLoad(t.Context(), project); err != nil || load.Waiting != 1 {
		t.Errorf("load of the paused project = %+v, %v, want one waiting event", load, err)
	}
	if _, err := r.app.store.UnpauseProject(t.Context(), project); err != nil {
		t.Fatal(err)
	}
	if got := r.nextFrom(visitor, bot, 0); !strings.HasPrefix(got, "Hello") {
		t.Errorf("answer after the pause = %q, want the greeting", got)
	}
}

// until waits for something that happens soon.
func (r *rig) until(what string, holds func(context.Context) bool) {
	r.t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); !holds(r.t.Context()); <-look.C {
		if time.Now().After(deadline) {
			r.t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
