package handlers

import (
	"net/http"
	"net/url"
	"strings"
)

// secured gives every answer the headers that keep it in its place. Handlers of
// public pages replace the policy by their document's own.
func (s *server) secured(next http.Handler) http.Handler {
	policy := s.cabinetPolicy()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		if s.secure() {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// cabinetPolicy lets the cabinet load its own files, the pictures of projects
// and the preview, and be framed by nobody.
func (s *server) cabinetPolicy() string {
	pages := ""
	if s.PagesURL != nil {
		pages = " " + originOf(s.PagesURL)
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "font-src 'self'",
		"img-src 'self' data:" + pages, "frame-src 'self'" + pages,
		"form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
	}, "; ")
}

func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }
