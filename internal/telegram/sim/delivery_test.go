package sim

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func status(code int) func(hit) (int, http.Header) {
	return func(hit) (int, http.Header) { return code, http.Header{} }
}

// times are when the hits came, in whole seconds.
func times(hits []hit) []int {
	var all []int
	for _, h := range hits {
		all = append(all, int(h.at.Round(time.Second)/time.Second))
	}
	return all
}

func TestDelivery(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.says(b.person(5), "early") // waits for the webhook
		b.setWebhook(nil)
		b.says(b.person(5), "/start x")
		synctest.Wait()
		hits := b.hook.seen()
		if got, want := texts(hits), "early /start x"; got != want {
			t.Fatalf("delivered %q, want %q", got, want)
		}
		h := hits[1].header
		if h.Get("X-Telegram-Bot-Api-Secret-Token") != "s3cret" || h.Get("Content-Type") != "application/json" || h.Get("Accept-Encoding") != "gzip, deflate" {
			t.Errorf("header = %v", h)
		}
		if !strings.HasPrefix(hits[1].raw, `{"update_id":`+strconv.FormatInt(hits[0].update.ID+1, 10)+`,"message":{`) {
			t.Errorf("update = %s, want compact, update_id first and one more than %d", hits[1].raw, hits[0].update.ID)
		}
		if got := string(b.must("getWebhookInfo", nil).Result); !strings.Contains(got, `"pending_update_count":0`) || strings.Contains(got, "last_error") || strings.Contains(got, "s3cret") {
			t.Errorf("getWebhookInfo = %s, want nothing pending, no error, no secret", got)
		}
	})
}

func TestBackOff(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = status(500)
		b.setWebhook(nil)
		b.says(b.person(5), "a")
		time.Sleep(64 * time.Second)
		synctest.Wait()
		// At once after the first failure, then 2, 4, 8, 16, 32 seconds.
		if got, want := times(b.hook.seen()), []int{0, 0, 2, 6, 14, 30, 62}; !slices.Equal(got, want) {
			t.Errorf("tries at %v, want %v", got, want)
		}
		info := string(b.must("getWebhookInfo", nil).Result)
		if !strings.Contains(info, `"last_error_message":"Wrong response from the webhook: 500 Internal Server Error"`) || !strings.Contains(info, `"pending_update_count":1`) {
			t.Errorf("getWebhookInfo = %s, want the error and one pending", info)
		}
		time.Sleep(4 * time.Hour)
		late := times(b.hook.seen())[8:]
		for i := range late[1:] {
			if gap := late[i+1] - late[i]; gap < 60 || gap > 120 {
				t.Errorf("a gap of %d s between late tries, want 60 to 120", gap)
			}
		}
	})
}

func TestRetryAfterIsHonoured(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = func(h hit) (int, http.Header) {
			if h.at < 100*time.Second {
				return 503, http.Header{"Retry-After": {"100"}}
			}
			return 204, nil
		}
		b.setWebhook(nil)
		b.says(b.person(5), "a")
		time.Sleep(300 * time.Second)
		if got, want := times(b.hook.seen()), []int{0, 100}; !slices.Equal(got, want) {
			t.Errorf("tries at %v, want %v", got, want)
		}
	})
}

func TestTimeoutOfAWebhook(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = status(0)
		b.setWebhook(nil)
		b.says(b.person(5), "a")
		time.Sleep(100 * time.Second)
		if got, want := times(b.hook.seen())[:2], []int{0, 62}; !slices.Equal(got, want) {
			t.Errorf("tries at %v, want %v: 60 s, and 2 s between new connections", got, want)
		}
		if info := string(b.must("getWebhookInfo", nil).Result); !strings.Contains(info, "Read timeout expired") {
			t.Errorf("getWebhookInfo = %s, want a read timeout", info)
		}
	})
}

func TestSpeedShortensWaits(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{Speed: 100})
		b.hook.answer = status(500)
		b.setWebhook(nil)
		b.says(b.person(5), "a")
		time.Sleep(640 * time.Millisecond)
		if got, want := len(b.hook.seen()), 7; got != want {
			t.Errorf("%d tries in 64 s of the simulation, want %d", got, want)
		}
	})
}

func TestLaneIsStrictlyInOrder(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = func(h hit) (int, http.Header) {
			if h.update.Message != nil && h.update.Message.Text == "bad" && h.at < 5*time.Second {
				return 500, nil
			}
			return 200, nil
		}
		b.setWebhook(nil)
		ada, bob := b.person(5), b.person(6)
		for _, text := range []string{"1", "bad", "3"} {
			b.says(ada, text)
		}
		b.says(bob, "other")
		time.Sleep(time.Second)
		if got, want := texts(b.hook.seen()), "1 other bad bad"; got != want {
			// The other chat may also come between the tries.
			if got != "1 bad other bad" && got != "1 bad bad other" {
				t.Errorf("delivered %q, want %q: one chat waits, the other does not", got, want)
			}
		}
		time.Sleep(10 * time.Second)
		if got := texts(b.hook.seen()); !strings.HasSuffix(got, "bad 3") {
			t.Errorf("delivered %q, want 3 after bad", got)
		}
	})
}

// slowly answers 200 after a second.
func slowly(hit) (int, http.Header) {
	time.Sleep(time.Second)
	return 200, nil
}

func TestConnections(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = slowly
		b.setWebhook(map[string]any{"max_connections": 3})
		for id := range int64(7) {
			b.says(b.person(100+id), "x")
		}
		time.Sleep(20 * time.Second)
		// Without a success so far one connection; then three.
		if got, want := times(b.hook.seen()), []int{0, 1, 1, 1, 2, 2, 2}; !slices.Equal(got, want) {
			t.Errorf("deliveries at %v, want %v", got, want)
		}
		for id := range int64(2) {
			b.says(b.person(100+id), "y")
		}
		time.Sleep(5 * time.Second)
		if got, want := times(b.hook.seen())[7:], []int{20, 21}; !slices.Equal(got, want) {
			t.Errorf("deliveries after a quiet time at %v, want %v: one connection again", got, want)
		}
	})
}

func TestExpiry(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = func(h hit) (int, http.Header) {
			if h.at < 25*time.Hour {
				return 500, nil
			}
			return 200, nil
		}
		ada := b.person(5)
		b.says(ada, "/start")
		b.must("sendMessage", map[string]any{"chat_id": 5, "text": "?", "reply_markup": map[string]any{
			"inline_keyboard": [][]any{{map[string]any{"text": "Go", "callback_data": "go"}}}}})
		b.setWebhook(nil)
		query, err := ada.Press(b.bot.ID, 2, "Go")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(151 * time.Second)
		synctest.Wait()
		if info := string(b.must("getWebhookInfo", nil).Result); !strings.Contains(info, `"pending_update_count":1`) {
			t.Errorf("getWebhookInfo = %s, want the press dropped after 150 s", info)
		}
		if got := b.call("answerCallbackQuery", map[string]any{"callback_query_id": query}); !strings.Contains(got.Description, "query is too old") {
			t.Errorf("answerCallbackQuery = %q, want too old", got.Description)
		}
		time.Sleep(26 * time.Hour)
		if info := string(b.must("getWebhookInfo", nil).Result); !strings.Contains(info, `"pending_update_count":0`) {
			t.Errorf("getWebhookInfo = %s, want nothing after a day", info)
		}
		if last := b.hook.seen()[len(b.hook.seen())-1]; last.at > 24*time.Hour {
			t.Errorf("tried after %v, want no try after 24 h", last.at)
		}
	})
}

func TestGoneRemovesTheWebhook(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = status(410)
		b.setWebhook(nil)
		b.says(b.person(5), "x")
		time.Sleep(22 * time.Hour)
		if hook, _ := b.Webhook(b.bot.ID); hook.URL == "" {
			t.Error("webhook removed after 22 h, want not yet")
		}
		time.Sleep(90 * time.Minute)
		if hook, _ := b.Webhook(b.bot.ID); hook.URL != "" {
			t.Errorf("webhook = %q after 23 h of 410, want none", hook.URL)
		}
	})
}

func TestNewWebhookSendsAgain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = slowly
		b.setWebhook(nil)
		b.says(b.person(5), "x")
		time.Sleep(1500 * time.Millisecond)
		b.says(b.person(5), "y")
		synctest.Wait()
		b.setWebhook(map[string]any{"secret_token": "other"})
		time.Sleep(5 * time.Second)
		hits := b.hook.seen()
		if got, want := texts(hits), "x y y"; got != want {
			t.Fatalf("delivered %q, want %q: in flight when the webhook changed", got, want)
		}
		if got := hits[2].header.Get("X-Telegram-Bot-Api-Secret-Token"); got != "other" {
			t.Errorf("secret = %q, want other", got)
		}
	})
}

func TestLateAnswerOfAnOldWebhookCountsForNothing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = func(h hit) (int, http.Header) {
			switch {
			case h.header.Get("X-Telegram-Bot-Api-Secret-Token") == "s3cret":
				return slowly(h)
			case h.at < 3*time.Second:
				return 500, nil
			}
			return 200, nil
		}
		b.setWebhook(nil)
		time.Sleep(1500 * time.Millisecond)
		b.says(b.person(5), "x")
		synctest.Wait()
		b.setWebhook(map[string]any{"secret_token": "other"})
		time.Sleep(10 * time.Second)
		// The old webhook takes it at 2.5 s; the new one must get it all the same.
		if got, want := len(b.hook.seen()), 4; got != want {
			t.Errorf("%d deliveries, want %d: one to the old, three to the new webhook", got, want)
		}
	})
}

func TestSameWebhookChangesNothing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.setWebhook(nil)
		if got := b.call("setWebhook", map[string]any{"url": "http://127.0.0.1:9/hook", "secret_token": "s3cret"}); got.ErrorCode != 429 || got.Parameters.RetryAfter != 1 {
			t.Errorf("setWebhook at once = %+v, want 429 and 1 s", got)
		}
		time.Sleep(2 * time.Second)
		if got := b.must("setWebhook", map[string]any{"url": "http://127.0.0.1:9/hook", "secret_token": "s3cret"}); got.Description != "Webhook is already set" {
			t.Errorf("setWebhook again = %q, want already set", got.Description)
		}
	})
}

func TestUserinfoBecomesAuthorization(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.setWebhook(map[string]any{"url": "http://me:pw@127.0.0.1:9/hook", "secret_token": ""})
		b.says(b.person(5), "x")
		synctest.Wait()
		h := b.hook.seen()[0].header
		if got, want := h.Get("Authorization"), "Basic bWU6cHc="; got != want {
			t.Errorf("Authorization = %q, want %q", got, want)
		}
		if h.Values("X-Telegram-Bot-Api-Secret-Token") != nil {
			t.Error("a secret header without a secret")
		}
	})
}

func TestDropPending(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.says(b.person(5), "old")
		b.setWebhook(map[string]any{"drop_pending_updates": true})
		b.says(b.person(5), "new")
		synctest.Wait()
		if got, want := texts(b.hook.seen()), "new"; got != want {
			t.Errorf("delivered %q, want %q", got, want)
		}
	})
}

func TestRepeatedDelivery(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.Fault(Fault{Method: MethodDelivery, Kind: FaultRepeat, Nth: 2})
		b.setWebhook(nil)
		for _, text := range []string{"a", "b", "c"} {
			b.says(b.person(5), text)
		}
		synctest.Wait()
		hits := b.hook.seen()
		if got, want := texts(hits), "a b b c"; got != want {
			t.Fatalf("delivered %q, want %q", got, want)
		}
		if hits[1].update.ID != hits[2].update.ID {
			t.Errorf("ids %d and %d, want the same", hits[1].update.ID, hits[2].update.ID)
		}
	})
}

func TestWebhookMayAnswerWithACall(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.hook.answer = func(h hit) (int, http.Header) {
			body := `{"method":"sendMessage","chat_id":5,"text":"hello"}`
			if h.update.Message.Text == "end" {
				body = `{"method":"deleteWebhook"}`
			}
			return 200, http.Header{"Body": {body}}
		}
		b.setWebhook(nil)
		b.says(b.person(5), "hi")
		b.says(b.person(5), "end")
		synctest.Wait()
		if got := b.Journal().Select(Calls(b.bot.ID, "sendMessage")); len(got) != 1 || !got[0].Done {
			t.Errorf("calls = %+v, want one that was executed", got)
		}
		if hook, _ := b.Webhook(b.bot.ID); hook.URL == "" {
			t.Error("the webhook was deleted by its own answer")
		}
	})
}

func TestAllowedUpdates(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		ada := b.person(5)
		b.setWebhook(map[string]any{"allowed_updates": []string{"message", "nonsense"}})
		b.says(ada, "a")
		if err := ada.Block(b.bot.ID); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := len(b.hook.seen()); got != 1 {
			t.Errorf("%d deliveries, want only the message", got)
		}
		time.Sleep(2 * time.Second)
		b.must("setWebhook", map[string]any{"url": "http://127.0.0.1:9/other"}) // keeps them
		if hook, _ := b.Webhook(b.bot.ID); !slices.Equal(hook.AllowedUpdates, []string{"message"}) {
			t.Errorf("allowed_updates = %v, want them kept", hook.AllowedUpdates)
		}
		time.Sleep(2 * time.Second)
		b.must("setWebhook", map[string]any{"url": "http://127.0.0.1:9/hook", "allowed_updates": []string{}})
		if err := ada.Unblock(b.bot.ID); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if hits := b.hook.seen(); len(hits) != 2 || hits[1].update.MyChatMember == nil {
			t.Errorf("%d deliveries, want my_chat_member by default", len(hits))
		}
	})
}
