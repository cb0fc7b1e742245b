package project

import (
	"context"
	"sync"
	"testing"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// TestBotConnectedWhileItsProjectIsDeleted: it is let go in the end.
func TestBotConnectedWhileItsProjectIsDeleted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	id, bot := b.blank("x"), b.bot("x_bot")
	nudge, once := b.Nudge, sync.Once{}
	b.Nudge = func() {
		once.Do(func() { // between the disconnection and the erasing
			me := telegram.Me{User: telegram.User{ID: bot.ID, Username: "x_bot"}}
			if err := b.wantConnected(t.Context(), id, bot.Token, me); err != nil {
				t.Error(err)
			}
		})
		nudge()
	}
	if err := b.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if got := b.hook(bot).URL; got != "" {
		t.Errorf("webhook of a deleted project's bot = %q, want none", got)
	}
	if n := query[int](b, "SELECT count(*) FROM bot_claims"); n != 0 {
		t.Errorf("claims left = %d, want 0", n)
	}
}

// TestProjectDeletedWhileItsBotIsConnected: what was set last is taken away.
func TestProjectDeletedWhileItsBotIsConnected(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.newReconciler(func(context.Context) error { // its secret is stored, and the webhook not yet set
		b.exec("DELETE FROM bot_claims")
		b.exec("DELETE FROM public_ids")
		b.exec("DELETE FROM integrations")
		return nil
	})
	b.reconcileAll()
	id, bot := b.blank("x"), b.bot("x_bot")
	if err := b.Connect(t.Context(), id, string(bot.Token), false); err != nil {
		t.Fatal(err)
	}
	eventually(t, "that it is let go", func() bool {
		return len(b.sim.Journal().Select(func(e sim.Entry) bool { return e.Method == "deleteWebhook" && e.Done })) > 0
	})
	if got := b.hook(bot).URL; got != "" {
		t.Errorf("webhook = %q, want none", got)
	}
}
