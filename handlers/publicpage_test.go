package handlers

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"botyard/internal/telegram"
)

// launched is an installation with two origins and a project that is published
// and connected, and a visitor on the pages' origin.
func launched(t *testing.T) (b *bundle, owner, visitor *browser, home string, bot telegram.Token) {
	t.Helper()
	b = setup(t, publicAt(cabinet), pagesAt("http://127.0.0.1:8080"))
	owner = b.browser(t)
	owner.origin = cabinet
	owner.post("/signup", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	home = owner.newProject("Café")
	token := b.newBot(t, "cafe_bot").Token
	owner.post(home+"/bot", "token", string(token)).wants(http.StatusSeeOther)
	visitor = b.browser(t)
	visitor.origin = "http://127.0.0.1:8080"
	return b, owner, visitor, home, token
}

func TestPublishedPagesAreServed(t *testing.T) {
	t.Parallel()
	_, owner, visitor, _, _ := launched(t)
	for path, framing := range map[string]string{
		"/m/caf": "frame-ancestors 'self' https://web.telegram.org https://*.telegram.org", "/s/caf": "frame-ancestors 'none'",
	} {
		a := visitor.get(path).wants(http.StatusOK).has("h1")
		csp := a.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, framing) || strings.Contains(csp, "unsafe") || !strings.Contains(csp, "default-src 'none'") {
			t.Errorf("%s: CSP = %q, want %q and nothing unsafe", path, csp, framing)
		}
		if a.Header.Get("X-Frame-Options") != "" || len(a.Cookies()) > 0 || strings.Contains(a.Header.Get("Vary"), "Cookie") {
			t.Errorf("%s: headers = %v, want no X-Frame-Options and nothing of cookies", path, a.Header)
		}
		owner.get(path).wants(http.StatusNotFound)
	}
	visitor.get("/login").wants(http.StatusNotFound)
	if a := visitor.get("/s/none").wants(http.StatusNotFound).has("h1"); a.find("a[href='/projects']").Length() != 0 {
		t.Error("a visitor's 404 leads into the cabinet")
	}
	visitor.get("/s/caf/none").wants(http.StatusNotFound)
}

func TestSimulatedTelegramMayFrameApps(t *testing.T) {
	t.Parallel()
	s := newServer(Config{AppFrame: "http://127.0.0.1:8081"})
	if got, want := s.appFramers(), framers+" http://127.0.0.1:8081"; got != want {
		t.Errorf("appFramers = %q, want %q", got, want)
	}
	s.AppFrame = ""
	if got := s.appFramers(); got != framers {
		t.Errorf("appFramers without one = %q, want %q", got, framers)
	}
}

func TestPagesAreCachedByTheirContent(t *testing.T) {
	t.Parallel()
	_, owner, visitor, home, _ := launched(t)
	plain := visitor.get("/s/caf")
	visitor.header.Set("Accept-Encoding", "br, gzip;q=0.8")
	packed := visitor.get("/s/caf").wants(http.StatusOK)
	if packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("headers = %v, want gzip under an ETag of its own", packed.Header)
	}
	z, err := gzip.NewReader(strings.NewReader(packed.body))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, _ := io.ReadAll(z); !bytes.Equal(unpacked, []byte(plain.body)) {
		t.Error("the packed page is another than the plain one")
	}
	visitor.header.Set("If-None-Match", `"other", W/`+packed.Header.Get("ETag"))
	if a := visitor.get("/s/caf").wants(http.StatusNotModified); a.body != "" || a.Header.Get("ETag") == "" {
		t.Errorf("304 = %q, ETag %q, want no body and the ETag", a.body, a.Header.Get("ETag"))
	}
	owner.post(home+"/pages/home/blocks/b1", "f-text", "New").wants(http.StatusSeeOther)
	owner.post(home + "/releases").wants(http.StatusSeeOther)
	visitor.get("/s/caf").wants(http.StatusOK)
	visitor.header = http.Header{"Accept-Encoding": {"gzip;q=0"}}
	if got := visitor.get("/s/caf").Header.Get("Content-Encoding"); got != "" {
		t.Errorf("Content-Encoding for one who refuses gzip = %q, want none", got)
	}
	head := visitor.do(httptest.NewRequest(http.MethodHead, visitor.origin+"/s/caf", nil)).wants(http.StatusOK)
	if head.body != "" || head.Header.Get("Content-Length") == "" {
		t.Errorf("HEAD = %d bytes, length %q, want only the length", len(head.body), head.Header.Get("Content-Length"))
	}
}

func TestOldAddressesLeadOn(t *testing.T) {
	t.Parallel()
	_, owner, visitor, home, _ := launched(t)
	owner.post(home+"/settings", "name", "Café", "address", "new-place", "language", "en").wants(http.StatusSeeOther)
	for path, want := range map[string]string{
		"/m/caf?tgWebAppStartParam=x": "/m/new-place?tgWebAppStartParam=x", "/s/caf": "/s/new-place",
		"/s/caf/menu": "/s/new-place/menu", "/s/new-place/": "/s/new-place",
	} {
		a := visitor.get(path).wants(http.StatusMovedPermanently)
		if got := a.Header.Get("Location"); got != want || a.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s leads to %q (%s), want %q, not kept", path, got, a.Header.Get("Cache-Control"), want)
		}
	}
}

func TestPreviewShowsTheDraftToItsEditorOnly(t *testing.T) {
	t.Parallel()
	b, owner, visitor, home, _ := launched(t)
	owner.post(home+"/pages/home/blocks/b1", "f-text", "Only a draft").wants(http.StatusSeeOther)
	src := owner.get(home+"/pages/home").find("#preview").AttrOr("src", "")
	path := strings.TrimPrefix(src, visitor.origin)
	a := visitor.get(path).wants(http.StatusOK)
	if csp := a.Header.Get("Content-Security-Policy"); !strings.Contains(a.body, "Only a draft") || !strings.HasSuffix(csp, "frame-ancestors "+cabinet) {
		t.Errorf("preview = %.300s, CSP %q, want the draft, framed by the cabinet only", a.body, csp)
	}
	if a.Header.Get("Referrer-Policy") != "no-referrer" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers = %v, want no referrer and no cache", a.Header)
	}
	visitor.get(strings.TrimSuffix(path, "/home")).wants(http.StatusOK)
	visitor.get(strings.TrimSuffix(path, "home") + "none").wants(http.StatusNotFound)
	visitor.get("/preview/AAAA" + strings.TrimPrefix(path, "/preview/")).wants(http.StatusNotFound)
	bearer := bearer{Project: 1, Until: time.Now().Add(time.Hour).Unix()}.seal(b.Keys)
	visitor.get("/preview/" + bearer).wants(http.StatusNotFound)
	b.Now = func() time.Time { return time.Now().Add(ticketLife + time.Minute) }
	visitor.get(path).wants(http.StatusNotFound)
}

// launch asks for a session with initData.
func (w *browser) launch(initData string) *answer {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodPost, w.origin+"/m/caf/session", nil)
	if initData != "" {
		r.Header.Set("Authorization", "tma "+initData)
	}
	return w.do(r)
}

func launchData(token telegram.Token, age time.Duration) string {
	at := time.Now().Add(-age).Unix()
	return telegram.SignInitData(token, map[string]string{"auth_date": strconv.FormatInt(at, 10), "user": `{"id":77,"first_name":"Vera"}`}, nil)
}

func TestMiniAppSession(t *testing.T) {
	t.Parallel()
	b, owner, visitor, home, token := launched(t)
	a := visitor.launch(launchData(token, time.Hour)).wants(http.StatusOK)
	var session struct {
		Token     string
		ExpiresIn int `json:"expires_in"`
	}
	if err := json.Unmarshal([]byte(a.body), &session); err != nil || session.ExpiresIn != 3600 {
		t.Fatalf("session = %s, want a token for an hour", a.body)
	}
	botID, _ := token.BotID()
	var project int64
	_, _ = fmt.Sscanf(home, "/projects/%d", &project)
	if got, err := openBearer(b.Keys, session.Token, project, botID, time.Now()); err != nil || got.User != 77 {
		t.Errorf("openBearer = %+v, %v, want person 77", got, err)
	}
	other := b.newBot(t, "other_bot").Token
	for name, initData := range map[string]string{
		"none": "", "rubbish": "hello", "another bot's": launchData(other, 0), "stale": launchData(token, 25*time.Hour),
		"changed":   strings.Replace(launchData(token, 0), "Vera", "Vero", 1),
		"of nobody": telegram.SignInitData(token, map[string]string{"auth_date": strconv.FormatInt(time.Now().Unix(), 10)}, nil),
	} {
		if got := visitor.launch(initData); got.StatusCode != http.StatusUnauthorized {
			t.Errorf("initData %s = %d, want 401", name, got.StatusCode)
		}
	}
	owner.post(home + "/bot/disconnection").wants(http.StatusSeeOther)
	visitor.launch(launchData(token, 0)).wants(http.StatusUnauthorized)
	visitor.post("/m/none/session").wants(http.StatusNotFound)
}

func TestBearer(t *testing.T) {
	t.Parallel()
	b := setup(t)
	now := time.Now()
	good := bearer{Project: 1, Bot: 2, User: 3, Until: now.Add(time.Minute).Unix()}
	text := good.seal(b.Keys)
	if got, err := openBearer(b.Keys, text, 1, 2, now); err != nil || got != good {
		t.Errorf("openBearer = %+v, %v, want what was sealed", got, err)
	}
	late := bearer{Project: 1, Bot: 2, User: 3, Until: now.Unix()}.seal(b.Keys)
	for name, c := range map[string]struct {
		text         string
		project, bot int64
	}{
		"another project": {text, 9, 2}, "another bot": {text, 1, 9}, "late": {late, 1, 2}, "empty": {"", 1, 2},
		"unsigned": {strings.Split(text, ".")[0] + ".", 1, 2}, "changed": {"A" + text[1:], 1, 2},
	} {
		if _, err := openBearer(b.Keys, c.text, c.project, c.bot, now); err == nil {
			t.Errorf("openBearer of one that is %s = no error, want errBearer", name)
		}
	}
}
