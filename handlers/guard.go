package handlers

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"botyard/internal/account"
)

const (
	guardAttempts = 60
	guardWindow   = time.Minute
)

// guard is the cheap outer bound of the doors, in memory: a flood from one
// address does not even reach the database, where the real bound is.
type guard struct{ limiter *httprate.RateLimiter }

func newGuard() guard {
	return guard{httprate.NewRateLimiter(guardAttempts, guardWindow, httprate.WithResponseHeaders(httprate.ResponseHeaders{}))}
}

// guarded refuses a flood with our own answer.
func (s *server) guarded(next handle) handle {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.guard.limiter.OnLimit(w, r, account.Network(of(r).client)) {
			return &account.ThrottledError{RetryAfter: guardWindow}
		}
		return next(w, r)
	}
}
