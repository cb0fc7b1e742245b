package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

func TestSignUpSignOutSignIn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.browser(t)
	w.get("/signup").wants(http.StatusOK).has(`form[action="/signup"] input[name=email]`)
	w.post("/signup", "email", "Anna@example.org", "password", password).goesTo("/")
	w.get("/login").goesTo("/")
	w.post("/logout").goesTo("/login")
	w.get("/login").wants(http.StatusOK).has(`form[action="/login"] input[name=password]`)
	w.post("/login", "email", "anna@example.org", "password", password).goesTo("/")
}

func TestSignUpMistakesKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.signedUp(t, "anna@example.org")
	w := b.browser(t)
	for name, c := range map[string]struct{ email, password, field string }{
		"no e-mail":      {"not-an-address", password, "email"},
		"short password": {"boris@example.org", "short", "password"},
		"taken":          {"anna@example.org", password, "email"},
	} {
		a := w.post("/signup", "email", c.email, "password", c.password, "next", "/account").wants(http.StatusUnprocessableEntity)
		a.has("#"+c.field+"[aria-invalid=true][aria-describedby]").value("#email", c.email).value("input[name=next]", "/account")
		if strings.Contains(a.body, c.password) && c.password != "" {
			t.Errorf("%s: the password is in the answer", name)
		}
	}
}

func TestWrongPasswordIs401WithTheForm(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.signedUp(t, "anna@example.org")
	w := b.browser(t)
	w.post("/login", "email", "anna@example.org", "password", "wrong password").wants(http.StatusUnauthorized).value("#email", "anna@example.org")
	w.post("/login", "email", "nobody@example.org", "password", "wrong password").wants(http.StatusUnauthorized)
	w.post("/login", "email", "", "password", "x").wants(http.StatusUnprocessableEntity).has("#email[aria-invalid=true]")
}

func TestLoginThrottle(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.signedUp(t, "anna@example.org")
	w := b.browser(t)
	for range 10 {
		w.post("/login", "email", "anna@example.org", "password", "wrong password").wants(http.StatusUnauthorized)
	}
	a := w.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusTooManyRequests)
	if n, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || n < 1 || n > 60 {
		t.Errorf("Retry-After = %q, want 1 to 60", a.Header.Get("Retry-After"))
	}
	a.value("#email", "anna@example.org")
}

// spoofed are headers by which one might claim another address, each with what
// would be believed if it were.
var spoofed = map[string]string{
	"X-Forwarded-For": "198.51.100.%d", "Forwarded": "for=198.51.100.%d", "X-Real-Ip": "198.51.100.%d", "True-Client-Ip": "198.51.100.%d",
	"X-Client-Ip": "198.51.100.%d", "Cf-Connecting-Ip": "198.51.100.%d", "X-Forwarded-Host": "h%d.example", "X-Cluster-Client-Ip": "198.51.100.%d",
}

func (w *browser) spoof(n int) {
	for name, value := range spoofed {
		w.header.Set(name, fmt.Sprintf(value, n))
	}
}

// eleventh sends eleven log-ins of eleven people and tells what the last got.
func (w *browser) eleventh(before func(n int)) int {
	w.t.Helper()
	status := 0
	for n := range 11 {
		before(n)
		status = w.post("/login", "email", fmt.Sprintf("u%d@example.org", n), "password", "wrong password").StatusCode
	}
	return status
}

func TestSpoofedAddressesChangeNothing(t *testing.T) {
	t.Parallel()
	w := setup(t).browser(t)
	if got := w.eleventh(w.spoof); got != http.StatusTooManyRequests {
		t.Errorf("the 11th log-in with spoofed addresses = %d, want 429", got)
	}
}

func TestBehindAProxyOnlyWhatItAddsCounts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		forwarded func(n int) string
		want      int
	}{
		"one client that lies":   {func(n int) string { return fmt.Sprintf("198.51.100.%d, 203.0.113.99", n) }, http.StatusTooManyRequests},
		"eleven clients":         {func(n int) string { return fmt.Sprintf("203.0.113.99, 198.51.100.%d", n) }, http.StatusUnauthorized},
		"one IPv6 network":       {func(n int) string { return fmt.Sprintf("2001:db8:1:2::%x", n+1) }, http.StatusTooManyRequests},
		"eleven IPv6 networks":   {func(n int) string { return fmt.Sprintf("2001:db8:1:%x::1", n+1) }, http.StatusUnauthorized},
		"a proxy that adds none": {func(int) string { return "" }, http.StatusTooManyRequests},
	} {
		w := setup(t, trust("10.0.0.0/8")).browser(t)
		w.from = "10.1.2.3:4444"
		got := w.eleventh(func(n int) {
			w.spoof(n)
			w.header.Set("X-Forwarded-For", c.forwarded(n))
			if c.forwarded(n) == "" {
				w.header.Del("X-Forwarded-For")
			}
		})
		if got != c.want {
			t.Errorf("%s: the 11th log-in = %d, want %d", name, got, c.want)
		}
	}
}

func TestOuterGuardAnswersOurWay(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.browser(t)
	for range guardAttempts {
		w.post("/login", "email", "", "password", "")
	}
	a := w.post("/login", "email", "", "password", "").wants(http.StatusTooManyRequests).has("h1")
	if a.Header.Get("Retry-After") == "" || a.Header.Get("X-RateLimit-Limit") != "" {
		t.Errorf("headers = %v, want Retry-After and none of the library's", a.Header)
	}
}

func TestOuterGuardCountsNetworks(t *testing.T) {
	t.Parallel()
	w := setup(t).browser(t)
	for n := range guardAttempts {
		w.from = fmt.Sprintf("[2001:db8::%x]:1", n+1)
		w.post("/login", "email", "", "password", "").wants(http.StatusUnprocessableEntity)
	}
	w.from = "[2001:db8::ffff]:1"
	w.post("/login", "email", "", "password", "").wants(http.StatusTooManyRequests)
	w.from = "[2001:db8:0:1::1]:1"
	w.post("/login", "email", "", "password", "").wants(http.StatusUnprocessableEntity)
}

// TestNobodyIsLockedOutFromAfar: while others try anna's password from
// everywhere, her own browser still lets her in.
func TestNobodyIsLockedOutFromAfar(t *testing.T) {
	t.Parallel()
	b := setup(t)
	anna := b.signedUp(t, "anna@example.org")
	anna.post("/logout").wants(http.StatusSeeOther)
	crowd := b.browser(t)
	for n := range 12 {
		crowd.from = fmt.Sprintf("198.51.100.%d:1", n+1)
		crowd.post("/login", "email", "anna@example.org", "password", "wrong password")
	}
	crowd.from = "192.0.2.7:1"
	crowd.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusTooManyRequests)
	anna.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
}

func TestClosedSignUp(t *testing.T) {
	t.Parallel()
	for _, mode := range []SignUp{SignUpInvite, SignUpClosed} {
		b := setup(t, func(c *Config) { c.SignUp = mode })
		w := b.browser(t)
		if w.get("/signup").wants(http.StatusOK).find("form[action='/signup']").Length() != 0 {
			t.Errorf("%s: the form is there, want none", mode)
		}
		w.post("/signup", "email", "anna@example.org", "password", password).wants(http.StatusForbidden)
	}
}

func TestNextLeadsOnlyInside(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.signedUp(t, "anna@example.org")
	for next, want := range map[string]string{
		"/projects/7?x=1":       "/projects/7?x=1",
		"https://evil.example/": "/",
		"//evil.example/":       "/",
		`/\evil.example`:        "/",
		"javascript:alert(1)":   "/",
		"":                      "/",
		"/%2F/evil.example":     "/",
	} {
		w := b.browser(t)
		w.from = "203.0.113." + strconv.Itoa(len(next)) + ":1"
		w.post("/login", "email", "anna@example.org", "password", password, "next", next).goesTo(want)
	}
}

func TestSessionCookie(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		origin, cookie string
		secure         bool
	}{
		"plain": {"http://localhost:8080", "session", false},
		"tls":   {"https://cabinet.example", "__Host-session", true},
	} {
		b := setup(t, publicAt(c.origin))
		w := b.browser(t)
		w.origin = c.origin
		a := w.post("/signup", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
		var found *http.Cookie
		for _, got := range a.Cookies() {
			if got.Name == c.cookie {
				found = got
			}
		}
		if found == nil || found.Secure != c.secure || !found.HttpOnly || found.SameSite != http.SameSiteLaxMode || found.Path != "/" || found.Domain != "" {
			t.Fatalf("%s: cookie = %v, want %s, HttpOnly, Lax, /", name, found, c.cookie)
		}
		var stored int
		_ = b.Store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM sessions WHERE token = $1", found.Value).Scan(&stored)
		if stored != 0 {
			t.Errorf("%s: the token is in the database, want only its hash", name)
		}
	}
}

func TestSessionIsRenewedAtSignIn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	before := sessionOf(w)
	w.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	if after := sessionOf(w); after == before || after == "" {
		t.Errorf("session after signing in again = %q, want another than before", after)
	}
}

func sessionOf(w *browser) string {
	for _, c := range w.jar.Cookies(httptest.NewRequest(http.MethodGet, w.origin, nil).URL) {
		if c.Name == "session" {
			return c.Value
		}
	}
	return ""
}

func TestLanguageOfTheDoors(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.browser(t)
	w.header.Set("Accept-Language", "ru-RU,ru;q=0.9,en;q=0.5")
	w.get("/login").has("html[lang=ru]")
	w.get("/login?lang=en&next=%2Faccount").goesTo("/login?next=%2Faccount")
	w.get("/login").has("html[lang=en]")
	other := b.browser(t)
	other.header.Set("Accept-Language", "de")
	other.get("/login").has("html[lang=en]")
}
