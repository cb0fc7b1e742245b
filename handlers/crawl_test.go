package handlers

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"botyard/internal/lang"
)

// mostPages is how many screens a walk sees, mostAlike how many of them of one
// route with the same words in the query.
const (
	mostPages = 300
	mostAlike = 3
)

// walk goes through the cabinet by its links, as one person.
type walk struct {
	t    *testing.T
	w    *browser
	lang lang.Lang
	mux  *http.ServeMux
	// ahead are the addresses to see, with the one that led there.
	ahead [][2]string
	seen  map[string]bool
	alike map[string]int
	pages map[string]*goquery.Document
	// reached are the patterns of the routes that were seen.
	reached map[string]bool
}

func newWalk(t *testing.T, b *bundle, w *browser, l lang.Lang, from ...string) *walk {
	t.Helper()
	k := &walk{t: t, w: w, lang: l, mux: http.NewServeMux(), seen: map[string]bool{}, alike: map[string]int{}, pages: map[string]*goquery.Document{}, reached: map[string]bool{}}
	for _, rt := range b.routes {
		k.mux.HandleFunc(rt.method+" "+rt.pattern, func(http.ResponseWriter, *http.Request) {})
	}
	for _, path := range from {
		k.ahead = append(k.ahead, [2]string{path, "the beginning"})
	}
	return k
}

// goes sees what is ahead until nothing is.
func (k *walk) goes() {
	k.t.Helper()
	for len(k.ahead) > 0 && len(k.pages) < mostPages {
		next := k.ahead[0]
		k.ahead = k.ahead[1:]
		k.see(next[0], next[1])
	}
}

// fresh tells whether an address is worth a look, and notes that it had one.
func (k *walk) fresh(address string) bool {
	path, _, _ := strings.Cut(address, "#")
	r := httptest.NewRequest(http.MethodGet, k.w.origin+path, nil)
	_, pattern := k.mux.Handler(r)
	var names []string
	for name := range r.URL.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	shape := pattern + "?" + strings.Join(names, "&")
	if k.seen[path] || pattern != "" && k.alike[shape] >= mostAlike {
		return false
	}
	k.seen[path], k.reached[pattern] = true, true
	k.alike[shape]++
	return true
}

// see looks at one screen, and at where it leads.
func (k *walk) see(address, from string) {
	k.t.Helper()
	if !k.fresh(address) {
		return
	}
	path, _, _ := strings.Cut(address, "#")
	a := k.w.get(path)
	for hops := 0; a.StatusCode == http.StatusSeeOther && hops < 3; hops++ {
		a = k.w.get(strings.SplitN(a.Header.Get("Location"), "#", 2)[0])
	}
	if a.StatusCode != http.StatusOK {
		k.t.Errorf("%s leads to %s, which is answered with %d", from, address, a.StatusCode)
		return
	}
	if !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") || strings.HasPrefix(path, "/s/") || strings.HasPrefix(path, "/m/") || strings.HasPrefix(path, "/preview/") {
		return
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(a.body))
	if err != nil {
		k.t.Fatal(err)
	}
	k.pages[path] = doc
	for _, complaint := range flaws(doc, k.lang) {
		k.t.Errorf("%s (%s): %s", path, k.lang.Code(), complaint)
	}
	k.look(doc, path)
}

// look notes where a screen leads: by links, by forms that only ask, by
// pictures and frames.
func (k *walk) look(doc *goquery.Document, path string) {
	base, err := url.Parse(k.w.origin + path)
	if err != nil {
		k.t.Fatal(err)
	}
	add := func(address string) {
		u, err := base.Parse(address)
		if err != nil {
			k.t.Errorf("%s leads to %q", path, address)
			return
		}
		if u.Scheme+"://"+u.Host == k.w.origin {
			u.Scheme, u.Host = "", ""
			k.ahead = append(k.ahead, [2]string{u.String(), path})
		}
	}
	for _, e := range doc.Find("a[href], img[src], iframe[src]").EachIter() {
		add(e.AttrOr("href", e.AttrOr("src", "")))
	}
	for _, e := range doc.Find("form[method=get]").EachIter() {
		add(e.AttrOr("action", "") + "?" + soughtIn(e).Encode())
	}
}

// soughtIn are the fields of a form as they stand, with words to seek.
func soughtIn(form *goquery.Selection) url.Values {
	values := url.Values{}
	for _, e := range form.Find("input[name], select[name]").EachIter() {
		name := e.AttrOr("name", "")
		values.Set(name, e.AttrOr("value", ""))
		if e.Is("select") {
			values.Set(name, e.Find("option").Last().AttrOr("value", ""))
		}
		if e.Is("[type=search]") {
			values.Set(name, "Аnna's «100 %»")
		}
	}
	return values
}

var (
	keyLike  = regexp.MustCompile(`^[a-z_]+(\.[a-z0-9_]+)+$`)
	unfilled = regexp.MustCompile(`\{[a-z_]+\}|%![a-z]\(|\(no value\)|<nil>`)
)

// keyAreas are the first words of the catalogue's keys.
var keyAreas = []string{"nav", "publish", "form", "saved", "toast", "write", "door", "projects", "home", "bot", "conflict", "pages", "releases", "settings", "failure",
	"problem", "variable", "time", "audit", "leaving", "suspension", "card", "chat", "catalog", "orders", "scenario", "dialogues", "desk", "secrets", "attention", "map"}

// flaws is what is wrong with a screen whatever it shows.
func flaws(doc *goquery.Document, l lang.Lang) (complaints []string) {
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	if strings.TrimSpace(doc.Find("title").Text()) == "" {
		complain("no title")
	}
	if doc.Find("h1").Length() != 1 || strings.TrimSpace(doc.Find("h1").Text()) == "" && doc.Find("h1 img[alt]").Length() == 0 {
		complain("%d headings of the first level that say %q, want one", doc.Find("h1").Length(), doc.Find("h1").Text())
	}
	if got := doc.Find("html").AttrOr("lang", ""); got != l.Code() {
		complain("its language is %q", got)
	}
	complaints = append(complaints, wordFlaws(doc)...)
	complaints = append(complaints, pointerFlaws(doc)...)
	return append(complaints, controlFlaws(doc)...)
}

// wordFlaws are words that nobody wrote for people.
func wordFlaws(doc *goquery.Document) (complaints []string) {
	check := func(words string) {
		for _, word := range strings.Fields(words) {
			area, _, _ := strings.Cut(word, ".")
			if keyLike.MatchString(word) && slices.Contains(keyAreas, area) {
				complaints = append(complaints, "it says "+word)
			}
		}
		if bad := unfilled.FindString(words); bad != "" {
			complaints = append(complaints, "it says "+bad)
		}
	}
	for _, e := range doc.Find("body *").EachIter() {
		check(e.Contents().FilterFunction(func(_ int, c *goquery.Selection) bool { return goquery.NodeName(c) == "#text" }).Text())
		for _, name := range []string{"aria-label", "placeholder", "title", "alt"} {
			check(e.AttrOr(name, ""))
		}
	}
	check(doc.Find("title").Text())
	return complaints
}

// pointerFlaws are ids that are there twice, and what points nowhere.
func pointerFlaws(doc *goquery.Document) (complaints []string) {
	ids := map[string]bool{}
	for _, e := range doc.Find("[id]").EachIter() {
		id := e.AttrOr("id", "")
		if ids[id] {
			complaints = append(complaints, fmt.Sprintf("the id %q is there twice", id))
		}
		ids[id] = true
	}
	for _, name := range []string{"for", "form", "aria-describedby", "aria-labelledby", "aria-controls", "hx-target", "hx-select", "hx-include", "data-into", "data-reveal", "popovertarget"} {
		for _, e := range doc.Find("[" + name + "]").EachIter() {
			for _, id := range strings.Fields(e.AttrOr(name, "")) {
				if id = strings.TrimPrefix(id, "#"); !ids[id] && id != "this" && id != "body" {
					complaints = append(complaints, fmt.Sprintf("%s=%q points nowhere", name, id))
				}
			}
		}
	}
	for _, e := range doc.Find(`a[href^="#"]`).EachIter() {
		if id := strings.TrimPrefix(e.AttrOr("href", ""), "#"); !ids[id] {
			complaints = append(complaints, "a link leads to #"+id+", which is nowhere")
		}
	}
	return complaints
}

// controlFlaws are controls without a name that one can see or hear.
func controlFlaws(doc *goquery.Document) (complaints []string) {
	for _, e := range doc.Find("input:not([type=hidden]), select, textarea").EachIter() {
		id, named := e.AttrOr("id", ""), e.AttrOr("aria-label", "")+e.AttrOr("aria-labelledby", "")
		if named == "" && e.Closest("label").Length() == 0 && strings.TrimSpace(doc.Find(`label[for="`+id+`"]`).Text()) == "" {
			complaints = append(complaints, fmt.Sprintf("the control %s %q has no label", e.AttrOr("name", ""), id))
		}
	}
	for _, e := range doc.Find("label").EachIter() {
		if e.AttrOr("for", "") == "" && e.Find("input, select, textarea").Length() != 1 {
			complaints = append(complaints, fmt.Sprintf("the label %q has no control", strings.TrimSpace(e.Text())))
		}
	}
	for _, e := range doc.Find("a, button, summary").EachIter() {
		if strings.TrimSpace(e.Text()) == "" && e.AttrOr("aria-label", "") == "" && e.Find("img[alt]").Length() == 0 {
			complaints = append(complaints, fmt.Sprintf("the button or link %q has no words", e.AttrOr("id", e.AttrOr("href", ""))))
		}
	}
	return complaints
}

// furnished is an installation whose owner has a project with something of
// everything, and whose staff have something to do.
func furnished(t *testing.T) *staffed {
	t.Helper()
	s, _ := connected(t)
	cafe := s.owner.post("/projects", "name", "Second", "template", "cafe").wants(http.StatusSeeOther).Header.Get("Location")
	s.owner.put(s.home+"/draft", s.owner.get(cafe+"/draft").body).wants(http.StatusOK)
	s.owner.post(s.home + "/releases").wants(http.StatusSeeOther)
	s.owner.put(s.home+"/draft", strings.Replace(s.owner.get(cafe+"/draft").body, `"title":"`, `"title":"New `, 3)).wants(http.StatusOK)
	s.owner.post(s.home+"/catalog-settings", "currency", "RUB", "categories", "Bread\nCakes").wants(http.StatusSeeOther)
	for _, name := range []string{"Rye", "Wheat", "Spelt"} {
		s.owner.post(s.home+"/catalog", "name", name, "price", "100", "category", "bread").wants(http.StatusSeeOther)
	}
	s.owner.get(s.home + "/chat").wants(http.StatusOK)
	s.owner.post(s.home+"/dialogues", "title", "Hours").wants(http.StatusSeeOther)
	s.owner.post(s.home+"/secrets", "name", "key", "value", "x").wants(http.StatusSeeOther)
	s.exec(`INSERT INTO submissions (project_id, number, form, kind, source, principal, digest, title, person, content, words, status)
		SELECT $1, n, 'home.f', 'request', 'site', '', '', 'Question', 'Zoya', '{"form":"home.f","kind":"form","title":"Question","fields":[{"id":"text","type":"long","label":"What","value":"When?"}]}', 'zoya',
		(ARRAY['new', 'work', 'done', 'rejected'])[1 + n % 4] FROM generate_series(1, 120) AS n`, s.project)
	s.exec(`INSERT INTO dead_letters (project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, reason)
		SELECT $1, n, 1, 1, 1, '', now(), 6, 'turn_failed' FROM generate_series(1, 2) AS n`, s.project)
	s.exec(`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code) VALUES ($1, 1, now(), 1, 0, 1, 'unknown', 'ambiguous'), ($1, 1, now(), 2, 0, 1, 'failed', 'rejected')`, s.project)
	return s
}

// reachedOtherwise are screens to which no link leads: the address is typed,
// told by a program, or given to one by another person.
var reachedOtherwise = []string{"GET /{$}", "GET /signup", "GET /login", "GET /goodbye", "GET /account/invitations"}

// TestEveryLinkOfTheCabinetLeadsSomewhere walks as the owner and as staff, in
// both languages, and comes to every screen.
func TestEveryLinkOfTheCabinetLeadsSomewhere(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	reached := map[string]bool{}
	for _, l := range lang.All {
		for who, from := range map[*browser][]string{s.owner: {s.home, "/projects", "/account"}, s.vera: {"/support", "/account"}} {
			who.post("/account", "language", l.Code(), "theme", "").wants(http.StatusSeeOther)
			k := newWalk(t, s.bundle, who, l, from...)
			k.goes()
			maps.Copy(reached, k.reached)
		}
	}
	for _, rt := range s.routes {
		name := rt.method + " " + rt.pattern
		if rt.method == http.MethodGet && rt.host == onCabinet && !rt.machine && !reached[name] && !slices.Contains(reachedOtherwise, name) {
			t.Errorf("no link leads to %s", name)
		}
	}
}

// TestFlawsAreSeen plants one of each.
func TestFlawsAreSeen(t *testing.T) {
	t.Parallel()
	const sound = `<html lang="en"><title>T</title><body><h1>H</h1><div id="a"></div></body></html>`
	for planted, want := range map[string]int{
		"": 0, `<p>toast.saved</p>`: 1, `<p title="{n} left">x</p>`: 1, `<i id="a"></i>`: 1, `<label for="b">B</label>`: 1, `<i hx-target="#b"></i>`: 1, `<a href="#b">x</a>`: 1,
		`<input name="x" id="x">`: 1, `<label>Lone</label>`: 1, `<button id="y"> </button>`: 1, `<h1>Two</h1>`: 1, `<label>Well <input name="x" id="x"></label>`: 0,
	} {
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(strings.Replace(sound, "</body>", planted+"</body>", 1)))
		if err != nil {
			t.Fatal(err)
		}
		if got := flaws(doc, lang.EN); len(got) != want {
			t.Errorf("flaws with %s = %q, want %d", planted, got, want)
		}
	}
}
