package sim

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

// wire delivers over plain HTTP/1.1 with as little work as a delivery needs:
// who measures a service with this simulator on the same machine should
// measure the service. The goroutine that delivers also writes and reads,
// where net/http has two more for each connection. Anything but http is
// net/http's.
type wire struct {
	*http.Transport
	mu   sync.Mutex
	idle map[string][]*wireConn // by host, the latest used last
}

// deliveryTransport keeps connections for about as long as Telegram does. A
// bot's own bound on connections is kept by its queue.
func deliveryTransport() *wire {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	return &wire{idle: map[string][]*wireConn{}, Transport: &http.Transport{
		DialContext:         dialer.DialContext,
		MaxIdleConnsPerHost: 4096,
		IdleConnTimeout:     idleTime,
		DisableCompression:  true, // the header is set by hand: Telegram's names deflate, too
	}}
}

const idleTime = 55 * time.Second

// wireConn is a connection to a webhook's host.
type wireConn struct {
	net.Conn
	from *bufio.Reader
	used time.Time // when it became idle
}

// RoundTrip sends a request whose body is in memory.
func (t *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme != "http" || req.GetBody == nil {
		return t.Transport.RoundTrip(req)
	}
	raw, err := written(req)
	if err != nil {
		return nil, err
	}
	if c := t.take(req.URL.Host); c != nil {
		resp, err := t.exchange(c, req, raw)
		if err == nil || !closedIdle(err) {
			return resp, err
		}
		// The other side had closed it while it was idle.
	}
	c, err := t.dial(req)
	if err != nil {
		return nil, err
	}
	return t.exchange(c, req, raw)
}

// headRoom is what the head of a delivery takes, about.
const headRoom = 512

// written is the request as it goes over the wire.
func written(req *http.Request) ([]byte, error) {
	var raw bytes.Buffer
	raw.Grow(headRoom + int(max(req.ContentLength, 0)))
	err := req.Write(&raw)
	return raw.Bytes(), err
}

// closedIdle tells that a connection ended before a byte of the answer came.
func closedIdle(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

func (t *wire) take(host string) *wireConn {
	t.mu.Lock()
	defer t.mu.Unlock()
	idle := t.idle[host]
	if len(idle) == 0 {
		return nil
	}
	c := idle[len(idle)-1]
	t.idle[host] = idle[:len(idle)-1]
	if time.Since(c.used) > idleTime {
		t.drop(host) // all the others were used even longer ago
		c.Close()
		return nil
	}
	return c
}

// drop closes the idle connections to a host; t.mu is held.
func (t *wire) drop(host string) {
	for _, c := range t.idle[host] {
		c.Close()
	}
	delete(t.idle, host)
}

// CloseIdleConnections closes what nobody uses at the moment.
func (t *wire) CloseIdleConnections() {
	t.Transport.CloseIdleConnections()
	t.mu.Lock()
	defer t.mu.Unlock()
	for host := range t.idle {
		t.drop(host)
	}
}

func (t *wire) dial(req *http.Request) (*wireConn, error) {
	address := req.URL.Host
	if req.URL.Port() == "" {
		address = net.JoinHostPort(req.URL.Hostname(), "80")
	}
	conn, err := t.DialContext(req.Context(), "tcp", address)
	if err != nil {
		return nil, err
	}
	return &wireConn{Conn: conn, from: bufio.NewReader(conn)}, nil
}

// exchange sends and reads the head of the answer. Whoever closes the body
// gives the connection back, if the body was read to its end.
func (t *wire) exchange(c *wireConn, req *http.Request, raw []byte) (*http.Response, error) {
	ctx := req.Context()
	watching := context.AfterFunc(ctx, func() { c.Close() })
	resp, err := c.ask(req, raw)
	if err != nil {
		watching()
		c.Close()
		return nil, errors.Join(ctx.Err(), err)
	}
	resp.Body = &wireBody{ReadCloser: resp.Body, back: func(whole bool) {
		if watching() && whole && !resp.Close {
			t.put(req.URL.Host, c)
			return
		}
		c.Close()
	}}
	return resp, nil
}

// ask fails with io.EOF when not a byte of the answer came.
func (c *wireConn) ask(req *http.Request, raw []byte) (*http.Response, error) {
	if _, err := c.Write(raw); err != nil {
		return nil, err
	}
	if _, err := c.from.Peek(1); err != nil {
		return nil, err
	}
	return http.ReadResponse(c.from, req)
}

func (t *wire) put(host string, c *wireConn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.used = time.Now()
	t.idle[host] = append(t.idle[host], c)
}

// wireBody notices its end.
type wireBody struct {
	io.ReadCloser
	back  func(whole bool)
	whole bool
}

func (b *wireBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.whole = b.whole || err == io.EOF
	return n, err
}

// Close is called once.
func (b *wireBody) Close() error {
	b.back(b.whole)
	return nil
}
