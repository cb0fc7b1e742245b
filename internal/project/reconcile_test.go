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

// wished stores the wish for a bot, which no reconciler has seen yet.
func (b *bench) wished(project int64, bot sim.Bot) db.Integration {
	b.t.Helper()
	me := telegram.Me{User: telegram.User{ID: bot.ID, Username: bot.Username, FirstName: bot.Name}}
	if err := b.wantConnected(b.t.Context(), project, bot.Token, me); err != nil {
		b.t.Fatal(err)
	}
	return b.integration(project)
}

func (b *bench) integration(project int64) db.Integration {
	b.t.Helper()
	row, err := b.Store.LiveIntegration(b.t.Context(), project)
	if err != nil {
		b.t.Fatal(err)
	}
	return row
}

// once reconciles a bot in this goroutine.
func (b *bench) once(ctx context.Context, row db.Integration) {
	b.reconciler.reconcile(ctx, row.ProjectID, row.ID)
}

// The process dies between two steps of connecting; the next one goes on.
func TestACrashWhileConnectingHeals(t *testing.T) {
	t.Parallel()
	for name, crash := range map[string]func(b *bench, bot sim.Bot, die func()){
		"before the receipt knows": func(b *bench, _ sim.Bot, die func()) {
			b.newReconciler(func(ctx context.Context) error { die(); return ctx.Err() })
		},
		"after setWebhook": func(b *bench, bot sim.Bot, die func()) {
			b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "setChatMenuButton", Kind: sim.FaultDrop})
			b.dieAt(bot, "setWebhook", die)
		},
		"when setWebhook's answer is lost": func(b *bench, bot sim.Bot, die func()) {
			b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "setWebhook", Kind: sim.FaultDelay, Delay: time.Minute})
			b.newReconciler(func(context.Context) error { time.AfterFunc(300*time.Millisecond, die); return nil })
		},
		"before it is marked": func(b *bench, bot sim.Bot, die func()) {
			b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "setChatMenuButton", Kind: sim.FaultDelay, Delay: time.Minute})
			b.newReconciler(func(context.Context) error { time.AfterFunc(300*time.Millisecond, die); return nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			id, bot := b.blank("x"), b.bot("x_bot")
			row := b.wished(id, bot)
			ctx, die := context.WithCancel(t.Context())
			crash(b, bot, die)
			b.once(ctx, row)
			if c := b.connection(id); c.Actual == "connected" || c.Reason != "" {
				t.Fatalf("Connection after the crash = %+v, want it under way without a reason", c)
			}
			b.newReconciler(func(context.Context) error { return nil })
			b.reconcileAll()
			eventually(t, "the connection", func() bool { return b.connection(id).Actual == "connected" })
			if !b.isReceived(bot) {
				t.Errorf("webhook = %+v, want one that is received", b.hook(bot))
			}
			if n := query[int](b, "SELECT count(*) FROM public_ids"); n != 1 {
				t.Errorf("public ids = %d, want 1", n)
			}
		})
	}
}

// dieAt ends the process when a call of a method has been executed.
func (b *bench) dieAt(bot sim.Bot, method string, die func()) {
	go func() {
		_, _ = b.sim.Journal().WaitFor(b.t.Context(), 1, sim.Calls(bot.ID, method))
		die()
	}()
}

// Whatever happens while the secret is being replaced, what Telegram sends in
// the meantime is taken.
func TestASecretIsReplacedWithoutALoss(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, bot := b.blank("x"), b.bot("x_bot")
	b.once(t.Context(), b.wished(id, bot))
	if !b.isReceived(bot) {
		t.Fatal("the first webhook is not received")
	}
	row := b.wished(id, bot) // the owner gave the token again
	b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "setWebhook", Kind: sim.FaultStatus, Code: 500, Times: 3})
	secrets := map[string]bool{}
	for range 3 {
		b.exec("UPDATE integrations SET reconcile_at = now()")
		if b.once(t.Context(), row); !b.isReceived(bot) {
			t.Fatal("what Telegram sends is refused while it does not take the new secret")
		}
		for _, call := range b.sim.Journal().Select(sim.Calls(bot.ID, "setWebhook"))[1:] {
			secrets[call.Text("secret_token")] = true
		}
	}
	if len(secrets) != 1 {
		t.Errorf("new secrets = %d, want one for all tries", len(secrets))
	}
	old := b.hook(bot).SecretToken
	eventually(t, "the new secret", func() bool {
		b.exec("UPDATE integrations SET reconcile_at = now()")
		b.once(t.Context(), row)
		return b.hook(bot).SecretToken != old
	})
	if !b.isReceived(bot) || b.connection(id).Actual != "connected" {
		t.Errorf("received = %t, %+v, want it connected", b.isReceived(bot), b.connection(id))
	}
}

func TestTheReceiptKnowsBeforeTelegram(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, bot := b.blank("x"), b.bot("x_bot")
	row := b.wished(id, bot)
	known := 0
	b.newReconciler(func(context.Context) error {
		known = query[int](b, "SELECT count(*) FROM public_ids")
		if calls := b.sim.Journal().Select(sim.Calls(bot.ID, "setWebhook")); calls != nil {
			t.Errorf("calls before the receipt knows = %v, want none", calls)
		}
		return nil
	})
	if b.once(t.Context(), row); known != 1 || b.connection(id).Actual != "connected" {
		t.Errorf("known = %d, %+v, want 1 and connected", known, b.connection(id))
	}
	notReady := errors.New("not ready")
	other := b.bot("other_bot")
	second := b.blank("y")
	b.newReconciler(func(context.Context) error { return notReady })
	if b.once(t.Context(), b.wished(second, other)); b.hook(other).URL != "" {
		t.Errorf("webhook = %s although the receipt does not know it, want none", b.hook(other).URL)
	}
}

func TestWithoutAPublicAddressThereIsNoWebhook(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.PublicURL, b.PagesURL = "", ""
	id, bot := b.blank("x"), b.bot("x_bot")
	b.once(t.Context(), b.wished(id, bot))
	if c := b.connection(id); c.Actual != "connected" || b.hook(bot).URL != "" {
		t.Errorf("Connection = %+v with webhook %q, want connected without one", c, b.hook(bot).URL)
	}
	if calls := b.sim.Journal().Select(sim.Calls(bot.ID, "setChatMenuButton")); calls != nil {
		t.Errorf("menu button = %v, want none", calls)
	}
}

func TestFirstCallsArePaced(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconciler = NewReconciler(b.Service, b.reconciler.shards, func(context.Context) error { return nil }, 1)
	one, two := b.wished(b.blank("x"), b.bot("x_bot")), b.wished(b.blank("y"), b.bot("y_bot"))
	b.once(t.Context(), one)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	b.once(ctx, two)
	if c := b.connection(two.ProjectID); c.Actual == "connected" {
		t.Error("the second cold token was called within the minute")
	}
	b.exec("UPDATE integrations SET reconcile_at = now(), menu_url = ''")
	b.once(t.Context(), b.integration(one.ProjectID))
	if b.integration(one.ProjectID).MenuUrl == "" {
		t.Error("a warm token had to wait")
	}
}

func TestOnlyOwnedAndDueBotsAreReconciled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	mine, theirs := b.wished(b.blank("x"), b.bot("x_bot")), b.wished(b.blank("y"), b.bot("y_bot"))
	b.reconciler = NewReconciler(b.Service, func() []int16 { return []int16{int16(mine.ProjectID % 64)} }, func(context.Context) error { return nil }, 0)
	stop := b.reconcileAll()
	eventually(t, "mine", func() bool { return b.connection(mine.ProjectID).Actual == "connected" })
	stop()
	if c := b.connection(theirs.ProjectID); c.Actual == "connected" {
		t.Error("a bot of another owner was connected")
	}
	calls := len(b.sim.Journal().Entries())
	if b.once(t.Context(), mine); len(b.sim.Journal().Entries()) != calls {
		t.Error("a bot of which nothing is left to do was called")
	}
}

func TestAStopIsNoFailure(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, bot := b.blank("x"), b.bot("x_bot")
	b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "setWebhook", Kind: sim.FaultDelay, Delay: time.Minute})
	b.wished(id, bot)
	stop := b.reconcileAll()
	eventually(t, "the call", func() bool {
		calls := b.sim.Journal().Select(sim.Calls(bot.ID, "setWebhook"))
		return len(calls) == 1
	})
	began := time.Now()
	stop()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("stop took %v", took)
	}
	if row := b.integration(id); row.Attempts != 0 || row.Reason != "" {
		t.Errorf("attempts, reason = %d, %q, want none", row.Attempts, row.Reason)
	}
}
