package handlers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestScenarioFromBlank builds menu → question → condition → submission on a
// phone, from nothing. With BOTYARD_SHOTS set to a folder it leaves pictures there.
func TestScenarioFromBlank(t *testing.T) {
	for _, l := range []string{"ru", "en"} {
		t.Run(l, func(t *testing.T) {
			b := setup(t)
			w := b.signedUp(t, "anna@example.org")
			w.post("/account", "language", l, "theme", "").wants(303)
			w.newProject("Café")
			p := builder{newPerson(t, b), l}
			p.signsIn()
			p.buildsMenu()
			p.asks()
			p.decides()
			p.submits()
			p.looksAround()
			p.wantsDraft(w.get("/projects/1/draft").body)
		})
	}
}

// builder is a person with a phone.
type builder struct {
	person
	lang string
}

func (p builder) says(ru, en string) string {
	if p.lang == "ru" {
		return ru
	}
	return en
}

func (p builder) signsIn() {
	p.opens("/login")
	p.do("sign in", p.view(360, 740), chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Submit("#password"))
	p.sees("the project", `location.pathname === "/projects/1"`)
}

func (p builder) view(width, height int64) chromedp.Action[chromedp.Void] {
	return chromedp.EmulateViewport(width, height)
}

func (p builder) goes(path string) {
	p.do("open "+path, chromedp.Navigate(p.url+path), chromedp.WaitReady("[data-htmx-powered]"))
}

// presses presses the visible thing that a selector finds, the one of those
// with words in it. It may be drawn anew just then, and is looked for again.
func (p builder) presses(selector, words string) {
	p.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.checkVisibility() && e.textContent.includes(%q))`, selector, words)
	for range 20 {
		p.sees(selector+" "+words, "!!"+find)
		pressed, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`((e) => !!e && (e.click(), true))(`+find+`)`))
		if err != nil || pressed { // an error: it led elsewhere at once
			return
		}
	}
	p.t.Fatalf("%s %s goes away under the hand", selector, words)
}

// writes types into what has the focus once it is the named thing.
func (p builder) writes(focus, words string) {
	p.t.Helper()
	p.sees("the focus at "+focus, fmt.Sprintf(`!!document.activeElement?.matches(%q)`, focus))
	p.do("type "+words, chromedp.KeyEvent(words))
}

func (p builder) saved() {
	p.t.Helper()
	p.do("leave the field", chromedp.KeyEvent(kb.Tab))
	p.sees("that it is saved", `[...document.querySelectorAll(".saved")].some((s) => /Сохранено в|Saved/.test(s.innerText))`)
}

// buildsMenu adds two buttons by nothing but their labels.
func (p builder) buildsMenu() {
	p.goes("/projects/1/bot?add")
	p.presses("#goal-menu", "")
	p.sees("the menu", `document.querySelectorAll("#outline .step").length === 1`)
	p.do("the first button", chromedp.WaitReady("[data-htmx-powered]"), chromedp.Focus(`.add-button [name="label"]`))
	for i, label := range []string{p.says("Записаться", "Book a visit"), p.says("Адрес", "Address"), p.says("Цены", "Prices")} {
		p.writes(`.add-button [name="label"]`, label+kb.Enter)
		p.sees(label, fmt.Sprintf(`document.querySelectorAll(".key").length === %d && document.activeElement?.name === "label" && !document.activeElement.value`, i+1))
	}
	p.shoots("menu")
	p.presses(".step-line a", p.says("Меню", "Menu"))
	p.do("its words", chromedp.WaitReady(".rich"), chromedp.WaitReady("[data-htmx-powered]"), chromedp.Focus(".rich"), chromedp.KeyEvent(p.says("Чем помочь?", "How can we help?")))
	p.saved()
	p.shoots("menu-open")
	p.presses(".open-close", "")
	p.presses(".key", p.says("Записаться", "Book"))
}

// asks puts a question in place of the empty answer.
func (p builder) asks() {
	p.sees("the empty answer, ready to be written", `!!document.activeElement?.matches(".level-here .step-open .rich")`)
	p.shoots("answer")
	p.presses(".level-here > .step-add a", "")
	p.sees("the palette", `!!document.querySelector("#palette")`)
	p.shoots("palette")
	p.presses("#kind-question", "")
	p.writes(".rich", p.says("Сколько вас будет?", "How many of you?"))
	p.saved()
	p.do("a number", chromedp.WaitReady(`select[name="f.type"]`))
	p.chooses("f.type", "number")
	p.shoots("question")
}

func (p builder) chooses(name, value string) {
	p.t.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](fmt.Sprintf(`((s) => { window.before = s.form.elements.revision.value; s.value = %q; for (const e of ["input", "change"]) s.dispatchEvent(new Event(e, {bubbles: true})); return true })(document.querySelector('select[name=%q]'))`, value, name)))
	if err != nil {
		p.t.Fatalf("choose %s: %v", name, err)
	}
	p.sees("that it is saved", fmt.Sprintf(`((s) => s && s.form.elements.revision.value !== window.before)(document.querySelector('select[name=%q]'))`, name))
}

// decides asks whether more than five come.
func (p builder) decides() {
	p.presses(".open-close", "")
	p.presses(".level-here > .step-add a", "")
	p.presses("#kind-condition", "")
	p.sees("its first test", `!!document.querySelector('select[name="f.tests.0.field"] option:nth-child(2)')`)
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`((s) => { s.selectedIndex = 1; s.dispatchEvent(new Event("change", {bubbles: true})); return true })(document.querySelector('select[name="f.tests.0.field"]'))`))
	if err != nil {
		p.t.Fatal(err)
	}
	p.chooses("f.tests.0.is", "more")
	p.sees("where to type what it is compared with", `!!document.querySelector("input.input[name=\"f.tests.0.value\"]")`)
	p.do("compare", chromedp.Focus(`input[name="f.tests.0.value"]`), chromedp.KeyEvent("5"))
	p.saved()
	p.shoots("condition")
	p.presses(".open-close", "")
	p.presses(".key", p.says("Да", "Yes"))
	p.sees("what happens then", `new URLSearchParams(location.search).get("at")?.endsWith(".yes")`) // it goes on once all is saved
}

// submits makes a record of it.
func (p builder) submits() {
	p.presses(".level-here > .step-add a", "")
	p.presses("#kind-submission", "")
	p.writes(`[name="f.title"]`, p.says("Большой стол", "A big table"))
	p.saved()
	p.shoots("submission")
	p.sees("the way back", fmt.Sprintf(`document.querySelector("#crumbs").innerText.includes(%q)`, p.says("Записаться", "Book a visit")))
	p.presses("#crumbs a", "")
}

// looksAround opens the whole on a wide screen, in the dark, too.
func (p builder) looksAround() {
	p.sees("the menu", `document.querySelectorAll("#outline .level-here > .step").length === 1`)
	for _, width := range []int64{360, 1280} {
		p.do("look", p.view(width, 900))
		sideways, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`))
		if err != nil || sideways {
			p.t.Errorf("at %d pixels the page scrolls sideways: %t, %v", width, sideways, err)
		}
		p.shoots(fmt.Sprint("whole-", width))
	}
	p.sees("three levels at once", `[...document.querySelectorAll(".step-kind")].filter((e) => e.checkVisibility()).length === 6`)
	p.do("open the map", chromedp.Navigate(p.url+"/projects/1/bot/map"), chromedp.WaitReady(".map-box"))
	p.shoots("map")
}

func (p builder) wantsDraft(draft string) {
	for _, want := range []string{
		`"kind":"menu","text":"` + p.says("Чем помочь?", "How can we help?"), `"kind":"question","text":"` + p.says("Сколько вас будет?", "How many of you?"),
		`"type":"number"`, `"is":"more","value":"5"`, `"yes":[{"id":`, `"kind":"submission","title":"` + p.says("Большой стол", "A big table"),
	} {
		if !strings.Contains(draft, want) {
			p.t.Errorf("the draft has no %s: %s", want, draft)
		}
	}
}

// shoots leaves pictures of the screen, light and dark.
func (p builder) shoots(name string) {
	folder := os.Getenv("BOTYARD_SHOTS")
	if folder == "" {
		return
	}
	for _, theme := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}
		if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			p.t.Fatal(err)
		}
		picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
		if err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, p.lang+"-"+name+"-"+theme+".png"), picture, 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
}
