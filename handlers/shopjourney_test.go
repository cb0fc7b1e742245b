package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
	"botyard/internal/telegram"
)

// powered tells that the scripts of a screen have begun.
const powered = `!document.querySelector("[hx-post]") || document.querySelector("[data-htmx-powered]") !== null`

// onPhone opens an address as a phone does.
func (p person) onPhone(path string) {
	p.t.Helper()
	p.do("open "+path, chromedp.EmulateViewport(360, 780), chromedp.Navigate(p.url+path))
	p.sees("it alive", powered)
}

// fits tells that nothing of a screen sticks out sideways, and leaves a picture of
// it in the folder BOTYARD_SHOTS.
func (p person) fits(screen string) {
	p.t.Helper()
	if wide := p.reads("String(document.documentElement.scrollWidth)"); wide != "360" {
		p.t.Errorf("%s is %s pixels wide, want 360", screen, wide)
	}
	folder := os.Getenv("BOTYARD_SHOTS")
	if folder == "" {
		return
	}
	shot, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "shop-"+screen+".png"), shot, 0o600)
	}
	if err != nil {
		p.t.Fatalf("shoot %s: %v", screen, err)
	}
}

func (p person) reads(expression string) string {
	p.t.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		p.t.Fatalf("read %s: %v", expression, err)
	}
	return got
}

// adds inserts a block of a kind before place at, and waits for its form.
func (p person) adds(kind string, at int, block string) {
	p.t.Helper()
	p.onPhone(fmt.Sprintf("/projects/1/pages/home?insert=%d", at))
	p.do("add "+kind, chromedp.Click("#add-"+kind), chromedp.WaitReady("#form-"+block), chromedp.WaitReady("[data-htmx-powered]"))
}

// TestShopJourney builds a small shop from blank on a phone, publishes it,
// orders from it in Telegram and on the site without scripts, and finds both
// orders in the list and in the files.
func TestShopJourney(t *testing.T) {
	t.Parallel()
	b := setup(t)
	p := newPerson(t, b)
	p.onPhone("/signup")
	p.do("sign up", chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Click("#sign-up"),
		chromedp.WaitVisible("#project-name"), chromedp.SendKeys("#project-name", "Shop"), chromedp.Submit("#project-name"))
	p.sees("the project", `document.querySelector("h1").textContent === "Shop"`)
	p.fillsTheCatalog()
	p.buildsThePages()
	bot := b.newBot(t, "shop_bot")
	p.onPhone("/projects/1/bot")
	p.do("connect", chromedp.SendKeys("#token", string(bot.Token)), chromedp.Click("#connect"))
	p.sees("that it is published", `document.querySelector("#publish.badge-live") !== null`)
	p.ordersInTelegram(bot.Token)
	p.ordersWithoutScripts()
	p.findsBoth(b)
}

func (p person) fillsTheCatalog() {
	p.onPhone("/projects/1/catalog-settings")
	p.do("name a category", chromedp.SendKeys("#categories", "Coffee"), chromedp.Click("#save-catalog"), chromedp.WaitReady("#products"))
	p.onPhone("/projects/1/catalog/new")
	p.do("write a product", chromedp.SendKeys("#name", "Latte"), chromedp.SetValue("#category", "coffee"), chromedp.Click("#variants"),
		chromedp.SendKeys("#variant-0-name", "Big"), chromedp.SendKeys("#variant-0-price", "320,50"),
		chromedp.SendKeys("#variant-1-name", "Small"), chromedp.SendKeys("#variant-1-price", "250"))
	p.fits("product")
	p.do("save it", chromedp.Click("#save-product"), chromedp.WaitReady("#photo-form"))
	p.onPhone("/projects/1/catalog/new")
	p.do("write another", chromedp.SendKeys("#name", "Tea"), chromedp.SendKeys("#price", "150"), chromedp.Click("#save-product"), chromedp.WaitReady("#photo-form"))
	p.onPhone("/projects/1/catalog")
	p.sees("both", `document.querySelectorAll("#products .product").length === 2`)
	p.fits("catalog")
}

func (p person) buildsThePages() {
	p.onPhone("/projects/1/pages/home?add=page")
	p.do("add a page", chromedp.SendKeys("#title", "Policy"), chromedp.Click("#save-title"), chromedp.WaitReady("#palette"), chromedp.Click("#add-text"), chromedp.WaitReady("#b-b1-text"),
		chromedp.WaitReady("[data-htmx-powered]"), chromedp.SendKeys("#b-b1-text", "We keep your phone until the order is done."))
	p.sees("that it is saved", `document.querySelector("#saved-b1").textContent.includes("Saved")`)
	p.adds("products", 2, "b3")
	p.fits("products")
	p.adds("faq", 3, "b4")
	p.writesQuestions()
	p.adds("order", 4, "b5")
	p.do("say where the consent is", chromedp.SetValue("#b-b5-to", "page:policy"), chromedp.Evaluate[chromedp.Void](`document.querySelector("#b-b5-to").dispatchEvent(new Event("change", { bubbles: true }))`))
	p.sees("that it is saved", `document.querySelector("#saved-b5").textContent.includes("Saved")`)
	p.onPhone("/projects/1/pages/home?view=look")
	p.sees("the preview", `document.querySelector("#preview").contentDocument?.querySelectorAll(".products li").length === 2`)
	p.fits("look")
}

// powers waits until the scripts listen to all that was drawn: before that, a
// button sends its form whole, which loads the page anew, and a key does nothing.
func (p person) powers() {
	p.t.Helper()
	p.sees("that the scripts listen", `[...document.querySelectorAll("[hx-post]")].every((e) => e.dataset.htmxPowered)`)
}

// writesQuestions works with rows by buttons and by the keyboard.
func (p person) writesQuestions() {
	add := `#b-b4-items > .btn`
	p.powers()
	p.do("add a question", chromedp.Click(add))
	p.sees("it focused", `document.activeElement.id === "b-b4-items-0-title"`)
	p.powers()
	p.do("type and add another", chromedp.KeyEvent("Do you deliver?"), chromedp.SendKeys("#b-b4-items-0-text", "Not yet."), chromedp.Click(add))
	p.sees("what was just typed, and the new one", `document.querySelector("#b-b4-items-0-text").value === "Not yet." && document.activeElement.id === "b-b4-items-1-title"`)
	p.powers()
	p.do("type", chromedp.KeyEvent("Are you open?"), chromedp.SendKeys("#b-b4-items-1-text", "Every day."))
	p.powers()
	p.do("press the button", chromedp.Evaluate[chromedp.Void](`document.querySelector("#b-b4-items-1-title").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true }))`))
	p.sees("it first", `document.querySelector("#b-b4-items-0-title").value === "Are you open?" && document.querySelector("#b-b4-items-1-title").value === "Do you deliver?"`)
	p.sees("the keyboard on it", `document.activeElement.id === "row-b4-items-0-down"`)
	p.fits("questions")
}

// ordersInTelegram orders as a client of Telegram shows the page.
func (p person) ordersInTelegram(token telegram.Token) {
	data := url.QueryEscape(launchData(token, 0))
	tab := person{p.t, chrome.Tab(p.t, p.ctx), p.url}
	_, err := chromedp.Call(tab.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `window.sent = []; window.TelegramWebviewProxy = { postEvent: (type, data) => sent.push(type) };`,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	tab.do("open the Mini App", chromedp.EmulateViewport(360, 780), chromedp.Navigate(p.url+"/m/shop#tgWebAppData="+data+"&tgWebAppVersion=9.6&tgWebAppPlatform=ios"))
	tab.sees("that Telegram heard", `sent.includes("web_app_ready")`)
	for _, item := range []string{"latte/big", "latte/big", "tea"} {
		tab.reads(`(document.querySelector('[name=":' + "` + item + `" + '"][value="1"]').click(), "")`)
	}
	tab.fits("app")
	tab.do("fill in", chromedp.SendKeys(`[id="home.b5.name"]`, "Vera"), chromedp.SendKeys(`[id="home.b5.phone"]`, "+79001234567"), chromedp.Click(`[id="home.b5.consent"]`))
	tab.reads(`(Telegram.WebView.receiveEvent("main_button_pressed"), "")`)
	tab.sees("number and sum", `document.querySelector(".done b")?.textContent.includes("791")`)
	tab.fits("app-done")
}

func (p person) ordersWithoutScripts() {
	tab := person{p.t, chrome.Tab(p.t, p.ctx), p.url}
	if _, err := chromedp.Call(tab.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		p.t.Fatal(err)
	}
	tab.do("open the site", chromedp.EmulateViewport(360, 780), chromedp.Navigate(p.url+"/s/shop"))
	tab.reads(`(document.querySelector(".order input[name=':tea']").value = 3, document.querySelector("[name=name]").value = "Boris", document.querySelector("[name=phone]").value = "+7 999 000-00-01", document.querySelector("[name=consent]").checked = true, "")`)
	if _, err := chromedp.RunResponse(tab.ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("form .main").click()`)); err != nil {
		p.t.Fatalf("order without scripts: %v", err)
	}
	if got := tab.reads(`document.querySelector(".done b")?.textContent ?? location.href + document.body.innerText`); !strings.Contains(got, "450") {
		p.t.Errorf("without scripts the page says %q, want number and sum", got)
	}
	tab.fits("site-done")
}

func (p person) findsBoth(b *bundle) {
	p.onPhone("/projects/1/orders")
	p.sees("both orders", `document.querySelectorAll("#orders .order").length === 2`)
	p.fits("orders")
	p.do("open the first", chromedp.Click("#order-1 a"), chromedp.WaitReady("#status"), chromedp.WaitReady("[data-htmx-powered]"))
	p.do("take it", chromedp.Click("#status-work"))
	p.sees("it in work, and one new", `document.querySelector("#status-work[aria-pressed=true]") && document.querySelector("#orders-count-foot .count").textContent === "1"`)
	p.do("write a note", chromedp.SendKeys("#note", "Hot"))
	p.sees("it saved", `document.querySelector("#note-saved").textContent.includes("Saved")`)
	p.fits("order")
	w := b.browser(p.t)
	w.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	file := w.post("/projects/1/orders/exports", "format", "csv").wants(http.StatusOK).body
	for _, want := range []string{"Vera", "'+79001234567", "791.00", "Latte, Big × 2\r\nTea × 1", "Boris", "'+79990000001", "450.00", "Tea × 3", "Hot", "In work"} {
		if !strings.Contains(file, want) {
			p.t.Errorf("the file lacks %q:\n%s", want, file)
		}
	}
}
