package sim

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"botyard/internal/telegram"
)

// picture is a small PNG.
func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := png.Encode(&buf, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	token := string(b.bot.Token)
	unknown := "7999999999:AAExampleTokenForTestsOnly0123456789"
	for _, c := range []struct {
		path, want string
		code       int
	}{
		{"/bot" + token + "/getMe", "", 200},
		{"/bot" + token + "/GETME", "", 200},
		{"/bot" + token + "/test/getMe", "", 200},
		{"/bot" + token + "/getMee", "Not Found: method not found", 404},
		{"/bot" + unknown + "/getMe", "Unauthorized", 401},
		{"/bot" + unknown + "/getMee", "Unauthorized", 401},
		{"/botnonsense/getMe", "Not Found", 404},
		{"/bot" + token, "Not Found", 404},
	} {
		got := b.do(httptest.NewRequest(http.MethodGet, c.path, nil))
		if got.Status != c.code || got.Description != c.want || got.OK != (c.code == 200) {
			t.Errorf("GET %s = %d %q, want %d %q", c.path, got.Status, got.Description, c.code, c.want)
		}
	}
}

func TestParametersComeInEveryForm(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.says(b.person(5), "/start")
	address := "/bot" + string(b.bot.Token) + "/sendMessage"
	markup := `{"inline_keyboard":[[{"text":"Go","callback_data":"go"}]]}`
	values := url.Values{"chat_id": {"5"}, "text": {"hi ✓"}, "reply_markup": {markup}}

	form := httptest.NewRequest(http.MethodPost, address, strings.NewReader(values.Encode()))
	form.Header.Set("Content-Type", "application/x-www-form-urlencoded")

	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name := range values {
		if err := w.WriteField(name, values.Get(name)); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	multi := httptest.NewRequest(http.MethodPost, address, &body)
	multi.Header.Set("Content-Type", w.FormDataContentType())

	asJSON := httptest.NewRequest(http.MethodPost, address, strings.NewReader(`{"chat_id":5,"text":"hi ✓","reply_markup":`+markup+`}`))
	asJSON.Header.Set("Content-Type", "application/json; charset=utf-8")

	for name, r := range map[string]*http.Request{
		"query": httptest.NewRequest(http.MethodGet, address+"?"+values.Encode(), nil), "form": form, "multipart": multi, "JSON": asJSON,
	} {
		b.resetBudget()
		got := b.do(r)
		if !got.OK || !strings.Contains(string(got.Result), `"text":"hi ✓"`) || !strings.Contains(string(got.Result), `"callback_data":"go"`) {
			t.Errorf("sendMessage by %s = %+v %s", name, got, got.Result)
		}
	}
}

// resetBudget forgets what was sent, for tests of something else than limits.
func (b *bench) resetBudget() {
	b.t.Helper()
	bot, err := b.Server.bot(b.bot.ID)
	if err != nil {
		b.t.Fatal(err)
	}
	bot.mu.Lock()
	bot.budget = budget{}
	bot.mu.Unlock()
}

func TestBadBodies(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	for _, body := range []string{`[`, `[]`, `"x"`, `{"chat_id":5`} {
		r := httptest.NewRequest(http.MethodPost, "/bot"+string(b.bot.Token)+"/sendMessage", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if got := b.do(r); got.ErrorCode != 400 {
			t.Errorf("sendMessage with %s = %+v, want 400", body, got)
		}
	}
}

func TestRevokedToken(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.setWebhook(nil)
		fresh, err := b.RevokeToken(b.bot.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.call("getMe", nil); got.ErrorCode != 401 {
			t.Errorf("getMe with the old token = %+v, want 401", got)
		}
		if got := b.callAs(fresh, "getMe", nil); !got.OK {
			t.Errorf("getMe with the new token = %+v, want ok", got)
		}
		b.says(b.person(5), "waiting")
		synctest.Wait()
		if got := len(b.hook.seen()); got != 0 {
			t.Errorf("%d deliveries to the old webhook, want none", got)
		}
		if got := b.callAs(fresh, "getWebhookInfo", nil); !strings.Contains(string(got.Result), `"url":""`) || !strings.Contains(string(got.Result), `"pending_update_count":1`) {
			t.Errorf("getWebhookInfo = %s, want no webhook and the update kept", got.Result)
		}
	})
}

func TestLimits(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.says(b.person(5), "/start")
		for i := range 3 {
			if got := b.call("sendMessage", map[string]any{"chat_id": 5, "text": i}); !got.OK {
				t.Fatalf("message %d of a burst = %+v, want ok", i, got)
			}
		}
		got := b.call("sendMessage", map[string]any{"chat_id": 5, "text": "4"})
		if got.Status != 429 || got.Parameters.RetryAfter != 1 || got.Description != "Too Many Requests: retry after 1" {
			t.Errorf("fourth message at once = %+v, want 429 and 1 s", got)
		}
		time.Sleep(time.Second)
		b.must("sendMessage", map[string]any{"chat_id": 5, "text": "5"})

		group := telegram.Chat{ID: -100, Type: "group", Title: "Team"}
		if err := b.person(5).AddToGroup(b.bot.ID, group, ""); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		for range 20 {
			b.must("sendMessage", map[string]any{"chat_id": -100, "text": "x"})
		}
		if got := b.call("sendMessage", map[string]any{"chat_id": -100, "text": "x"}); got.Parameters.RetryAfter != 3 {
			t.Errorf("21st message to a group = %+v, want 429 and 3 s", got)
		}
	})
}

func TestLimitOfTheWholeBot(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for name, cfg := range map[string]Config{"on": {}, "off": {NoLimits: true}} {
			b := newBench(t, cfg)
			refused := 0
			for id := range int64(40) {
				b.says(b.person(100+id), "/start")
				if got := b.call("sendMessage", map[string]any{"chat_id": 100 + id, "text": "x"}); !got.OK {
					refused++
				}
			}
			if want := map[string]int{"on": 10, "off": 0}[name]; refused != want {
				t.Errorf("limits %s: %d of 40 refused, want %d", name, refused, want)
			}
		}
	})
}

func TestColdTokens(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{ColdTokens: true})
		var last Bot
		for i := range 21 {
			bot, err := b.AddBot(BotSpec{})
			if err != nil {
				t.Fatal(err)
			}
			if got := b.callAs(bot.Token, "getMe", nil); got.OK != (i < 20) {
				t.Errorf("first call of token %d = %+v", i, got)
			}
			if got := b.callAs(bot.Token, "getMe", nil); i < 20 && !got.OK {
				t.Errorf("second call of token %d = %+v, want ok: it is warm", i, got)
			}
			last = bot
		}
		time.Sleep(3 * time.Second)
		if got := b.callAs(last.Token, "getMe", nil); !got.OK {
			t.Errorf("after a pause: %+v, want ok", got)
		}
	})
}

func TestLatency(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{Latency: 120 * time.Millisecond})
		start := time.Now()
		b.must("getMe", nil)
		if got := time.Since(start); got != 120*time.Millisecond {
			t.Errorf("getMe took %v, want 120ms", got)
		}
		if e := b.Journal().Entries()[0]; e.Took != 120*time.Millisecond || e.Method != "getMe" || e.Bot != b.bot.ID || e.Code != 200 {
			t.Errorf("journal = %+v", e)
		}
	})
}

func TestFaults(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start")
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	client := telegram.New(front.URL)
	t.Cleanup(client.HTTP.CloseIdleConnections)
	for _, c := range []struct {
		fault Fault
		class telegram.Class
		sent  bool
	}{
		{Fault{Kind: FaultStatus, Code: 429, RetryAfter: 7}, telegram.RateLimited, false},
		{Fault{Kind: FaultStatus, Code: 403, Description: "Forbidden: bot was blocked by the user"}, telegram.Blocked, false},
		{Fault{Kind: FaultStatus, Code: 400, MigrateTo: -1005}, telegram.ChatMigrated, false},
		{Fault{Kind: FaultStatus, Executed: true}, telegram.Ambiguous, true},
		{Fault{Kind: FaultHTML}, telegram.Ambiguous, false},
		{Fault{Kind: FaultHTML, Executed: true}, telegram.Ambiguous, true},
		{Fault{Kind: FaultDrop}, telegram.Ambiguous, false},
		{Fault{Kind: FaultAcceptDrop}, telegram.Ambiguous, true},
		{Fault{Kind: FaultMalformed}, telegram.Ambiguous, true},
		{Fault{Kind: FaultDelay, Delay: time.Millisecond}, telegram.OK, true},
	} {
		c.fault.Method, c.fault.Chat, c.fault.Bot = "sendMessage", 5, b.bot.ID
		b.Fault(c.fault)
		before := len(b.view(5).Messages)
		_, err := client.SendMessage(t.Context(), b.bot.Token, telegram.SendMessage{ChatID: 5, Text: "x"})
		if got := telegram.Classify(err); got != c.class {
			t.Errorf("%+v: Classify(%v) = %v, want %v", c.fault, err, got, c.class)
		}
		if got := len(b.view(5).Messages) > before; got != c.sent {
			t.Errorf("%+v: message is in the chat: %v, want %v", c.fault, got, c.sent)
		}
		entries := b.Journal().Select(Calls(b.bot.ID, "sendMessage"))
		if last := entries[len(entries)-1]; last.Done != c.sent || last.Fault != string(c.fault.Kind) {
			t.Errorf("%+v: journal says done %v, fault %q", c.fault, last.Done, last.Fault)
		}
	}
	if wait, ok := telegram.RetryAfter(&telegram.APIError{RetryAfter: 7 * time.Second}); wait != 7*time.Second || !ok {
		t.Errorf("RetryAfter = %v, %v", wait, ok)
	}
}

func (b *bench) view(user int64) View {
	b.t.Helper()
	v, err := b.person(user).View(b.bot.ID)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

func TestFaultsHitWhatTheyName(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start")
	b.says(b.person(6), "/start")
	b.Fault(Fault{Method: "sendMessage", Chat: 5, Nth: 2, Times: 2, Kind: FaultStatus})
	var got []bool
	for range 5 {
		got = append(got, b.call("sendMessage", map[string]any{"chat_id": 5, "text": "x"}).OK)
		if !b.call("sendMessage", map[string]any{"chat_id": 6, "text": "x"}).OK || !b.call("getMe", nil).OK {
			t.Error("a fault hit another chat or method")
		}
	}
	if want := []bool{true, false, false, true, true}; !equal(got, want) {
		t.Errorf("calls went %v, want %v", got, want)
	}
	b.Fault(Fault{Kind: FaultStatus, Times: -1})
	b.ClearFaults()
	b.must("getMe", nil)
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestUploadsAndFiles(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start")
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	client, ctx := telegram.New(front.URL), t.Context()
	t.Cleanup(client.HTTP.CloseIdleConnections)

	data := picture(t, 30, 20)
	var sent telegram.Message
	photo := telegram.Attachment{Field: "photo", Name: "cat.png", Data: bytes.NewReader(data), Size: int64(len(data))}
	if err := client.Upload(ctx, b.bot.Token, "sendPhoto", map[string]any{"chat_id": 5, "caption": "cat"}, []telegram.Attachment{photo}, &sent); err != nil {
		t.Fatal(err)
	}
	if len(sent.Photo) != 1 || sent.Photo[0].Width != 30 || sent.Photo[0].Height != 20 || sent.Caption != "cat" {
		t.Fatalf("sendPhoto = %+v", sent)
	}
	id := sent.Photo[0].FileID
	if got := b.must("sendPhoto", map[string]any{"chat_id": 5, "photo": id}); !strings.Contains(string(got.Result), id) {
		t.Errorf("sendPhoto by file_id = %s", got.Result)
	}
	var f telegram.File
	if err := client.Call(ctx, b.bot.Token, "getFile", map[string]any{"file_id": id}, &f); err != nil {
		t.Fatal(err)
	}
	if got, err := client.Download(ctx, b.bot.Token, f.FilePath, 1<<20); err != nil || !bytes.Equal(got, data) {
		t.Errorf("Download = %d bytes, %v, want the picture", len(got), err)
	}
	other, err := b.AddBot(BotSpec{})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.callAs(other.Token, "getFile", map[string]any{"file_id": id}); got.OK {
		t.Error("another bot's file_id works")
	}
}

func TestPicturesThatAreNone(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start")
	for want, data := range map[string][]byte{
		"IMAGE_PROCESS_FAILED":     []byte("not a picture"),
		"PHOTO_INVALID_DIMENSIONS": picture(t, 210, 10),
		"file must be non-empty":   {},
	} {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		_ = w.WriteField("chat_id", "5")
		part, err := w.CreateFormFile("photo", "x.png")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(data)
		w.Close()
		r := httptest.NewRequest(http.MethodPost, "/bot"+string(b.bot.Token)+"/sendPhoto", &body)
		r.Header.Set("Content-Type", w.FormDataContentType())
		if got := b.do(r); got.Description != "Bad Request: "+want {
			t.Errorf("sendPhoto = %q, want %q", got.Description, want)
		}
	}
}

func TestGetUpdates(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		for _, text := range []string{"a", "b", "c"} {
			b.says(b.person(5), text)
		}
		got := string(b.must("getUpdates", map[string]any{"limit": 2}).Result)
		if !strings.Contains(got, `"text":"a"`) || !strings.Contains(got, `"text":"b"`) || strings.Contains(got, `"text":"c"`) {
			t.Errorf("getUpdates = %s, want a and b", got)
		}
		first := b.firstUpdate()
		if got := string(b.must("getUpdates", map[string]any{"offset": first + 2}).Result); !strings.Contains(got, `"text":"c"`) || strings.Contains(got, `"text":"b"`) {
			t.Errorf("getUpdates = %s, want c", got)
		}
		if got := string(b.must("getUpdates", map[string]any{"offset": first + 3}).Result); got != "[]" {
			t.Errorf("getUpdates = %s, want []", got)
		}
		b.setWebhook(nil)
		if got := b.call("getUpdates", nil); got.ErrorCode != 409 {
			t.Errorf("getUpdates beside a webhook = %+v, want 409", got)
		}
	})
}

func (b *bench) firstUpdate() int64 {
	b.t.Helper()
	raw := b.must("getUpdates", nil).Result
	u, err := telegram.ParseUpdate(bytes.TrimSuffix(bytes.SplitAfter(raw[1:], []byte("}},"))[0], []byte(",")))
	if err != nil {
		b.t.Fatalf("first update of %s: %v", raw, err)
	}
	return u.ID
}

func TestLongPoll(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		answers := make(chan reply, 2)
		poll := func() { answers <- b.call("getUpdates", map[string]any{"timeout": 30}) }
		go poll()
		synctest.Wait()
		go poll() // terminates the first
		if got := <-answers; got.ErrorCode != 409 || !strings.Contains(got.Description, "terminated by other getUpdates") {
			t.Errorf("first poll = %+v, want 409", got)
		}
		b.says(b.person(5), "news")
		if got := <-answers; !strings.Contains(string(got.Result), "news") {
			t.Errorf("second poll = %s, want the news", got.Result)
		}
		start := time.Now()
		if got := b.must("getUpdates", map[string]any{"timeout": 30, "offset": -1, "allowed_updates": []string{"poll"}}); !strings.Contains(string(got.Result), "news") {
			t.Errorf("getUpdates(-1) = %s, want the last one", got.Result)
		}
		b.must("getUpdates", map[string]any{"offset": 2_000_000_000, "timeout": 30})
		if got := time.Since(start); got != 30*time.Second {
			t.Errorf("an empty poll took %v, want 30s", got)
		}
	})
}

func TestJournalWaitsAndForgets(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{JournalSize: 4})
		go func() {
			time.Sleep(time.Second)
			for range 6 {
				b.must("getMe", nil)
			}
		}()
		found, err := b.Journal().WaitFor(t.Context(), 2, Calls(b.bot.ID, "getMe"))
		if err != nil || len(found) < 2 {
			t.Errorf("WaitFor = %d entries, %v, want two", len(found), err)
		}
		synctest.Wait()
		kept := b.Journal().Entries()
		if len(kept) != 4 || kept[0].Seq != 3 || kept[3].Seq != 6 {
			t.Errorf("kept %+v, want entries 3 to 6", kept)
		}
		if page := b.Journal().After(4, 1); len(page) != 1 || page[0].Seq != 5 {
			t.Errorf("After(4, 1) = %+v, want entry 5", page)
		}
	})
}

func TestJournalHasNoTokens(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.must("getMe", nil)
	for _, e := range b.Journal().Entries() {
		w := httptest.NewRecorder()
		writeJSON(w, 200, e)
		if body, _ := io.ReadAll(w.Body); strings.Contains(string(body), string(b.bot.Token)) {
			t.Errorf("the token shows in %s", body)
		}
	}
}

func TestCloseEndsWaits(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	done := make(chan reply)
	go func() { done <- b.call("getUpdates", map[string]any{"timeout": 50}) }()
	if err := b.Close(t.Context()); err != nil && !errors.Is(err, t.Context().Err()) {
		t.Errorf("Close() = %v", err)
	}
	if got := <-done; !got.OK {
		t.Errorf("the poll ended with %+v, want an empty answer", got)
	}
}
