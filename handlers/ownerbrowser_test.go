package handlers

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// signsUp makes a person with a project, in the browser.
func (p person) signsUp(project string) {
	p.t.Helper()
	p.opens("/signup")
	p.do("sign up", chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Click("#sign-up"),
		chromedp.WaitVisible("#project-name"), chromedp.SendKeys("#project-name", project), chromedp.Submit("#project-name"))
	p.sees("the project", `document.querySelector("h1").textContent === "`+project+`"`)
}

// asked tells whether leaving the page would be asked about.
const asked = `!window.dispatchEvent(new Event("beforeunload", {cancelable: true}))`

func TestWhatIsRefusedIsNotLost(t *testing.T) {
	b := setup(t)
	p := newPerson(t, b)
	p.signsUp("Café")
	p.opens("/projects/1/pages/home?block=b1")
	const heading = `form[hx-post$="/blocks/b1"] input[name="f-text"]`
	p.do("wait for the scripts", chromedp.WaitReady("[data-htmx-powered]"), chromedp.WaitReady(heading))
	p.sees("that one may leave", "!("+asked+")")
	typed := `(field => { field.value = %s; field.dispatchEvent(new Event("input", {bubbles: true})); })(document.querySelector('` + heading + `')), true`
	p.evaluates("type too much", replaced(typed, `"x".repeat(5000)`))
	p.sees("that it is refused", `document.querySelector(".mistake") !== null`)
	p.sees("that leaving is asked about", asked)
	p.evaluates("type what fits", replaced(typed, `"Café"`))
	p.sees("that one may leave again", "!("+asked+")")
}

func TestTheCodeIsSquareOnAPhone(t *testing.T) {
	b := setup(t)
	p := newPerson(t, b)
	p.signsUp("Café")
	b.exec(t, "UPDATE projects SET current_release = NULL")
	if _, _, _, err := b.Projects.Publish(t.Context(), 1, 1); err != nil {
		t.Fatal(err)
	}
	b.exec(t, `INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, token, desired, actual) VALUES (1, 7, 'cafe_bot', 'Bot', 'x', 'connected', 'connected')`)
	for _, width := range []int64{360, 1280} {
		p.do("home", chromedp.EmulateViewport(width, 800), chromedp.Navigate(p.url+"/projects/1"), chromedp.Click("#qr-site"))
		p.sees("a code that can be scanned, whole and covered by nothing", `(img => img?.naturalWidth > 0 && (box => box.width === box.height && box.width >= 180 &&
			[[9, 9], [box.width - 9, 9], [9, box.height - 9], [box.width - 9, box.height - 9], [box.width / 2, box.height / 2]].every(
				([x, y]) => document.elementFromPoint(box.left + x, box.top + y) === img))((img.scrollIntoView({block: "center"}), img.getBoundingClientRect())))(document.querySelector("#qr-site + .menu-list img"))`)
	}
}
