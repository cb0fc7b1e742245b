package miniapp

import (
	"strings"
	"testing"
)

// mainButton is the whole state of the main button while there is something in the cart.
func mainButton(sum string, more ...string) string {
	state := strings.NewReplacer(append([]string{`"is_visible":false`, `"is_visible":true`, "· ", "· " + sum}, more...)...)
	return state.Replace(noButton)
}

const (
	tap       = `web_app_trigger_haptic_feedback {"type":"selection_change"}`
	unsaved   = `web_app_setup_closing_behavior {"need_confirmation":true}`
	saved     = `web_app_setup_closing_behavior {"need_confirmation":false}`
	busy      = `"is_progress_visible":true`
	idle      = `"is_progress_visible":false`
	backShown = `web_app_setup_back_button {"is_visible":true}`
)

func feel(what string) string {
	return `web_app_trigger_haptic_feedback {"type":"notification","notification_type":"` + what + `"}`
}

// TestBridgeOrder records all that is said to Telegram while somebody orders.
func TestBridgeOrder(t *testing.T) {
	s, b := newShop(t, proxy)
	b.open(at("pages.test", "/m/par"+fragment(t, `{}`)))
	b.wantSent(start...)
	b.press(`[name=":tea"][value="1"]`)
	b.wantSent(tap, mainButton("150\u00a0₽"))
	b.want(`getComputedStyle(document.querySelector(".bar")).display`, "none")
	b.eval(`Telegram.WebView.receiveEvent("theme_changed", { theme_params: { bg_color: "#ffffff", button_color: "#ff0000", button_text_color: "#000000" } })`)

	colours := []string{"#2474b5", "#ff0000", "#ffffff", "#000000"}
	b.eval(`Telegram.WebView.receiveEvent("main_button_pressed")`)
	b.want("location.search", "?page=order")
	b.wantSent(backShown, mainButton("150\u00a0₽", colours...))
	b.fillOrder()
	b.wantSent(unsaved)

	// The first answer is lost; the second tap finds the form busy.
	s.order(lost)
	b.eval(`(Telegram.WebView.receiveEvent("main_button_pressed"), Telegram.WebView.receiveEvent("main_button_pressed"))`)
	b.says(status0, "Ещё не отправлено")
	b.eval(`dispatchEvent(new Event("online"))`)
	b.says(".done b", "Заказ №\u00a01 · 150\u00a0₽")
	b.wantSent(mainButton("150\u00a0₽", append(colours, idle, busy)...), strings.NewReplacer(colours...).Replace(noButton), saved, feel("success"))

	came, kept := s.came()
	if len(came) != 2 || len(kept) != 1 || came[0].authorization != "Bearer t" || came[0].path != "/m/par/forms/order.b" {
		t.Errorf("came %+v, kept %d, want two with the bearer, kept once", came, len(kept))
	}
	b.clean()
}

func TestBridgeInvoice(t *testing.T) {
	_, b := newShop(t, proxy)
	b.open(at("pages.test", "/m/par"+fragment(t, `{}`)))
	b.wantSent(start...)
	b.eval(`document.querySelector("main .button a").click()`)
	b.wantSent(`web_app_open_invoice {"slug":"in_voice-1="}`)
	b.clean()
}

// TestBridgeStranger says how to come back when the server does not know who
// it is, and keeps what was typed beyond the visit.
func TestBridgeStranger(t *testing.T) {
	s, b := newShop(t, proxy)
	s.order(status(401))
	b.open(at("pages.test", "/m/par?page=ask"+fragment(t, `{}`)))
	b.fillForm()
	b.eval("sent.splice(0)")
	b.press(".form .main")
	b.says(status0, "откройте её снова из бота")
	b.wantSent(strings.Replace(noButton, idle, busy, 1), noButton, feel("error"))
	b.eval("sessionStorage.clear()")
	b.open(at("pages.test", "/m/par?page=ask&again"+fragment(t, `{}`)))
	b.want(`document.getElementById("ask.b.text").value`, "Можно с собакой?")
	b.press(".form .main")
	b.says(".done b", "Заявка №\u00a01")
	b.clean()
}

// TestBridgeWithoutData has no bearer to send.
func TestBridgeWithoutData(t *testing.T) {
	s, b := newShop(t, proxy)
	b.open(at("pages.test", "/m/par?page=ask#tgWebAppVersion=9.6"))
	b.fillForm()
	b.press(".form .main")
	b.says(".done b", "Заявка №\u00a01")
	if came, _ := s.came(); came[0].authorization != "" || len(s.sessions) != 0 {
		t.Errorf("came with %q after %d sessions, want neither", came[0].authorization, len(s.sessions))
	}
	b.clean()
}
