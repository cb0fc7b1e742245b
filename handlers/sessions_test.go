package handlers

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

const (
	chromeOnAndroid = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
	firefoxOnLinux  = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"
)

// signedInTwice is anna on a phone and at a desk.
func signedInTwice(t *testing.T) (b *bundle, phone, desk *browser) {
	t.Helper()
	b = setup(t)
	phone, desk = b.browser(t), b.browser(t)
	phone.header.Set("User-Agent", chromeOnAndroid)
	desk.header.Set("User-Agent", firefoxOnLinux)
	phone.post("/signup", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	desk.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	return b, phone, desk
}

func TestSessionsAreListed(t *testing.T) {
	t.Parallel()
	b, phone, desk := signedInTwice(t)
	b.signedUp(t, "boris@example.org")
	list := desk.get("/account/sessions").wants(http.StatusOK).find("#sessions li")
	if list.Length() != 2 || list.Find(".badge-live").Length() != 1 {
		t.Fatalf("sessions = %q, want anna's two, one of them this", list.Text())
	}
	for words, this := range map[string]bool{"Firefox, Linux": true, "Chrome, Android": false} {
		line := list.FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), words) })
		if line.Length() != 1 || (line.Find(".badge").Length() == 1) != this {
			t.Errorf("line of %s = %q, this: want %v", words, line.Text(), this)
		}
	}
	phone.post("/logout").wants(http.StatusSeeOther)
	a := desk.get("/account/sessions")
	if a.find("#sessions li").Length() != 1 || a.find("#end-others").Length() != 0 {
		t.Errorf("after the phone signed out: %q, want this one alone and nothing to end", a.find("main").Text())
	}
}

func TestOtherSessionsAreEnded(t *testing.T) {
	t.Parallel()
	b, phone, desk := signedInTwice(t)
	boris := b.signedUp(t, "boris@example.org")
	before := sessionOf(desk)
	desk.get("/account/sessions").has("#end-others")
	desk.post("/account/sessions/removal").goesTo("/account/sessions")
	desk.get("/account/sessions").wants(http.StatusOK).has("#toast .toast")
	phone.get("/account").goesTo("/login?next=%2Faccount")
	boris.get("/account").wants(http.StatusOK)
	if after := sessionOf(desk); after == before {
		t.Error("the session that ended the others kept its token, want a new one")
	}
	var left int
	_ = b.Store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = 'anna@example.org')").Scan(&left)
	if left != 1 {
		t.Errorf("%d sessions of anna's are in the table, want this one", left)
	}
}

// TestEndedSessionStaysEnded: a request that was under way writes its session
// back; it must not be good again.
func TestEndedSessionStaysEnded(t *testing.T) {
	t.Parallel()
	b, phone, desk := signedInTwice(t)
	_, err := b.Store.Pool.Exec(t.Context(), "CREATE TABLE copy AS SELECT * FROM sessions WHERE device = 'Chrome, Android'")
	if err != nil {
		t.Fatal(err)
	}
	desk.post("/account/sessions/removal").wants(http.StatusSeeOther)
	if _, err := b.Store.Pool.Exec(t.Context(), "INSERT INTO sessions SELECT * FROM copy"); err != nil {
		t.Fatal(err)
	}
	phone.get("/account").goesTo("/login?next=%2Faccount")
}

func TestWhenASessionWasSeen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	for age, want := range map[string]bool{"1 minute": false, "11 minutes": true} {
		_, err := b.Store.Pool.Exec(t.Context(), "UPDATE sessions SET seen_at = now() - $1::text::interval", age)
		if err != nil {
			t.Fatal(err)
		}
		w.get("/account/sessions").wants(http.StatusOK)
		var moved bool
		_ = b.Store.Pool.QueryRow(t.Context(), "SELECT bool_and(seen_at > now() - interval '30 seconds') FROM sessions").Scan(&moved)
		if moved != want {
			t.Errorf("seen %s ago, then again: the time moved = %v, want %v", age, moved, want)
		}
	}
}

func TestExpiredSessionIsNone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	if _, err := b.Store.Pool.Exec(t.Context(), "UPDATE sessions SET expiry = now()"); err != nil {
		t.Fatal(err)
	}
	w.get("/account").goesTo("/login?next=%2Faccount")
}

func TestLanguageOfTheDoorsOutlastsSigningIn(t *testing.T) {
	t.Parallel()
	s := newStage(t) // its people were added by the operator, without a language
	w := s.browser(t)
	w.origin = "https://cabinet.example"
	w.header.Set("Accept-Language", "en")
	w.get("/login?lang=ru").wants(http.StatusSeeOther)
	w.post("/login", "email", "stranger@example.org", "password", password).wants(http.StatusSeeOther)
	w.get("/projects").has("html[lang=ru]")
	w.post("/account", "language", "en", "theme", "").wants(http.StatusSeeOther)
	w.get("/projects").has("html[lang=en]")
}
