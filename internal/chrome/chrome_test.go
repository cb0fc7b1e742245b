package chrome

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// witness is a test that only remembers how it failed.
type witness struct {
	testing.TB
	said     []string
	cleanups []func()
}

func (w *witness) Errorf(format string, args ...any) {
	w.said = append(w.said, fmt.Sprintf(format, args...))
}
func (w *witness) Cleanup(f func()) { w.cleanups = append(w.cleanups, f) }

func (w *witness) end() {
	for i := len(w.cleanups) - 1; i >= 0; i-- {
		w.cleanups[i]()
	}
}

func TestViolationFailsTheTest(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:")
		body := "<h1>Good</h1>"
		if r.URL.Path == "/bad" {
			body = "<h1>Bad</h1><script>document.title = 1</script>"
		}
		_, _ = w.Write([]byte("<!DOCTYPE html><link rel=icon href=data:,>" + body))
	}))
	t.Cleanup(web.Close)
	browser := Start(t)
	for path, want := range map[string]int{"/good": 0, "/bad": 1} {
		w := &witness{TB: t}
		if err := chromedp.Do(Tab(w, browser), chromedp.Navigate(web.URL+path), chromedp.WaitReady("h1")); err != nil {
			t.Fatal(err)
		}
		w.end()
		if len(w.said) != want || want > 0 && !strings.Contains(w.said[0], "broke its policy") {
			t.Errorf("a visit of %s said %q, want %d violations", path, w.said, want)
		}
	}
}
