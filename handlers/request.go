package handlers

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"

	"botyard/internal/account"
	"botyard/internal/metrics"
	"botyard/internal/secret"
)

// request is what the layers have learned about one request.
type request struct {
	// id stands in the log and on the page of an unexpected error.
	id string
	// method and route are of the line that matched; the path itself is not logged.
	method, route string
	machine       bool
	// visitor tells that the route is one of the pages' own.
	visitor bool
	client  netip.Addr
	// personal tells that the route may read cookies.
	personal bool
	// spared tells that the route serves a suspended account as well.
	spared bool
	// agent is what the browser calls itself, session the hash of its token, "" for none.
	agent, session string
	// person is who is signed in, nil for nobody.
	person *account.User
	// zone is that of the project on the screen, nil without one.
	zone *time.Location
	// shelled tells that the context has its language and theme.
	shelled bool
}

// line is the route's line of the table, "none" when no route matched.
func (k *request) line() string {
	if k.route == "" {
		return "none"
	}
	return k.method + " " + k.route
}

type requestKey struct{}

// of is what is known about r; observe put it there.
func of(r *http.Request) *request { return known(r.Context()) }

// known is of for what only has the request's context.
func known(ctx context.Context) *request {
	if known, found := ctx.Value(requestKey{}).(*request); found {
		return known
	}
	return &request{}
}

// observe is the outermost layer: it knows the client, survives a panic and
// writes the line of the log, in which nothing tells of a person.
func (s *server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known := &request{id: secret.RandomToken()[:12], client: clientOf(r, s.TrustedProxies), agent: r.UserAgent()}
		r = r.WithContext(context.WithValue(r.Context(), requestKey{}, known))
		counted := &countingWriter{ResponseWriter: w}
		began := time.Now()
		defer func() {
			if p := recover(); p != nil {
				s.survive(counted, r, p)
			}
			metrics.Answered(known.line(), counted.status, time.Since(began))
			s.Log.LogAttrs(r.Context(), levelOf(counted.status), "request",
				slog.String("method", r.Method), slog.String("route", known.route), slog.Int("status", counted.status),
				slog.Int64("bytes", counted.bytes), slog.Duration("took", time.Since(began)), slog.String("request", known.id))
		}()
		next.ServeHTTP(counted, r)
	})
}

func levelOf(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelWarn
	}
	return slog.LevelDebug
}

func (s *server) survive(w *countingWriter, r *http.Request, panicked any) {
	if panicked == http.ErrAbortHandler {
		panic(panicked)
	}
	s.Log.ErrorContext(r.Context(), "a handler panicked", "request", of(r).id, "route", of(r).route, "stack", string(debug.Stack()))
	if w.status == 0 {
		s.fail(w, r, statusError(http.StatusInternalServerError))
	}
}

// countingWriter remembers what was answered. A second answer is dropped: of a
// session that could not be kept, the failure is all that is told.
type countingWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
	second bool
}

func (w *countingWriter) WriteHeader(status int) {
	if w.status != 0 {
		w.second = true
		return
	}
	if status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *countingWriter) Write(b []byte) (int, error) {
	if w.second {
		return len(b), nil
	}
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the writer beneath.
func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
