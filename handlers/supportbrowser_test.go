package handlers

import (
	"testing"

	"github.com/chromedp/chromedp"

	"botyard/internal/account"
)

// TestTheDeskRefreshesByItself: the numbers follow, but not under a hand that
// is about to press something.
func TestTheDeskRefreshesByItself(t *testing.T) {
	s := &staffed{bundle: setup(t), t: t}
	if _, err := s.Accounts.AddUser(t.Context(), "vera@example.org", password, account.RoleSupport); err != nil {
		t.Fatal(err)
	}
	p := newPerson(t, s.bundle)
	s.bots("late")
	p.opens("/login?next=/support")
	p.do("sign in", chromedp.SendKeys("#email", "vera@example.org"), chromedp.SendKeys("#password", password), chromedp.Submit("#password"))
	const waits = `document.querySelector("#queues .waits").textContent.trim()`
	p.sees("the desk", waits+` === "0"`)
	s.waits("late", 1842, 840)
	p.sees("the new number", waits+` === "1,842"`)
	p.do("go to a button", chromedp.KeyEvent("\t"), chromedp.Focus(`#queues [id^="stop-"]`))
	s.exec("UPDATE project_loads SET waiting = 7")
	// Only time can show that nothing happens: four of its seconds, of one each.
	held := `document.querySelector("#queues").dataset.refresh = 1, new Promise(done => setTimeout(() => done(` + waits + `), 4000))`
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](held, chromedp.EvalAwaitPromise))
	if err != nil || got != "1,842" {
		t.Errorf("the number under a hand = %q, %v, want it held", got, err)
	}
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`document.activeElement.blur(), true`)); err != nil {
		t.Fatal(err)
	}
	p.sees("the number of now", waits+` === "7"`)
}
