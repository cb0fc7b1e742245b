package sim

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"botyard/internal/telegram"
)

func TestEveryKindOfFile(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start")
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	client := telegram.New(front.URL)
	t.Cleanup(client.HTTP.CloseIdleConnections)
	for method, field := range map[string]string{
		"sendDocument": "document", "sendVideo": "video", "sendVoice": "voice", "sendAudio": "audio", "sendAnimation": "animation",
	} {
		var raw map[string]any
		file := telegram.Attachment{Field: field, Name: "a.pdf", Data: strings.NewReader("data"), Size: 4}
		if err := client.Upload(t.Context(), b.bot.Token, method, map[string]any{"chat_id": 5}, []telegram.Attachment{file}, &raw); err != nil {
			t.Fatalf("%s = %v", method, err)
		}
		sent, _ := raw[field].(map[string]any)
		if sent["file_id"] == "" || sent["file_name"] != "a.pdf" || sent["file_size"] != 4.0 {
			t.Errorf("%s = %v, want the file in %s", method, raw, field)
		}
	}
	file := telegram.Attachment{Field: "one", Name: "a.txt", Data: strings.NewReader("data"), Size: 4}
	if err := client.Upload(t.Context(), b.bot.Token, "sendDocument", map[string]any{"chat_id": 5, "document": "attach://one"}, []telegram.Attachment{file}, nil); err != nil {
		t.Errorf("sendDocument with attach:// = %v", err)
	}
}

func TestPersonSendsPictureAndPlace(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	ada := b.person(5)
	data := picture(t, 20, 20)
	m, err := ada.SendPhoto(b.bot.ID, "me.png", data, "hello")
	if err != nil || m.Caption != "hello" {
		t.Fatalf("SendPhoto = %+v, %v", m, err)
	}
	if got := b.must("getFile", object{"file_id": m.Photo[0].FileID}); !strings.Contains(string(got.Result), `"file_path":"photos/file_`) {
		t.Errorf("getFile = %s", got.Result)
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, httptest.NewRequest("GET", "/sim/bots/tea_bot/files/"+m.Photo[0].FileID, nil))
	if !bytes.Equal(w.Body.Bytes(), data) || w.Header().Get("Content-Type") != "image/png" {
		t.Errorf("picture in the chat page = %d, %s", w.Code, w.Header().Get("Content-Type"))
	}
	if _, err := ada.SendPhoto(b.bot.ID, "x.png", []byte("x"), ""); err == nil {
		t.Error("SendPhoto of no picture = nil, want an error")
	}
	if _, err := ada.SendLocation(b.bot.ID, telegram.Location{Latitude: 55.75, Longitude: 37.61}); err != nil {
		t.Fatal(err)
	}
	all, err := ada.Messages(b.bot.ID)
	if err != nil || len(all) != 2 || all[1].Location.Latitude != 55.75 {
		t.Errorf("Messages = %+v, %v", all, err)
	}
}

func TestCaptionIsEdited(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	m, err := b.person(5).SendPhoto(b.bot.ID, "me.png", picture(t, 20, 20), "")
	if err != nil {
		t.Fatal(err)
	}
	b.must("sendPhoto", object{"chat_id": 5, "photo": m.Photo[0].FileID, "caption": "old"})
	b.must("editMessageCaption", object{"chat_id": 5, "message_id": 2, "caption": "new"})
	for want, call := range map[string]reply{
		"message caption is too long":              b.call("editMessageCaption", object{"chat_id": 5, "message_id": 2, "caption": strings.Repeat("я", 1025)}),
		"there is no text in the message to edit":  b.call("editMessageText", object{"chat_id": 5, "message_id": 2, "text": "x"}),
		"wrong file identifier/HTTP URL specified": b.call("sendPhoto", object{"chat_id": 5, "photo": "https://example.org/x.png"}),
		"there is no file in the request":          b.call("sendPhoto", object{"chat_id": 5}),
	} {
		if call.Description != "Bad Request: "+want {
			t.Errorf("got %q, want %q", call.Description, want)
		}
	}
}

func TestFullQueueLosesWithoutAWord(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	bot, err := b.Server.bot(b.bot.ID)
	if err != nil {
		t.Fatal(err)
	}
	bot.mu.Lock()
	bot.queue.waiting = maxQueued - 1
	bot.mu.Unlock()
	b.says(b.person(5), "fits")
	b.says(b.person(5), "lost")
	if got := string(b.must("getUpdates", nil).Result); !strings.Contains(got, "fits") || strings.Contains(got, "lost") {
		t.Errorf("getUpdates = %s, want only what fitted", got)
	}
	huge := `{"update_id":1,"message":{"text":"` + strings.Repeat("x", maxUpdate) + `"}}`
	if _, err := b.InjectUpdate(b.bot.ID, []byte(huge)); err != nil {
		t.Fatal(err)
	}
	if got := len(b.must("getUpdates", nil).Result); got > maxUpdate {
		t.Errorf("getUpdates has %d bytes, want the huge update lost", got)
	}
}

func TestWhatWaitsTooLongIsNotDelivered(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = func(hit) (int, http.Header) {
			time.Sleep(59 * time.Second)
			return 200, nil
		}
		b.setWebhook(map[string]any{"max_connections": 1})
		ada := b.person(5)
		b.says(ada, "/start")
		for range 4 {
			if _, err := b.InjectUpdate(b.bot.ID, []byte(`{"inline_query":{"id":"1","from":{"id":5}}}`)); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(10 * time.Minute)
		if got := len(b.hook.seen()); got != 1 {
			t.Errorf("%d deliveries, want the message alone: queries live for 30 s", got)
		}
		if info := string(b.must("getWebhookInfo", nil).Result); !strings.Contains(info, `"pending_update_count":0`) {
			t.Errorf("getWebhookInfo = %s, want nothing pending", info)
		}
	})
}

func TestRealConnections(t *testing.T) {
	t.Parallel()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(hanging.Close)
	working := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://"+closed.Addr().String(), http.StatusFound)
	}))
	t.Cleanup(working.Close)
	for url, want := range map[string]string{
		"http://" + closed.Addr().String() + "/x": "Connection refused",
		hanging.URL:              "Webhook connection closed",
		working.URL:              "Wrong response from the webhook: 302 Found",
		"http://nowhere.invalid": "Can't connect to the webhook",
	} {
		srv, err := New(Config{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = srv.Close(context.Background()) })
		bot, err := srv.AddBot(BotSpec{})
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{srv, t, bot, nil}
		b.must("setWebhook", object{"url": url})
		b.says(b.person(5), "x")
		entries, err := srv.Journal().WaitFor(t.Context(), 1, func(e Entry) bool { return e.Method == MethodDelivery })
		if err != nil || entries[0].Description != want {
			t.Errorf("delivery to %s = %+v, %v, want %q", url, entries, err, want)
		}
	}
}

func TestJitter(t *testing.T) {
	t.Parallel()
	r := newRandom(1)
	var slow, quick int
	for range 10_000 {
		switch d := r.latency(100 * time.Millisecond); {
		case d > 450*time.Millisecond:
			slow++
		case d < 100*time.Millisecond:
			quick++
		case d <= 0:
			t.Fatalf("latency %v, want more than nothing", d)
		}
	}
	if slow < 50 || slow > 300 || quick < 4500 || quick > 5500 {
		t.Errorf("%d slow and %d quick of 10,000, want about 1%% and a half", slow, quick)
	}
}

func TestSeedRepeats(t *testing.T) {
	t.Parallel()
	newBot := func(seed uint64) Bot {
		srv, err := New(Config{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		bot, err := srv.AddBot(BotSpec{})
		if err != nil {
			t.Fatal(err)
		}
		return bot
	}
	if a, b := newBot(7), newBot(7); a != b {
		t.Errorf("seed 7 makes %v and %v, want the same", a, b)
	}
	if a, b := newBot(0), newBot(0); a.Token == b.Token {
		t.Error("no seed makes the same token twice")
	}
}

func TestTextOfAnEntry(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.says(b.person(5), "/start")
	b.must("sendMessage", object{"chat_id": 5, "text": "Привет"})
	e := b.Journal().Entries()[0]
	if e.Text("text") != "Привет" || e.Text("none") != "" || e.Chat != 5 || e.MessageID != 2 || !e.Done {
		t.Errorf("entry = %+v", e)
	}
}

// TestManyBotsAtOnce is a storm: every message is answered from its webhook
// by a call, and all of them arrive once.
func TestManyBotsAtOnce(t *testing.T) {
	t.Parallel()
	srv, err := New(Config{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close(context.Background()) })
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var u telegram.Update
		raw := new(bytes.Buffer)
		_, _ = raw.ReadFrom(r.Body)
		u, _ = telegram.ParseUpdate(raw.Bytes())
		_, _ = fmt.Fprintf(w, `{"method":"sendMessage","chat_id":%d,"text":"echo %s"}`, u.ChatID(), u.Message.Text)
	}))
	t.Cleanup(hook.Close)
	const bots, people = 20, 10
	for range bots {
		bot, err := srv.AddBot(BotSpec{})
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{srv, t, bot, nil}
		b.must("setWebhook", object{"url": hook.URL})
		for id := range int64(people) {
			b.says(b.person(100+id), fmt.Sprint(id))
		}
	}
	answers, err := srv.Journal().WaitFor(t.Context(), bots*people, func(e Entry) bool { return e.Method == "sendMessage" })
	if err != nil || len(answers) != bots*people {
		t.Errorf("%d answers, %v, want %d", len(answers), err, bots*people)
	}
	for _, e := range answers {
		if !e.Done || e.Text("text") != fmt.Sprint("echo ", e.Chat-100) {
			t.Errorf("answer = %+v", e)
		}
	}
}

func TestPressesAreForgotten(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		ada := b.person(5)
		b.says(ada, "/start")
		b.must("sendMessage", object{"chat_id": 5, "text": "x", "reply_markup": inline(object{"text": "Go", "callback_data": "go"})})
		for range 3 {
			if _, err := ada.Press(b.bot.ID, 2, "Go"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Minute)
		}
		synctest.Wait()
		bot, err := b.Server.bot(b.bot.ID)
		if err != nil {
			t.Fatal(err)
		}
		bot.mu.Lock()
		defer bot.mu.Unlock()
		if got := len(bot.presses); got != 2 {
			t.Errorf("%d presses remembered, want the two of the last 150 s", got)
		}
	})
}
