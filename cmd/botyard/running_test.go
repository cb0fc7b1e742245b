package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"botyard/internal/lang"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

const otherService = "bots.example.net"

func (j *journey) connectsBot() {
	j.goes("nav.home")
	j.follows("home.go.connect")
	revoked, err := revokedToken(j.sim)
	if err != nil {
		j.rig.t.Fatal(err)
	}
	for _, try := range []struct{ name, token, want string }{
		{"shape", "no key at all", "bot.token.shape"},
		{"wrong", "123456789:AAwrongwrongwrongwrongwrongwrongwr0", "bot.token.wrong"},
		{"revoked", revoked, "bot.token.wrong"},
	} {
		j.gives(try.token)
		j.sees(try.want)
		j.looks("token-" + try.name)
	}
	j.bot = j.botOfAnotherService()
	j.gives(string(j.bot.Token))
	j.sees(j.says("bot.token.foreign", "host", otherService))
	j.looks("token-foreign")
	j.presses(j.says("bot.consent_host", "host", otherService))
	j.gives(string(j.bot.Token))
	j.sees(j.says("toast.connected", "username", j.bot.Username))
	j.sees("publish.all_live")
	j.looks("connected")
}

// gives pastes a key and sends it.
func (j *journey) gives(token string) {
	j.fills("bot.token", token)
	j.follows("bot.connect")
}

// botOfAnotherService is a bot whose messages go elsewhere.
func (j *journey) botOfAnotherService() sim.Bot {
	bot, err := j.sim.AddBot(sim.BotSpec{Username: "steam_coffee_bot", Name: j.own.name})
	if err != nil {
		j.rig.t.Fatal(err)
	}
	hook := url.Values{"url": {"https://" + otherService + "/hook"}}
	resp, err := http.PostForm(fmt.Sprintf("%s/bot%s/setWebhook", j.app.config.telegramURL, string(bot.Token)), hook)
	if err != nil {
		j.rig.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		j.rig.t.Fatalf("setWebhook = %s", resp.Status)
	}
	return bot
}

func (j *journey) botAnswers() {
	got := j.asks("/start")
	if want := j.own.greeting + "Anna" + j.own.greetingEnd + j.own.bold; got.Text != want {
		j.rig.t.Errorf("answer to /start = %q, want %q", got.Text, want)
	}
	if len(got.Entities) != 1 || got.Entities[0].Type != "bold" {
		j.rig.t.Errorf("entities of the answer to /start = %v, want one in bold", got.Entities)
	}
	keyword, _, _ := strings.Cut(j.own.keyword, "\n")
	j.hears("… "+strings.ToUpper(keyword)+"?", j.own.price)
	j.hears("42", j.own.fallback)
}

// asks writes to the bot and gives what it answers.
func (j *journey) asks(text string) telegram.Message {
	j.rig.t.Helper()
	if _, err := j.anna.Send(j.bot.ID, text); err != nil {
		j.rig.t.Fatal(err)
	}
	m := j.nextMessage(j.anna, j.bot, j.last)
	j.last = m.ID
	return m
}

func (j *journey) hears(ask, want string) {
	j.rig.t.Helper()
	if got := j.asks(ask).Text; got != want {
		j.rig.t.Errorf("answer to %q = %q, want %q", ask, got, want)
	}
}

func (j *journey) publishes() {
	j.goes("nav.home")
	j.sees("home.links")
	j.looks("home-launched")
	j.writesFallback(j.own.newFallback)
	if !j.look.phone() {
		j.reads(lang.N(j.ctx, "publish.unseen", 1))
	}
	j.hears("42", j.own.fallback)
	j.looks("bot-edited")
	j.goes("nav.home")
	j.reads(lang.N(j.ctx, "publish.unseen", 1))
	j.looks("home-edited")
	j.follows("publish.publish")
	j.sees("releases.changes")
	j.looks("publish")
	j.follows(j.says("releases.publish_n", "n", 2))
	j.sees(j.says("toast.published", "n", 2))
	j.sees("publish.all_live")
	j.hears("42", j.own.newFallback)
}

func (j *journey) bringsBack() {
	j.goes("nav.releases")
	j.looks("versions")
	j.presses(j.says("releases.make_current", "n", 1))
	j.sees(j.says("toast.made_current", "n", 1))
	j.sees("releases.current", j.says("releases.version", "n", 1))
	j.looks("version-brought-back")
	j.hears("42", j.own.fallback)
}
