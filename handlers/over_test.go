package handlers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestAnswersWhenTheTimeIsOver: a request whose time is over is answered with
// words, and never as if it had gone well.
func TestAnswersWhenTheTimeIsOver(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	gone, leave := context.WithCancel(t.Context())
	leave()
	for name, ctx := range map[string]context.Context{"late": late, "gone": gone} {
		for _, asked := range []string{"GET /login", "GET /projects", "GET " + home, "GET /s/cafe/", "GET /m/cafe", "POST /projects", "POST " + home + "/answers"} {
			method, path, _ := strings.Cut(asked, " ")
			r := httptest.NewRequest(method, w.origin+path, strings.NewReader("name=x"))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			got := w.do(r.WithContext(ctx))
			if got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" || got.Header.Get("Content-Security-Policy") == "" {
				t.Errorf("%s, %s = %d, %v, want 503 with Retry-After and the policy", asked, name, got.StatusCode, got.Header)
			}
			if words := got.find("h1").Text(); words == "" {
				t.Errorf("%s, %s says nothing: %q", asked, name, got.body)
			}
		}
	}
}

// cutShort is a body that does not come whole, which ends the request's context
// as the server does.
type cutShort struct{ end context.CancelFunc }

func (c cutShort) Read([]byte) (int, error) { c.end(); return 0, errors.New("i/o timeout") }
func (c cutShort) Close() error             { return nil }

func TestBodyCutShortIsAnsweredInWords(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	for _, path := range []string{"/login", "/projects", home + "/answers/fallback", home + "/name"} {
		ctx, end := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, w.origin+path, nil)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Body, r.ContentLength = cutShort{end}, 100
		got := w.do(r)
		if got.StatusCode/100 != 4 || got.find("h1").Text() == "" {
			t.Errorf("POST %s cut short = %d %q, want 4xx in words", path, got.StatusCode, got.body)
		}
	}
}

// TestSessionNotKeptIsOneAnswer: what cannot be kept is told alone.
func TestSessionNotKeptIsOneAnswer(t *testing.T) {
	t.Parallel()
	s := setup(t)
	h := s.observe(s.withSession(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.sessions.Put(r.Context(), "a", "b")
		s.Store.Close()
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, "all is well")
	})))
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/", nil))
	if rec.Code < 500 || strings.Contains(rec.Body.String(), "all is well") || rec.Body.Len() == 0 {
		t.Errorf("answer = %d %q, want the failure alone", rec.Code, rec.Body.String())
	}
}
