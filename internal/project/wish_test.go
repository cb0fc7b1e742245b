package project

import (
	"context"
	"errors"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

func TestFailuresAreToldAndTriedAgain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, method, want string
		fault              sim.Fault
		wait               time.Duration
	}{
		{"refused", "setWebhook", "webhook_refused", sim.Fault{Kind: sim.FaultStatus, Code: 400, Description: "Bad Request: bad webhook: IP address is reserved"}, 2 * time.Second},
		{"too many calls", "setWebhook", "rate_limited", sim.Fault{Kind: sim.FaultStatus, Code: 429, RetryAfter: 77}, 77 * time.Second},
		{"away", "setWebhook", "telegram_unreachable", sim.Fault{Kind: sim.FaultDrop}, 2 * time.Second},
		{"menu away", "setChatMenuButton", "telegram_unreachable", sim.Fault{Kind: sim.FaultHTML, Code: 502}, 2 * time.Second},
		{"401 that may pass", "setWebhook", "", sim.Fault{Kind: sim.FaultStatus, Code: 401, Description: "Unauthorized"}, refusalWait},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			id, bot := b.blank("x"), b.bot("x_bot")
			test.fault.Bot, test.fault.Method, test.fault.Times = bot.ID, test.method, -1
			b.sim.Fault(test.fault)
			row := b.wished(id, bot)
			b.once(t.Context(), row)
			if c := b.connection(id); c.Actual != "disconnected" || c.Desired != "connected" || c.Reason != test.want {
				t.Errorf("Connection = %+v, want reason %q", c, test.want)
			}
			wait := time.Duration(query[float64](b, "SELECT extract(epoch FROM reconcile_at - changed_at) FROM integrations") * float64(time.Second))
			if (wait - test.wait).Abs() > time.Second/2 {
				t.Errorf("next try after %v, want %v", wait, test.wait)
			}
			b.sim.ClearFaults()
			b.exec("UPDATE integrations SET reconcile_at = now()")
			eventually(t, "the connection", func() bool {
				b.once(t.Context(), row)
				b.exec("UPDATE integrations SET reconcile_at = now() WHERE actual <> 'connected'")
				return b.connection(id).Actual == "connected"
			})
			if c := b.connection(id); c.Reason != "" {
				t.Errorf("reason afterwards = %q, want none", c.Reason)
			}
		})
	}
}

func TestARefusedTokenIsAskedAgainBeforeItIsBelieved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, bot := b.blank("x"), b.bot("x_bot")
	row := b.wished(id, bot)
	if _, err := b.sim.RevokeToken(bot.ID); err != nil {
		t.Fatal(err)
	}
	for try := 1; try <= refusals; try++ {
		b.exec("UPDATE integrations SET reconcile_at = now()")
		b.once(t.Context(), row)
		want := ""
		if try == refusals {
			want = "token_revoked"
		}
		if c := b.connection(id); c.Reason != want {
			t.Errorf("reason after %d refusals = %q, want %q", try, c.Reason, want)
		}
	}
	if row := b.integration(id); row.ReconcileAt != nil {
		t.Errorf("next try = %v, want none before the owner acts", row.ReconcileAt)
	}
}

func TestARefusedMenuKeepsNoBotFromAnswering(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, bot := b.blank("x"), b.bot("x_bot")
	b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "setChatMenuButton", Kind: sim.FaultStatus, Code: 400, Description: "Bad Request: BUTTON_URL_INVALID"})
	b.once(t.Context(), b.wished(id, bot))
	if c := b.connection(id); c.Actual != "connected" || !b.isReceived(bot) {
		t.Errorf("Connection = %+v, want connected", c)
	}
	if err := b.Store.RefreshMenu(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if b.once(t.Context(), b.integration(id)); b.integration(id).MenuUrl == "" {
		t.Error("the menu button was not tried again")
	}
}

// What is found out about a wish must not be held against the next one.
func TestAFailureConcernsItsWishAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	id, bot := b.blank("x"), b.bot("x_bot")
	old := b.wished(id, bot)
	b.reconciler.failed(ctx, b.wished(id, bot), errors.New("to be overtaken"))
	b.wished(id, bot)
	revoked := &telegram.APIError{Method: "setWebhook", Code: 401, Description: "Unauthorized"}
	old.Attempts = refusals
	b.reconciler.failed(ctx, old, revoked)
	old.Attempts = 0
	b.reconciler.failed(ctx, old, revoked)
	if row := b.integration(id); row.Reason != "" || row.Attempts != 0 || row.ReconcileAt == nil || time.Until(*row.ReconcileAt) > time.Second {
		t.Errorf("the new wish = %q after %d attempts, due %v, want it untouched", row.Reason, row.Attempts, row.ReconcileAt)
	}
	if n, err := b.Store.MarkConnected(ctx, db.MarkConnectedParams{ProjectID: id, ID: old.ID, Token: old.Token}); n != 0 || err != nil {
		t.Errorf("MarkConnected with the token before = %d, %v, want nothing marked", n, err)
	}
}

func TestAWishThatChangesOnTheWay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, bot := b.blank("x"), b.bot("x_bot")
	row := b.wished(id, bot)
	b.newReconciler(func(ctx context.Context) error { // while it is being connected
		_, err := b.Store.WantDisconnected(ctx, id)
		return err
	})
	b.once(t.Context(), row)
	if c := b.connection(id); c.Actual != "disconnected" || c.Desired != "disconnected" {
		t.Errorf("Connection = %+v, want it unwanted", c)
	}
	b.newReconciler(func(context.Context) error { return nil })
	b.once(t.Context(), row)
	if b.hook(bot).URL != "" {
		t.Errorf("webhook = %q, want it let go", b.hook(bot).URL)
	}
	// And the other way round: wanted again while it is being let go.
	row = b.wished(id, bot)
	if err := forgetIn(t.Context(), b, row); !errors.Is(err, errWanted) {
		t.Errorf("forget of a wanted bot = %v, want errWanted", err)
	}
}

func forgetIn(ctx context.Context, b *bench, row db.Integration) error {
	return b.Store.InTx(ctx, func(q *db.Queries) error { return release(ctx, q, row, true) })
}
