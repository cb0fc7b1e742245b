package sim

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"botyard/internal/telegram"
)

// admin calls the admin API and decodes the answer into result.
func (b *bench) admin(method, path, body string, want int, result any) {
	b.t.Helper()
	w := httptest.NewRecorder()
	b.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	if w.Code != want {
		b.t.Fatalf("%s %s = %d %s, want %d", method, path, w.Code, w.Body, want)
	}
	if result != nil {
		if err := json.Unmarshal(w.Body.Bytes(), result); err != nil {
			b.t.Fatalf("%s %s = %s: %v", method, path, w.Body, err)
		}
	}
}

func TestAdminRunsAChat(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	var user telegram.User
	b.admin("POST", "/sim/users", `{"first_name":"Ada"}`, 200, &user)
	chat := "/sim/bots/tea_bot/users/" + strconv.FormatInt(user.ID, 10)
	b.admin("POST", chat+"/messages", `{"text":"/start"}`, 200, nil)
	app := object{"url": "https://example.org/m"}
	b.must("sendMessage", object{"chat_id": user.ID, "text": "Menu", "reply_markup": object{"inline_keyboard": [][]any{
		{object{"text": "Tea", "callback_data": "tea"}, object{"text": "App", "web_app": app}}}}})
	b.must("sendMessage", object{"chat_id": user.ID, "text": "Keys", "reply_markup": object{"keyboard": [][]any{{object{"text": "Key", "web_app": app}}}}})

	var query struct {
		ID string `json:"callback_query_id"`
	}
	b.admin("POST", chat+"/presses", `{"message_id":2,"button":"Tea"}`, 200, &query)
	b.must("answerCallbackQuery", object{"callback_query_id": query.ID, "text": "Coming"})
	b.admin("POST", chat+"/contacts", `{"phone_number":"+7000"}`, 200, nil)
	b.admin("POST", chat+"/app-data", `{"button":"Key","data":"{}"}`, 200, nil)

	var launch Launch
	b.admin("POST", chat+"/launches", `{"message_id":2,"button":"App"}`, 200, &launch)
	verify(t, b, launch)
	b.admin("POST", chat+"/launches", `{"key":"Key"}`, 200, &launch)
	b.admin("POST", chat+"/launches", `{}`, 404, nil)
	b.must("setChatMenuButton", object{"menu_button": object{"type": "web_app", "text": "Shop", "web_app": app}})
	b.admin("POST", chat+"/launches", `{}`, 200, &launch)
	b.admin("POST", chat+"/launches", `{"start_param":"x1"}`, 200, &launch)
	if d, _ := verify(t, b, launch); d.StartParam != "x1" {
		t.Errorf("launch by link = %+v, want start_param x1", d)
	}

	var view View
	b.admin("PUT", chat+"/block", "", 200, nil)
	b.admin("POST", chat+"/messages", `{"text":"x"}`, 409, nil)
	b.admin("GET", chat+"/chat", "", 200, &view)
	if !view.Blocked || len(view.Messages) != 5 || view.Toast == nil || view.Menu.Text != "Shop" || view.Keyboard == nil {
		t.Errorf("view = %+v", view)
	}
	b.admin("DELETE", chat+"/block", "", 200, nil)
}

func TestAdminRunsBots(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		var made, shown struct{ Username, Token string }
		b.admin("POST", "/sim/bots", `{"username":"new_bot","name":"New"}`, 200, &made)
		if made.Username != "new_bot" || !telegram.ValidToken(made.Token) {
			t.Errorf("new bot = %+v", made)
		}
		b.admin("POST", "/sim/bots", `{"username":"new_bot"}`, 400, nil)
		b.admin("DELETE", "/sim/bots/new_bot/token", "", 200, &shown)
		if got := b.callAs(telegram.Token(made.Token), "getMe", nil); got.ErrorCode != 401 || shown.Token == made.Token {
			t.Errorf("the old token answers %+v, want 401", got)
		}
		var list []Bot
		b.admin("GET", "/sim/bots", "", 200, &list)
		if len(list) != 2 {
			t.Errorf("%d bots, want 2", len(list))
		}

		b.setWebhook(nil)
		var hook telegram.SetWebhook
		b.admin("GET", "/sim/bots/tea_bot/webhook", "", 200, &hook)
		if hook.SecretToken != "s3cret" {
			t.Errorf("webhook = %+v", hook)
		}
		b.admin("POST", "/sim/bots/tea_bot/updates", `{"update_id":9,"message":{"chat":{"id":1},"text":"raw"}}`, 200, nil)
		b.admin("POST", "/sim/messages", `[{"bot":`+strconv.FormatInt(b.bot.ID, 10)+`,"user":77,"text":"a"},{"bot":`+strconv.FormatInt(b.bot.ID, 10)+`,"user":77,"text":"b"}]`, 200, nil)
		synctest.Wait()
		if got, want := texts(b.hook.seen()), "raw a b"; got != want {
			t.Errorf("delivered %q, want %q", got, want)
		}
	})
}

func TestAdminScriptsFaultsAndShowsTheJournal(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		b.admin("POST", "/sim/faults", `{"method":"getMe","kind":"status","code":429,"retry_after":3}`, 200, nil)
		b.admin("POST", "/sim/faults", `{"method":"getMe","kind":"delay","delay":"soon"}`, 400, nil)
		b.admin("POST", "/sim/faults", `{"method":"getMe","kind":"delay","delay":"2s"}`, 200, nil)
		if got := b.call("getMe", nil); got.Parameters.RetryAfter != 3 {
			t.Errorf("getMe = %+v, want 429", got)
		}
		start := time.Now()
		b.must("getMe", nil)
		if got := time.Since(start); got != 2*time.Second {
			t.Errorf("getMe took %v, want 2s", got)
		}
		b.admin("DELETE", "/sim/faults", "", 200, nil)

		var entries []Entry
		b.admin("GET", "/sim/journal?after=1&limit=1", "", 200, &entries)
		if len(entries) != 1 || entries[0].Seq != 2 || entries[0].Fault != "delay" {
			t.Errorf("journal = %+v, want entry 2", entries)
		}
		go func() {
			time.Sleep(time.Second)
			b.must("getWebhookInfo", nil)
		}()
		b.admin("GET", "/sim/journal?after=2&wait=5s", "", 200, &entries)
		if len(entries) != 1 || entries[0].Method != "getWebhookInfo" {
			t.Errorf("journal after a wait = %+v, want getWebhookInfo", entries)
		}
		b.admin("GET", "/sim/journal?after=3&wait=5s", "", 200, &entries)
		if len(entries) != 0 {
			t.Errorf("journal = %+v, want none", entries)
		}
	})
}

func TestAdminRefusals(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.person(5)
	for _, c := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/sim/bots/nobody/webhook", "", 404},
		{"GET", "/sim/bots/tea_bot/users/999/chat", "", 404},
		{"GET", "/sim/bots/tea_bot/users/x/chat", "", 404},
		{"POST", "/sim/bots/tea_bot/users/5/presses", `{"message_id":1,"button":"x"}`, 404},
		{"POST", "/sim/bots/tea_bot/users/5/messages", `{`, 400},
		{"POST", "/sim/bots/tea_bot/updates", `[]`, 400},
		{"POST", "/sim/messages", `[{"bot":1,"user":2,"text":"x"}]`, 404},
		{"GET", "/sim/nonsense", "", 404},
		{"GET", "/sim/bots/tea_bot/users/999/events", "", 404},
		{"GET", "/sim/bots/tea_bot/files/none", "", 404},
	} {
		w := httptest.NewRecorder()
		b.ServeHTTP(w, httptest.NewRequest(c.method, c.path, strings.NewReader(c.body)))
		if w.Code != c.want {
			t.Errorf("%s %s = %d %s, want %d", c.method, c.path, w.Code, w.Body, c.want)
		}
	}
}

func TestForeignPagesMayNotCallTheAdminAPI(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	for header, value := range map[string]string{"Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"} {
		r := httptest.NewRequest("POST", "/sim/bots", strings.NewReader(`{}`))
		r.Header.Set(header, value)
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		if w.Code != http.StatusForbidden {
			t.Errorf("POST with %s = %d, want 403", header, w.Code)
		}
	}
}

func TestStreamOfAChat(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.says(b.person(5), "/start")
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	resp, err := http.Get(front.URL + "/sim/bots/tea_bot/users/5/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	lines := bufio.NewReader(resp.Body)
	next := func() View {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		var v View
		if err := json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &v); err != nil {
			t.Fatalf("event %q: %v", line, err)
		}
		_, _ = lines.ReadString('\n')
		return v
	}
	if v := next(); len(v.Messages) != 1 || v.Bot.Username != "tea_bot" {
		t.Errorf("first event = %+v", v)
	}
	b.must("sendMessage", object{"chat_id": 5, "text": "Welcome"})
	if v := next(); len(v.Messages) != 2 || v.Messages[1].Text != "Welcome" {
		t.Errorf("second event = %+v", v)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	for _, c := range []struct{ path, languages, want string }{
		{"/", "ru-RU,ru;q=0.9,en;q=0.8", "Симулятор Telegram"},
		{"/", "en", "Telegram simulator"},
		{"/", "de", "Telegram simulator"},
		{"/", "", string(b.bot.Token)},
		{"/", "de,en;q=0.4,ru;q=0.7", "Симулятор"},
		{"/chat/tea_bot", "ru", "Запустить"},
		{"/chat/TEA_BOT?start=%22x", "en", "Start"},
	} {
		r := httptest.NewRequest("GET", c.path, nil)
		r.Header.Set("Accept-Language", c.languages)
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, c.want) {
			t.Errorf("GET %s in %q = %d, want %q in it", c.path, c.languages, w.Code, c.want)
		}
		if strings.Contains(body, "<script>") || strings.Contains(body, "style=") || strings.Contains(body, "onclick") {
			t.Errorf("GET %s has inline code, which its policy forbids", c.path)
		}
		if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self';") {
			t.Errorf("GET %s: policy = %q", c.path, policy)
		}
	}
	for _, path := range []string{"/static/chat.js", "/static/app.js", "/static/sim.css"} {
		b.admin("GET", path, "", 200, nil)
	}
	b.admin("GET", "/chat/nobody_bot", "", 404, nil)
}

func TestWordsAreInBothLanguages(t *testing.T) {
	t.Parallel()
	for key := range words["en"] {
		if words["ru"][key] == "" {
			t.Errorf("%q has no Russian", key)
		}
	}
	if got, want := len(words["ru"]), len(words["en"]); got != want {
		t.Errorf("%d Russian words, want %d", got, want)
	}
}

func TestVisitorIsRemembered(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	visit := func(cookies []*http.Cookie) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/chat/tea_bot", nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		return w
	}
	first := visit(nil)
	cookies := first.Result().Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly {
		t.Fatalf("cookies = %v, want one that scripts do not see", cookies)
	}
	if again := visit(cookies); len(again.Result().Cookies()) != 0 || !bytes.Equal(first.Body.Bytes(), again.Body.Bytes()) {
		t.Error("the second visit is somebody else's")
	}
	r := httptest.NewRequest("POST", "/visitor", strings.NewReader("bot="+strconv.FormatInt(b.bot.ID, 10)))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	if c := w.Result().Cookies(); w.Code != 303 || len(c) != 1 || c[0].MaxAge >= 0 {
		t.Errorf("POST /visitor = %d %v, want the cookie gone", w.Code, c)
	}
}

func TestFormsOfTheList(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	post := func(path, body string) int {
		r := httptest.NewRequest("POST", path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		return w.Code
	}
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/my/bots", "name=New&username=new_bot", 303},
		{"/my/bots", "name=New&username=new_bot", 422},
		{"/my/bots/new_bot/token", "", 303},
		{"/my/bots/nobody/token", "", 404},
	} {
		if got := post(c.path, c.body); got != c.want {
			t.Errorf("POST %s = %d, want %d", c.path, got, c.want)
		}
	}
}

func TestTheProgramServesUntilItsContextEnds(t *testing.T) {
	t.Parallel()
	reader, writer := io.Pipe()
	t.Cleanup(func() { reader.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		err := Main(ctx, []string{"-addr", "127.0.0.1:0", "-latency", "0", "-bots", "2"}, writer)
		writer.Close()
		ended <- err
	}()
	var token, address string
	lines := bufio.NewScanner(reader)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 3 && words[0] == "Bot" {
			address = words[2]
		}
		if len(words) == 3 && telegram.ValidToken(words[2]) {
			token = words[2]
		}
		if token != "" && address != "" {
			break
		}
	}
	go io.Copy(io.Discard, reader)
	if me, err := telegram.New(address).GetMe(ctx, telegram.Token(token)); err != nil || !me.IsBot {
		t.Errorf("GetMe at %s = %+v, %v", address, me, err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Main = %v, want nil", err)
	}
	if err := Main(t.Context(), []string{"-addr", "nowhere"}, io.Discard); err == nil {
		t.Error("Main on a bad address = nil, want an error")
	}
	if err := Main(t.Context(), []string{"-nonsense"}, io.Discard); err == nil {
		t.Error("Main with an unknown flag = nil, want an error")
	}
}

func TestMessagesBearTheirTimesAndNames(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	var sent struct {
		Sent  int
		Times []int64
	}
	before := time.Now()
	body := `[{"bot":` + strconv.FormatInt(b.bot.ID, 10) + `,"user":6000000001,"name":"one","text":"a"},{"bot":` + strconv.FormatInt(b.bot.ID, 10) + `,"user":6000000001,"name":"two","text":"b"}]`
	b.admin("POST", "/sim/messages", body, 200, &sent)
	if sent.Sent != 2 || len(sent.Times) != 2 || sent.Times[0] < before.UnixNano() || sent.Times[1] < sent.Times[0] {
		t.Errorf("sent = %+v, want 2 with their times in order", sent)
	}
	u, err := b.FindUser(6000000001)
	if err != nil {
		t.Fatal(err)
	}
	messages, err := u.Messages(b.bot.ID)
	if err != nil || len(messages) != 2 || messages[0].From.FirstName != "one" || messages[1].From.FirstName != "two" {
		t.Errorf("messages = %+v, %v, want one's and two's", messages, err)
	}
}

func TestFaultHitsEachSoManieth(t *testing.T) {
	t.Parallel()
	s := scripted{Fault: Fault{Nth: 2, Every: 3, Times: -1}}
	var hits []int
	for n := 1; n <= 9; n++ {
		if s.due() {
			hits = append(hits, n)
		}
	}
	if want := []int{2, 5, 8}; !slices.Equal(hits, want) {
		t.Errorf("hits = %v, want %v", hits, want)
	}
}
