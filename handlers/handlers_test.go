package handlers

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/media"
	"botyard/internal/pgtest"
	"botyard/internal/project"
	"botyard/internal/secret"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
	"botyard/internal/vault"
	"botyard/miniapp"
	"botyard/static"
)

// bundle is a whole installation behind its handler, with a Telegram of its own.
type bundle struct {
	*server
	h        http.Handler
	log      *bytes.Buffer
	telegram *sim.Server
}

const password = "right password"

// setup makes an installation on a database of its own; change adapts its configuration.
func setup(t *testing.T, change ...func(*Config)) *bundle {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	ring, err := secret.New(bytes.Repeat([]byte{1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	c := Config{
		Store: store, Accounts: account.New(store, ring), Media: media.New(store), Keys: ring, SignUp: SignUpOpen, Addr: "127.0.0.1:8080",
		Log: slog.New(slog.NewTextHandler(&locked{w: log}, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: secret.Redact})),
	}
	for _, f := range change {
		f(&c)
	}
	telegram := newTelegram(t)
	c.Projects = newProjects(t, c, telegram.url)
	s := newServer(c)
	return &bundle{server: s, h: s.handler(), log: log, telegram: telegram.Server}
}

// locked lets the machinery and the handlers log at once.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

type telegramServer struct {
	*sim.Server
	url string
}

func newTelegram(t *testing.T) telegramServer {
	t.Helper()
	s, err := sim.New(sim.Config{NoLimits: true, Speed: 1000})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		web.Close()
		_ = s.Close(context.Background())
	})
	return telegramServer{s, web.URL}
}

var renderer = sync.OnceValues(func() (*miniapp.Renderer, error) { return miniapp.NewRenderer(static.FS) })

// newProjects is the service with its reconciler running, which owns every shard.
func newProjects(t *testing.T, c Config, telegramURL string) *project.Service {
	t.Helper()
	r, err := renderer()
	if err != nil {
		t.Fatal(err)
	}
	pages := "http://localhost:8080"
	public := ""
	if c.PublicURL != nil {
		pages, public = originOf(c.PublicURL), originOf(c.PublicURL)
	}
	if c.PagesURL != nil {
		pages = originOf(c.PagesURL)
	}
	s := &project.Service{
		Store: c.Store, Vault: vault.New(c.Store, c.Keys), Telegram: telegram.New(telegramURL), Renderer: r, Log: c.Log,
		PublicURL: public, PagesURL: pages, Asset: static.URL,
	}
	all := make([]int16, 64)
	for i := range all {
		all[i] = int16(i)
	}
	reconciler := project.NewReconciler(s, func() []int16 { return all }, func(context.Context) error { return nil }, 0)
	s.Nudge = reconciler.Nudge
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { reconciler.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return s
}

// browser keeps cookies and follows nothing.
type browser struct {
	t      *testing.T
	b      *bundle
	jar    *cookiejar.Jar
	origin string
	from   string
	header http.Header
}

func (b *bundle) browser(t *testing.T) *browser {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	return &browser{t: t, b: b, jar: jar, origin: "http://localhost:8080", from: "203.0.113.7:5555", header: http.Header{}}
}

// answer is what came back.
type answer struct {
	*http.Response
	t *testing.T
	// asked names the request, for messages.
	asked, body string
}

func (w *browser) do(r *http.Request) *answer {
	w.t.Helper()
	r.RemoteAddr = w.from
	for name, values := range w.header {
		r.Header[name] = values
	}
	for _, c := range w.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	rec := httptest.NewRecorder()
	w.b.h.ServeHTTP(rec, r)
	res := rec.Result()
	w.jar.SetCookies(r.URL, res.Cookies())
	body, _ := io.ReadAll(res.Body)
	return &answer{Response: res, t: w.t, asked: r.Method + " " + r.URL.Path, body: string(body)}
}

func (w *browser) get(path string) *answer {
	w.t.Helper()
	return w.do(httptest.NewRequest(http.MethodGet, w.origin+path, nil))
}

// send sends a body of a content type.
func (w *browser) send(method, path, contentType string, body []byte) *answer {
	w.t.Helper()
	r := httptest.NewRequest(method, w.origin+path, bytes.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	return w.do(r)
}

// put sends JSON.
func (w *browser) put(path, body string) *answer {
	w.t.Helper()
	return w.send(http.MethodPut, path, "application/json", []byte(body))
}

// newProject makes a project and returns its address.
func (w *browser) newProject(name string) string {
	w.t.Helper()
	return w.post("/projects", "name", name).wants(http.StatusSeeOther).Header.Get("Location")
}

// typing makes the next requests those of htmx.
func (w *browser) typing() *browser {
	other := *w
	other.header = w.header.Clone()
	other.header.Set("HX-Request", "true")
	return &other
}

// post sends a form of name, value pairs.
func (w *browser) post(path string, pairs ...string) *answer {
	w.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, w.origin+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.do(r)
}

// signedUp is a browser of a new person.
func (b *bundle) signedUp(t *testing.T, email string) *browser {
	t.Helper()
	w := b.browser(t)
	w.post("/signup", "email", email, "password", password).wants(http.StatusSeeOther)
	return w
}

func (a *answer) wants(status int) *answer {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Fatalf("%s: status = %d, want %d\n%.600s", a.asked, a.StatusCode, status, a.body)
	}
	return a
}

func (a *answer) goesTo(path string) *answer {
	a.t.Helper()
	a.wants(http.StatusSeeOther)
	if got := a.Header.Get("Location"); got != path {
		a.t.Fatalf("Location = %q, want %q", got, path)
	}
	return a
}

func (a *answer) find(selector string) *goquery.Selection {
	a.t.Helper()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(a.body))
	if err != nil {
		a.t.Fatal(err)
	}
	return doc.Find(selector)
}

func (a *answer) has(selector string) *answer {
	a.t.Helper()
	if a.find(selector).Length() == 0 {
		a.t.Fatalf("%s: no %s in\n%.1500s", a.asked, selector, strings.Join(strings.Fields(a.find("main").Text()), " "))
	}
	return a
}

func (a *answer) value(selector, want string) *answer {
	a.t.Helper()
	if got := a.find(selector).AttrOr("value", "(no value)"); got != want {
		a.t.Fatalf("value of %s = %q, want %q", selector, got, want)
	}
	return a
}

// says compares the text of an element, such as what is typed in a text area.
func (a *answer) says(selector, want string) *answer {
	a.t.Helper()
	if got := a.find(selector).Text(); got != want {
		a.t.Fatalf("text of %s = %q, want %q", selector, got, want)
	}
	return a
}

func trust(cidr string) func(*Config) {
	return func(c *Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(cidr)} }
}

func publicAt(origin string) func(*Config) {
	return func(c *Config) { c.PublicURL, _ = url.Parse(origin) }
}

func pagesAt(origin string) func(*Config) {
	return func(c *Config) { c.PagesURL, _ = url.Parse(origin) }
}
