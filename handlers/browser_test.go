package handlers

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
)

// person drives a real browser on an installation.
type person struct {
	t   *testing.T
	ctx context.Context
	url string
}

func newPerson(t *testing.T, b *bundle) person {
	t.Helper()
	web := httptest.NewServer(b.h)
	t.Cleanup(web.Close)
	ctx := chrome.Start(t)
	return person{t, ctx, strings.Replace(web.URL, "127.0.0.1", "localhost", 1)}
}

func (p person) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		text, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`location.href + " " + document.activeElement.outerHTML.slice(0, 200) + document.querySelector("main").innerText.slice(0, 800)`))
		p.t.Fatalf("%s: %v\n%s", what, err, text)
	}
}

// sees waits until an expression holds in the page, or in the one that it leads to.
func (p person) sees(what, expression string) {
	p.t.Helper()
	var err error
	for range 20 {
		_, err = chromedp.Run(p.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(10*time.Second)))
		if err == nil || errors.Is(err, chromedp.ErrPollingTimeout) || p.ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		text, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`location.href + " " + document.body.innerText.slice(0, 800)`))
		p.t.Fatalf("never sees %s: %v\n%s", what, err, text)
	}
}

// evaluates does something in the page that no hand can do as quickly.
func (p person) evaluates(what, expression string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](expression)); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

func replaced(expression, value string) string { return strings.Replace(expression, "%s", value, 1) }

func (p person) opens(path string) {
	p.t.Helper()
	p.do("open "+path, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(p.url+path))
}

// TestJourney signs up, writes an answer and a page, publishes, and opens it,
// with nothing but what a person has; the policy must hold everywhere.
func TestJourney(t *testing.T) {
	b := setup(t)
	p := newPerson(t, b)
	p.opens("/")
	p.do("sign up", chromedp.Click(".door-other a"), chromedp.WaitVisible("#sign-up"),
		chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Click("#sign-up"),
		chromedp.WaitVisible("#project-name"), chromedp.SendKeys("#project-name", "Café"), chromedp.Submit("#project-name"))
	p.sees("the project", `document.querySelector("h1").textContent === "Café"`)
	p.writesAScenario()
	p.writesAPage()
	p.publishes()
}

func (p person) writesAScenario() {
	p.opens("/projects/1/bot/scenarios/s2?step=t2")
	p.do("type", chromedp.WaitReady("[data-htmx-powered]"), chromedp.SendKeys("#s-t2-text-rich", " Really."))
	p.sees("that it is saved", `document.querySelector("#s-t2-saved").textContent.includes("Saved")`)
	p.sees("what clients do not see", `document.querySelector("#publish").textContent.includes("3")`)
	p.opens("/projects/1/bot?add")
	p.do("add a scenario", chromedp.Click("#goal-answer"))
	p.sees("its outline", `!!document.querySelector("#outline .step-line")`)
	p.do("remove its step", chromedp.Click("#outline .step-line a"), chromedp.WaitReady("[data-htmx-powered]"), chromedp.Click(`[id$="-remove-button"]`))
	p.sees("the way back", `!!document.querySelector("#toast-undo") && !document.querySelector("#outline .step")`)
	p.do("undo", chromedp.Click("#toast-undo"), chromedp.WaitReady("#outline .step"))
	p.opens("/projects/1/bot")
	p.do("remove it for good", chromedp.WaitReady("[data-htmx-powered]"), chromedp.Click("#scenarios li:last-child summary"), chromedp.Click(`#scenarios li:last-child [id^="removal-"]`))
	p.sees("it gone", `document.querySelectorAll("#scenarios .scenario-row").length === 2`)
}

// addsPicture uploads one into a new block of the first page.
func (p person) addsPicture() {
	file := filepath.Join(p.t.TempDir(), "photo.png")
	if err := os.WriteFile(file, picture(p.t, 60, 40), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.opens("/projects/1/pages/home?insert=2")
	p.do("add a picture", chromedp.Click("#add-image"), chromedp.WaitReady("#b-b3-media"), chromedp.WaitReady("[data-htmx-powered]"),
		chromedp.SendKeys("#b-b3-alt", "Bread"), chromedp.SetUploadFiles("#b-b3-media", []string{file}))
	p.sees("it", `document.querySelector("#b-b3-media-field img")?.naturalWidth === 60 && document.querySelector("#b-b3-alt").value === "Bread"`)
	p.sees("that it is saved", `document.querySelector("#saved-b3").textContent.includes("Saved")`)
}

func (p person) writesAPage() {
	p.addsPicture()
	p.do("move it up", chromedp.Click("#act-b3-up-button"))
	p.sees("it moved", `document.querySelectorAll("#blocks .open, #blocks .block")[1].id === "block-b3"`)
	p.sees("the preview", `document.querySelector("#preview").contentDocument?.querySelector("h1") !== null`)
}

func (p person) publishes() {
	p.do("publish", chromedp.Click("#publish"), chromedp.WaitVisible("#publish-now"), chromedp.Click("#publish-now"))
	p.sees("the version", `document.querySelector("#versions .badge-live") && document.querySelector("#toast").textContent.includes("Version 1")`)
	p.opens("/s/caf")
	p.sees("the page", `document.querySelector("h1").textContent === "Café" && document.querySelector("img").naturalWidth === 60`)
	p.opens("/m/caf")
	p.sees("the Mini App", `document.querySelector("h1").textContent === "Café"`)
}
