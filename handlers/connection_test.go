package handlers

import (
	"net/http"
	"strings"
	"testing"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// said is what a part of a screen says, its spaces folded.
func (a *answer) said(selector string) string {
	a.t.Helper()
	return strings.Join(strings.Fields(a.find(selector).Text()), " ")
}

// live is an owner whose published bot is connected, and the bot.
func live(t *testing.T) (b *bundle, w *browser, home string, bot sim.Bot) {
	t.Helper()
	b, w = connectable(t)
	home, bot = w.newProject("Café"), b.newBot(t, "cafe_bot")
	w.post(home+"/bot", "token", string(bot.Token)).goesTo(home + "/bot")
	w.until(home, "#home:not([data-refresh])") // the toast; and the first look at the bot is over
	return b, w, home, bot
}

func (b *bundle) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := b.Store.Pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func TestADisconnectionIsUndoneFromWhereOneIs(t *testing.T) {
	t.Parallel()
	b, w, home, bot := live(t)
	if a := w.get(home + "/bot"); a.find("#connection #disconnect").Length() > 0 {
		t.Error("the button that silences the bot is in the card at the top")
	}
	for _, from := range []struct{ path, form string }{
		{home + "/bot", "#toast"}, {home + "/bot", "#connection"}, {home, "#off"},
	} {
		w.post(home + "/bot/disconnection").goesTo(home + "/bot")
		if from.form != "#toast" {
			w.get(home + "/bot")
		}
		w.get(from.path).has(from.form + ` form[action="` + home + `/bot/reconnection"]`)
		w.post(home + "/bot/reconnection").goesTo(home + "/bot")
		if hook, _ := b.telegram.Webhook(bot.ID); !strings.HasPrefix(hook.URL, cabinet) {
			t.Errorf("%s: webhook = %q, want ours again", from.form, hook.URL)
		}
		w.get(home + "/bot").has("#connection .badge-live")
	}
}

func TestAnUndoThatCannotBe(t *testing.T) {
	t.Parallel()
	b, w, home, bot := live(t)
	w.post(home + "/bot/disconnection").goesTo(home + "/bot")
	second := w.newProject("Salon")
	w.post(second+"/bot", "token", string(bot.Token)).goesTo(second + "/bot")
	if got := w.post(home + "/bot/reconnection").wants(http.StatusUnprocessableEntity).said("#connection"); !strings.Contains(got, "Salon") {
		t.Errorf("the card says %q, want the project that has the bot", got)
	}
	w.post(second + "/bot/disconnection").goesTo(second + "/bot")
	if err := b.Projects.Telegram.SetWebhook(t.Context(), bot.Token, telegram.SetWebhook{URL: "http://rival.example.net/hook"}); err != nil {
		t.Fatal(err)
	}
	w.post(home + "/bot/reconnection").wants(http.StatusUnprocessableEntity).has("#take_over")
	b.exec(t, "UPDATE integrations SET token = NULL, check_at = NULL")
	w.post(home + "/bot/reconnection").goesTo(home + "/bot")
	a := w.get(home + "/bot")
	if got := a.said("#toast"); !strings.Contains(got, "erased") || a.find("#reconnect").Length() > 0 {
		t.Errorf("toast = %q, want that the key is gone, and no button", got)
	}
}

func TestWhereADisconnectedBotIsShown(t *testing.T) {
	t.Parallel()
	_, w, home, _ := live(t)
	w.post(home + "/bot/disconnection").goesTo(home + "/bot")
	a := w.get(home)
	if a.find("#todo").Length() > 0 || a.find(".links").Length() == 0 {
		t.Error("home counts the steps to a launch that was")
	}
	for where, got := range map[string]string{"home": a.said(".head .badge"), "the list": w.get("/projects").said("#projects .badge")} {
		if got != "Bot disconnected" {
			t.Errorf("%s says %q, want that the bot is disconnected", where, got)
		}
	}
	site := w.newProject("Shop")
	w.post(site + "/releases").wants(http.StatusSeeOther)
	if got := w.get(site).said("#main .draft-band"); !strings.Contains(got, "once you connect it") {
		t.Errorf("the greeting of a published project without a bot says %q, want what is left to do", got)
	}
}

func TestAPausedBotIsShownAlike(t *testing.T) {
	t.Parallel()
	b, w, home, _ := live(t)
	b.exec(t, "UPDATE projects SET paused_at = now(), paused_why = 'loop'")
	for path, badge := range map[string]string{home: ".head .badge", home + "/bot": "#connection .badge", "/projects": "#projects .badge"} {
		a := w.get(path)
		if got := a.said(badge); got != "Stopped by support" || a.find(badge+"-live").Length() > 0 {
			t.Errorf("%s says %q, want that support stopped it", path, got)
		}
	}
	if got := w.get(home + "/bot").said("#connection"); !strings.Contains(got, "answered without end") {
		t.Errorf("the card says %q, want why", got)
	}
}

func TestLookingChecksTheBot(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "/bot"} {
		t.Run("home"+path, func(t *testing.T) {
			t.Parallel()
			b, w, home, bot := live(t)
			if _, err := b.telegram.RevokeToken(bot.ID); err != nil {
				t.Fatal(err)
			}
			b.exec(t, "UPDATE integrations SET checked_at = now() - interval '2 minutes'")
			// The first look asks; the screen draws itself anew until it is known.
			a := w.get(home + path)
			region := map[string]string{"": "#home", "/bot": "#connection"}[path]
			if a.find(region+"[data-refresh]").Length() == 0 && a.find(".badge-bad").Length() == 0 {
				t.Error("the screen neither draws itself anew nor knows that the key is refused")
			}
			a = w.until(home+path, ".badge-bad")
			if got := a.find(region).AttrOr("data-refresh", ""); got != "10" {
				t.Errorf("refreshes every %q seconds, want 10 while the key is in doubt", got)
			}
			b.exec(t, "UPDATE integrations SET check_at = now()")
			a = w.until(home+"/bot", "#main:not(:has([data-refresh])) #token")
			if got := a.said("#connection .badge"); got != "Key revoked" {
				t.Errorf("badge = %q, want the key revoked, and rest", got)
			}
		})
	}
}
