package handlers

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestWordsOfAnEndedSessionAreShown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	home := b.signedUp(t, "anna@example.org").newProject("Café")
	w := b.browser(t)
	w.header.Set("Referer", w.origin+home+"/bot")
	const words = "We are open from nine to eight, and the rye comes out at noon. <b>"
	got := w.post(home+"/bot/scenarios/s2/steps/t2", "f.text", words, "revision", strings.Repeat("r", 40), "token", strings.Repeat("t", 40)).wants(http.StatusUnauthorized)
	if shown := got.find("#typed").Text(); shown != words {
		t.Errorf("typed = %q, want %q", shown, words)
	}
	got.value(`input[name=next]`, home+"/bot")
	w.post(home+"/bot/scenarios/s2/steps/t2", "f.text", "no").wants(http.StatusSeeOther)
	r := httptest.NewRequest(http.MethodPost, w.origin+home+"/bot/scenarios/s2/steps/t2", strings.NewReader("text="+strings.Repeat("xxxx+", 9)))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := w.do(r); strings.Contains(got.body, "xxxx") {
		t.Errorf("what another site sends is shown: %q", got.body)
	}
}

// TestWordsOfAnEndedSessionAreKept types on when the session has ended.
func TestWordsOfAnEndedSessionAreKept(t *testing.T) {
	b := setup(t)
	p := newPerson(t, b)
	p.opens("/signup")
	p.do("sign up", chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Click("#sign-up"),
		chromedp.WaitVisible("#project-name"), chromedp.SendKeys("#project-name", "Café"), chromedp.Submit("#project-name"))
	p.sees("the project", `document.querySelector("h1").textContent === "Café"`)
	p.opens("/projects/1/bot/scenarios/s2?step=t2")
	if _, err := b.Store.Pool.Exec(t.Context(), "DELETE FROM sessions"); err != nil {
		t.Fatal(err)
	}
	p.do("type", chromedp.WaitReady("[data-htmx-powered]"), chromedp.Click("#s-t2-text-rich"), chromedp.KeyEvent(" Ask us by phone."))
	p.sees("the door", `location.pathname === "/login"`)
	p.do("sign in", chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Click("#sign-in"))
	p.sees("the words", `location.pathname === "/projects/1/bot/scenarios/s2" && document.querySelector("#s-t2-text-rich").textContent.includes("Ask us by phone.")`)
	var kept bool
	err := b.Store.Pool.QueryRow(t.Context(), "SELECT scenarios::text LIKE '%Ask us by phone.%' FROM drafts").Scan(&kept)
	if err != nil || !kept {
		t.Errorf("the words are in the draft: %t, %v, want them there", kept, err)
	}
}
