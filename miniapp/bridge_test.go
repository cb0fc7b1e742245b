package miniapp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// proxy is a native client: it has put an object into the page.
const proxy = `window.sent = []; window.TelegramWebviewProxy = { postEvent: (type, data) => sent.push(type + " " + data) };`

// initData is signed data as a client hands it over, escaped in the fragment.
const initData = `query_id=AAE&user=%7B%22id%22%3A1%2C%22first_name%22%3A%22Zo%C3%AB%20%2B%22%7D&auth_date=1790000000&signature=a-b_c&hash=d214c1e6`

// signed is signed data of its own for each test.
func signed(t *testing.T) string { return initData + "&test=" + strings.ReplaceAll(t.Name(), "/", "-") }

func fragment(t *testing.T, theme string) string {
	data := strings.NewReplacer("%", "%25", "&", "%26", "=", "%3D").Replace(signed(t))
	return "#tgWebAppData=" + data + "&tgWebAppVersion=9.6&tgWebAppPlatform=ios&tgWebAppThemeParams=" + strings.NewReplacer("#", "%23", `"`, "%22", "{", "%7B", "}", "%7D", " ", "%20").Replace(theme)
}

// start is what the runtime sends, in this order, until the page is shown.
var start = []string{
	`web_app_request_theme ""`, `web_app_request_viewport ""`, `web_app_request_safe_area ""`, `web_app_request_content_safe_area ""`,
	`web_app_setup_back_button {"is_visible":false}`, noButton, `web_app_setup_closing_behavior {"need_confirmation":false}`, `web_app_ready ""`, `web_app_expand ""`,
}

// noButton is the whole state of a main button that is not there.
const noButton = `web_app_setup_main_button {"is_visible":false,"is_active":true,"is_progress_visible":false,"text":"Заказать · ","color":"#2474b5","text_color":"#ffffff","has_shine_effect":false}`

func (b *tab) wantSent(want ...string) {
	b.t.Helper()
	got := strings.Split(b.eval(`sent.splice(0).join("\n")`), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Errorf("sent to Telegram (-want +got):\n%s", diff)
	}
}

func (b *tab) wantVar(name, want string) {
	b.t.Helper()
	b.want("document.documentElement.style.getPropertyValue('"+name+"')", want)
}

func TestBridge(t *testing.T) {
	s := newPagesServer(t, cafeManifest(t))
	browser := newBrowser(t, s.Server)
	t.Run("start", func(t *testing.T) {
		b := newTab(t, browser, proxy)
		b.open(at("pages.test", "/m/par"+fragment(t, `{"bg_color":"#17212b","text_color":"#fff","button_color":"red;}","x-y":"#000000","hint_color":"rgba(1, 2, 3, .5)","link_color":7}`)))
		b.wantSent(start...)
		b.wantVar("--tg-theme-bg-color", "#17212b")
		b.wantVar("--tg-theme-text-color", "#fff")
		b.wantVar("--tg-theme-hint-color", "rgba(1, 2, 3, .5)")
		b.wantVar("--tg-theme-button-color", "")
		b.want("document.documentElement.dataset.theme", "dark")
		b.want("getComputedStyle(document.body).backgroundColor", "rgb(23, 33, 43)")
		s.wantSession(t, "tma "+signed(t))
		b.clean()
	})
	t.Run("pages", func(t *testing.T) { testBridgePages(t, newTab(t, browser, proxy)) })
	t.Run("links", func(t *testing.T) { testBridgeLinks(t, newTab(t, browser, proxy)) })
	t.Run("events", func(t *testing.T) { testBridgeEvents(t, newTab(t, browser, proxy)) })
	t.Run("reload", func(t *testing.T) { testBridgeReload(t, s, newTab(t, browser, proxy)) })
	t.Run("unescaped data", func(t *testing.T) {
		b := newTab(t, browser, proxy)
		b.open(at("pages.test", "/m/par#tgWebAppData="+signed(t)+"&tgWebAppVersion=9.6"))
		s.wantSession(t, "tma "+signed(t))
	})
	t.Run("storage that throws", func(t *testing.T) {
		b := newTab(t, browser, proxy, `Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error("no") };`)
		b.open(at("pages.test", "/m/par"+fragment(t, `{}`)))
		b.wantSent(start...)
		b.clean()
	})
	t.Run("old Windows", func(t *testing.T) {
		b := newTab(t, browser, `window.sent = []; window.external.notify = (m) => { const { eventType, eventData } = JSON.parse(m); sent.push(eventType + " " + JSON.stringify(eventData)); };`)
		b.open(at("pages.test", "/m/par"+fragment(t, `{}`)))
		b.wantSent(start...)
	})
	t.Run("no Telegram", func(t *testing.T) {
		b := newTab(t, browser)
		b.open(at("pages.test", "/m/par"))
		b.eval(`document.querySelector("main .button a[href*=about]").click()`)
		b.want("location.search", "?page=about")
		b.want("document.title", "О нас · Кофейня «Пар»")
		b.clean()
	})
}

func testBridgePages(t *testing.T, b *tab) {
	b.open(at("pages.test", "/m/par"+fragment(b.t, `{}`)))
	b.wantSent(start...)
	b.eval(`document.querySelector("main .button a[href*=about]").click()`)
	b.want("location.search", "?page=about")
	b.want(`document.querySelector("h1").textContent`, "О нас")
	b.wantSent(`web_app_setup_back_button {"is_visible":true}`)
	b.eval(`Telegram.WebView.receiveEvent("back_button_pressed")`)
	b.wait(`document.title.startsWith("Меню")`)
	b.wantSent(`web_app_setup_back_button {"is_visible":false}`)

	// Entered on an inner page, back leads to the first.
	b.open(at("pages.test", "/m/par?page=about"))
	b.want(`document.querySelector("h1").textContent`, "О нас")
	b.want(`sent[4]`, `web_app_setup_back_button {"is_visible":true}`)
	b.eval(`TelegramGameProxy.receiveEvent("back_button_pressed", null)`)
	b.want(`document.querySelector("h1").textContent`, "Меню")
	b.clean()
}

// click clicks the link with the words and tells whether the runtime took it.
func (b *tab) click(words string) string {
	b.t.Helper()
	return b.eval(`(() => {
		const a = [...document.links].find((a) => a.textContent === "` + words + `");
		addEventListener("click", (e) => { window.taken = e.defaultPrevented; e.preventDefault(); }, { once: true });
		a.click();
		return taken;
	})()`)
}

func testBridgeLinks(t *testing.T, b *tab) {
	b.open(at("pages.test", "/m/par"+fragment(b.t, `{}`)))
	b.wantSent(start...)
	if b.click("Карта") != "true" {
		b.t.Error("a web link was left to the browser")
	}
	b.wantSent(`web_app_open_link {"url":"https://maps.example/?q=1&r=2"}`)
	if b.click("Бот") != "true" {
		b.t.Error("a link to Telegram was left to the browser")
	}
	b.wantSent(`web_app_open_tg_link {"path_full":"/par_bot?start=a"}`)
	if b.click("Позвонить") != "false" {
		b.t.Error("a phone number was not left to the browser")
	}
	b.wantSent("")

	b.open(at("pages.test", "/m/par?old#tgWebAppVersion=6.0"))
	b.eval("sent.splice(0)")
	if b.click("Карта") != "false" {
		b.t.Error("a client of 6.0 was asked to open a link, which it cannot")
	}
	b.wantSent("")
	b.clean()
}

func testBridgeEvents(t *testing.T, b *tab) {
	b.open(at("pages.test", "/m/par"+fragment(b.t, `{"bg_color":"#000000"}`)))
	b.want("document.documentElement.dataset.theme", "dark")
	b.eval(`Telegram.WebView.receiveEvent("theme_changed", { theme_params: { bg_color: "#ffffff", secondary_bg_color: "url(x)" } })`)
	b.wantVar("--tg-theme-bg-color", "#ffffff")
	b.wantVar("--tg-theme-secondary-bg-color", "")
	b.want("document.documentElement.dataset.theme", "light")
	b.eval(`TelegramGameProxy.receiveEvent("theme_changed", { theme_params: { bg_color: "#1c1c1d", secondary_bg_color: "#1c1c1d" } })`)
	b.wantVar("--tg-theme-secondary-bg-color", "#2c2c2e")
	b.eval(`TelegramGameProxy_receiveEvent("viewport_changed", { height: 500, is_state_stable: true })`)
	b.wantVar("--tg-viewport-height", "500px")
	b.eval(`TelegramGameProxy_receiveEvent("viewport_changed", { height: 400, is_state_stable: false })`)
	b.wantVar("--tg-viewport-height", "400px")
	b.eval(`TelegramGameProxy_receiveEvent("safe_area_changed", { top: 10, bottom: 20, left: 0, right: 0 })`)
	b.wantVar("--tg-safe_area-bottom", "20px")
	b.eval(`TelegramGameProxy_receiveEvent("content_safe_area_changed", { top: 46, bottom: "x" })`)
	b.wantVar("--tg-content_safe_area-top", "46px")
	b.wantVar("--tg-content_safe_area-bottom", "0px")
	for _, odd := range []string{`"viewport_changed", null`, `"theme_changed"`, `"theme_changed", {}`, `"unheard_of", 1`, `"toString", {}`, `"constructor"`} {
		b.eval(`Telegram.WebView.receiveEvent(` + odd + `)`)
	}
	b.wantVar("--tg-viewport-height", "400px")
	b.clean()
}

func testBridgeReload(t *testing.T, s *pagesServer, b *tab) {
	b.open(at("pages.test", "/m/par"+fragment(b.t, `{"bg_color":"#000000"}`)))
	s.wantSession(b.t, "tma "+signed(b.t))
	b.eval(`Telegram.WebView.receiveEvent("theme_changed", { theme_params: { bg_color: "#eeeeee" } })`)
	b.open(at("pages.test", "/m/par?again"))
	b.wantVar("--tg-theme-bg-color", "#eeeeee")
	s.wantSession(b.t, "tma "+signed(b.t))
	b.want("Object.keys(sessionStorage).every((k) => k.startsWith('par:'))", "true")
}

// hostPage is Telegram's web client, or somebody else's page, that frames a
// Mini App and writes down what it hears.
const hostPage = `<!doctype html><title>host</title><script>
window.heard = [];
addEventListener("message", (e) => heard.push(e.origin + " " + e.data));
function frame(address) {
  const f = document.createElement("iframe");
  f.sandbox = "allow-scripts allow-same-origin allow-popups allow-forms allow-modals";
  f.src = address;
  document.body.append(f);
}
function say(message) { frames[0].postMessage(message, "*"); }
</script><body>`

func TestBridgeInFrame(t *testing.T) {
	s := newPagesServer(t, cafeManifest(t))
	browser := newBrowser(t, s.Server)
	t.Run("Telegram", func(t *testing.T) {
		b := newTab(t, browser)
		b.open(at("web.telegram.org", "/host"))
		b.eval(`frame("` + at("pages.test", "/m/par"+fragment(t, `{}`)) + `")`)
		b.wait("heard.length >= 10")
		var want []string
		for _, m := range append([]string{`iframe_ready {"reload_supported":true}`}, start...) {
			name, data, _ := strings.Cut(m, " ")
			want = append(want, `https://pages.test {"eventType":"`+name+`","eventData":`+data+`}`)
		}
		if diff := cmp.Diff(want, strings.Split(b.eval(`heard.join("\n")`), "\n")); diff != "" {
			t.Errorf("the host heard (-want +got):\n%s", diff)
		}
		for _, odd := range []string{`1`, `null`, `{}`, `"{"`, `"null"`, `"1"`, `'{"eventType":1}'`, `'{"eventType":"unheard_of"}'`} {
			b.eval("say(" + odd + ")")
		}
		b.eval(`say('{"eventType":"reload_iframe","eventData":null}')`)
		b.wait("heard.length >= 20")
		b.want("heard[10]", `https://pages.test {"eventType":"iframe_will_reload","eventData":""}`)
		b.want("heard[11]", want[0])
	})
	t.Run("somebody else", func(t *testing.T) {
		b := newTab(t, browser)
		loads := s.loads.Load()
		b.open(at("evil.test", "/host"))
		b.eval(`frame("` + at("pages.test", "/m/par?v=watched"+fragment(t, `{}`)) + `")`)
		b.wait("heard.length === 1")
		for _, heard := range []string{"2", "3", "4"} {
			b.eval(`say('{"eventType":"reload_iframe"}')`)
			b.wait("heard.length === " + heard)
		}
		b.want("heard.join()", "https://pages.test ready"+strings.Repeat(",https://pages.test seen", 3))
		if got := s.loads.Load(); got != loads+1 {
			t.Errorf("the page was loaded %d times on a stranger's word, want once", got-loads)
		}
	})
}
