package sim

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
	"botyard/internal/telegram"
)

// miniApp asks Telegram for things the way a Mini App does, and shows what it
// hears in its title.
const miniApp = `<!doctype html><title>app</title><p id="heard"></p><script>
const say = (eventType, eventData) => parent.postMessage(JSON.stringify({eventType, eventData}), "*");
addEventListener("message", (e) => {
  const {eventType, eventData} = JSON.parse(e.data);
  document.getElementById("heard").append(eventType + ":" + (eventData?.theme_params?.bg_color || eventData?.button_id || "") + " ");
  if (eventType === "main_button_pressed") say("web_app_open_popup", {message: "Sure?", buttons: [{id: "yes", type: "default", text: "Yes"}]});
  if (eventType === "popup_closed") say("web_app_close");
});
say("iframe_ready", {reload_supported: true});
say("web_app_request_theme");
say("web_app_request_viewport");
say("web_app_setup_main_button", {is_visible: true, is_active: true, text: location.hash.includes("tgWebAppData") ? "Order" : "Nobody"});
say("web_app_setup_back_button", {is_visible: true});
say("web_app_ready");
</script>`

func TestChatPageInABrowser(t *testing.T) {
	t.Parallel()
	tab := chrome.Start(t, chromedp.WindowSize(420, 800))
	b := newBench(t, Config{NoLimits: true})
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, miniApp) }))
	t.Cleanup(app.Close)

	go func() { // the bot: answers /start with a menu, and presses with a toast and an edit
		for offset := int64(0); ; {
			for _, raw := range b.updatesFrom(tab, offset) {
				offset = raw.ID + 1
				b.answerLikeABot(raw, app.URL)
			}
			if tab.Err() != nil {
				return
			}
		}
	}()

	err := chromedp.Do(tab,
		chromedp.Navigate(front.URL+"/chat/tea_bot?start=qr1"),
		chromedp.Click("#start", chromedp.NodeVisible),
		chromedp.WaitVisible(`//div[contains(@class,"own")]//*[contains(.,"/start qr1")]`),
		chromedp.WaitVisible(`//strong[text()="🍓 Menu"]`),
		shoot("chat"),
		chromedp.Click(`//div[@class="keys"]//button[text()="Tea"]`),
		chromedp.WaitVisible(`//div[@id="toast"][text()="Coming"]`),
		chromedp.WaitVisible(`//div[contains(@class,"bubble")][contains(.,"Tea it is")]`),
		chromedp.SendKeys("#text", "hello\n"),
		chromedp.WaitVisible(`//div[contains(@class,"own")]//div[contains(.,"hello")]`),
		chromedp.Click("#menu", chromedp.NodeVisible),
		chromedp.WaitVisible(`//button[@id="app-main"][text()="Order"]`),
		chromedp.WaitVisible("#app-back"),
		chromedp.Click("#app-theme"),
		shoot("app"),
		chromedp.Click("#app-main"),
		chromedp.Click(`//dialog//button[text()="Yes"]`, chromedp.NodeVisible),
		chromedp.WaitNotVisible("#app"),
	)
	if err != nil {
		html, _ := chromedp.Run(tab, chromedp.OuterHTML("html"))
		t.Fatalf("journey: %v\n%s", err, html)
	}
}

// TestChatPageShowsAndSendsEverything sends what bots send, and what visitors do.
func TestChatPageShowsAndSendsEverything(t *testing.T) {
	t.Parallel()
	tab := chrome.Start(t, chromedp.WindowSize(420, 1200))
	b := newBench(t, Config{NoLimits: true})
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	ids := b.photos(b.person(5), 3)
	b.must("sendMediaGroup", object{"chat_id": 5, "media": append(album(ids[1:]...), object{"type": "photo", "media": ids[0], "caption": "ours"})})
	b.must("sendPhoto", object{"chat_id": 5, "photo": ids[0], "caption": "one", "reply_markup": inline(object{"text": "Tea", "callback_data": "tea"})})
	b.must("sendVenue", object{"chat_id": 5, "latitude": 55.75, "longitude": 37.61, "title": "The cafe", "address": "Main street"})
	b.must("sendContact", object{"chat_id": 5, "phone_number": "+7900", "first_name": "Boris", "reply_markup": object{
		"keyboard": [][]object{{{"text": "Where I am", "request_location": true}}, {{"text": "My phone", "request_contact": true}}, {{"text": "Just words"}}}}})
	price := filepath.Join(t.TempDir(), "price.pdf")
	if err := os.WriteFile(price, []byte("%PDF-1.4"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := func(what string) string { return `//div[contains(@class,"own")]//*[contains(.,"` + what + `")]` }
	err := chromedp.Do(tab,
		chromedp.Navigate(front.URL+"/chat/tea_bot?as=5"),
		chromedp.WaitVisible(`//div[@class="album"][count(img)=3]`),
		chromedp.WaitVisible(`//div[@class="bubble"][div[@class="album"]][contains(.,"ours")]`),
		chromedp.WaitVisible(`//a[@class="place"][contains(.,"The cafe")]`),
		chromedp.WaitVisible(`//div[@class="card"][contains(.,"Boris")]`),
		shoot("everything"),
		chromedp.Click(`//button[text()="Tea"]`),
		chromedp.Click(`//button[text()="Just words"]`),
		chromedp.WaitVisible(own("Just words")),
		chromedp.Click(`//button[text()="Where I am"]`),
		chromedp.Click(`//dialog//button[text()="OK"]`, chromedp.NodeVisible),
		chromedp.WaitVisible(own("55.7512")),
		chromedp.Click(`//button[text()="My phone"]`),
		chromedp.Click(`//dialog//button[text()="OK"]`, chromedp.NodeVisible),
		chromedp.WaitVisible(own("+70000000000")),
		chromedp.Click("#attach summary"),
		chromedp.WaitVisible("#files"),
		shoot("attach"),
		chromedp.SetUploadFiles("#files", []string{price}),
		chromedp.WaitVisible(own("price.pdf")),
	)
	if err != nil {
		html, _ := chromedp.Run(tab, chromedp.OuterHTML("html"))
		t.Fatalf("chat: %v\n%s", err, html)
	}
	presses := 0
	for _, u := range b.updatesFrom(tab, 0) {
		if u.CallbackQuery != nil && u.CallbackQuery.Data == "tea" {
			presses++
		}
	}
	if presses != 1 {
		t.Errorf("presses = %d, want one", presses)
	}
}

// shoot keeps a picture for the eye, in the folder that SIM_SHOTS names.
func shoot(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		dir := os.Getenv("SIM_SHOTS")
		if dir == "" {
			return nil
		}
		picture, err := chromedp.FullScreenshot(100)(ctx, target)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600)
	})
}

func (b *bench) updatesFrom(ctx context.Context, offset int64) []telegram.Update {
	r := httptest.NewRequest("GET", fmt.Sprintf("/bot%s/getUpdates?timeout=5&offset=%d", string(b.bot.Token), offset), nil)
	got := b.do(r.WithContext(ctx))
	var raws []json.RawMessage
	if err := json.Unmarshal(got.Result, &raws); err != nil {
		return nil // the page is closed
	}
	var all []telegram.Update
	for _, raw := range raws {
		if u, err := telegram.ParseUpdate(raw); err == nil {
			all = append(all, u)
		}
	}
	return all
}

func (b *bench) answerLikeABot(u telegram.Update, appURL string) {
	switch {
	case u.CallbackQuery != nil:
		b.must("answerCallbackQuery", object{"callback_query_id": u.CallbackQuery.ID, "text": "Coming"})
		b.must("editMessageText", object{"chat_id": u.ChatID(), "message_id": u.CallbackQuery.Message.ID, "text": "Tea it is"})
	case strings.HasPrefix(u.Message.Text, "/start"):
		b.must("setChatMenuButton", object{"menu_button": object{"type": "web_app", "text": "Shop", "web_app": object{"url": appURL + "/m"}}})
		b.must("sendMessage", object{
			"chat_id": u.ChatID(), "text": "🍓 Menu", "entities": []object{{"type": "bold", "offset": 0, "length": 7}},
			"reply_markup": inline(object{"text": "Tea", "callback_data": "tea"}),
		})
	}
}
