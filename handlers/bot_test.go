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
	w.get(home + "/links/other").wants(http.StatusNotFound)
	w.get("/s/caf").wants(http.StatusOK)
	w.post(home + "/bot/disconnection").goesTo(home + "/bot")
	w.get(home + "/bot").has("#token")
	if hook, _ := b.telegram.Webhook(bot.ID); hook.URL != "" {
		t.Errorf("webhook after disconnecting = %q, want none", hook.URL)
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

func TestAnswersAreSavedAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	revision := w.get(home+"/bot").find("#answer-start input[name=revision]").AttrOr("value", "")
	a := w.typing().post(home+"/bot/answers/start", "revision", revision, "text", "Hello, *[First name]*!").wants(http.StatusOK)
	next := a.find("input[name=revision]").AttrOr("value", "")
	if next == revision || next == "" || a.find("#publication").Length() == 0 {
		t.Errorf("reply = %s, want a new revision and the publish button", a.body)
	}
	if got := w.get(home + "/bot").find("#answer-start textarea").Text(); got != "Hello, *[First name]*!" {
		t.Errorf("text = %q, want what was typed", got)
	}
	if got := w.get(home + "/draft").body; !strings.Contains(got, `{"bold":[{"var":"first_name"}]}`) {
		t.Errorf("draft = %s, want the variable in bold", got)
	}
	w.typing().post(home+"/bot/answers/start", "revision", next, "text", "").wants(http.StatusOK)
	w.post(home+"/bot/answers/start", "text", "").wants(http.StatusUnprocessableEntity).has("#a-start-text[aria-invalid=true]")
	long := strings.Repeat("ы", 70_000)
	w.typing().post(home+"/bot/answers/fallback", "text", long).wants(http.StatusUnprocessableEntity)
	if got := w.post(home+"/bot/answers/fallback", "text", long).wants(http.StatusUnprocessableEntity).find("#answer-fallback textarea").Text(); got != long {
		t.Errorf("text = %d bytes, want what was typed", len(got))
	}
	w.post(home+"/bot/answers/none", "text", "x").wants(http.StatusNotFound)
}

func TestStaleAnswerShowsBothTexts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	path := home + "/bot/answers/start"
	revision := w.get(home+"/bot").find("#answer-start input[name=revision]").AttrOr("value", "")
	w.typing().post(path, "revision", revision, "text", "from one tab").wants(http.StatusOK)
	a := w.typing().post(path, "revision", revision, "text", "from the other").wants(http.StatusConflict)
	if !strings.Contains(a.body, "from one tab") || !strings.Contains(a.body, "from the other") {
		t.Errorf("conflict = %s, want both texts", a.body)
	}
	w.post(path, "revision", revision, "text", "from the other").wants(http.StatusConflict).has("h1")
	mine := a.find("form input[name=revision]").AttrOr("value", "")
	w.post(path, "revision", mine, "text", "from the other").goesTo(home + "/bot")
	if got := w.get(home + "/bot").find("#answer-start textarea").Text(); got != "from the other" {
		t.Errorf("text = %q, want the one that was chosen", got)
	}
	// Another answer is another matter.
	fallback := w.get(home+"/bot").find("#answer-fallback input[name=revision]").AttrOr("value", "")
	w.post(path, "text", "again").wants(http.StatusSeeOther)
	w.post(home+"/bot/answers/fallback", "revision", fallback, "text", "What?").wants(http.StatusSeeOther)
}

func TestKeywordAnswers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	screen := w.post(home + "/bot/answers").wants(http.StatusSeeOther).Header.Get("Location")
	id := screen[strings.LastIndex(screen, "=")+1:]
	w.get(screen).has("#a-" + id + "-keywords[autofocus]")
	path := home + "/bot/answers/" + id
	w.post(path, "text", "From ten to nine", "keywords", "", "match", "word").wants(http.StatusUnprocessableEntity).has("#a-" + id + "-keywords[aria-invalid=true]")
	w.post(path, "text", "From ten to nine", "keywords", "hours\r\n\r\n open ", "match", "somehow").wants(http.StatusUnprocessableEntity)
	w.post(path, "text", "From ten to nine", "keywords", "hours\r\n\r\n open ", "match", "contains").wants(http.StatusSeeOther)
	a := w.get(home + "/bot")
	if got := a.find("#a-" + id + "-keywords").Text(); got != "hours\nopen" {
		t.Errorf("keywords = %q, want two lines", got)
	}
	w.post(home + "/bot/answers/start/removal").wants(http.StatusNotFound)
	w.post(path + "/removal").goesTo(home + "/bot")
	undo := w.get(home + "/bot").has("#toast form")
	if undo.find("#answer-"+id).Length() != 0 {
		t.Error("the answer is still there")
	}
	fields := formOf(undo, "#toast form")
	w.post(home+"/restorations", fields...).goesTo(home + "/bot")
	w.get(home + "/bot").has("#answer-" + id)
	w.post(home+"/restorations", fields...).wants(http.StatusUnprocessableEntity)
	if got := strings.Count(w.get(home+"/draft").body, "From ten to nine"); got != 1 {
		t.Errorf("the answer is there %d times, want once", got)
	}
}

// formOf is what a form would send.
func formOf(a *answer, selector string) (pairs []string) {
	for _, input := range a.find(selector + " input").EachIter() {
		pairs = append(pairs, input.AttrOr("name", ""), input.AttrOr("value", ""))
	}
	return pairs
}
