package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// clientsOpen opens the pages as clients do, each in a window of their own.
func (j *journey) clientsOpen() {
	j.goes("nav.home")
	site := until(j.person, "find the site's address", func(a string) bool { return a != "" }, "where", "/s/", j.says("home.links"))
	launch, err := j.anna.OpenMenu(j.bot.ID)
	if err != nil {
		j.rig.t.Fatalf("OpenMenu = %v", err)
	}
	app := newPerson(j.rig.t, j.tab.ctx, j.look)
	app.insideTelegram()
	app.opens(launch.URL)
	j.readsPages(app, "app")
	path, _, _ := strings.Cut(strings.TrimPrefix(launch.URL, j.url), "#")
	app.waitsFor("POST " + path + "/session 200")
	web := newPerson(j.rig.t, j.tab.ctx, j.look)
	web.opens(site)
	j.readsPages(web, "site")
	bare := newPerson(j.rig.t, j.tab.ctx, j.look)
	bare.withoutScripts()
	bare.opens(site)
	j.readsPages(bare, "site-bare")
}

// readsPages reads the first page and goes by its button to the second.
func (j *journey) readsPages(client *person, name string) {
	client.reads(j.own.heading)
	client.reads(strings.ReplaceAll(j.own.text, "*", ""))
	client.shows(j.own.alt)
	client.looks(name)
	client.presses(j.own.button)
	client.reads(j.own.secondly)
	client.looks(name + "-second")
}

// insideTelegram puts up the bridge that Telegram's apps have.
func (p *person) insideTelegram() {
	bridge := page.AddScriptToEvaluateOnNewDocumentParams{Source: "window.TelegramWebviewProxy = { postEvent() {} }"}
	if _, err := chromedp.Call(p.tab.ctx, page.AddScriptToEvaluateOnNewDocument, bridge); err != nil {
		p.t.Fatalf("put up the bridge: %v", err)
	}
}

func (p *person) withoutScripts() {
	p.do("switch scripts off", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
}

func (j *journey) signsOutAndIn() {
	j.goes("nav.pages")
	inner := until(j.person, "see the address", func(a string) bool { return strings.Contains(a, "/pages/") }, "here")
	j.signsOut()
	j.sees("door.welcome_back")
	j.opens(j.url + inner)
	j.sees("door.welcome_back")
	j.fills("door.email", j.own.email)
	j.fills("door.password", password)
	j.follows("door.sign_in")
	if got := until(j.person, "see the address", func(string) bool { return true }, "here"); got != inner {
		j.rig.t.Errorf("signing in leads to %s, want %s", got, inner)
	}
	j.signsOut()
}

func (j *journey) signsOut() {
	if j.look.phone() {
		j.follows("nav.more", "nav.sections")
		j.looks("more")
	} else {
		j.presses(j.says("nav.account_of", "email", j.own.email))
		j.looks("account-menu")
	}
	j.follows("nav.sign_out")
}

// triesTooOften uses up the attempts of this address; not even the right
// password opens the door then.
func (j *journey) triesTooOften() {
	form := url.Values{"email": {j.own.email}, "password": {"a wrong guess"}}
	for range 10 {
		resp, err := http.PostForm(j.url+"/login", form)
		if err != nil {
			j.rig.t.Fatal(err)
		}
		resp.Body.Close()
	}
	j.fills("door.email", j.own.email)
	j.fills("door.password", password)
	j.follows("door.sign_in")
	j.sees("door.too_many")
	j.looks("too-many")
}

// TestSimulatedTelegram writes to a bot and opens its page by hand, as one
// does in the demo.
func TestSimulatedTelegram(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	r := newRig(t)
	_, bot := r.publishedBot("handy_bot")
	p := newPerson(t, browser, look{"en", "light", 360})
	p.opens(r.app.config.telegramURL + "/chat/" + bot.Username)
	p.presses("Start")
	p.reads("Tell us how we can help.")
	p.fills("Message", "What?")
	p.presses("Send")
	p.reads("I do not know an answer to that yet.")
	p.looks("simulated-telegram")
	p.presses("Open")
	p.waitsFor("POST /m/handy-bot/session 200")
	p.shoot("simulated-app")
}
