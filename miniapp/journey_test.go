package miniapp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// network lets a test take the network away: window.offline.
const network = `{ const real = window.fetch; window.fetch = (...a) => window.offline ? Promise.reject(new TypeError("no network")) : real(...a); }`

// shopManifest has a page to choose on, one to order on, and one with a form.
func shopManifest(t testing.TB) Manifest {
	t.Helper()
	m := onPage(t, samples["heading"][0])
	m.Bot = "https://t.me/par_bot"
	m.Pages = parsePages(t, `[{"id":"home","title":"Меню","blocks":[{"id":"h","kind":"heading","text":"Меню"},{"id":"p","kind":"products"},{"id":"i","kind":"button","label":"Оплатить","to":"https://t.me/$in_voice-1="}]},
		{"id":"order","title":"Заказ","blocks":[`+strings.Replace(order, `"page:home"`, `"page:policy"`, 1)+`]},
		{"id":"ask","title":"Вопрос","blocks":[`+strings.Replace(form, `"page:home"`, `"page:policy"`, 1)+`]},
		{"id":"policy","title":"Политика","foot":true,"blocks":[{"id":"h","kind":"heading","text":"Политика"}]}]`)
	return m
}

// fill types into a field as a person does.
func (b *tab) fill(id, value string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`(() => {
		const c = document.getElementById(%q);
		if (c.type === "checkbox") c.checked = true; else c.value = %q;
		c.dispatchEvent(new Event("input", { bubbles: true }));
	})()`, id, value))
}

// press clicks what a selector finds.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.eval(`document.querySelector(` + quote(selector) + `).click()`)
}

func quote(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

// says waits until an element holds words.
func (b *tab) says(selector, words string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`!!document.querySelector(%[1]s)?.textContent.includes(%[2]s)`, quote(selector), quote(words)))
}

func (b *tab) fillForm() {
	b.t.Helper()
	b.fill("ask.b.name", "Анна")
	b.fill("ask.b.phone", "+7 900 000-00-00")
	b.fill("ask.b.text", "Можно с собакой?")
	b.fill("ask.b.hall", "Малый")
	b.fill("ask.b.agree", "on")
}

func (b *tab) fillOrder() {
	b.t.Helper()
	b.fill("order.b.name", "Анна")
	b.fill("order.b.phone", "+79000000000")
	b.fill("order.b.consent", "on")
}

const (
	sentForm = `{"values":{"name":"Анна","phone":"+7 900 000-00-00","email":"","topic":"","text":"Можно с собакой?","guests":"","day":"","hour":"","hall":"Малый","agree":"on","website":""}}`
	status0  = `[role=status]`
)

func newShop(t *testing.T, scripts ...string) (*pagesServer, *tab) {
	t.Helper()
	s := newPagesServer(t, shopManifest(t))
	return s, newTab(t, newBrowser(t, s.Server), append([]string{network}, scripts...)...)
}

func TestForm(t *testing.T) {
	s, b := newShop(t)
	b.open(at("pages.test", "/s/par/ask"))

	// What the browser itself finds wrong stands at the fields.
	b.press(".form .main")
	b.want(`document.activeElement.id`, "ask.b.name")
	b.want(`[...document.querySelectorAll("[aria-invalid=true]")].map((c) => c.name).join()`, "name,phone,agree")
	b.want(`!!document.getElementById("ask.b.name-").lastChild.textContent`, "true")
	b.fillForm()
	b.want(`document.querySelectorAll("[aria-invalid=true]").length`, "0")
	b.want(`document.getElementById("ask.b.name-").lastChild.textContent`, "")

	// What was typed is there after a move and after a reload.
	b.press("footer a")
	b.want(`document.title`, "Политика · Пар")
	b.eval("history.back()")
	b.wait(`document.title.startsWith("Вопрос")`)
	b.want(`document.getElementById("ask.b.text").value`, "Можно с собакой?")
	b.open(at("pages.test", "/s/par/ask"))
	b.want(`document.getElementById("ask.b.name").value + document.getElementById("ask.b.hall").value + document.getElementById("ask.b.agree").checked`, "АннаМалыйtrue")

	// Two taps are one submission.
	b.eval(`(document.querySelector(".form .main").click(), document.querySelector(".form .main").click())`)
	b.says(".done", "Заявка №\u00a01")
	b.want(`document.activeElement.className`, "done")
	b.want(`document.querySelector(".done p").textContent`, "Ждём вас!")
	came, kept := s.came()
	if len(came) != 1 || len(kept) != 1 || came[0].path != "/s/par/forms/ask.b" || came[0].key == "" || came[0].authorization != "" || came[0].kind != asJSON {
		t.Errorf("came %+v, kept %d, want one of each, with a key and without a bearer", came, len(kept))
	}
	if diff := cmp.Diff(sentForm, came[0].body); diff != "" {
		t.Errorf("the body (-want +got):\n%s", diff)
	}
	// It is forgotten, and the form is there again.
	b.open(at("pages.test", "/s/par/ask"))
	b.want(`document.getElementById("ask.b.name").value`, "")
	b.clean()
}

func TestFormRefused(t *testing.T) {
	s, b := newShop(t)
	b.open(at("pages.test", "/s/par/ask"))
	b.fillForm()
	b.fill("ask.b.phone", "12")
	b.fill("ask.b.guests", "")
	b.press(".form .main")
	b.says(`[id="ask.b.phone-"] b`, "Телефон пишется так")
	b.want(`document.activeElement.id + document.activeElement.getAttribute("aria-invalid")`, "ask.b.phonetrue")
	b.want(`document.getElementById("ask.b.text").value`, "Можно с собакой?")
	b.says(status0, "Телефон пишется так")
	b.fill("ask.b.phone", "+79000000000")
	b.want(`document.getElementById("ask.b.phone-").lastChild.textContent`, "")
	b.press(".form .main")
	b.says(".done", "Заявка №\u00a01")
	came, kept := s.came()
	if len(came) != 2 || len(kept) != 1 || came[0].key == came[1].key {
		t.Errorf("came %d with the keys %q and %q, kept %d; want two keys and one submission", len(came), came[0].key, came[1].key, len(kept))
	}
	b.clean()
}

// TestFormRetries loses the network, the answer and the server's patience; the
// submission is kept once.
func TestFormRetries(t *testing.T) {
	s, b := newShop(t)
	b.open(at("pages.test", "/s/par/ask"))
	b.fillForm()
	b.eval("window.offline = true")
	b.press(".form .main")
	b.says(status0, "Ещё не отправлено")
	b.want(`document.getElementById("ask.b.name").value`, "Анна")

	s.order(lost, status(429, "Retry-After", "600"), status(503))
	b.eval(`(window.offline = false, dispatchEvent(new Event("online")))`)
	for n := 1; n <= 3; n++ {
		b.waitFor(func() bool { came, _ := s.came(); return len(came) == n })
		b.says(status0, "Ещё не отправлено")
		b.eval(`dispatchEvent(new Event("online"))`)
	}
	b.says(".done", "Заявка №\u00a01")
	came, kept := s.came()
	for _, a := range came {
		if a.key != came[0].key || a.body != sentForm {
			t.Errorf("came again with the key %q and %s, want the same", a.key, a.body)
		}
	}
	if len(came) != 4 || len(kept) != 1 {
		t.Errorf("came %d times, kept %d, want 4 and 1", len(came), len(kept))
	}
	b.clean()
}

// TestFormAfterReload goes on with what was not sent when the page was left.
func TestFormAfterReload(t *testing.T) {
	s, b := newShop(t)
	s.order(lost)
	b.open(at("pages.test", "/s/par/ask"))
	b.fillForm()
	b.press(".form .main")
	b.says(status0, "Ещё не отправлено")
	b.open(at("pages.test", "/s/par/ask"))
	b.says(".done", "Заявка №\u00a01")
	came, kept := s.came()
	if len(came) != 2 || len(kept) != 1 || came[0].key != came[1].key {
		t.Errorf("came %d times with the keys %q and %q, kept %d, want one key, kept once", len(came), came[0].key, came[len(came)-1].key, len(kept))
	}
	b.clean()
}

// TestFormGone ends when the server does not want it any more.
func TestFormGone(t *testing.T) {
	s, b := newShop(t)
	s.order(status(404))
	b.open(at("pages.test", "/s/par/ask"))
	b.fillForm()
	b.press(".form .main")
	b.says(status0, "Не получилось отправить")
	b.want(`document.activeElement.className + document.getElementById("ask.b.name").value`, "mainАнна")
	b.press(".form .main")
	b.says(".done", "Заявка №\u00a01")
	b.clean()
}

func TestFormWithoutStorage(t *testing.T) {
	_, b := newShop(t, `for (const box of ["localStorage", "sessionStorage"]) Object.defineProperty(window, box, { get() { throw new DOMException("no", "SecurityError"); } });`)
	b.open(at("pages.test", "/s/par"))
	b.press(`[name=":tea"][value="1"]`)
	b.press(".bar .main")
	b.fillOrder()
	b.press("footer a")
	b.press("nav a:nth-child(2)")
	b.want(`document.getElementById("order.b.name").value`, "Анна")
	b.press(".order .main")
	b.says(".done b", "Заказ №\u00a01 · 150\u00a0₽")
	b.clean()
}

// TestScroll goes back to where the reader was.
func TestScroll(t *testing.T) {
	s, b := newShop(t)
	long := strings.TrimSuffix(strings.Repeat(`{"label":"Строка","note":"пояснение"},`, 50), ",")
	s.manifest.Pages = append(s.manifest.Pages, parsePages(t, `[{"id":"long","title":"Длинная","blocks":[{"id":"l","kind":"links","look":"benefits","items":[`+long+`]},{"id":"b","kind":"button","label":"Меню","to":"page:home"}]}]`)...)
	b.open(at("pages.test", "/s/par/long"))
	b.eval("scrollTo(0, 1500)")
	b.wait("scrollY === 1500")
	b.eval("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
	b.press("main .button .main")
	b.want("scrollY + document.title", "0Меню · Пар")
	b.eval("history.back()")
	b.wait(`document.title.startsWith("Длинная")`)
	b.wait("scrollY === 1500")
	b.want("document.activeElement.tagName", "MAIN")
	b.clean()
}

// TestWithoutScripts orders and asks by plain forms.
func TestWithoutScripts(t *testing.T) {
	s, b := newShop(t)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.open(at("pages.test", "/s/par/order"))
	b.eval(`(document.querySelector("input[name=':tea']").value = 2, document.querySelector("[name=name]").value = "Анна", document.querySelector("[name=phone]").value = "12", document.querySelector("[name=consent]").checked = true)`)
	b.want(`getComputedStyle(document.querySelector(".order li")).display`, "flex")
	b.want(`getComputedStyle(document.querySelector("[name=website]").parentElement).position`, "absolute")
	b.submit()
	b.want(`document.querySelector("[aria-invalid]").name + document.querySelector("[name=phone]").value + document.querySelector("input[name=':tea']").value`, "phone122")
	b.want(`document.getElementById("order.b.phone-").lastChild.textContent`, "Телефон пишется так: +7 900 000-00-00")
	b.want(`document.querySelector("[name=name]").value + document.querySelector("[name=consent]").checked`, "Аннаtrue")
	b.eval(`document.querySelector("[name=phone]").value = "+79000000000"`)
	b.submit()
	b.want(`document.querySelector(".done b").textContent`, "Заказ №\u00a01 · 300\u00a0₽")
	_, kept := s.came()
	if len(kept) != 1 || kept[0].Total != 30000 || kept[0].Consent == nil {
		t.Errorf("kept %+v, want one order of 300 with a consent", kept)
	}
}

// submit presses the button and waits for the next document.
func (b *tab) submit() {
	b.t.Helper()
	if _, err := chromedp.RunResponse(b.ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("form .main").click()`)); err != nil {
		b.t.Fatalf("submit: %v", err)
	}
}
