package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// TestFromBlankToACrowd: on a phone an owner builds menu → question →
// condition → submission, tries it in the preview and on the bot itself while
// nobody else sees it, publishes it, and a hundred people use it at once.
func TestFromBlankToACrowd(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	user := r.owner("anna@example.org")
	projectID, err := r.app.projects.Create(t.Context(), user, "Café", "blank", "en")
	if err != nil {
		t.Fatal(err)
	}
	bot, err := r.sim.AddBot(sim.BotSpec{Username: "cafe_bot"})
	if err != nil {
		t.Fatal(err)
	}
	r.connect(projectID, bot)
	h := &hand{newTab(t, startBrowser(t), look{"en", "light", 360}), r.url, fmt.Sprint(r.url, "/projects/", projectID)}
	h.signsIn()
	h.buildsMenu()
	h.asks()
	h.decides()
	h.triesOut()
	h.testsOnTheBot(r, bot)
	h.goes(h.home + "/releases/new")
	h.presses("#publish-now", "")
	h.sees("that it is published", `location.pathname.endsWith("/releases") || !!document.querySelector("#publish.badge-live")`)
	hundredPeople(r, bot)
	var records, people int
	err = r.app.store.Pool.QueryRow(t.Context(), "SELECT count(*), count(DISTINCT user_id) FROM submissions WHERE title = 'A big table'").Scan(&records, &people)
	if err != nil || records != 50 || people != 50 {
		t.Errorf("submissions = %d of %d people, %v, want 50 of as many", records, people, err)
	}
	h.clean("from blank to a crowd")
}

// hundredPeople are a hundred people at once, of whom every second brings many.
func hundredPeople(r *rig, bot sim.Bot) {
	var all sync.WaitGroup
	for i := range 100 {
		visitor := r.sim.User(telegram.User{ID: int64(1000 + i), FirstName: "Guest"})
		all.Go(func() {
			d := &dialog{r: r, visitor: visitor, bot: bot}
			menu := d.asks("/menu")
			d.presses(menu.ID, "Book a visit")
			d.becomes(menu.ID, "How many of you?")
			says(fmt.Sprint(5+i%2))(r.t, d, 0)
		})
	}
	all.Wait()
	r.waitFor("the records of those who bring many", "(SELECT count(*) FROM submissions WHERE title = 'A big table') >= 50 AND NOT EXISTS (SELECT FROM inbox)")
}

// hand is an owner who finds things by what they are, on a phone.
type hand struct {
	*tab
	origin, home string
}

func (h *hand) goes(address string) {
	h.t.Helper()
	h.do("open "+address, chromedp.Navigate(address))
	h.sees("a page that listens", `document.readyState === "complete"`)
}

// sees waits until a condition of the page holds, over any change of documents.
func (h *hand) sees(what, condition string) {
	h.t.Helper()
	ctx, stop := context.WithTimeout(h.ctx, patience)
	defer stop()
	for {
		if ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+condition+")")); err == nil && ok {
			return
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			at, _ := chromedp.Run(h.ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
			h.t.Fatalf("no sight of %s at %s", what, at)
		}
	}
}

// presses presses the visible thing that a selector finds, with words in it.
func (h *hand) presses(selector, words string) {
	h.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll(%q)].findLast((e) => e.checkVisibility() && e.textContent.includes(%q))`, selector, words)
	h.sees(selector+" "+words, find)
	// An error means that it led elsewhere at once.
	_, _ = chromedp.Run(h.ctx, chromedp.Evaluate[bool](`((e) => !!e && (e.click(), true))(`+find+`)`))
}

// writes types into what has the focus once it is the named thing.
func (h *hand) writes(focus, words string) {
	h.t.Helper()
	h.sees("the focus at "+focus, fmt.Sprintf(`document.activeElement?.matches(%q)`, focus))
	h.do("type "+words, chromedp.KeyEvent(words))
}

func (h *hand) saved() {
	h.t.Helper()
	h.do("leave the field", chromedp.KeyEvent(kb.Tab))
	h.sees("that it is saved", `[...document.querySelectorAll(".saved")].some((s) => /Saved/.test(s.innerText))`)
}

// closes folds the open step.
func (h *hand) closes() {
	h.t.Helper()
	h.presses(".open-close", "")
	h.sees("the step folded", `!document.querySelector(".step-open")`)
}

func (h *hand) signsIn() {
	h.do("sign in", chromedp.Navigate(h.origin+"/login"), chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", "correct horse"), chromedp.Submit("#password"))
	h.sees("the project", `location.pathname.startsWith("/projects/")`)
}

func (h *hand) buildsMenu() {
	h.goes(h.home + "/bot?add")
	h.presses("#goal-menu", "")
	h.sees("the menu", `document.querySelectorAll("#outline .step").length === 1`)
	h.do("the first button", chromedp.Focus(`.add-button [name="label"]`))
	h.writes(`.add-button [name="label"]`, "Book a visit"+kb.Enter)
	h.sees("the button", `document.querySelectorAll(".key").length === 1 && !document.activeElement.value`)
	h.presses(".step-line a", "Menu")
	h.do("its words", chromedp.WaitReady(".rich"), chromedp.Focus(".rich"), chromedp.KeyEvent("How can we help?"))
	h.saved()
	h.closes()
	h.presses(".key", "Book")
}

func (h *hand) asks() {
	h.sees("the empty answer", `document.activeElement?.matches(".level-here .step-open .rich")`)
	h.presses(".level-here > .step-add a", "")
	h.presses("#kind-question", "")
	h.writes(".rich", "How many of you?")
	h.saved()
	h.chooses("f.type", `s.value = "number"`)
}

// chooses does something to a choice, and waits until that is saved.
func (h *hand) chooses(name, act string) {
	h.t.Helper()
	find := fmt.Sprintf(`document.querySelector('select[name=%q]')`, name)
	h.sees(name, find)
	h.do("choose "+name, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Run(h.ctx, chromedp.Evaluate[bool](`((s) => { window.before = s.form.elements.revision.value; `+act+
			`; for (const e of ["input", "change"]) s.dispatchEvent(new Event(e, {bubbles: true})); return true })(`+find+`)`))
		return err
	}))
	h.sees("that it is saved", `((s) => s && s.form.elements.revision.value !== window.before)(`+find+`)`)
}

// decides lets those leave a request who are more than five.
func (h *hand) decides() {
	h.closes()
	h.presses(".level-here > .step-add a", "")
	h.presses("#kind-condition", "")
	h.sees("its first test", `document.querySelector('select[name="f.tests.0.field"] option:nth-child(2)')`)
	h.chooses("f.tests.0.field", "s.selectedIndex = 1")
	h.chooses("f.tests.0.is", `s.value = "more"`)
	h.sees("where to type what it is compared with", `document.querySelector('input.input[name="f.tests.0.value"]')`)
	h.do("compare", chromedp.Focus(`input[name="f.tests.0.value"]`), chromedp.KeyEvent("5"))
	h.saved()
	h.closes()
	h.presses(".key", "Yes")
	h.presses(".level-here > .step-add a", "")
	h.presses("#kind-submission", "")
	h.writes(`[name="f.title"]`, "A big table")
	h.saved()
}

// triesOut talks with the draft in the preview.
func (h *hand) triesOut() {
	h.goes(h.home + "/chat")
	h.do("write", chromedp.SetValue("#say", "/menu"), chromedp.Submit("#say"))
	h.presses(".talk-key", "Book a visit")
	h.sees("the question", `document.querySelector("#log").innerText.includes("How many of you?")`)
	h.do("answer", chromedp.SetValue("#say", "6"), chromedp.Submit("#say"))
	h.sees("the request", `document.querySelector("#log").innerText.includes("A big table")`)
}

// testsOnTheBot follows the private link, which shows what nobody else sees.
func (h *hand) testsOnTheBot(r *rig, bot sim.Bot) {
	h.goes(h.home + "/testers")
	h.presses("#make-link", "")
	h.sees("the link", `document.querySelector("#link")?.value`)
	link, err := chromedp.Run(h.ctx, chromedp.Evaluate[string](`document.querySelector("#link").value`))
	_, payload, found := strings.Cut(link, "?start=")
	if err != nil || !found {
		h.t.Fatalf("link = %q, %v", link, err)
	}
	tester, other := r.dialog(bot), r.dialog(bot)
	if _, err := tester.visitor.Start(bot.ID, payload); err != nil {
		h.t.Fatal(err)
	}
	if m := tester.reads(); !strings.Contains(m.Text, "draft") {
		h.t.Errorf("the bot greets a tester with %q, want that it is the draft", m.Text)
	}
	tester.reads()
	if m := tester.asks("/menu"); !strings.HasSuffix(m.Text, "/leave_draft\nHow can we help?") {
		h.t.Errorf("the draft on the bot = %q, want its menu with the mark", m.Text)
	}
	says("/menu")(h.t, other, 0)
	r.waitFor("their message to be taken", fmt.Sprintf("EXISTS (SELECT FROM message_log WHERE chat_id = %d) AND NOT EXISTS (SELECT FROM inbox)", other.visitor.ID))
	if messages, err := other.visitor.Messages(bot.ID); err != nil || len(messages) != 1 {
		h.t.Errorf("somebody else's chat = %v, %v, want silence: nothing is published", messages, err)
	}
}
