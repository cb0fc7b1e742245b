package project

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"botyard/internal/telegram"
)

// TestLyingBotAPI: whoever answers for Telegram is believed what Telegram can say only.
func TestLyingBotAPI(t *testing.T) {
	t.Parallel()
	const token = telegram.Token("42:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	for _, test := range []struct {
		answer string
		well   bool
	}{
		{`{"ok":true,"result":{"id":42,"is_bot":true,"first_name":"A","username":"a_bot"}}`, true},
		{`{"ok":true,"result":{"id":42,"is_bot":true,"first_name":"A\u0000` + strings.Repeat("x", 300_000) + `","username":"a_bot"}}`, true},
		{`{"ok":true}`, false},
		{`{"ok":true,"result":true}`, false},
		{`{"ok":true,"result":{"id":"42","is_bot":true,"username":"a_bot"}}`, false},
		{`{"ok":true,"result":{"id":43,"is_bot":true,"username":"a_bot"}}`, false},
		{`{"ok":true,"result":{"id":42,"is_bot":false,"username":"a_bot"}}`, false},
		{`{"ok":true,"result":{"id":42,"is_bot":true,"username":""}}`, false},
		{`{"ok":true,"result":{"id":42,"is_bot":true,"username":"a\u0000"}}`, false},
	} {
		api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := test.answer
			if strings.HasSuffix(r.URL.Path, "/getWebhookInfo") {
				answer = `{"ok":true,"result":{"url":""}}`
			}
			_, _ = io.WriteString(w, answer)
		}))
		s := &Service{Telegram: telegram.New(api.URL)}
		me, err := s.askBot(t.Context(), token, false)
		if test.well != (err == nil) || err != nil && !errors.Is(err, ErrTelegramUnreachable) {
			t.Errorf("askBot on %.80s = %v, want well %v, else unreachable", test.answer, err, test.well)
		}
		if strings.Contains(me.FirstName, "\x00") && err == nil || len(me.FirstName) > 4*nameMost {
			t.Errorf("askBot on %.80s keeps a name of %d bytes", test.answer, len(me.FirstName))
		}
		api.Close()
	}
}
