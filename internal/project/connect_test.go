package project

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

func (b *bench) bot(username string) sim.Bot {
	b.t.Helper()
	bot, err := b.sim.AddBot(sim.BotSpec{Username: username, Name: "Bot of " + username})
	if err != nil {
		b.t.Fatal(err)
	}
	return bot
}

// elsewhere lets a bot be served by another service.
func (b *bench) elsewhere(bot sim.Bot) {
	b.t.Helper()
	eventually(b.t, "the other service's webhook", func() bool { // Telegram wants a moment between two setWebhook
		return b.Telegram.SetWebhook(b.t.Context(), bot.Token, telegram.SetWebhook{URL: "https://rival.example.net/hook", SecretToken: "theirs"}) == nil
	})
}

func (b *bench) hook(bot sim.Bot) telegram.SetWebhook {
	b.t.Helper()
	hook, err := b.sim.Webhook(bot.ID)
	if err != nil {
		b.t.Fatal(err)
	}
	return hook
}

func (b *bench) connection(project int64) Connection {
	b.t.Helper()
	c, err := b.Connection(b.t.Context(), project)
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

// connected connects a bot and wants it to have worked.
func (b *bench) connected(project int64, bot sim.Bot) {
	b.t.Helper()
	if err := b.Connect(b.t.Context(), project, string(bot.Token), false); err != nil {
		b.t.Fatal(err)
	}
	b.becomesConnected(project)
}

// becomesConnected waits for it: Telegram wants a moment between two setWebhook.
func (b *bench) becomesConnected(project int64) {
	b.t.Helper()
	eventually(b.t, "the bot connected", func() bool { return b.connection(project).Actual == "connected" })
}

// isReceived tells whether the receipt takes what Telegram would deliver now.
func (b *bench) isReceived(bot sim.Bot) bool {
	b.t.Helper()
	hook := b.hook(bot)
	publicID, ours := strings.CutPrefix(hook.URL, publicURL+WebhookPath)
	return ours && query[int](b, `SELECT count(*) FROM public_ids WHERE public_id = $1 AND retired_at IS NULL
		AND sha256(convert_to($2, 'UTF8')) IN (secret_sha256, previous_sha256)`, publicID, hook.SecretToken) == 1
}

func TestABotIsConnected(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	id, bot := b.blank("Par"), b.bot("par_bot")
	if c := b.connection(id); c != (Connection{}) {
		t.Errorf("Connection before = %+v, want none", c)
	}
	b.connected(id, bot)
	want := Connection{BotID: bot.ID, Username: "par_bot", Name: "Bot of par_bot", Desired: "connected", Actual: "connected"}
	c := b.connection(id)
	want.Since = c.Since
	if c != want || c.Since.IsZero() {
		t.Errorf("Connection = %+v, want %+v", c, want)
	}
	hook := b.hook(bot)
	if !b.isReceived(bot) || len(hook.AllowedUpdates) == 0 || len(hook.SecretToken) < 32 {
		t.Errorf("webhook = %+v, want ours with a secret and the kinds of updates", hook)
	}
	menu := b.sim.Journal().Select(sim.Calls(bot.ID, "setChatMenuButton"))
	if len(menu) != 1 || !strings.Contains(menu[0].Text("menu_button"), pagesURL+"/m/par") {
		t.Errorf("menu button = %v, want the Mini App", menu)
	}
	if sealed := query[[]byte](b, "SELECT token FROM integrations"); strings.Contains(string(sealed), string(bot.Token)[12:]) {
		t.Error("the token is in the database as it is")
	}
}

func TestWhatKeepsABotFromBeingConnected(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	ctx := t.Context()
	mine, theirs := b.blank("mine"), b.blank("theirs")
	taken, other, foreign, revoked := b.bot("taken_bot"), b.bot("other_bot"), b.bot("foreign_bot"), b.bot("revoked_bot")
	b.connected(theirs, taken)
	b.elsewhere(foreign)
	if _, err := b.sim.RevokeToken(revoked.ID); err != nil {
		t.Fatal(err)
	}
	flooded, away := b.bot("flooded_bot"), b.bot("away_bot")
	b.sim.Fault(sim.Fault{Bot: flooded.ID, Method: "getMe", Kind: sim.FaultStatus, Code: 429, RetryAfter: 30})
	b.sim.Fault(sim.Fault{Bot: away.ID, Method: "getWebhookInfo", Kind: sim.FaultHTML, Code: 502})
	for _, test := range []struct {
		name, token string
		want        error
	}{
		{"no token", "hello", ErrTokenShape},
		{"empty", "", ErrTokenShape},
		{"a path", "123456789:AA/../../getMe?xxxxxxxxxxxxxxxxxxxxx", ErrTokenShape},
		{"unknown", "123456789:AAwrongwrongwrongwrongwrongwrongwr0", ErrTokenRefused},
		{"revoked", string(revoked.Token), ErrTokenRefused},
		{"another project's", string(taken.Token), ErrBotTaken},
		{"too many calls", string(flooded.Token), ErrTelegramUnreachable},
		{"Telegram away", string(away.Token), ErrTelegramUnreachable},
	} {
		if err := b.Connect(ctx, mine, test.token, true); !errors.Is(err, test.want) {
			t.Errorf("%s: Connect = %v, want %v", test.name, err, test.want)
		}
		if c := b.connection(mine); c != (Connection{}) {
			t.Errorf("%s: Connection = %+v, want none", test.name, c)
		}
	}
	var served *ForeignWebhookError
	if err := b.Connect(ctx, mine, string(foreign.Token), false); !errors.As(err, &served) || served.Host != "rival.example.net" {
		t.Errorf("Connect of a bot served elsewhere = %v, want the host", err)
	}
	if got := b.hook(foreign).URL; got != "https://rival.example.net/hook" {
		t.Errorf("its webhook = %s, want it untouched", got)
	}
	if err := b.Connect(ctx, mine, "  "+string(foreign.Token)+"\n", true); err != nil {
		t.Errorf("Connect with consent = %v, want nil", err)
	}
	// The simulator, too, takes two webhooks within a second for one too many.
	eventually(t, "the taking over", func() bool { return b.isReceived(foreign) })
	if err := b.Connect(ctx, mine, string(other.Token), false); !errors.Is(err, ErrOtherBot) {
		t.Errorf("Connect of a second bot = %v, want ErrOtherBot", err)
	}
	if c := b.connection(theirs); c.Actual != "connected" || !b.isReceived(taken) {
		t.Errorf("Connection of the other project = %+v, want it untouched", c)
	}
}

func TestErrorsHoldNoToken(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	bot := b.bot("silent_bot")
	b.api.Close()
	err := b.Connect(t.Context(), b.blank("x"), string(bot.Token), false)
	if !errors.Is(err, ErrTelegramUnreachable) || strings.Contains(err.Error(), string(bot.Token)[12:]) {
		t.Errorf("Connect = %v, want an error without the token", err)
	}
}

func TestASlowTelegramIsGivenUp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	bot := b.bot("slow_bot")
	b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "getMe", Kind: sim.FaultDelay, Delay: time.Minute})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := b.Connect(ctx, b.blank("x"), string(bot.Token), false); !errors.Is(err, ErrTelegramUnreachable) {
		t.Errorf("Connect = %v, want ErrTelegramUnreachable", err)
	}
}

func TestAReplacedTokenIsTakenUp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	id, bot := b.blank("x"), b.bot("x_bot")
	b.connected(id, bot)
	before := b.hook(bot)
	token, err := b.sim.RevokeToken(bot.ID)
	if err != nil {
		t.Fatal(err)
	}
	b.exec("UPDATE integrations SET actual = 'disconnected', reason = 'token_revoked'") // the sender noticed
	held := query[int64](b, "SELECT id FROM integrations")
	if _, err := b.Vault.Token(t.Context(), id, held); err == nil {
		t.Error("Token of a revoked one = nil, want an error")
	}
	eventually(t, "a connection with the new token", func() bool {
		return b.Connect(t.Context(), id, string(token), false) == nil && b.connection(id).Actual == "connected"
	})
	after := b.hook(bot)
	if !b.isReceived(bot) || after.URL != before.URL || after.SecretToken == before.SecretToken {
		t.Errorf("webhook = %+v after %+v, want the same address with a new secret", after, before)
	}
	if got, err := b.Vault.Token(t.Context(), id, held); err != nil || string(got) != string(token) {
		t.Errorf("Token = %v, %v, want the new one", got, err)
	}
	if n := query[int](b, "SELECT count(*) FROM integrations"); n != 1 {
		t.Errorf("integrations = %d, want the one", n)
	}
}

func TestTheMenuFollowsTheAddress(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	id, bot := b.blank("x"), b.bot("x_bot")
	b.connected(id, bot)
	if err := b.SetAddress(t.Context(), id, "another"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	menu, err := b.sim.Journal().WaitFor(ctx, 2, sim.Calls(bot.ID, "setChatMenuButton"))
	if err != nil || !strings.Contains(menu[1].Text("menu_button"), pagesURL+"/m/another") {
		t.Errorf("menu button = %v, %v, want the new address", menu, err)
	}
	if hooks := b.sim.Journal().Select(sim.Calls(bot.ID, "setWebhook")); len(hooks) != 1 {
		t.Errorf("webhook set %d times, want once", len(hooks))
	}
}
