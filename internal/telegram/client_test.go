package telegram

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// serve answers every call with handler and returns a client of it.
func serve(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	c := New(srv.URL + "/")
	t.Cleanup(c.HTTP.CloseIdleConnections)
	return c
}

func answerWith(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestCallSendsJSON(t *testing.T) {
	t.Parallel()
	var path, contentType, body, key string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		path, contentType, body = r.URL.Path, r.Header.Get("Content-Type"), string(raw)
		key = fmt.Sprint(r.Header["X-Idempotency-Key"])
		_, _ = io.WriteString(w, `{"ok":true,"result":{"message_id":7,"chat":{"id":5},"date":9,"text":"hi"}}`)
	})
	m, err := c.SendMessage(t.Context(), testToken, SendMessage{ChatID: 5, Text: "hi"})
	if err != nil || m.ID != 7 || m.Chat.ID != 5 || m.Text != "hi" {
		t.Errorf("SendMessage = %+v, %v, want message 7 in chat 5", m, err)
	}
	if want := "/bot" + string(testToken) + "/sendMessage"; path != want {
		t.Errorf("path = %s, want %s", path, want)
	}
	if contentType != "application/json" || body != `{"chat_id":5,"text":"hi"}` || key != "[]" {
		t.Errorf("request = %s %s key %s, want plain JSON", contentType, body, key)
	}
}

func TestTypedCalls(t *testing.T) {
	t.Parallel()
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/bot"), "/")
		results := map[string]string{
			"getMe":          `{"id":7000000001,"is_bot":true,"username":"a_bot","has_main_web_app":true}`,
			"getWebhookInfo": `{"url":"https://x.test","pending_update_count":3}`,
			"getUpdates":     `[{"update_id":1},{"update_id":2}]`,
		}
		result, ok := results[method]
		if !ok {
			result = "true"
		}
		_, _ = fmt.Fprintf(w, `{"ok":true,"result":%s}`, result)
	})
	ctx := t.Context()
	if me, err := c.GetMe(ctx, testToken); err != nil || me.ID != 7000000001 || me.Username != "a_bot" || !me.HasMainWebApp {
		t.Errorf("GetMe = %+v, %v", me, err)
	}
	if info, err := c.GetWebhookInfo(ctx, testToken); err != nil || info.URL != "https://x.test" || info.PendingUpdateCount != 3 {
		t.Errorf("GetWebhookInfo = %+v, %v", info, err)
	}
	if updates, err := c.GetUpdates(ctx, testToken, GetUpdates{Offset: 1}); err != nil || len(updates) != 2 {
		t.Errorf("GetUpdates = %s, %v, want two", updates, err)
	}
	for name, err := range map[string]error{
		"SetWebhook":          c.SetWebhook(ctx, testToken, SetWebhook{URL: "https://x.test"}),
		"DeleteWebhook":       c.DeleteWebhook(ctx, testToken, true),
		"SetChatMenuButton":   c.SetChatMenuButton(ctx, testToken, 0, MenuButton{Type: "commands"}),
		"SetMyCommands":       c.SetMyCommands(ctx, testToken, []Command{{"start", "Start"}}, ""),
		"AnswerCallbackQuery": c.AnswerCallbackQuery(ctx, testToken, AnswerCallbackQuery{ID: "1"}),
	} {
		if err != nil {
			t.Errorf("%s = %v, want no error", name, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   APIError
		class  Class
	}{
		{"blocked", 403, `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`,
			APIError{Code: 403, Description: "Forbidden: bot was blocked by the user"}, Blocked},
		{"limit", 429, `{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 7","parameters":{"retry_after":7}}`,
			APIError{Code: 429, Description: "Too Many Requests: retry after 7", RetryAfter: 7 * time.Second}, RateLimited},
		{"migrated", 400, `{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":{"migrate_to_chat_id":-1001}}`,
			APIError{Code: 400, Description: "Bad Request: group chat was upgraded to a supergroup chat", MigrateToChatID: -1001}, ChatMigrated},
		{"HTML", 502, `<html><h1>502 Bad Gateway</h1></html>`, APIError{Code: 502, Description: "Bad Gateway"}, Ambiguous},
		{"empty", 504, ``, APIError{Code: 504, Description: "Gateway Timeout"}, Ambiguous},
		{"HTML too large", 413, `<html>`, APIError{Code: 413, Description: "Request Entity Too Large"}, Rejected},
		{"redirect", 302, ``, APIError{Code: 302, Description: "Found"}, Rejected},
		{"echo", 404, `{"ok":false,"error_code":404,"description":"no ` + string(testToken) + `"}`,
			APIError{Code: 404, Description: "no 7000000001:[token]"}, Misrouted},
		{"absurd wait", 429, `{"ok":false,"error_code":429,"parameters":{"retry_after":9223372036854775807}}`,
			APIError{Code: 429, RetryAfter: maxRetryAfter}, RateLimited},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.want.Method = "sendMessage"
			_, err := serve(t, answerWith(c.status, c.body)).SendMessage(t.Context(), testToken, SendMessage{})
			var api *APIError
			if !errors.As(err, &api) || *api != c.want {
				t.Errorf("SendMessage = %#v, want %#v", err, c.want)
			}
			if got := Classify(err); got != c.class {
				t.Errorf("Classify = %v, want %v", got, c.class)
			}
		})
	}
}

func TestRetryAfterHeaderCounts(t *testing.T) {
	t.Parallel()
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "12")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	_, err := c.GetMe(t.Context(), testToken)
	if wait, ok := RetryAfter(err); wait != 12*time.Second || !ok {
		t.Errorf("RetryAfter = %v, %v, want 12s", wait, ok)
	}
}

func TestOddResultIsStillASuccess(t *testing.T) {
	t.Parallel()
	c := serve(t, answerWith(200, `{"ok":true,"result":{"message_id":7,"date":"yesterday","photo":5}}`))
	if m, err := c.SendMessage(t.Context(), testToken, SendMessage{}); err != nil || m.ID != 7 {
		t.Errorf("SendMessage = %+v, %v, want message 7 and no error", m, err)
	}
}

func TestMalformedAnswersAreAmbiguous(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"cut": `{"ok":true,"result":{"mess`, "empty": ``, "HTML": `<html>`, "null": `null`, "no code": `{"ok":false}`,
		"endless": `{"ok":true,"result":"` + strings.Repeat("x", maxAnswer) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := serve(t, answerWith(200, body)).SendMessage(t.Context(), testToken, SendMessage{})
			if got := Classify(err); got != Ambiguous {
				t.Errorf("Classify(%v) = %v, want ambiguous", err, got)
			}
		})
	}
}

// rawServer hands every accepted connection to handle.
func rawServer(t *testing.T, handle func(net.Conn)) *Client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go handle(conn)
		}
	}()
	return New("http://" + l.Addr().String())
}

func TestRefusedConnectionIsNotSent(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, err = New("http://"+l.Addr().String()).SendMessage(t.Context(), testToken, SendMessage{})
	checkTransport(t, err, NotSent)
}

func TestCancelledBeforeIsNotSent(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := serve(t, answerWith(200, `{}`)).SendMessage(ctx, testToken, SendMessage{})
	checkTransport(t, err, NotSent)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("SendMessage = %v, want context.Canceled inside", err)
	}
}

func TestDroppedAfterReadingIsAmbiguous(t *testing.T) {
	t.Parallel()
	c := rawServer(t, func(conn net.Conn) {
		_, _ = conn.Read(make([]byte, 1<<16))
		conn.Close()
	})
	_, err := c.SendMessage(t.Context(), testToken, SendMessage{ChatID: 1, Text: "x"})
	checkTransport(t, err, Ambiguous)
}

func TestTimeoutIsAmbiguous(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	})
	_, err := c.SendMessage(ctx, testToken, SendMessage{ChatID: 1, Text: "x"})
	checkTransport(t, err, Ambiguous)
}

// brokenConn takes so many bytes, then fails to write; nothing is ever read.
type brokenConn struct {
	net.Conn
	left   int
	closed chan struct{}
	once   sync.Once
}

func (c *brokenConn) Write(b []byte) (int, error) {
	if len(b) <= c.left {
		c.left -= len(b)
		return len(b), nil
	}
	return c.left, errors.New("connection reset")
}

func (c *brokenConn) Read([]byte) (int, error) {
	<-c.closed
	return 0, io.EOF
}

func (c *brokenConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

func TestRequestCutInTheMiddleIsNotSent(t *testing.T) {
	t.Parallel()
	client := New("http://telegram.test")
	client.HTTP.Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) {
		return &brokenConn{left: 10_000, closed: make(chan struct{})}, nil
	}
	_, err := client.SendMessage(t.Context(), testToken, SendMessage{Text: strings.Repeat("x", 20_000)})
	checkTransport(t, err, NotSent)
}

func TestGarbageAnswerHidesTheToken(t *testing.T) {
	t.Parallel()
	c := rawServer(t, func(conn net.Conn) {
		buf := make([]byte, 1<<16)
		n, _ := conn.Read(buf)
		_, _ = conn.Write(buf[:n]) // the request line itself comes back
		conn.Close()
	})
	_, err := c.SendMessage(t.Context(), testToken, SendMessage{ChatID: 1})
	checkTransport(t, err, Ambiguous)
}

// checkTransport wants a TransportError of that class with nothing secret in
// it or in anything it wraps.
func checkTransport(t *testing.T, err error, want Class) {
	t.Helper()
	var transport *TransportError
	if !errors.As(err, &transport) {
		t.Fatalf("error = %#v, want a TransportError", err)
	}
	if got := Classify(err); got != want {
		t.Errorf("Classify(%v) = %v, want %v", err, got, want)
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		if text := fmt.Sprintf("%v %+v %#v", e, e, e); strings.Contains(text, testSecret) {
			t.Errorf("the token shows in %s", text)
		}
	}
}

func TestShapelessTokenSendsNothing(t *testing.T) {
	t.Parallel()
	c := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was made") })
	_, err := c.GetMe(t.Context(), "../../etc:passwd")
	if !errors.Is(err, ErrTokenShape) || Classify(err) != Unauthorized {
		t.Errorf("GetMe = %v, want ErrTokenShape", err)
	}
}

func TestParamsThatDoNotMarshal(t *testing.T) {
	t.Parallel()
	err := New("http://127.0.0.1:1").Call(t.Context(), testToken, "sendMessage", make(chan int), nil)
	if !errors.Is(err, ErrParams) || Classify(err) != Rejected {
		t.Errorf("Call = %v (%v), want ErrParams, rejected", err, Classify(err))
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	t.Cleanup(thief.Close)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, thief.URL+r.URL.Path, http.StatusTemporaryRedirect)
	})
	if _, err := c.GetMe(t.Context(), testToken); err == nil {
		t.Error("GetMe = nil, want an error")
	}
}
