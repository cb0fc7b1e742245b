package handlers

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestHosts(t *testing.T) {
	t.Parallel()
	type row struct {
		host string
		want host
	}
	for name, c := range map[string]struct {
		config Config
		rows   []row
	}{
		"nothing configured": {Config{Addr: "192.0.2.5:8080"}, []row{
			{"localhost", onBoth}, {"LOCALHOST:8080", onBoth}, {"127.0.0.1:1", onBoth}, {"[::1]:8080", onBoth},
			{"192.0.2.5:8080", onBoth}, {"evil.example", onUnknown}, {"", onUnknown},
		}},
		"public": {configured("https://cabinet.example", ""), []row{
			{"cabinet.example", onBoth}, {"cabinet.example:443", onBoth}, {"localhost", onUnknown}, {"127.0.0.1:8080", onUnknown},
		}},
		"two names": {configured("https://cabinet.example", "https://pages.example"), []row{
			{"cabinet.example", onCabinet}, {"pages.example", onPages}, {"x.pages.example", onUnknown},
		}},
		"two ports": {configured("http://host.example:8080", "http://host.example:8081"), []row{
			{"host.example:8080", onCabinet}, {"host.example:8081", onPages}, {"host.example", onUnknown},
		}},
	} {
		hosts := newHosts(c.config)
		for _, r := range c.rows {
			if got := hosts.find(r.host); got != r.want {
				t.Errorf("%s: find(%q) = %b, want %b", name, r.host, got, r.want)
			}
		}
	}
}

func configured(publicURL, pagesURL string) Config {
	var c Config
	publicAt(publicURL)(&c)
	if pagesURL != "" {
		pagesAt(pagesURL)(&c)
	}
	return c
}

func TestUnknownAddressAndMethod(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.browser(t)
	w.get("/nowhere").wants(http.StatusNotFound).has("h1")
	a := w.do(httptest.NewRequest(http.MethodDelete, w.origin+"/login", nil)).wants(http.StatusMethodNotAllowed).has("h1")
	if !strings.Contains(a.Header.Get("Allow"), "POST") {
		t.Errorf("Allow = %q, want POST in it", a.Header.Get("Allow"))
	}
}

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	b := setup(t, publicAt("https://cabinet.example"), pagesAt("https://pages.example"))
	w := b.browser(t)
	w.origin = "https://cabinet.example"
	for _, path := range []string{"/login", "/nowhere", "/healthz"} {
		h := w.get(path).Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'", "img-src 'self' data: https://pages.example"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: CSP = %q, want %q in it", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" || h.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s: headers = %v, want nosniff, a referrer policy, HSTS and nothing unsafe", path, h)
		}
	}
	plain := setup(t)
	if got := plain.browser(t).get("/login").Header.Get("Strict-Transport-Security"); got != "" {
		t.Errorf("HSTS without TLS = %q, want none", got)
	}
}

func TestOtherOriginsAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.signedUp(t, "anna@example.org")
	for name, c := range map[string]struct {
		header, value string
		want          int
	}{
		"program":            {"X-Nothing", "", http.StatusSeeOther},
		"same origin":        {"Origin", "http://localhost:8080", http.StatusSeeOther},
		"other origin":       {"Origin", "https://evil.example", http.StatusForbidden},
		"opaque origin":      {"Origin", "null", http.StatusForbidden},
		"other site by hint": {"Sec-Fetch-Site", "cross-site", http.StatusForbidden},
	} {
		w := b.browser(t)
		w.header.Set(c.header, c.value)
		a := w.post("/login", "email", "anna@example.org", "password", password)
		if a.StatusCode != c.want {
			t.Errorf("%s: POST /login = %d, want %d", name, a.StatusCode, c.want)
		}
	}
}

func TestHugeFormIs413(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.browser(t).post("/login", "email", strings.Repeat("x", formBytes)).wants(http.StatusRequestEntityTooLarge).has("h1")
}

func TestClientAddress(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for name, c := range map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"direct":                 {"203.0.113.7:1", nil, "203.0.113.7"},
		"direct and lying":       {"203.0.113.7:1", []string{"198.51.100.1"}, "203.0.113.7"},
		"behind a proxy":         {"10.0.0.1:1", []string{"198.51.100.1"}, "198.51.100.1"},
		"client lies to a proxy": {"10.0.0.1:1", []string{"192.0.2.1, 198.51.100.1"}, "198.51.100.1"},
		"two proxies":            {"10.0.0.1:1", []string{"192.0.2.1", "198.51.100.1, 10.9.9.9"}, "198.51.100.1"},
		"only proxies":           {"10.0.0.1:1", []string{"10.0.0.2"}, "10.0.0.2"},
		"rubbish":                {"10.0.0.1:1", []string{"198.51.100.1, unknown"}, "10.0.0.1"},
		"with a port":            {"10.0.0.1:1", []string{"198.51.100.1:4321"}, "198.51.100.1"},
		"IPv6 in brackets":       {"[fd00::1]:1", []string{"[2001:db8::1]"}, "2001:db8::1"},
		"mapped peer":            {"[::ffff:10.0.0.1]:1", []string{"198.51.100.1"}, "198.51.100.1"},
		"nothing forwarded":      {"10.0.0.1:1", nil, "10.0.0.1"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-For"] = c.forwarded
		if got := clientOf(r, trusted).String(); got != c.want {
			t.Errorf("%s: clientOf = %s, want %s", name, got, c.want)
		}
	}
}

func TestPanicIsSurvived(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.routes = []route{{method: "GET", pattern: "/boom", role: public, host: onCabinet, handle: func(http.ResponseWriter, *http.Request) error {
		panic("planted: 123456789:AAHplantedplantedplantedplanted00")
	}}, {method: "GET", pattern: "/broken", role: public, host: onCabinet, handle: func(http.ResponseWriter, *http.Request) error {
		return errors.New("planted words")
	}}}
	b.h = b.handler()
	w := b.browser(t)
	for _, path := range []string{"/boom", "/broken"} {
		a := w.get(path).wants(http.StatusInternalServerError).has("h1")
		if strings.Contains(a.body, "planted") {
			t.Errorf("%s: the page tells the error", path)
		}
	}
	if !strings.Contains(b.log.String(), "a handler panicked") || strings.Contains(b.log.String(), "AAHplanted") {
		t.Errorf("log = %s, want the panic without the token", b.log)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Ready = func() error { return errors.New("no renderer") } })
	w := b.browser(t)
	w.origin = "http://any.example"
	w.get("/healthz").wants(http.StatusOK)
	w.get("/readyz").wants(http.StatusServiceUnavailable)
	b.Ready = nil
	w.get("/readyz").wants(http.StatusOK)
	b.Store.Close()
	w.get("/readyz").wants(http.StatusServiceUnavailable)
	w.get("/healthz").wants(http.StatusOK)
}

func TestExpiredSessionOfAFragmentMovesTheWholePage(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "http://localhost/projects/1/bot/scenarios/s1/steps/t1", nil)
	r.Header.Set("HX-Request", "true")
	r.Header.Set("HX-Current-URL", "http://localhost/projects/1/bot?open=x")
	rec := httptest.NewRecorder()
	askToSignIn(rec, r)
	if got, want := rec.Header().Get("HX-Redirect"), "/login?next=%2Fprojects%2F1%2Fbot%3Fopen%3Dx"; rec.Code != http.StatusNoContent || got != want {
		t.Errorf("askToSignIn = %d, HX-Redirect %q, want 204, %q", rec.Code, got, want)
	}
}
