package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"botyard/internal/telegram"
)

// bench is a simulator with one bot, and a webhook that is a function. In a
// synctest bubble its time is fake.
type bench struct {
	*Server
	t    *testing.T
	bot  Bot
	hook *hook
}

// hook is the product's side of a webhook.
type hook struct {
	mu     sync.Mutex
	answer func(hit) (int, http.Header)
	hits   []hit
	start  time.Time
}

// hit is a delivery as the webhook sees it.
type hit struct {
	at     time.Duration // since the start
	update telegram.Update
	header http.Header
	raw    string
}

func (h *hook) RoundTrip(r *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	u, _ := telegram.ParseUpdate(raw)
	got := hit{time.Since(h.start), u, r.Header, string(raw)}
	h.mu.Lock()
	h.hits = append(h.hits, got)
	answer := h.answer
	h.mu.Unlock()
	status, header := http.StatusOK, http.Header{}
	if answer != nil {
		if status, header = answer(got); status == 0 {
			<-r.Context().Done() // a webhook that never answers
			return nil, r.Context().Err()
		}
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(header.Get("Body")))}, nil
}

func (h *hook) seen() []hit {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]hit(nil), h.hits...)
}

func newBench(t *testing.T, cfg Config) *bench {
	t.Helper()
	h := &hook{start: time.Now()}
	cfg.Transport, cfg.Seed = h, 1
	srv, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(context.Background()); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	bot, err := srv.AddBot(BotSpec{Username: "tea_bot", Name: "Tea"})
	if err != nil {
		t.Fatal(err)
	}
	return &bench{srv, t, bot, h}
}

// reply is an answer of the Bot API.
type reply struct {
	Status      int
	OK          bool            `json:"ok"`
	Result      json.RawMessage `json:"result"`
	ErrorCode   int             `json:"error_code"`
	Description string          `json:"description"`
	Parameters  struct {
		RetryAfter int   `json:"retry_after"`
		Migrate    int64 `json:"migrate_to_chat_id"`
	} `json:"parameters"`
}

// call calls a method of the bench's bot.
func (b *bench) call(method string, params any) reply {
	b.t.Helper()
	return b.callAs(b.bot.Token, method, params)
}

func (b *bench) callAs(token telegram.Token, method string, params any) reply {
	b.t.Helper()
	body, err := json.Marshal(params)
	if err != nil {
		b.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/bot"+string(token)+"/"+method, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return b.do(r)
}

func (b *bench) do(r *http.Request) reply {
	b.t.Helper()
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	got := reply{Status: w.Code}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		b.t.Fatalf("answer of %s = %s: %v", r.URL.Path, w.Body, err)
	}
	return got
}

// must calls a method that has to succeed.
func (b *bench) must(method string, params any) reply {
	b.t.Helper()
	got := b.call(method, params)
	if !got.OK {
		b.t.Fatalf("%s(%v) = %d %s", method, params, got.ErrorCode, got.Description)
	}
	return got
}

// setWebhook registers the hook, with a secret.
func (b *bench) setWebhook(more map[string]any) {
	b.t.Helper()
	params := map[string]any{"url": "http://127.0.0.1:9/hook", "secret_token": "s3cret"}
	for name, value := range more {
		params[name] = value
	}
	b.must("setWebhook", params)
}

// person is a visitor with the given id.
func (b *bench) person(id int64) *User {
	return b.User(telegram.User{ID: id, FirstName: "Ada", LanguageCode: "en"})
}

// says sends a text and fails the test when that fails.
func (b *bench) says(u *User, text string) telegram.Message {
	b.t.Helper()
	m, err := u.Send(b.bot.ID, text)
	if err != nil {
		b.t.Fatalf("Send(%q) = %v", text, err)
	}
	return m
}

// texts are the delivered messages' texts, in order.
func texts(hits []hit) string {
	var all []string
	for _, h := range hits {
		if h.update.Message != nil {
			all = append(all, h.update.Message.Text)
		}
	}
	return strings.Join(all, " ")
}

func inBubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, f)
}
