package telegram

import (
	"context"
	"errors"
	"net/http/httptrace"
	"testing"
)

func TestWire(t *testing.T) {
	t.Parallel()
	const (
		dial = iota
		conn
		wrote
		broke
	)
	for _, c := range []struct {
		name  string
		steps []int
		want  bool
	}{
		{"no connection", []int{dial}, false},
		{"left while writing", []int{dial, conn}, true},
		{"written", []int{dial, conn, wrote}, true},
		{"cut", []int{dial, conn, broke}, false},
		{"cut, then another connection", []int{dial, conn, broke, dial}, false},
		{"dead connection, then another", []int{dial, conn, dial}, false},
		{"written, then repeated without luck", []int{dial, conn, wrote, dial, conn, broke}, true},
		{"cut, then written", []int{dial, conn, broke, dial, conn, wrote}, true},
	} {
		var w wire
		trace := httptrace.ContextClientTrace(w.trace(context.Background()))
		for _, step := range c.steps {
			switch step {
			case dial:
				trace.GetConn("")
			case conn:
				trace.GotConn(httptrace.GotConnInfo{})
			case wrote:
				trace.WroteRequest(httptrace.WroteRequestInfo{})
			case broke:
				trace.WroteRequest(httptrace.WroteRequestInfo{Err: errors.New("reset")})
			}
		}
		if got := w.mayHaveSent(); got != c.want {
			t.Errorf("%s: mayHaveSent() = %v, want %v", c.name, got, c.want)
		}
	}
}
