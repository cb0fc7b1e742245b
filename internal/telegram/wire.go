package telegram

import (
	"context"
	"net/http/httptrace"
	"sync"
)

// wire watches how far a request got, so that a failed call can tell "never
// written" from "nobody knows". The transport may try several connections, and
// calls back from goroutines of its own.
type wire struct {
	mu      sync.Mutex
	written bool // some attempt was written whole
	writing bool // the present attempt has a connection and was not seen to fail
}

func (w *wire) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		// A further attempt is made only when the one before wrote nothing, or
		// when it was written, which stays on record.
		GetConn:      func(string) { w.set(false, false) },
		GotConn:      func(httptrace.GotConnInfo) { w.set(false, true) },
		WroteRequest: func(info httptrace.WroteRequestInfo) { w.set(info.Err == nil, false) },
	})
}

func (w *wire) set(written, writing bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.written = w.written || written
	w.writing = writing
}

// mayHaveSent is true unless no attempt got a connection, or each was seen to
// break before its last byte: a cut request is not executed.
func (w *wire) mayHaveSent() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.written || w.writing
}
