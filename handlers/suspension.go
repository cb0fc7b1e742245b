package handlers

import (
	"net/http"
	"strings"

	"botyard/views/suspension"
)

// suspendedError answers its owner instead of what is suspended.
type suspendedError struct{ suspension.Owner }

func (e *suspendedError) Error() string { return "suspended" }

// suspendedPage says to the owner what is suspended, and why.
func (s *server) suspendedPage(w http.ResponseWriter, r *http.Request, e *suspendedError) error {
	return s.render(w, r, http.StatusForbidden, suspension.OwnerPage(e.Owner))
}

// suspendedTo tells whether the account of who asks is suspended, and the route
// is none of the few that stay.
func (known *request) suspendedTo(needs role) error {
	if needs == public || known.spared || known.person == nil || known.person.Suspension == nil {
		return nil
	}
	return &suspendedError{suspension.Owner{Reason: known.person.Suspension.Reason, Since: known.person.Suspension.Since}}
}

// restDay tells machines to look in again tomorrow.
const restDay = "86400"

// showRest is what visitors see of a suspended project, framed by whom its
// page may be framed by.
func (s *server) showRest(w http.ResponseWriter, r *http.Request, framing string) error {
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(s.cabinetPolicy(), "frame-ancestors 'none'", framing, 1))
	h.Set("Retry-After", restDay)
	h.Set("X-Robots-Tag", "noindex")
	return s.fragment(w, r.WithContext(s.shell(r)), http.StatusServiceUnavailable, suspension.VisitorPage())
}
