package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"botyard/internal/telegram"
	"botyard/miniapp"
)

// shopDraft sells, and asks.
const shopDraft = `{"version":1,"pages":[
	{"id":"home","title":"Menu","blocks":[{"id":"h","kind":"heading","text":"Coffee"},{"id":"p","kind":"products"},{"id":"order","kind":"order","to":"page:policy"}]},
	{"id":"ask","title":"Ask","blocks":[{"id":"f","kind":"form","title":"A question","fields":[
		{"id":"phone","type":"phone","label":"Phone","required":true},{"id":"text","type":"long","label":"What","required":true}]}]},
	{"id":"policy","title":"Policy","foot":true,"blocks":[{"id":"t","kind":"text","text":"We keep little."}]}],
	"scenarios":[{"id":"s1","title":"Hi","triggers":[{"kind":"command","command":"start"}],"steps":[{"id":"t1","kind":"message","text":"Hi"}]}],
	"catalog":{"currency":"RUB","products":[
		{"id":"latte","name":"Latte","price":0,"variants":[{"id":"big","name":"Big","price":32050},{"id":"small","name":"Small","price":25000}]},
		{"id":"tea","name":"Tea","price":15000}]}}`

// shop is an installation with a shop, published and connected.
type shop struct {
	*bundle
	owner, visitor *browser
	home           string
	bot            telegram.Token
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{}
	s.bundle, s.owner, s.visitor, s.home, s.bot = launched(t)
	s.owner.put(s.home+"/draft", shopDraft).wants(http.StatusOK)
	s.owner.post(s.home + "/releases").wants(http.StatusSeeOther)
	return s
}

// bearer is what the Mini App of a person got.
func (s *shop) bearer(t *testing.T) string {
	t.Helper()
	var session struct{ Token string }
	if err := json.Unmarshal([]byte(s.visitor.launch(launchData(s.bot, 0)).wants(http.StatusOK).body), &session); err != nil {
		t.Fatal(err)
	}
	return "Bearer " + session.Token
}

// sends sends JSON to a form, with pairs of headers.
func (w *browser) sends(path, body string, headers ...string) *answer {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodPost, w.origin+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return w.do(r)
}

const (
	latteOrder = `{"values":{"name":"Anna","phone":"+7 900 123-45-67","consent":"on"},"lines":[{"item":"latte/big","quantity":2},{"item":"tea","quantity":1}]}`
	question   = `{"values":{"phone":"+79001234567","text":"When?"}}`
)

// wantKept counts the submissions that are kept.
func (s *shop) wantKept(t *testing.T, want int64) {
	t.Helper()
	var got int64
	if err := s.Store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM submissions").Scan(&got); err != nil || got != want {
		t.Errorf("%d submissions are kept, %v, want %d", got, err, want)
	}
}

func TestOrdersFromTheMiniApp(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	auth := s.bearer(t)
	for range 2 {
		a := s.visitor.sends("/m/caf/forms/home.order", latteOrder, "Idempotency-Key", "k1", "Authorization", auth).wants(http.StatusOK)
		if got, want := strings.TrimSpace(a.body), `{"number":1,"total":79100}`; got != want {
			t.Errorf("answer = %s, want %s", got, want)
		}
	}
	s.visitor.sends("/m/caf/forms/home.order", question, "Idempotency-Key", "k1", "Authorization", auth).wants(http.StatusUnprocessableEntity)
	var user int64
	var person, source string
	err := s.Store.Pool.QueryRow(t.Context(), "SELECT user_id, person, source FROM submissions").Scan(&user, &person, &source)
	if err != nil || user != 77 || person != "Anna" || source != "app" {
		t.Errorf("kept of %d %s from %s, %v, want 77 Anna from app", user, person, source, err)
	}
	// Who has typed no name has the one in Telegram.
	s.visitor.sends("/m/caf/forms/ask.f", question, "Idempotency-Key", "k2", "Authorization", auth).wants(http.StatusOK)
	if err := s.Store.Pool.QueryRow(t.Context(), "SELECT person FROM submissions WHERE number = 2").Scan(&person); err != nil || person != "Vera" {
		t.Errorf("person = %s, %v, want Vera", person, err)
	}
	s.wantKept(t, 2)
}

func TestForgedVisitorsAreRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	auth := s.bearer(t)
	for name, value := range map[string]string{"none": "", "rubbish": "Bearer x", "cut": auth[:len(auth)-2], "not exchanged": "tma " + launchData(s.bot, 0)} {
		a := s.visitor.sends("/m/caf/forms/home.order", latteOrder, "Idempotency-Key", "k", "Authorization", value)
		if a.StatusCode != http.StatusUnauthorized || a.Header.Get("Location") != "" {
			t.Errorf("order with %s = %d, want 401", name, a.StatusCode)
		}
	}
	s.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	s.visitor.sends("/m/caf/forms/home.order", latteOrder, "Idempotency-Key", "k", "Authorization", auth).wants(http.StatusUnauthorized)
	s.wantKept(t, 0)
}

func TestOneOrderHoweverConcurrently(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	auth := s.bearer(t)
	var all sync.WaitGroup
	answers := make([]string, 16)
	for i := range answers {
		all.Go(func() {
			w := s.browser(t)
			w.origin = s.visitor.origin
			answers[i] = w.sends("/m/caf/forms/home.order", latteOrder, "Idempotency-Key", "k", "Authorization", auth).body
		})
	}
	all.Wait()
	for _, got := range answers {
		if strings.TrimSpace(got) != `{"number":1,"total":79100}` {
			t.Errorf("answer = %s, want the same receipt for all", got)
		}
	}
	s.wantKept(t, 1)
}

func TestFormsWithoutScripts(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	w := s.visitor
	page := w.get("/s/caf").wants(http.StatusOK)
	if got := page.find("form[method=post]").AttrOr("action", ""); got != "/s/caf/forms/home.order" {
		t.Fatalf("the page's form leads to %q", got)
	}
	refused := w.post("/s/caf/forms/home.order", "name", "Anna", "phone", "12", ":latte/big", "2", ":tea", "").wants(http.StatusUnprocessableEntity)
	refused.value("[name=name]", "Anna").value("[name=phone]", "12").has("[name=phone][aria-invalid=true]")
	if got := refused.find("input[name=':latte/big']").AttrOr("value", ""); got != "2" {
		t.Errorf("quantity after a refusal = %q, want 2", got)
	}
	good := []string{"name", "Anna", "phone", "+7 900 123-45-67", "consent", "on", ":latte/big", "2", ":tea", "1", "website", ""}
	for range 2 { // a second tap
		to := w.post("/s/caf/forms/home.order", good...).wants(http.StatusSeeOther).Header.Get("Location")
		sent := w.get(to).wants(http.StatusOK)
		if !strings.HasPrefix(to, "/s/caf/home?sent=") || !strings.Contains(sent.body, "1") || !strings.Contains(sent.find("main, body").Text(), "791") {
			t.Errorf("%s shows no number and sum: %.300s", to, sent.find("body").Text())
		}
		if sent.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("Cache-Control = %q, want no-store", sent.Header.Get("Cache-Control"))
		}
	}
	s.wantKept(t, 1)
	// A receipt is for its page and project; another makes no difference.
	w.get("/s/caf/ask?sent=" + url.QueryEscape(sealClaims(s.Keys, sentPurpose, sentForm{Project: 999, Form: "ask.f", Receipt: miniapp.Receipt{Number: 5}}))).wants(http.StatusOK)
	if a := w.get("/s/caf/ask?sent=x"); strings.Contains(a.Header.Get("Cache-Control"), "no-store") {
		t.Error("a made-up receipt changes the page")
	}
	w.post("/m/caf/forms/home.order", good...).wants(http.StatusUnauthorized)
}

func TestPostsThatAreNoForms(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	w := s.visitor
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/s/none/forms/home.order", latteOrder, 404}, {"/s/caf/forms/home.none", latteOrder, 404}, {"/s/caf/forms/none", latteOrder, 404},
		{"/s/caf/forms/home.order", `[]`, 400}, {"/s/caf/forms/home.order", `{"values":{},"total":1}`, 400}, {"/s/caf/forms/home.order", ``, 400},
		{"/s/caf/forms/home.order", `{"values":{"name":"` + strings.Repeat("x", miniapp.MaxInput) + `"}}`, 413},
		{"/s/caf/forms/home.order", `{"values":{}}`, 422},
		{"/s/caf/forms/home.order", strings.Replace(latteOrder, "latte/big", "gone", 1), 422},
	} {
		w.sends(c.path, c.body, "Idempotency-Key", "k").wants(c.want)
	}
	w.sends("/s/caf/forms/home.order", latteOrder, "Idempotency-Key", strings.Repeat("k", 201)).wants(400)
	problems := w.sends("/s/caf/forms/home.order", strings.Replace(latteOrder, "latte/big", "latte/huge", 1)).wants(422).body
	if !strings.Contains(problems, `"path":"/lines/0"`) || !strings.Contains(problems, "Latte") {
		t.Errorf("problems = %s, want the line named", problems)
	}
	s.wantKept(t, 0)
}

func TestSpamIsNotKept(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	trapped := strings.Replace(question, `"text"`, `"website":"http://spam.example","text"`, 1)
	a := s.visitor.sends("/s/caf/forms/ask.f", trapped, "Idempotency-Key", "k").wants(http.StatusOK)
	if strings.TrimSpace(a.body) != `{"number":1}` {
		t.Errorf("answer to a program = %s, want one as if it were kept", a.body)
	}
	s.wantKept(t, 0)
	for i := range formPosts - 1 {
		s.visitor.sends("/s/caf/forms/ask.f", question, "Idempotency-Key", fmt.Sprint("k", i)).wants(http.StatusOK)
	}
	a = s.visitor.sends("/s/caf/forms/ask.f", question, "Idempotency-Key", "last").wants(http.StatusTooManyRequests)
	if a.Header.Get("Retry-After") == "" {
		t.Error("429 without Retry-After")
	}
	// What is known is answered however often it comes, and others go on.
	s.visitor.sends("/s/caf/forms/ask.f", question, "Idempotency-Key", "k1").wants(http.StatusOK)
	s.visitor.from = "203.0.113.99:5555"
	s.visitor.sends("/s/caf/forms/ask.f", question, "Idempotency-Key", "last").wants(http.StatusOK)
	s.wantKept(t, formPosts)
}
