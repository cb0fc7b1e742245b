package telegram

import (
	"context"
	"net"
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
	conn    net.Conn
	closed  bool // the present attempt was ended before its first byte
}

func (w *wire) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		// A further attempt is made only when the one before wrote nothing, or
		// when it was written, which stays on record.
		GetConn: func(string) { w.set(false, false) },
		GotConn: func(info httptrace.GotConnInfo) {
			w.set(false, true)
			w.on(info.Conn)
		},
		// The head is in a buffer yet: what is not to be sent any more ends here.
		WroteHeaders: func() {
			if shut(ctx) {
				w.cut()
			}
		},
		WroteRequest: func(info httptrace.WroteRequestInfo) { w.set(info.Err == nil, false) },
	})
}

func (w *wire) set(written, writing bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.written = w.written || written && !w.closed
	w.writing = writing
}

func (w *wire) on(conn net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conn, w.closed = conn, false
}

// cut closes the connection of the present attempt before anything was written.
func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writing, w.closed = false, true
	_ = w.conn.Close() // the write that follows fails
}

// mayHaveSent is true unless no attempt got a connection, or each was seen to
// break before its last byte: a cut request is not executed.
func (w *wire) mayHaveSent() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.written || w.writing
}
