package gallery

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"botyard/internal/lang"
	"botyard/static"
	"botyard/views/page"
)

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"frame-src 'self'; form-action 'self'; base-uri 'none'; report-uri /violation"

// yard serves the screens as the cabinet would, and keeps what browsers
// report as breaking its policy.
type yard struct {
	*httptest.Server
	mu         sync.Mutex
	violations []string
}

func newYard(t *testing.T) *yard {
	t.Helper()
	y := &yard{}
	mux := http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	mux.HandleFunc("GET /gallery", y.index)
	mux.HandleFunc("GET /gallery/{name}", y.screen)
	mux.HandleFunc("GET /gallery/frame", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("<!DOCTYPE html><title>frame</title><h1>Preview</h1>")) //nolint:errcheck // a test's page
	})
	mux.HandleFunc("POST /violation", y.violation)
	y.Server = httptest.NewServer(mux)
	t.Cleanup(y.Close)
	return y
}

func (y *yard) index(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", policy)
	IndexPage().Render(shown(r), w) //nolint:errcheck // a test's page
}

func (y *yard) screen(w http.ResponseWriter, r *http.Request) {
	ctx := shown(r)
	screen, found := Find(lang.From(ctx), r.PathValue("name"))
	if !found {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", policy)
	screen.Body.Render(ctx, w) //nolint:errcheck // a test's page
}

func (y *yard) violation(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	y.violations = append(y.violations, string(body))
}

// shown is the context of a request, with language and theme from its query.
func shown(r *http.Request) context.Context {
	l, _ := lang.Parse(r.URL.Query().Get("lang"))
	return sampleContext(l, page.Theme(r.URL.Query().Get("theme")))
}

func sampleContext(l lang.Lang, theme page.Theme) context.Context {
	shell := Shell(l)
	shell.Asset, shell.Theme = static.URL, theme
	ctx := page.With(lang.With(context.Background(), l), shell)
	return lang.WithClock(ctx, time.UTC, Now())
}
