package handlers

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// asks has a visitor of project 1 ask something.
func (b *bundle) asks(t *testing.T) {
	t.Helper()
	b.exec(t, `INSERT INTO submissions (project_id, number, form, kind, source, principal, digest, title, content, words)
		VALUES (1, 1, 'ask.f', 'request', 'site', '', '', 'Q', '{"form":"ask.f","kind":"form","title":"Q","fields":[]}', 'q')`)
}

// leaves types into a field and leaves in the same moment, as nothing but a
// script can; then the words must be there.
func (p person) leaves(what, field, words, how, screen string) {
	p.t.Helper()
	p.opens(screen)
	p.do("wait for the scripts", chromedp.WaitReady("[data-htmx-powered]"), chromedp.WaitReady(field))
	script := `((field, words) => {
		if (field.isContentEditable) field.append(words);
		else field.value = words;
		field.dispatchEvent(new Event("input", {bubbles: true}));
		window.left = true;
		` + how + `;
		return true;
	})(document.querySelector(` + quoted(field) + `), ` + quoted(words) + `)`
	p.evaluates(what, script)
	p.sees("another page", "!window.left && document.readyState === 'complete'")
	p.opens(screen)
	p.sees("the words of "+what, `(field => (field?.value ?? field?.textContent)?.includes(`+quoted(words)+`))(document.querySelector(`+quoted(field)+`))`)
}

// savesByLeavingAField types, and goes on by Tab: the form is saved by that, and
// has nothing more to say.
func (p person) savesByLeavingAField(screen string) {
	p.t.Helper()
	p.opens(screen)
	p.do("type and go on", chromedp.WaitReady("[data-htmx-powered]"), chromedp.SendKeys("#b-b1-text", "Soup"), chromedp.KeyEvent(kb.Tab))
	p.sees("it saved, with nothing held", `document.querySelector("#saved-b1").textContent.includes("Saved") && !document.querySelector("form[data-holds]")`)
}

func quoted(s string) string { return "`" + s + "`" }

const (
	reloads = `location.reload()`
	clicks  = `document.querySelector("a[href='/projects/1/orders']").click()`
)

func TestWordsAreSavedByLeaving(t *testing.T) {
	b := setup(t)
	p := newPerson(t, b)
	p.signsUp("Café")
	const step, block, note = "/projects/1/bot/scenarios/s2?step=t2", "/projects/1/pages/home?block=b1", "/projects/1/orders/1"
	b.asks(t)
	p.savesByLeavingAField(block)
	for how, act := range map[string]string{"reload": reloads, "go": clicks} {
		p.leaves("rich text, "+how, "#s-t2-text-rich", " rich "+how, act, step)
		p.leaves("a line, "+how, "#b-b1-text", "line "+how, act, block)
		p.leaves("an area, "+how, "#note", "note "+how, act, note)
	}
}

// TestOwnWordsAreNoConflict sends forms of a state that the same words, or those
// that the form had before, have changed since.
func TestOwnWordsAreNoConflict(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	b.asks(t)
	for _, form := range []struct{ screen, path, field string }{
		{"/pages/home?block=b1", "/pages/home/blocks/b1", "f-text"},
		{"/bot/scenarios/s2?step=t2", "/bot/scenarios/s2/steps/t2", "f.text"},
		{"/orders/1", "/orders/1/note", "note"},
	} {
		old := w.get(home+form.screen).find(`form[hx-post$="`+form.path+`"] [name=revision]`).AttrOr("value", "none")
		for _, c := range []struct {
			words, before string
			want          int
		}{
			{"one", "", http.StatusOK},
			{"one", "", http.StatusOK},
			{"one two", form.field + "=one", http.StatusOK},
			{"three", form.field + "=one", http.StatusConflict},
			{"three", "%zz", http.StatusConflict},
			{"three", "", http.StatusConflict},
		} {
			a := w.typing().post(home+form.path, form.field, c.words, "revision", old, "before", c.before)
			if a.StatusCode != c.want {
				t.Errorf("post %s of %q after %q = %d, want %d", form.path, c.words, c.before, a.StatusCode, c.want)
			}
		}
	}
}
