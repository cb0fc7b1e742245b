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

func TestAQuietBotThatIsWellIsAskedAboutOnceADay(t *testing.T) {
	t.Parallel()
	b, project, _ := checkedBot(t)
	b.check(project)
	if row := b.integration(project); row.CheckedAt == nil || row.Actual != "connected" || row.Reason != "" {
		t.Errorf("connection = %+v, want it checked and well", row)
	}
	if got := b.next(); got < 21*60 || got > 24*60 {
		t.Errorf("next check in %d minutes, want one within a day: nobody writes to it", got)
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

func TestAFreshBotIsAskedAboutWithinADay(t *testing.T) {
	t.Parallel()
	b, _, _ := checkedBot(t)
	b.exec("UPDATE integrations SET check_at = NULL")
	b.reconciler.spreadChecks(t.Context())
	if got := b.next(); got < 0 || got > 24*60 {
		t.Errorf("next check of a bot that nothing looks at in %d minutes, want one within a day", got)
	}
	stop := b.reconcileAll()
	second := b.blank("Salon")
	b.connected(second, b.bot("salon_bot"))
	stop()
	got := query[int](b, "SELECT round(extract(epoch FROM check_at - now()) / 3600)::int FROM integrations WHERE project_id = $1", second)
	if got < 21 || got > 24 {
		t.Errorf("first check of a new bot in %d hours, want one within a day", got)
	}
}

func TestAnOwnerWhoLooksHasTheBotChecked(t *testing.T) {
	t.Parallel()
	b, project, bot := checkedBot(t)
	b.check(project)
	ask := func() int {
		t.Helper()
		if err := b.AskCheck(t.Context(), project); err != nil {
			t.Fatal(err)
		}
		return b.next()
	}
	if got := ask(); got < 21*60 {
		t.Errorf("next check in %d minutes, want the bot left alone: it was checked a moment ago", got)
	}
	const old = "UPDATE integrations SET checked_at = now() - interval '61 seconds'"
	b.exec(old)
	if got := ask(); got != 0 || !b.connection(project).Checking {
		t.Errorf("next check in %d minutes, %+v, want it under way", got, b.connection(project))
	}
	if _, err := b.sim.RevokeToken(bot.ID); err != nil {
		t.Fatal(err)
	}
	b.check(project)
	if c := b.connection(project); !c.Doubted || c.Checking || b.next() != 1 {
		t.Errorf("after a refusal: %+v, want it doubted and asked again in a minute", c)
	}
	b.exec(old)
	ask()
	b.check(project)
	if row := b.integration(project); row.Reason != "token_revoked" || row.CheckAt != nil {
		t.Errorf("after two: %q, next check %v, want it revoked and left alone", row.Reason, row.CheckAt)
	}
	if b.exec(old); ask() != -1 {
		t.Error("a bot whose key is revoked is asked about")
	}
}

func TestALookDoesNotPressAnUnreachableTelegram(t *testing.T) {
	t.Parallel()
	b, project, bot := checkedBot(t)
	b.sim.Fault(sim.Fault{Bot: bot.ID, Method: "getWebhookInfo", Kind: sim.FaultDrop, Times: -1})
	b.check(project)
	if err := b.AskCheck(t.Context(), project); err != nil || b.next() != 10 {
		t.Errorf("AskCheck = %v, next in %d minutes, want it left alone for a minute", err, b.next())
	}
}
