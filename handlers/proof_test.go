package handlers

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
	"botyard/internal/project"
	"botyard/miniapp"
)

// stocked has a published café with a page of everything; home is its path in the cabinet.
func stocked(t *testing.T) (b *bundle, owner *browser, home string) {
	t.Helper()
	b = setup(t)
	owner = b.signedUp(t, "anna@example.org")
	home = owner.post("/projects", "name", "Café", "template", "cafe").wants(http.StatusSeeOther).Header.Get("Location")
	owner.post(home + "/legal").wants(http.StatusSeeOther)
	more, problems := miniapp.ParsePages([]byte(every), "")
	if len(problems) > 0 {
		t.Fatalf("ParsePages = %v", problems)
	}
	_, _, err := b.Projects.Edit(t.Context(), 1, 0, func(d *project.Draft) error {
		d.Pages = append(d.Pages, more...)
		d.Catalog.Products = append(d.Catalog.Products, miniapp.Product{ID: "tea", Name: "Tea", Price: 15000})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	owner.post(home + "/releases").wants(http.StatusSeeOther)
	return b, owner, home
}

// every is a page with what owners put on pages.
const every = `[{"id":"all","title":"All of it","blocks":[
 {"id":"b1","kind":"heading","look":"cover","text":"Coffee is ready","lead":"Order ahead","label":"Choose","to":"page:all"},
 {"id":"b2","kind":"text","text":["A ",{"bold":"b"}," and ",{"link":"https://x.example/","text":"c"}]},
 {"id":"b3","kind":"button","label":"Call","to":"tel:+70000000000"},
 {"id":"b4","kind":"links","title":"More","items":[{"label":"Bot","to":"https://t.me/x_bot","note":"At once"}]},
 {"id":"b5","kind":"faq","title":"Questions","items":[{"title":"Oat milk?","text":"Yes"}]},
 {"id":"b6","kind":"contacts","title":"Where","phone":"+7 900 000-00-00","email":"a@b.example","hours":["Daily 8–22"]},
 {"id":"b7","kind":"quote","text":"The best","name":"Olga","stars":"5"},
 {"id":"b8","kind":"products","title":"Menu"},
 {"id":"b9","kind":"form","title":"Booking","fields":[{"id":"n","type":"name","label":"Name","required":true},{"id":"h","type":"choice","label":"Hall","options":["A","B"]},{"id":"c","type":"consent","label":"I agree","to":"page:consent"}]},
 {"id":"b10","kind":"order","title":"Your order","consent":"I agree","to":"page:consent"}]}]`

// TestNothingForAxe asks axe about the Mini App, the site and the editors, by
// day and by night, on a phone and on a wide screen.
func TestNothingForAxe(t *testing.T) {
	t.Parallel()
	axe := chrome.Axe(t)
	b, _, home := stocked(t)
	p := newPerson(t, b)
	p.opens("/login")
	p.do("sign in", chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Click("#sign-in"), chromedp.WaitReady("#project-menu, #main h1"))
	paths := []string{"/s/caf", "/s/caf/all", "/s/caf/policy", "/s/caf/none", "/m/caf", "/m/caf?page=all", home + "/pages/all", home + "/pages/all?block=b9", home + "/pages/all?insert=1", home + "/theme", home + "/menu"}
	for i, path := range paths {
		for _, scheme := range []string{"light", "dark"} {
			width := []int64{360, 1280}[i%2]
			_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
			if err != nil {
				t.Fatal(err)
			}
			p.do("open "+path, chromedp.EmulateViewport(width, 800), chromedp.Navigate(p.url+path), chromedp.WaitReady("h1"))
			for _, found := range axe.Findings(t, p.ctx) {
				t.Errorf("%s, %s, %d wide: %s", path, scheme, width, found)
			}
		}
	}
}

// TestHTMLIsValid asks html-validate about the same.
func TestHTMLIsValid(t *testing.T) {
	t.Parallel()
	_, owner, home := stocked(t)
	documents := map[string]string{}
	for _, path := range []string{"/s/caf", "/s/caf/all", "/s/caf/none", "/m/caf", home + "/pages/all", home + "/pages/all?block=b9", home + "/theme", home + "/menu"} {
		documents[strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(path)] = owner.get(path).body
	}
	if said := chrome.Validate(t, documents); said != "" {
		t.Error(said)
	}
}

// TestFirstPageIsLight bounds what a visitor's first page costs: compressed
// bytes of the document and of what it needs before it is drawn, and how many
// requests that takes.
func TestFirstPageIsLight(t *testing.T) {
	t.Parallel()
	_, owner, _ := stocked(t)
	for path, most := range map[string]struct{ bytes, requests int }{"/m/caf": {14000, 1}, "/s/caf": {15000, 3}} {
		a := owner.get(path).wants(http.StatusOK)
		addresses := []string{path}
		for _, e := range a.find("link[rel=stylesheet], script[src]").EachIter() {
			addresses = append(addresses, e.AttrOr("href", e.AttrOr("src", "")))
		}
		total := 0
		for _, address := range addresses {
			total += owner.weighs(address)
		}
		t.Logf("%s: %d bytes, %d requests", path, total, len(addresses))
		if total > most.bytes || len(addresses) > most.requests {
			t.Errorf("%s takes %d bytes in %d requests, want at most %d in %d", path, total, len(addresses), most.bytes, most.requests)
		}
	}
}

// weighs is how many bytes an address sends, compressed.
func (w *browser) weighs(path string) int {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodGet, w.origin+path, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	a := w.do(r)
	if a.Header.Get("Content-Encoding") != "gzip" {
		w.t.Errorf("%s is not compressed", path)
	}
	return len(a.body)
}
