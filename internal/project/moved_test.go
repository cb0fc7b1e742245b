package project

import (
	"testing"

	"botyard/internal/telegram/sim"
)

// due counts the connections that the reconciler would look at now.
func (b *bench) due() int {
	b.t.Helper()
	return query[int](b, "SELECT count(*) FROM integrations WHERE reconcile_at <= now()")
}

func TestBotsAreConnectedAnewAtAnotherAddress(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"another address": "webhook_url = 'https://before.example.org" + WebhookPath + "x'",
		"no address":      "webhook_url = ''",
		"another menu":    "menu_url = 'https://before.example.org/m/x'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			id, bot := b.blank("x"), b.bot("x_bot")
			b.once(t.Context(), b.wished(id, bot))
			b.reconciler.registerAnew(t.Context())
			if n := b.due(); n != 0 {
				t.Fatalf("due at the same address = %d, want 0", n)
			}
			b.exec("UPDATE integrations SET " + change)
			b.reconciler.registerAnew(t.Context())
			if n := b.due(); n != 1 {
				t.Fatalf("due = %d, want 1", n)
			}
			eventually(t, "the connection", func() bool { // Telegram wants a moment between two setWebhook
				b.once(t.Context(), b.integration(id))
				return b.due() == 0 && b.integration(id).Reason == ""
			})
			if row := b.integration(id); !b.isReceived(bot) || row.WebhookUrl != b.hook(bot).URL {
				t.Errorf("connection = %+v, want it at this address", row)
			}
		})
	}
}

func TestWithoutAnAddressABotHasNoWebhook(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, bot := b.blank("x"), b.bot("x_bot")
	b.once(t.Context(), b.wished(id, bot))
	b.PublicURL = ""
	b.reconciler.registerAnew(t.Context())
	b.once(t.Context(), b.integration(id))
	if row := b.integration(id); row.Actual != "connected" || row.WebhookUrl != "" || row.CheckAt != nil || b.hook(bot).URL != "" {
		t.Errorf("connection = %+v with webhook %q, want it connected without one, and not looked at", row, b.hook(bot).URL)
	}
	b.exec("UPDATE integrations SET reconcile_at = now()")
	b.once(t.Context(), b.integration(id)) // the menu alone
	b.reconciler.registerAnew(t.Context())
	if calls := b.sim.Journal().Select(sim.Calls(bot.ID, "deleteWebhook")); len(calls) != 1 || b.due() != 0 {
		t.Errorf("calls of deleteWebhook = %d, due %d, want one and none", len(calls), b.due())
	}
}
