package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"botyard/db"
	"botyard/internal/account"
	"botyard/views/failure"
)

// statusError is an answer by its status alone.
type statusError int

func (e statusError) Error() string { return http.StatusText(int(e)) }

const (
	errForbidden = statusError(http.StatusForbidden)
	errNotFound  = statusError(http.StatusNotFound)
	// errSignIn leads a person to the login and a program to 401.
	errSignIn = statusError(http.StatusUnauthorized)
)

// errFull answers who adds one more to a list that holds no more.
var errFull = fmt.Errorf("the list is full: %w", statusError(http.StatusUnprocessableEntity))

// lostError is a page that is not there, of a site that is.
type lostError struct{ home string }

func (e *lostError) Error() string { return "no such page" }

// refusal is how an error is answered.
type refusal struct {
	status     int
	retryAfter time.Duration
	full       bool
}

// refusalOf is the one place where errors become statuses.
func refusalOf(err error) refusal {
	var (
		status    statusError
		tooBig    *http.MaxBytesError
		throttled *account.ThrottledError
	)
	switch {
	case errors.As(err, &status):
		return refusal{status: int(status), full: errors.Is(err, errFull)}
	case errors.As(err, new(*suspendedError)):
		return refusal{status: http.StatusForbidden}
	case db.NotFound(err), errors.As(err, new(*lostError)), db.Orphaned(err):
		return refusal{status: http.StatusNotFound}
	case db.BadText(err):
		return refusal{status: http.StatusBadRequest}
	case errors.As(err, &tooBig):
		return refusal{status: http.StatusRequestEntityTooLarge}
	case errors.As(err, &throttled):
		return refusal{status: http.StatusTooManyRequests, retryAfter: throttled.RetryAfter}
	case errors.Is(err, account.ErrBusy):
		return refusal{status: http.StatusServiceUnavailable, retryAfter: 5 * time.Second}
	case db.Away(err), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return refusal{status: http.StatusServiceUnavailable, retryAfter: 10 * time.Second}
	}
	return refusal{status: http.StatusInternalServerError}
}

// fail answers an error, and logs it when it is ours. The answer is drawn
// without the request's time, which may be what is over: an answer without a
// word would be taken for success.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	gone := errors.Is(err, context.Canceled) // the browser went, as it seems
	r = r.WithContext(context.WithoutCancel(r.Context()))
	f := refusalOf(err)
	if f.status >= http.StatusInternalServerError && !gone {
		s.Log.ErrorContext(r.Context(), "request failed", "err", err, "route", of(r).route, "request", of(r).id)
	}
	if f.retryAfter > 0 {
		w.Header().Set("Retry-After", seconds(f.retryAfter))
	}
	var suspended *suspendedError
	switch {
	case of(r).machine:
		failMachine(w, f)
	case errors.As(err, &suspended) && s.suspendedPage(w, r, suspended) == nil:
	case f.status == http.StatusUnauthorized && s.typedPage(w, r) == nil:
	case f.status == http.StatusUnauthorized:
		askToSignIn(w, r)
	default:
		s.failPage(w, r, f, wayOn(r, err))
	}
}

func seconds(d time.Duration) string { return strconv.Itoa(wholeSeconds(d)) }

func wholeSeconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }

func failMachine(w http.ResponseWriter, f refusal) {
	writeJSON(w, f.status, map[string]any{"ok": false, "error": http.StatusText(f.status)})
}

// wayOn is where a page of failure leads: the site's own first page, the desk,
// else the projects; visitors of anything else go nowhere.
func wayOn(r *http.Request, err error) failure.Way {
	var lost *lostError
	switch {
	case errors.As(err, &lost):
		return failure.Way{URL: lost.home, Key: "failure.to_site"}
	case of(r).visitor:
		return failure.Way{}
	case strings.HasPrefix(of(r).route, "/support/"):
		return failure.Way{URL: "/support", Key: "desk.to_queues"}
	}
	return failure.Way{URL: "/projects", Key: "failure.to_projects"}
}

func (s *server) failPage(w http.ResponseWriter, r *http.Request, f refusal, on failure.Way) {
	p := failure.Page{Status: f.status, Full: f.full, Visitor: of(r).visitor, On: on}
	if f.status >= http.StatusInternalServerError {
		p.Request = of(r).id
	}
	if f.retryAfter > 0 {
		p.RetryAfter = wholeSeconds(f.retryAfter)
	}
	if !of(r).shelled {
		r = r.WithContext(s.shell(r))
	}
	if err := s.fragment(w, r, f.status, failure.FailurePage(p)); err != nil {
		s.Log.ErrorContext(r.Context(), "draw an error page", "err", err, "request", of(r).id)
	}
}

// askToSignIn leads to the login and from there back to the screen that the
// person was on; a fragment is answered so that the whole page goes.
func askToSignIn(w http.ResponseWriter, r *http.Request) {
	next := r.URL.RequestURI()
	if r.Method != http.MethodGet {
		next = screenOf(r)
	}
	login := "/login?" + url.Values{"next": {next}}.Encode()
	if r.Header.Get("HX-Request") != "" {
		login = "/login?" + url.Values{"next": {screenOf(r)}}.Encode()
		w.Header().Set("HX-Redirect", login)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, login, http.StatusSeeOther)
}

// screenOf is the path of the screen from which a request was made, as far as
// the browser tells.
func screenOf(r *http.Request) string {
	for _, told := range []string{r.Header.Get("HX-Current-URL"), r.Referer()} {
		if u, err := url.Parse(told); err == nil && u.Path != "" {
			return localPath(u.RequestURI())
		}
	}
	return "/"
}

// localPath is a path on this origin, "/" for anything that could lead away.
func localPath(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") ||
		strings.ContainsAny(next, "\\\r\n\t") {
		return "/"
	}
	return u.RequestURI()
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // the client has gone
}
