package miniapp

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"botyard/internal/richtext"
)

// hostile is what an owner or somebody in an owner's place may write anywhere.
const hostile = "</title></style></script><script>alert(1)</script><!--<script>-->]]>\u2028\u2029\"'`&amp;<img src=x onerror=alert(1)>${a}\\u003c"

// everything is a project with every sample of every kind on one page.
func everything(t testing.TB) Manifest {
	t.Helper()
	var blocks []string
	for _, kind := range slices.Sorted(maps.Keys(samples)) {
		for i, sample := range samples[kind] {
			blocks = append(blocks, strings.Replace(sample, `"id":"b"`, fmt.Sprintf(`"id":"%s%d"`, kind, i), 1))
		}
	}
	m := onPage(t, strings.Join(blocks, ","))
	m.Bot = "https://t.me/par_bot"
	return m
}

// words are the members that hold whatever an owner writes; the others are
// ids, keys and names of ours.
var words = map[string]bool{
	"text": true, "lead": true, "alt": true, "label": true, "title": true, "name": true, "about": true, "note": true, "address": true,
	"hours": true, "over": true, "when": true, "hint": true, "options": true, "submit": true, "thanks": true, "consent": true, "description": true,
}

// poison writes the hostile words wherever an owner can write words.
func poison(v reflect.Value, member string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		poison(v.Elem(), member)
	case reflect.Slice:
		for i := range v.Len() {
			poison(v.Index(i), member)
		}
	case reflect.Struct:
		poisonStruct(v, member)
	case reflect.String:
		if words[member] && v.String() != "" {
			v.SetString(hostile)
		}
		if member == "to" && strings.HasPrefix(v.String(), "https:") {
			v.SetString("https://x.example/" + hostile)
		}
	}
}

func poisonStruct(v reflect.Value, member string) {
	if node, ok := v.Addr().Interface().(*richtext.Node); ok {
		if node.Kind == richtext.Plain || node.Kind == richtext.Code {
			node.Value = hostile
		} else if node.Kind == richtext.Link {
			node.Value = "https://x.example/" + hostile
		}
		poison(reflect.ValueOf(node.Children), member)
		return
	}
	_, order := v.Interface().(Checkout)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if order && name == "name" {
			continue // whether it is asked for
		}
		poison(v.Field(i), name)
	}
}

// hostileManifest has the hostile words in every field that holds words.
func hostileManifest(t testing.TB) Manifest {
	t.Helper()
	m := everything(t)
	m.Name, m.Theme = hostile, Theme{Accent: hostile}
	for i := range m.Pages {
		m.Pages[i].Title = hostile
		for _, b := range m.Pages[i].Blocks {
			poison(reflect.ValueOf(b.Config), "")
		}
	}
	poison(reflect.ValueOf(&m.Catalog), "")
	return m
}

func TestHostileWords(t *testing.T) {
	t.Parallel()
	r, clean, m := newRenderer(t), everything(t), hostileManifest(t)
	for _, o := range []Options{asApp, asSite} {
		o.Forms = map[string]FormState{"home.form0": {Values: map[string]string{"name": hostile, "text": hostile, "hall": hostile}, Problems: map[string]string{"/values/name": hostile}, Note: hostile}}
		l := Links{Script: "/r.js", Style: "/a.css", Origin: "https://p.example"}
		want, _ := shape(t, newDocument(t, r, clean, o, l).HTML)
		got, said := shape(t, newDocument(t, r, m, o, l).HTML)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("elements as %s (-clean +hostile):\n%s", o.As, diff)
		}
		if said < 100 {
			t.Errorf("the hostile words stand unchanged in %d places as %s, want at least 100", said, o.As)
		}
	}
}

// shape parses a document as a browser does: how often each element stands in
// it, and in how many texts and attributes the hostile words.
func shape(t *testing.T, document []byte) (count map[string]int, said int) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	count = map[string]int{}
	for n := range root.Descendants() {
		switch n.Type {
		case html.CommentNode:
			t.Errorf("a comment %q in the document", n.Data)
		case html.ElementNode:
			count[n.Data]++
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") {
					t.Errorf("<%s %s=%q> in the document", n.Data, a.Key, a.Val)
				}
				said += strings.Count(a.Val, hostile)
			}
		case html.TextNode:
			said += strings.Count(n.Data, hostile)
		}
	}
	return count, said
}

func TestManifestInScript(t *testing.T) {
	t.Parallel()
	raw, err := hostileManifest(t).json(asApp, Page{ID: "home"}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<", ">", "\u2028", "\u2029"} {
		if bytes.Contains(raw, []byte(bad)) {
			t.Errorf("the manifest has %q, want it escaped", bad)
		}
	}
}

// newDocument draws a page and makes its document.
func newDocument(t *testing.T, r *Renderer, m Manifest, o Options, l Links) Document {
	t.Helper()
	markup, err := r.Render(t.Context(), m, o)
	if err != nil {
		t.Fatalf("Render: %v", err)
	}
	d, err := r.Document(m, o, l, markup)
	if err != nil {
		t.Fatalf("Document: %v", err)
	}
	return d
}

func TestDocument(t *testing.T) {
	t.Parallel()
	r, m := newRenderer(t), cafeManifest(t)
	app := newDocument(t, r, m, asApp, Links{})
	about := asSite
	about.Page = "about"
	site := newDocument(t, r, m, about, Links{Script: "/r.js", Style: "/a.css", Origin: "https://p.example", NoIndex: true})
	for _, want := range []string{`<html lang="ru" data-as="app">`, "<title>Меню · Кофейня «Пар»</title>", `content="noindex"`, "<style>" + r.style + "</style>", "<script>" + r.script + "</script>"} {
		if !strings.Contains(string(app.HTML), want) {
			t.Errorf("the Mini App's document lacks %.80s", want)
		}
	}
	for _, want := range []string{
		`<html lang="ru" data-as="site">`, "<title>О нас · Кофейня «Пар»</title>", `<meta name="robots" content="noindex">`,
		`<link rel="canonical" href="https://p.example/s/par/about">`, `<meta property="og:url" content="https://p.example/s/par/about">`,
		`<meta property="og:title" content="О нас">`, `<link rel="stylesheet" href="/a.css">`, `<script src="/r.js" defer></script>`,
	} {
		if !strings.Contains(string(site.HTML), want) {
			t.Errorf("the site's document lacks %s", want)
		}
	}
	if strings.Contains(app.CSP+site.CSP, "unsafe") {
		t.Errorf("CSP = %q and %q, want nothing unsafe", app.CSP, site.CSP)
	}
	if diff := cmp.Diff(app, newDocument(t, r, m, asApp, Links{})); diff != "" {
		t.Errorf("the same document twice (-first +second):\n%s", diff)
	}
	if _, err := r.Document(m, Options{As: App, Page: "none"}, Links{}, ""); !errors.Is(err, ErrNoPage) {
		t.Errorf("Document(no such page) = %v, want ErrNoPage", err)
	}
}

func TestDescription(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("слово ", 60)
	for in, want := range map[string]string{
		`{"id":"a","kind":"heading","text":"A"}`:                                  "",
		`{"id":"a","kind":"text","text":["a\n\n",{"bold":" b"}]}`:                 "a b",
		`{"id":"a","kind":"text","text":" "},{"id":"b","kind":"text","text":"c"}`: "c",
		`{"id":"a","kind":"text","text":"` + long + `"}`:                          strings.TrimSpace(strings.Repeat("слово ", 26)) + "…",
		`{"id":"a","kind":"text","text":"` + strings.Repeat("ы", 200) + `"}`:      strings.Repeat("ы", 159) + "…",
	} {
		page := parsePages(t, `[{"id":"p","blocks":[`+in+`]}]`)[0]
		if got := page.Description(); got != want {
			t.Errorf("Description(%.60s) = %q, want %q", in, got, want)
		}
	}
}
