package project

import (
	"strings"
	"testing"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// checkedBot is a connected bot about which it is time to ask Telegram.
func checkedBot(t *testing.T) (b *bench, project int64, bot sim.Bot) {
	t.Helper()
	b = newBench(t)
	project, bot = b.blank("Café"), b.bot("cafe_bot")
	stop := b.reconcileAll()
	b.connected(project, bot)
	stop()
	b.exec("UPDATE integrations SET check_at = now() - interval '1 minute'")
	return b, project, bot
}

// check asks about the bot of a project once.
func (b *bench) check(project int64) {
	b.t.Helper()
	b.reconciler.check(b.t.Context(), project, b.integration(project).ID)
}

// next is in how many minutes the bot is asked about again, -1 for not.
func (b *bench) next() int {
	return query[int](b, "SELECT coalesce(round(extract(epoch FROM check_at - now()) / 60), -1)::int FROM integrations")
}

func TestAQuietBotThatIsWellIsAskedAboutOnce(t *testing.T) {
	t.Parallel()
	b, project, _ := checkedBot(t)
	b.check(project)
	if row := b.integration(project); row.CheckedAt == nil || row.Actual != "connected" || row.Reason != "" {
		t.Errorf("connection = %+v, want it checked and well", row)
	}
	if got := b.next(); got != -1 {
		t.Errorf("next check in %d minutes, want none: nobody writes to it", got)
	}
}

func TestABusyBotIsAskedAboutEveryHour(t *testing.T) {
	t.Parallel()
	b, project, _ := checkedBot(t)
	b.exec("INSERT INTO project_activity (project_id, received, sent, received_at) VALUES ($1, 0, 0, now() - interval '23 hours')", project)
	b.check(project)
	if got := b.next(); got < 49 || got > 71 {
		t.Errorf("next check in %d minutes, want about an hour", got)
	}
}

func TestTelegramsComplaintIsKept(t *testing.T) {
	t.Parallel()
	b, project, bot := checkedBot(t)
	// Nobody listens at the address of the test, so that a delivery fails.
	if _, err := b.sim.User(telegram.User{FirstName: "Anna"}).Send(bot.ID, "hello"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "Telegram's complaint", func() bool {
		info, err := b.Telegram.GetWebhookInfo(t.Context(), bot.Token)
		return err == nil && info.LastErrorMessage != ""
	})
	b.check(project)
	row := b.integration(project)
	if row.WebhookError == "" || row.WebhookErrorAt == nil || row.WebhookPending != 1 {
		t.Errorf("kept = %q at %v, %d pending, want Telegram's words and the one that waits", row.WebhookError, row.WebhookErrorAt, row.WebhookPending)
	}
	if got := b.next(); got < 49 {
		t.Errorf("next check in %d minutes, want one: Telegram complains", got)
	}
	if c := b.connection(project); c.Pending != 1 || c.Actual != "connected" {
		t.Errorf("Connection = %+v, want it connected, with what waits", c)
	}
}

func TestALostWebhookIsSetAgain(t *testing.T) {
	t.Parallel()
	b, _, bot := checkedBot(t)
	if err := b.Telegram.DeleteWebhook(t.Context(), bot.Token, false); err != nil {
		t.Fatal(err)
	}
	b.reconcileAll()
	eventually(t, "our webhook again: nobody else has the bot", func() bool { return strings.HasPrefix(b.hook(bot).URL, publicURL) })
}

func TestATakenBotWaitsForConsentUnlessItIsLetGo(t *testing.T) {
	t.Parallel()
	b, project, bot := checkedBot(t)
	b.elsewhere(bot)
	taken := b.hook(bot).URL
	b.check(project)
	c := b.connection(project)
	if c.Actual != "disconnected" || c.Reason != "foreign_webhook" || c.Host == "" || !strings.Contains(taken, c.Host) {
		t.Errorf("Connection = %+v, want it taken by the host of %s", c, taken)
	}
	b.exec("UPDATE integrations SET check_at = now()")
	b.check(project)
	if row := b.integration(project); row.ReconcileAt != nil || b.next() < 49 || b.hook(bot).URL != taken {
		t.Errorf("connection = %+v, want it looked at in an hour and left alone", row)
	}
	if err := b.Telegram.DeleteWebhook(t.Context(), bot.Token, false); err != nil {
		t.Fatal(err)
	}
	b.exec("UPDATE integrations SET check_at = now()")
	b.reconcileAll()
	eventually(t, "the bot back by itself: the other service let go", func() bool {
		return b.connection(project).Actual == "connected" && strings.HasPrefix(b.hook(bot).URL, publicURL)
	})
}

func TestARevokedTokenIsBelievedTheSecondTime(t *testing.T) {
	t.Parallel()
	b, project, bot := checkedBot(t)
	b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "getWebhookInfo", Kind: sim.FaultStatus, Code: 401, Description: "Unauthorized"})
	b.check(project)
	if c := b.connection(project); c.Actual != "connected" || b.next() != 1 {
		t.Errorf("after one refusal: %+v, next check in %d minutes, want it connected and one in a minute", c, b.next())
	}
	b.check(project)
	if row := b.integration(project); row.WebhookError != "" {
		t.Errorf("after an answer: error = %q, want the refusal forgotten", row.WebhookError)
	}
	b.exec("UPDATE integrations SET check_at = now()")
	if _, err := b.sim.RevokeToken(bot.ID); err != nil {
		t.Fatal(err)
	}
	b.check(project)
	b.check(project)
	if c := b.connection(project); c.Reason != "token_revoked" {
		t.Errorf("after two refusals: %+v, want the token revoked", c)
	}
}

func TestAnUnreachableTelegramIsAskedLater(t *testing.T) {
	t.Parallel()
	b, project, bot := checkedBot(t)
	b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "getWebhookInfo", Kind: sim.FaultDrop, Times: -1})
	b.check(project)
	if c := b.connection(project); c.Actual != "connected" || b.next() != 10 {
		t.Errorf("Connection = %+v, next check in %d minutes, want it connected and ten", c, b.next())
	}
}

func TestClipped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "abc": "abc", "ошибка": "оши"} {
		if got := clipped(text, 3); got != want {
			t.Errorf("clipped(%q) = %q, want %q", text, got, want)
		}
	}
}
