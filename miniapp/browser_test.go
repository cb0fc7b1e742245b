package miniapp

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
)

// newBrowser starts a browser for which every host is the server.
func newBrowser(t *testing.T, server *httptest.Server) context.Context {
	t.Helper()
	return chrome.Start(t, chromedp.IgnoreCertErrors, chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("host-resolver-rules", "MAP * "+server.Listener.Addr().String()))
}

// tab is a tab in which a test acts.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// watch is put before every document's own scripts: it collects what must
// not happen.
const watch = `window.wrong = [];
addEventListener("securitypolicyviolation", (e) => wrong.push("CSP " + e.violatedDirective + " " + e.blockedURI));
addEventListener("error", (e) => wrong.push("error " + e.message));
addEventListener("unhandledrejection", (e) => wrong.push("rejection " + e.reason));`

// newTab opens a tab with a session storage of its own; scripts run before each document's own.
func newTab(t *testing.T, browser context.Context, scripts ...string) *tab {
	t.Helper()
	ctx := chrome.Tab(t, browser)
	b := &tab{t, ctx}
	for _, source := range append([]string{watch}, scripts...) {
		if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
			t.Fatalf("prepare the tab: %v", err)
		}
	}
	return b
}

func (b *tab) open(address string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Navigate(address)); err != nil {
		b.t.Fatalf("open %s: %v", address, err)
	}
}

// eval gives the value of an expression as a string.
func (b *tab) eval(expression string) string {
	b.t.Helper()
	got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		b.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return got
}

// want fails when an expression has another value.
func (b *tab) want(expression, want string) {
	b.t.Helper()
	if got := b.eval(expression); got != want {
		b.t.Errorf("%s = %q, want %q", expression, got, want)
	}
}

// wait waits until an expression is true.
func (b *tab) wait(expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression)); err != nil {
		b.t.Fatalf("wait for %s: %v", expression, err)
	}
}

// clean fails when the document broke its policy or threw.
func (b *tab) clean() {
	b.t.Helper()
	b.want("wrong.join()", "")
}

// pagesServer serves the café on every host: as the handlers will, and in
// variants that tests ask for by ?v=.
type pagesServer struct {
	*httptest.Server
	t        *testing.T
	renderer *Renderer
	manifest Manifest

	loads atomic.Int32
	// sessions are the Authorization headers of the sessions asked for.
	sessions chan string
	// more is where the goods are fetched, "" when all come with the page.
	more string
	inbox
}

// pixel is a GIF of one pixel.
const pixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

func newPagesServer(t *testing.T, m Manifest) *pagesServer {
	t.Helper()
	s := &pagesServer{t: t, renderer: newRenderer(t), manifest: m, sessions: make(chan string, 100)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /m/par", s.app)
	mux.HandleFunc("GET /s/par", s.site)
	mux.HandleFunc("GET /s/par/{page}", s.site)
	mux.HandleFunc("POST /m/par/session", s.session)
	mux.HandleFunc("POST /m/par/forms/{form}", s.receive)
	mux.HandleFunc("POST /s/par/forms/{form}", s.receive)
	mux.HandleFunc("GET /goods.json", s.goods)
	mux.HandleFunc("GET /media/{key}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/gif")
		fmt.Fprint(w, pixel)
	})
	mux.HandleFunc("GET /runtime.js", s.asset("text/javascript", s.renderer.script))
	mux.HandleFunc("GET /app.css", s.asset("text/css", s.renderer.style))
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /host", s.asset("text/html", hostPage))
	s.Server = httptest.NewUnstartedServer(mux)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *pagesServer) asset(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind+"; charset=utf-8")
		fmt.Fprint(w, body)
	}
}

func (s *pagesServer) app(w http.ResponseWriter, r *http.Request) {
	o := asApp
	o.Page = r.FormValue("page")
	s.document(w, r, o)
}

func (s *pagesServer) site(w http.ResponseWriter, r *http.Request) {
	o := asSite
	o.Page = r.PathValue("page")
	s.document(w, r, o)
}

func (s *pagesServer) document(w http.ResponseWriter, r *http.Request, o Options) {
	s.loads.Add(1)
	o.More = s.more
	d, err := s.draw(r, o)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	body := string(d.HTML)
	if variant := variants[r.FormValue("v")]; variant != nil {
		body = variant(s, body)
	}
	if r.FormValue("v") != "watched" {
		w.Header().Set("Content-Security-Policy", d.CSP)
	}
	fmt.Fprint(w, body)
}

func (s *pagesServer) draw(r *http.Request, o Options) (Document, error) {
	markup, err := s.renderer.Render(r.Context(), s.manifest, o)
	if err != nil {
		return Document{}, err
	}
	return s.renderer.Document(s.manifest, o, Links{Script: "/runtime.js", Style: "/app.css", Origin: "https://pages.test"}, markup)
}

// variants change a document on its way.
var variants = map[string]func(s *pagesServer, document string) string{
	// bare has no runtime.
	"bare": func(s *pagesServer, d string) string {
		return strings.NewReplacer("<script>"+s.renderer.script+"</script>", "", `<script src="/runtime.js" defer></script>`, "").Replace(d)
	},
	// empty has nothing drawn.
	"empty": func(_ *pagesServer, d string) string {
		from, to := strings.Index(d, `<div id="r.">`)+len(`<div id="r.">`), strings.Index(d, `</div><script type`)
		return d[:from] + d[to:]
	},
	// marked tells the server's drawing from the browser's.
	"marked": func(_ *pagesServer, d string) string { return strings.Replace(d, "<main ", "<main data-served ", 1) },
	// watched answers every message after the runtime has had it.
	"watched": func(_ *pagesServer, d string) string {
		return strings.Replace(d, "</body>", `<script>addEventListener("message", () => parent.postMessage("seen", "*")); parent.postMessage("ready", "*")</script></body>`, 1)
	},
}

func (s *pagesServer) session(w http.ResponseWriter, r *http.Request) {
	s.sessions <- r.Header.Get("Authorization")
	fmt.Fprint(w, `{"token":"t","expires_in":3600}`)
}

// wantSession waits until a session is asked for in this way; what other
// tests asked for is passed over.
func (s *pagesServer) wantSession(t *testing.T, want string) {
	t.Helper()
	for late := time.After(20 * time.Second); ; {
		select {
		case got := <-s.sessions:
			if got == want {
				return
			}
			t.Logf("a session was asked for with %q", got)
		case <-late:
			t.Fatalf("no session was asked for with %q", want)
		}
	}
}

// at is an address on one of the hosts; the port is only for reading logs.
func at(host, path string) string { return "https://" + net.JoinHostPort(host, "443") + path }

// waitFor waits until something holds on the server.
func (b *tab) waitFor(holds func() bool) {
	b.t.Helper()
	for !holds() {
		select {
		case <-b.ctx.Done():
			b.t.Fatal("waited in vain")
		case <-time.After(5 * time.Millisecond):
		}
	}
}
