package sim

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// postOver posts a body over a transport and returns status and answer.
func postOver(ctx context.Context, t http.RoundTripper, url, body string) (int, string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	resp, err := t.RoundTrip(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(answer), err
}

// echo answers with what it got and counts its connections.
func echo(t *testing.T, tls bool) (srv *httptest.Server, connections *atomic.Int32) {
	t.Helper()
	connections = &atomic.Int32{}
	srv = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/close" {
			w.Header().Set("Connection", "close")
		}
		body, _ := io.ReadAll(r.Body) // all of it, before the answer begins
		_, _ = w.Write(body)
	}))
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}
	if tls {
		srv.StartTLS()
	} else {
		srv.Start()
	}
	t.Cleanup(srv.Close)
	return srv, connections
}

func TestWireKeepsConnections(t *testing.T) {
	t.Parallel()
	srv, connections := echo(t, false)
	w := deliveryTransport()
	defer w.CloseIdleConnections()
	for _, body := range []string{"one", "", strings.Repeat("x", 100_000)} {
		code, answer, err := postOver(t.Context(), w, srv.URL, body)
		if err != nil || code != 200 || answer != body {
			t.Errorf("post of %d bytes = %d, %d bytes, %v, want them back", len(body), code, len(answer), err)
		}
	}
	if got := connections.Load(); got != 1 {
		t.Errorf("connections = %d, want 1", got)
	}
	for range 2 {
		if _, _, err := postOver(t.Context(), w, srv.URL+"/close", "x"); err != nil {
			t.Error(err)
		}
	}
	if got := connections.Load(); got != 2 {
		t.Errorf("connections when the other side closes = %d, want one more each time", got)
	}
}

func TestWireDialsAnewWhenAnIdleConnectionWasClosed(t *testing.T) {
	t.Parallel()
	srv, connections := echo(t, false)
	w := deliveryTransport()
	defer w.CloseIdleConnections()
	for range 3 {
		if code, _, err := postOver(t.Context(), w, srv.URL, "x"); err != nil || code != 200 {
			t.Fatalf("post after the connection was closed = %d, %v, want 200", code, err)
		}
		srv.CloseClientConnections()
	}
	if got := connections.Load(); got != 3 {
		t.Errorf("connections = %d, want 3", got)
	}
}

func TestWireServesManyAtOnce(t *testing.T) {
	t.Parallel()
	srv, _ := echo(t, false)
	w := deliveryTransport()
	defer w.CloseIdleConnections()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			for range 20 {
				body := "body of my own"
				if _, answer, err := postOver(t.Context(), w, srv.URL, body); err != nil || answer != body {
					t.Errorf("post = %q, %v, want %q", answer, err, body)
				}
			}
		})
	}
	all.Wait()
}

func TestWireLeavesTLSToNetHTTP(t *testing.T) {
	t.Parallel()
	srv, _ := echo(t, true)
	w := deliveryTransport()
	defer w.CloseIdleConnections()
	w.TLSClientConfig = srv.Client().Transport.(*http.Transport).TLSClientConfig
	if code, answer, err := postOver(t.Context(), w, srv.URL, "x"); err != nil || code != 200 || answer != "x" {
		t.Errorf("post over TLS = %d %q, %v, want 200", code, answer, err)
	}
}

func TestWireGivesUpInTime(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := postOver(ctx, deliveryTransport(), "http://"+silent.Addr().String(), "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("post to a silent server = %v, want that time ran out", err)
	}
	silent.Close()
	if _, _, err := postOver(t.Context(), deliveryTransport(), "http://"+silent.Addr().String(), "x"); transportProblem(err) != "Connection refused" {
		t.Errorf("post to nobody = %v, want that it was refused", err)
	}
}

func TestWireReportsAnAnswerThatWasCut(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer srv.Close()
	if _, _, err := postOver(t.Context(), deliveryTransport(), srv.URL, "x"); transportProblem(err) != "Webhook connection closed" {
		t.Errorf("post that was cut = %v, want that the connection was closed", err)
	}
}
