package sim

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"botyard/internal/telegram"
)

func TestAPersonsDay(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.setWebhook(nil)
		ada := b.person(5)
		if _, err := ada.Start(b.bot.ID, "from_qr"); err != nil {
			t.Fatal(err)
		}
		b.must("sendMessage", object{"chat_id": 5, "text": "Menu", "reply_markup": inline(object{"text": "Tea", "callback_data": "r1:tea"})})
		query, err := ada.Press(b.bot.ID, 2, "Tea")
		if err != nil {
			t.Fatal(err)
		}
		b.must("answerCallbackQuery", object{"callback_query_id": query, "text": "Coming"})
		if got := b.call("answerCallbackQuery", object{"callback_query_id": query}); got.OK {
			t.Error("a press was answered twice")
		}
		if toast := b.view(5).Toast; toast == nil || toast.Text != "Coming" {
			t.Errorf("toast = %+v, want the answer", toast)
		}
		if _, err := ada.SendContact(b.bot.ID, "+70000000000"); err != nil {
			t.Fatal(err)
		}
		if err := ada.Edit(b.bot.ID, 1, "/start again"); err != nil {
			t.Fatal(err)
		}
		if err := ada.Block(b.bot.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := ada.Send(b.bot.ID, "x"); !errors.Is(err, ErrBlocked) {
			t.Errorf("Send to a blocked bot = %v, want ErrBlocked", err)
		}
		synctest.Wait()
		var kinds []telegram.Kind
		for _, h := range b.hook.seen() {
			kinds = append(kinds, h.update.Kind())
		}
		want := map[telegram.Kind]int{"message": 2, "callback_query": 1, "edited_message": 1, "my_chat_member": 1}
		for _, kind := range kinds {
			want[kind]--
		}
		for kind, missing := range want {
			if missing != 0 {
				t.Errorf("kinds = %v: %s is off by %d", kinds, kind, missing)
			}
		}
		first := b.hook.seen()[0].update.Message
		if first.Text != "/start from_qr" || len(first.Entities) != 1 || first.Entities[0].Length != 6 || first.Chat.Type != "private" {
			t.Errorf("start = %+v", first)
		}
	})
}

func TestPressThatCannotBe(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	ada := b.person(5)
	b.says(ada, "/start")
	b.must("sendMessage", object{"chat_id": 5, "text": "x", "reply_markup": inline(object{"text": "Site", "url": "https://x.test"})})
	for want, press := range map[error]func() (string, error){
		ErrNoMessage: func() (string, error) { return ada.Press(b.bot.ID, 99, "x") },
		ErrNoButton:  func() (string, error) { return ada.Press(b.bot.ID, 2, "Other") },
		ErrNoBot:     func() (string, error) { return ada.Press(1, 2, "x") },
	} {
		if _, err := press(); !errors.Is(err, want) {
			t.Errorf("Press = %v, want %v", err, want)
		}
	}
	if _, err := ada.Press(b.bot.ID, 2, "Site"); !errors.Is(err, ErrNoButton) {
		t.Errorf("Press of a link = %v, want ErrNoButton", err)
	}
}

func TestWaitForAnAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		ada := b.person(5)
		b.says(ada, "/start")
		go func() {
			time.Sleep(time.Minute)
			b.must("sendMessage", object{"chat_id": 5, "text": "Welcome"})
		}()
		m, err := ada.WaitFor(t.Context(), b.bot.ID, func(m telegram.Message) bool { return m.From.IsBot })
		if err != nil || m.Text != "Welcome" {
			t.Errorf("WaitFor = %+v, %v, want the welcome", m, err)
		}
	})
}

// verify checks what a launch hands to the Mini App.
func verify(t *testing.T, b *bench, app Launch) (telegram.InitData, url.Values) {
	t.Helper()
	_, fragment, ok := strings.Cut(app.URL, "#")
	if !ok {
		t.Fatalf("URL = %s, want a fragment", app.URL)
	}
	launch, err := url.ParseQuery(fragment)
	if err != nil {
		t.Fatal(err)
	}
	data := launch.Get("tgWebAppData")
	if strings.Contains(fragment, "+") || strings.Contains(data, "+") {
		t.Errorf("fragment = %s, want no + for a space: apps decode with decodeURIComponent", fragment)
	}
	if data == "" {
		return telegram.InitData{}, launch
	}
	proved, err := telegram.VerifyInitData(data, b.bot.Token.InitDataSecret(), time.Now())
	if err != nil {
		t.Errorf("VerifyInitData = %v", err)
	}
	if _, err := telegram.VerifyInitDataSignature(data, b.bot.ID, time.Now(), b.InitDataKey()); err != nil {
		t.Errorf("VerifyInitDataSignature = %v", err)
	}
	return proved, launch
}

func TestLaunches(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	ada := b.User(telegram.User{ID: 5, FirstName: "Zoë + 🍓 & =", LanguageCode: "ru"})
	if _, err := ada.OpenMenu(b.bot.ID); !errors.Is(err, ErrNoApp) {
		t.Errorf("OpenMenu without a menu = %v, want ErrNoApp", err)
	}
	b.says(ada, "/start")
	app := object{"url": "https://example.org/m/tea?x=1"}
	b.must("setChatMenuButton", object{"menu_button": object{"type": "web_app", "text": "Shop", "web_app": app}})
	b.must("sendMessage", object{"chat_id": 5, "text": "x", "reply_markup": inline(object{"text": "Open", "web_app": app})})
	b.must("sendMessage", object{"chat_id": 5, "text": "y", "reply_markup": object{"keyboard": [][]any{{object{"text": "Key", "web_app": app}}}}})

	for name, open := range map[string]func() (Launch, error){
		"menu":   func() (Launch, error) { return ada.OpenMenu(b.bot.ID) },
		"button": func() (Launch, error) { return ada.OpenButton(b.bot.ID, 2, "Open") },
	} {
		launched, err := open()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d, launch := verify(t, b, launched)
		if d.User == nil || d.User.ID != 5 || d.User.FirstName != "Zoë + 🍓 & =" || d.QueryID == "" || !strings.HasPrefix(launched.URL, "https://example.org/m/tea?x=1#") {
			t.Errorf("%s: %+v %s", name, d, launched.URL)
		}
		if launch.Get("tgWebAppVersion") == "" || !strings.Contains(launch.Get("tgWebAppThemeParams"), "bg_color") {
			t.Errorf("%s: launch = %v, want version and theme", name, launch)
		}
	}
	link, err := ada.OpenLink(b.bot.ID, "ref_1")
	if err != nil {
		t.Fatal(err)
	}
	if d, _ := verify(t, b, link); d.StartParam != "ref_1" || d.ChatInstance == "" || !strings.Contains(link.URL, "tgWebAppStartParam=ref_1") {
		t.Errorf("link: %+v %s", d, link.URL)
	}
	key, err := ada.OpenKey(b.bot.ID, "Key")
	if err != nil {
		t.Fatal(err)
	}
	if _, launch := verify(t, b, key); launch.Has("tgWebAppData") || launch.Get("tgWebAppVersion") == "" {
		t.Errorf("key: launch = %v, want no initData", launch)
	}
}

func TestGroups(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.setWebhook(nil)
		ada := b.person(5)
		group := telegram.Chat{ID: -100, Type: "group", Title: "Team"}
		if err := ada.SendIn(b.bot.ID, -100, "x"); err == nil {
			t.Error("SendIn a group that the bot is not in = nil, want an error")
		}
		if err := ada.AddToGroup(b.bot.ID, group, "link42"); err != nil {
			t.Fatal(err)
		}
		if err := ada.SendIn(b.bot.ID, -100, "hello"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got, want := texts(b.hook.seen()), "/start@tea_bot link42 hello"; got != want {
			t.Errorf("delivered %q, want %q", got, want)
		}
	})
}

func TestInjectedUpdates(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.setWebhook(nil)
		paths, err := filepath.Glob("../testdata/updates/*.json")
		if err != nil || len(paths) == 0 {
			t.Fatalf("no samples: %v", err)
		}
		for _, path := range paths {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if _, err := b.InjectUpdate(b.bot.ID, raw); err != nil {
					t.Errorf("InjectUpdate(%s) = %v", path, err)
				}
			}
		}
		synctest.Wait()
		seen := map[int64]int{}
		for _, h := range b.hook.seen() {
			seen[h.update.ID]++
		}
		for id, n := range seen {
			if n != 2 {
				t.Errorf("update %d came %d times, want twice", id, n)
			}
		}
		// message_reaction(s) are not delivered unless asked for.
		if got, want := len(seen), len(paths)-3; got != want {
			t.Errorf("%d updates came, want %d", got, want)
		}
	})
}

func TestInjectedWithoutAnID(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.setWebhook(nil)
		for _, raw := range []string{`{}`, `{"novelty": {"a":1e999999, "b":"\ud800\u0000"}}`} {
			if _, err := b.InjectUpdate(b.bot.ID, []byte(raw)); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		hits := b.hook.seen()
		if len(hits) != 2 || hits[1].update.ID != hits[0].update.ID+1 || !strings.HasSuffix(hits[1].raw, `,"novelty":{"a":1e999999,"b":"\ud800\u0000"}}`) {
			t.Errorf("delivered %+v", hits)
		}
		for _, raw := range []string{``, `[]`, `null`, `{"a":`} {
			if _, err := b.InjectUpdate(b.bot.ID, []byte(raw)); err == nil {
				t.Errorf("InjectUpdate(%q) = nil, want an error", raw)
			}
		}
	})
}

func TestPeople(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	one, two := b.User(telegram.User{}), b.User(telegram.User{})
	if one.ID == two.ID || one.FirstName == "" {
		t.Errorf("new people are %+v and %+v, want two with names", one.User, two.User)
	}
	b.User(telegram.User{ID: one.ID, FirstName: "Renamed"})
	if again := b.User(telegram.User{ID: one.ID}); again.FirstName != "Renamed" {
		t.Errorf("known person = %+v, want the new name", again.User)
	}
	if _, err := b.FindUser(123); !errors.Is(err, ErrNoUser) {
		t.Errorf("FindUser(123) = %v, want ErrNoUser", err)
	}
}

func TestBotsAreUnique(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	if _, err := b.AddBot(BotSpec{Username: "Tea_Bot"}); err == nil {
		t.Error("AddBot with a taken name = nil, want an error")
	}
	if _, err := b.AddBot(BotSpec{Token: b.bot.Token}); err == nil {
		t.Error("AddBot with a taken id = nil, want an error")
	}
	if _, err := b.AddBot(BotSpec{Token: "x"}); !errors.Is(err, telegram.ErrTokenShape) {
		t.Errorf("AddBot with a bad token = %v, want ErrTokenShape", err)
	}
	for _, name := range []string{"123", "a b", "../x", "ю"} {
		if _, err := b.AddBot(BotSpec{Username: name}); err == nil {
			t.Errorf("AddBot(%q) = nil, want an error", name)
		}
	}
	if got := len(b.Bots()); got != 1 {
		t.Errorf("%d bots, want 1", got)
	}
}
