package handlers

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/pgtest"
	"botyard/internal/secret"
)

// bundle is a whole installation behind its handler.
type bundle struct {
	*server
	h   http.Handler
	log *bytes.Buffer
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
		Store: store, Accounts: account.New(store, ring), Keys: ring, SignUp: SignUpOpen, Addr: "127.0.0.1:8080",
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: secret.Redact})),
	}
	for _, f := range change {
		f(&c)
	}
	s := newServer(c)
	return &bundle{server: s, h: s.handler(), log: log}
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
		a.t.Fatalf("no %s in\n%.3000s", selector, a.body)
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

func trust(cidr string) func(*Config) {
	return func(c *Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(cidr)} }
}

func publicAt(origin string) func(*Config) {
	return func(c *Config) { c.PublicURL, _ = url.Parse(origin) }
}

func pagesAt(origin string) func(*Config) {
	return func(c *Config) { c.PagesURL, _ = url.Parse(origin) }
}
