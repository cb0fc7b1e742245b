package handlers

import (
	"context"
	"net/http"
	"time"

	"botyard/db"
)

// role tells who may ask.
type role string

const (
	public  role = "public"
	user    role = "user"
	support role = "support"
)

// handle answers one request; what it returns is answered by fail.
type handle func(w http.ResponseWriter, r *http.Request) error

// route is one row of the table in routes.go.
type route struct {
	method, pattern string
	role            role
	host            host
	handle          handle
	// machine routes fail with JSON instead of a page, and never lead to a login.
	machine bool
	// spared routes serve a suspended account as well.
	spared bool
	// body is the most bytes of a request's body, 0 for formBytes.
	body int64
	// slow gives the body two minutes to arrive instead of the server's ten
	// seconds, and as long to what is sent.
	slow bool
}

const (
	formBytes  = 1 << 20
	answerTime = 30 * time.Second
	uploadTime = 2 * time.Minute
)

// personal tells whether the route knows who asks: the screens of the cabinet,
// and everything that only a signed-in person may ask. Pages, static files and
// machines' own addresses never read a cookie.
func (rt route) personal() bool {
	return rt.role != public || rt.host&onPages == 0 && !rt.machine
}

// dispatch makes the mux of the routes of an origin.
func (s *server) dispatch(on host) http.Handler {
	mux := http.NewServeMux()
	for _, rt := range s.routes {
		if rt.host&on != 0 {
			mux.Handle(rt.method+" "+rt.pattern, s.wrap(rt))
		}
	}
	lost := s.wrap(route{role: public, host: lostOn(on), handle: unmatched(mux, on)})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern == "" {
			lost.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// wrap puts a route's own layers around its handler.
func (s *server) wrap(rt route) http.Handler {
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := readForm(rt, r)
		if db.Storable(r.URL.Path) != r.URL.Path {
			err = errNotFound // nothing has a name that cannot be kept
		}
		if err == nil {
			err = rt.handle(w, r)
		}
		if rt.role != public && rt.method != http.MethodGet {
			s.addresses.forget() // it may have changed what visitors see
		}
		if err != nil {
			s.fail(w, r, err)
		}
	})
	if rt.personal() {
		h = s.withSession(s.withPerson(rt.role, s.fromHere(h)))
	}
	return bounded(rt, h)
}

// readForm reads the form of a person's request, so that no handler takes one
// that is cut short for an empty one. A file is read by who keeps it.
func readForm(rt route, r *http.Request) error {
	if rt.machine || rt.method != http.MethodPost {
		return nil
	}
	if err := r.ParseForm(); err != nil {
		return badForm(err)
	}
	return nil
}

// bounded limits the size and the time of a request, and notes its route.
func bounded(rt route, next http.Handler) http.Handler {
	most, allowed := rt.body, answerTime
	if most == 0 {
		most = formBytes
	}
	if rt.slow {
		allowed = uploadTime
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known := of(r)
		known.method, known.route, known.machine, known.visitor = rt.method, rt.pattern, rt.machine, rt.host == onPages
		of(r).spared = rt.spared
		if rt.slow { // a writer of a test has no deadlines
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(allowed))
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(allowed + answerTime))
		}
		ctx, cancel := context.WithTimeout(r.Context(), allowed)
		defer cancel()
		r = r.WithContext(ctx)
		r.Body = http.MaxBytesReader(w, r.Body, most)
		next.ServeHTTP(w, r)
	})
}

// lostOn makes an unknown address a screen of the cabinet wherever there is one.
func lostOn(on host) host {
	if on&onCabinet != 0 {
		return onCabinet
	}
	return on | onPages
}

// unmatched answers what no route matches. The mux knows whether it is the
// address or the method; the page is ours.
func unmatched(mux *http.ServeMux, on host) handle {
	return func(w http.ResponseWriter, r *http.Request) error {
		if on == onUnknown {
			return statusError(http.StatusMisdirectedRequest)
		}
		answer, _ := mux.Handler(r)
		v := verdict{header: http.Header{}}
		answer.ServeHTTP(&v, r)
		if allow := v.header.Get("Allow"); allow != "" {
			w.Header().Set("Allow", allow)
		}
		return statusError(v.status)
	}
}

// verdict keeps the status of an answer and drops its words.
type verdict struct {
	header http.Header
	status int
}

func (v *verdict) Header() http.Header         { return v.header }
func (v *verdict) Write(b []byte) (int, error) { return len(b), nil }
func (v *verdict) WriteHeader(status int)      { v.status = status }
