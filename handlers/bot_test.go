package handlers

import (
	"net/http"
	"strings"
	"testing"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

const cabinet = "http://localhost:8080"

// newBot makes a bot in the simulated Telegram.
func (b *bundle) newBot(t *testing.T, username string) sim.Bot {
	t.Helper()
	bot, err := b.telegram.AddBot(sim.BotSpec{Username: username, Name: "Bot"})
	if err != nil {
		t.Fatal(err)
	}
	return bot
}

func connectable(t *testing.T) (*bundle, *browser) {
	t.Helper()
	b := setup(t, publicAt(cabinet))
	w := b.browser(t)
	w.origin = cabinet
	w.post("/signup", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	return b, w
}

func TestConnectingPublishesAndTellsTheBot(t *testing.T) {
	t.Parallel()
	b, w := connectable(t)
	home := w.newProject("Café")
	bot := b.newBot(t, "cafe_bot")
	w.get(home + "/bot").has("#token")
	w.post(home+"/bot", "token", "  "+string(bot.Token)+"\n").goesTo(home + "/bot")
	a := w.get(home + "/bot").wants(http.StatusOK)
	if !strings.Contains(a.body, "@cafe_bot") || a.find("#token").Length() != 0 || a.find("#toast .toast").Length() == 0 {
		t.Errorf("the bot's screen = %.1500s, want the bot, a toast and no form", a.find("#connection").Text())
	}
	if hook, err := b.telegram.Webhook(bot.ID); err != nil || !strings.HasPrefix(hook.URL, cabinet+"/v1/telegram/webhooks/") {
		t.Errorf("webhook = %q, %v, want ours", hook.URL, err)
	}
	a = w.get(home)
	for _, link := range []string{"https://t.me/cafe_bot", cabinet + "/m/caf", cabinet + "/s/caf"} {
		a.has(`a[href="` + link + `"]`)
	}
	if got := w.get(home + "/links/bot").wants(http.StatusOK).Header.Get("Content-Type"); got != "image/png" {
		t.Errorf("code of the link = %q, want a picture", got)
	}
	paper := w.get(home + "/links/site?print").wants(http.StatusOK)
	if got := paper.Header.Get("Content-Disposition"); got != `attachment; filename="qr-site.png"` || len(paper.body) < len(w.get(home+"/links/site").body) {
		t.Errorf("code to print = %q, %d bytes, want a larger file", got, len(paper.body))
	}
	w.get(home + "/links/other").wants(http.StatusNotFound)
	w.get("/s/caf").wants(http.StatusOK)
	w.post(home + "/bot/disconnection").goesTo(home + "/bot")
	w.get(home + "/bot").has("#token")
	if hook, _ := b.telegram.Webhook(bot.ID); hook.URL != "" {
		t.Errorf("webhook after disconnecting = %q, want none", hook.URL)
	}
}

func TestConnectingSaysWhatItPublishes(t *testing.T) {
	t.Parallel()
	b, w := connectable(t)
	home := w.newProject("Café")
	const before = "is published with it"
	if got := w.get(home + "/bot").find("#connection").Text(); !strings.Contains(got, before) {
		t.Errorf("the form says %q, want that connecting publishes", got)
	}
	w.post(home+"/bot", "token", string(b.newBot(t, "cafe_bot").Token)).goesTo(home + "/bot")
	if got := w.get(home + "/bot").find("#toast").Text(); !strings.Contains(got, "version\u00a01 is published") {
		t.Errorf("toast = %q, want the version that was published", got)
	}
	w.post(home + "/bot/disconnection").goesTo(home + "/bot")
	if got := w.get(home + "/bot").find("#connection").Text(); strings.Contains(got, before) {
		t.Error("the form says that connecting publishes; everything is published already")
	}
	second := w.newProject("Salon")
	w.put(second+"/draft", `{"version": 1, "pages": [{"id": "home", "title": "Home", "blocks": [{"id": "b1", "kind": "heading", "text": ""}]}],
		"scenarios": [{"id": "s1", "title": "", "triggers": [{"kind": "command", "command": "start"}], "steps": [{"id": "t1", "kind": "message", "text": ""}]}]}`).wants(http.StatusOK)
	w.post(second+"/bot", "token", string(b.newBot(t, "salon_bot").Token)).goesTo(second + "/bot")
	if got := w.get(second + "/bot").find("#toast").Text(); !strings.Contains(got, "silent so far") {
		t.Errorf("toast = %q, want that nothing could be published", got)
	}
}

func TestTokensThatCannotBeConnected(t *testing.T) {
	t.Parallel()
	b, anna := connectable(t)
	boris := b.browser(t)
	boris.origin = cabinet
	boris.post("/signup", "email", "boris@example.org", "password", password).wants(http.StatusSeeOther)
	first, second, strange := anna.newProject("Café"), anna.newProject("Salon"), boris.newProject("Shop")
	mine, revoked, foreign, other := b.newBot(t, "mine_bot"), b.newBot(t, "old_bot"), b.newBot(t, "held_bot"), b.newBot(t, "other_bot")
	if _, err := b.telegram.RevokeToken(revoked.ID); err != nil {
		t.Fatal(err)
	}
	if err := b.Projects.Telegram.SetWebhook(t.Context(), foreign.Token, telegram.SetWebhook{URL: "http://localhost:1/hook"}); err != nil {
		t.Fatal(err)
	}
	anna.post(first+"/bot", "token", string(mine.Token)).goesTo(first + "/bot")
	for name, c := range map[string]struct {
		w                  *browser
		home, token, words string
	}{
		"empty":              {anna, second, "", "Paste the bot's key"},
		"no token":           {anna, second, "hello", "does not look like a key"},
		"revoked":            {anna, second, string(revoked.Token), "does not know this key"},
		"here already":       {anna, second, string(mine.Token), "Café"},
		"another tenant's":   {boris, strange, string(mine.Token), "it is taken"},
		"of another bot":     {anna, first, string(other.Token), "key of another bot"},
		"of another service": {anna, second, string(foreign.Token), "localhost"},
	} {
		a := c.w.post(c.home+"/bot", "token", c.token).wants(http.StatusUnprocessableEntity)
		if got := a.find("#connection").Text(); !strings.Contains(got, c.words) {
			t.Errorf("%s: the form says %q, want %q", name, strings.Join(strings.Fields(got), " "), c.words)
		}
		if c.token != "" && strings.Contains(a.body, c.token) {
			t.Errorf("%s: the token is sent back", name)
		}
	}
	if strings.Contains(boris.get(strange+"/bot").body, "Café") {
		t.Error("another tenant learns whose bot it is")
	}
	anna.post(second+"/bot", "token", string(foreign.Token), "take_over", "yes").goesTo(second + "/bot")
	if hook, _ := b.telegram.Webhook(foreign.ID); !strings.HasPrefix(hook.URL, cabinet) {
		t.Errorf("webhook after consent = %q, want ours", hook.URL)
	}
	if strings.Contains(b.log.String(), string(mine.Token)) {
		t.Error("a token is in the log")
	}
}

func TestConnectingIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.ConnectsPerMinute = 2 })
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	unknown := "1234567:" + strings.Repeat("A", 35)
	for range 3 {
		w.post(home+"/bot", "token", "no token").wants(http.StatusUnprocessableEntity)
	}
	for range 2 {
		w.post(home+"/bot", "token", unknown).wants(http.StatusUnprocessableEntity)
	}
	if a := w.post(home+"/bot", "token", unknown).wants(http.StatusTooManyRequests); a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestWithoutAPublicAddressTheScreenIsTheSame(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.post(home+"/bot", "token", string(b.newBot(t, "cafe_bot").Token)).wants(http.StatusSeeOther)
	if got := w.get(home + "/bot").find("#connection").Text(); !strings.Contains(got, "Connected") {
		t.Errorf("the card says %q, want that the bot is connected", got)
	}
}

// formOf is what a form would send.
func formOf(a *answer, selector string) (pairs []string) {
	for _, input := range a.find(selector + " input").EachIter() {
		pairs = append(pairs, input.AttrOr("name", ""), input.AttrOr("value", ""))
	}
	return pairs
}
