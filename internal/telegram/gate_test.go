package telegram

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// TestACallThatIsNoLongerOursIsNotMade: the process is suspended after it asked
// whether it may call, and before it does.
func TestACallThatIsNoLongerOursIsNotMade(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		_, _ = w.Write([]byte(`{"ok":true,"result":{"message_id":5}}`))
	}))
	defer srv.Close()
	c := New(srv.URL)
	var ours atomic.Bool
	ours.Store(true)
	call := func() error {
		ctx := While(t.Context(), ours.Load)
		_, err := c.SendMessage(ctx, "123456:AAwrongwrongwrongwrongwrongwrongwr0", SendMessage{ChatID: 1, Text: "hello"})
		return err
	}
	if err := call(); err != nil {
		t.Fatalf("a call of ours = %v, want nil", err)
	}
	c.HTTP.Transport.(*http.Transport).CloseIdleConnections()
	c.HTTP.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		ours.Store(false) // while it connects
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
	if err := call(); Classify(err) != NotSent {
		t.Errorf("a call that is no longer ours = %v, want it not sent", err)
	}
	if got := calls.Load(); got != 1 {
		t.Errorf("Telegram got %d calls, want the one of ours", got)
	}
}

// pastDeadline is a context whose timer has not fired although its time is over.
type pastDeadline struct{ context.Context }

func (pastDeadline) Deadline() (time.Time, bool) { return time.Now().Add(-time.Millisecond), true }

func TestALateTimerMakesNoCall(t *testing.T) {
	t.Parallel()
	if !shut(pastDeadline{t.Context()}) || shut(t.Context()) {
		t.Errorf("shut past the deadline and without one = %t and %t, want true and false", shut(pastDeadline{t.Context()}), shut(t.Context()))
	}
}
