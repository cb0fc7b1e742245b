package gallery

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/static"
	"botyard/views/page"
)

// eachScreen runs check on every screen in both languages.
func eachScreen(t *testing.T, check func(t *testing.T, doc *goquery.Document)) {
	t.Helper()
	for _, l := range lang.All {
		for _, s := range append(Screens(l), Screen{"gallery", IndexPage()}) {
			t.Run(s.Name+"-"+l.Code(), func(t *testing.T) {
				t.Parallel()
				check(t, drawn(t, l, s.Body))
			})
		}
	}
}

func drawn(t *testing.T, l lang.Lang, body templ.Component) *goquery.Document {
	t.Helper()
	var html strings.Builder
	if err := body.Render(sampleContext(l, page.SystemTheme), &html); err != nil {
		t.Fatalf("render: %v", err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(html.String()))
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	return doc
}

var (
	bareKey     = regexp.MustCompile(`\b(nav|publish|form|saved|toast|write|door|projects|home|bot|conflict|pages|releases|settings|failure|problem|variable|time|audit|leaving|suspension|card|chat)\.[a-z_]+\b`)
	unfilled    = regexp.MustCompile(`\{[a-z_]+\}`)
	badVerb     = regexp.MustCompile(`%![a-z]\(`)
	addressLike = regexp.MustCompile(`(?i)^(https?|tel|mailto):|^[/#?]`)
)

func TestWordsAreThere(t *testing.T) {
	t.Parallel()
	eachScreen(t, func(t *testing.T, doc *goquery.Document) {
		words := doc.Find("body").Text() + doc.Find("title").Text()
		for _, e := range doc.Find("[aria-label],[placeholder],[title],[alt]").EachIter() {
			for _, name := range []string{"aria-label", "placeholder", "title", "alt"} {
				words += "\n" + e.AttrOr(name, "")
			}
		}
		for _, bad := range []*regexp.Regexp{bareKey, unfilled, badVerb} {
			if found := bad.FindString(words); found != "" {
				t.Errorf("the screen says %q", found)
			}
		}
		if got := doc.Find("h1").Length(); got != 1 {
			t.Errorf("%d headings of the first level, want 1", got)
		}
	})
}

func TestIdsAreUniqueAndPointedAt(t *testing.T) {
	t.Parallel()
	eachScreen(t, func(t *testing.T, doc *goquery.Document) {
		ids := map[string]bool{}
		for _, e := range doc.Find("[id]").EachIter() {
			id := e.AttrOr("id", "")
			if ids[id] {
				t.Errorf("id %q is there twice", id)
			}
			ids[id] = true
		}
		for _, name := range []string{"for", "aria-describedby", "aria-labelledby", "form", "data-into", "data-reveal"} {
			for _, e := range doc.Find("[" + name + "]").EachIter() {
				for _, id := range strings.Fields(e.AttrOr(name, "")) {
					if !ids[id] {
						t.Errorf("%s=%q points nowhere", name, id)
					}
				}
			}
		}
		for _, name := range []string{"hx-target", "hx-select"} {
			for _, e := range doc.Find("[" + name + "]").EachIter() {
				if id := strings.TrimPrefix(e.AttrOr(name, ""), "#"); !ids[id] {
					t.Errorf("%s=%q points nowhere", name, id)
				}
			}
		}
		for _, e := range doc.Find(`a[href^="#"]`).EachIter() {
			if id := strings.TrimPrefix(e.AttrOr("href", ""), "#"); !ids[id] {
				t.Errorf("a link leads to #%s, which is nowhere", id)
			}
		}
	})
}

func TestControlsHaveNames(t *testing.T) {
	t.Parallel()
	eachScreen(t, func(t *testing.T, doc *goquery.Document) {
		for _, e := range doc.Find("input:not([type=hidden]), select, textarea").EachIter() {
			if e.AttrOr("id", "") == "" || e.AttrOr("name", "") == "" {
				t.Errorf("a control without id or name: %s", outer(e))
			}
			labelled := doc.Find(fmt.Sprintf("label[for=%q]", e.AttrOr("id", ""))).Length() > 0
			if !labelled && e.Closest("label").Length() == 0 && e.AttrOr("aria-label", "") == "" {
				t.Errorf("a control without a label: %s", outer(e))
			}
		}
		for _, e := range doc.Find("button, a, summary").EachIter() {
			if strings.TrimSpace(e.Text()) == "" && e.AttrOr("aria-label", "") == "" {
				t.Errorf("a button or link without words: %s", outer(e))
			}
		}
		for _, e := range doc.Find("main button, summary, main select").EachIter() {
			if e.AttrOr("id", "") == "" && doc.Find("title").Text() != "Gallery · Botyard" {
				t.Errorf("without an id the focus is lost when it is drawn anew: %s", outer(e))
			}
		}
	})
}

func outer(e *goquery.Selection) string {
	html, err := goquery.OuterHtml(e)
	if err != nil {
		return err.Error()
	}
	return html[:min(len(html), 160)]
}

// TestFormsWorkWithoutScripts holds every form to a method and an address, and
// every button that sends one to a form.
func TestFormsWorkWithoutScripts(t *testing.T) {
	t.Parallel()
	eachScreen(t, func(t *testing.T, doc *goquery.Document) {
		for _, e := range doc.Find("form").EachIter() {
			if method := e.AttrOr("method", ""); method != "post" && !(method == "get" && e.Is("[role=search]")) || !strings.HasPrefix(e.AttrOr("action", ""), "/") {
				t.Errorf("a form that cannot be sent: %s", outer(e))
			}
			if hx, found := e.Attr("hx-post"); found && hx != e.AttrOr("action", "") {
				t.Errorf("hx-post=%q and action=%q differ", hx, e.AttrOr("action", ""))
			}
			id := e.AttrOr("id", "?")
			if e.Is("[data-drop]") {
				continue // for dragging; the buttons beside it do the same without scripts
			}
			if e.Find("button:not([type=button])").Length()+doc.Find(fmt.Sprintf("button[form=%q]", id)).Length() == 0 {
				t.Errorf("a form without a button: %s", outer(e))
			}
		}
		for _, e := range doc.Find("a").EachIter() {
			if href := e.AttrOr("href", ""); !addressLike.MatchString(href) {
				t.Errorf("a link to %q", href)
			}
		}
	})
}

// TestPolicyHolds holds the markup to what the content security policy and
// htmx 4 allow.
func TestPolicyHolds(t *testing.T) {
	t.Parallel()
	eachScreen(t, func(t *testing.T, doc *goquery.Document) {
		if n := doc.Find("style, [style], script:not([src]), [hx-boost], [hx-ext], [hx-vars], [hx-disabled-elt]").Length(); n > 0 {
			t.Errorf("%d elements with inline style, inline script or htmx 2's words", n)
		}
		for _, e := range doc.Find("*").EachIter() {
			for _, a := range e.Get(0).Attr {
				if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") {
					t.Errorf("%s on %s", a.Key, outer(e))
				}
			}
		}
		if doc.Find("#toast[role=status]").Length() != 1 {
			t.Error("no live region for toasts")
		}
		if n := doc.Find("main .btn-main").Length(); n > 1 && doc.Find("title").Text() != "Gallery · Botyard" {
			t.Errorf("%d main buttons, want at most one", n)
		}
	})
}

func TestFilesAndIconsExist(t *testing.T) {
	t.Parallel()
	sprite, err := static.FS.ReadFile("icons.svg")
	if err != nil {
		t.Fatal(err)
	}
	eachScreen(t, func(t *testing.T, doc *goquery.Document) {
		for _, e := range doc.Find("use").EachIter() {
			file, name, _ := strings.Cut(e.AttrOr("href", ""), "#")
			if file != static.URL("icons.svg") || !strings.Contains(string(sprite), `id="`+name+`"`) {
				t.Errorf("no drawing %q in %s", name, file)
			}
		}
		for _, e := range doc.Find("link[href], script[src]").EachIter() {
			address := e.AttrOr("href", "") + e.AttrOr("src", "")
			if !regexp.MustCompile(`-[0-9a-f]{12}\.`).MatchString(address) {
				t.Errorf("%s is not among the static files", address)
			}
		}
	})
}

// hostile breaks out of text, attributes, addresses and scripts where it can.
const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>javascript:alert(1)</textarea>` + "\u2028{n}"

func TestHostileNames(t *testing.T) {
	t.Parallel()
	s := sample{lang: lang.EN, email: hostile, instead: hostile}
	for _, screen := range s.screens() {
		t.Run(screen.Name, func(t *testing.T) {
			t.Parallel()
			doc := drawn(t, lang.EN, screen.Body)
			if n := doc.Find("script:not([src]), [onerror], img[src=x]").Length(); n > 0 {
				t.Errorf("%d elements came out of a name", n)
			}
			for _, e := range doc.Find("[href], [src], [action]").EachIter() {
				for _, name := range []string{"href", "src", "action"} {
					if strings.HasPrefix(e.AttrOr(name, ""), "javascript:") {
						t.Errorf("a script in %s: %s", name, outer(e))
					}
				}
			}
		})
	}
}

func TestNamesOfScreens(t *testing.T) {
	t.Parallel()
	names := screenNames(lang.RU)
	slices.Sort(names)
	if compact := slices.Compact(slices.Clone(names)); len(compact) != len(names) {
		t.Errorf("%d screens share %d names", len(names), len(compact))
	}
	if _, found := Find(lang.RU, "nothing"); found {
		t.Error("Find finds what is not there")
	}
}
