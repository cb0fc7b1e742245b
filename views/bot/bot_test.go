package bot

import (
	"context"
	"testing"
	"time"

	"botyard/internal/lang"
	"botyard/views/page"
)

func TestConnectionCard(t *testing.T) {
	t.Parallel()
	refused := ConnectForm{Mistakes: page.Mistakes{{Field: "token", Key: "bot.token.wrong"}}}
	tests := map[string]struct {
		card                  Connection
		form, trouble, hasBot bool
		look                  string
	}{
		"none":       {Connection{State: None}, true, false, false, "off"},
		"connecting": {Connection{State: Connecting, Username: "a_bot"}, false, true, true, "work"},
		"connected":  {Connection{State: Connected, Username: "a_bot"}, false, false, true, "live"},
		"replacing":  {Connection{State: Connected, Username: "a_bot", Form: refused}, true, false, true, "live"},
		"not alone":  {Connection{State: Connected, Username: "a_bot", OtherReader: true}, false, true, true, "draft"},
		"revoked":    {Connection{State: Revoked, Username: "a_bot"}, true, true, true, "bad"},
		"foreign":    {Connection{State: Foreign, Username: "a_bot", Host: "x"}, false, true, true, "bad"},
		"failing":    {Connection{State: Failing, Username: "a_bot"}, false, true, true, "bad"},
	}
	for name, tt := range tests {
		c := tt.card
		if c.HasForm() != tt.form || c.trouble() != tt.trouble || c.hasBot() != tt.hasBot || c.look() != tt.look {
			t.Errorf("%s: form %t, trouble %t, bot %t, %s; want %t, %t, %t, %s",
				name, c.HasForm(), c.trouble(), c.hasBot(), c.look(), tt.form, tt.trouble, tt.hasBot, tt.look)
		}
	}
}

func TestRetry(t *testing.T) {
	t.Parallel()
	ctx := lang.With(context.Background(), lang.EN)
	at := Connection{RetryAt: time.Date(2026, 1, 1, 9, 5, 0, 0, time.UTC)}
	if got, want := at.retry(ctx), "We try again by ourselves at 09:05, there is nothing to do."; got != want {
		t.Errorf("retry = %q, want %q", got, want)
	}
}

func TestOnlyConnectingPolls(t *testing.T) {
	t.Parallel()
	for _, s := range []State{None, Connecting, Connected, Revoked, Foreign, Failing} {
		if got := polling(Page{Connection: Connection{State: s}}) != nil; got != (s == Connecting) {
			t.Errorf("%s polls = %t", s, got)
		}
	}
}
