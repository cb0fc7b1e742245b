package miniapp

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// hostile is what an owner or somebody in an owner's place may write anywhere.
const hostile = "</title></style></script><script>alert(1)</script><!--<script>-->]]>\u2028\u2029\"'`&amp;<img src=x onerror=alert(1)>${a}\\u003c"

// hostileManifest has the hostile words in every field that holds words.
func hostileManifest(t *testing.T) Manifest {
	t.Helper()
	m := Manifest{Name: hostile, Slug: "s", Lang: hostile, Theme: Theme{Accent: hostile}, Bot: "https://t.me/" + hostile, Pages: Pages{
		{ID: "a", Title: hostile, Blocks: []Block{
			{ID: "1", Kind: "heading", Config: &Heading{Text: hostile}},
			{ID: "2", Kind: "image", Config: &Image{Media: key, Alt: hostile}},
			{ID: "3", Kind: "button", Config: &Button{Label: hostile, To: "https://x.example/" + hostile}},
		}},
		{ID: "b", Title: hostile},
	}}
	text := parsePages(t, `[{"id":"a","blocks":[{"id":"4","kind":"text","text":["x",{"bold":"x"},{"italic":"x"},{"code":"x"},{"link":"x","text":"x"}]}]}]`)
	passage := text[0].Blocks[0].Config.(*Text)
	passage.Text[0].Value = hostile
	passage.Text[1].Children[0].Value = hostile
	passage.Text[2].Children[0].Value = hostile
	passage.Text[3].Value = hostile
	passage.Text[4].Value = hostile
	passage.Text[4].Children[0].Value = hostile
	m.Pages[0].Blocks = append(m.Pages[0].Blocks, text[0].Blocks...)
	return m
}

func TestHostileWords(t *testing.T) {
	t.Parallel()
	r, m := newRenderer(t), hostileManifest(t)
	for _, o := range []Options{asApp, asSite} {
		d := newDocument(t, r, m, o, Links{Script: "/r.js", Style: "/a.css", Origin: "https://p.example"})
		checkShape(t, o, d.HTML)
	}
}

// checkShape parses a document as a browser does and fails when anything
// stands in it that the runtime and the document did not put there.
func checkShape(t *testing.T, o Options, document []byte) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	count, words := map[string]int{}, 0
	for n := range root.Descendants() {
		switch n.Type {
		case html.CommentNode:
			t.Errorf("a comment %q in the document as %s", n.Data, o.As)
		case html.ElementNode:
			count[n.Data]++
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") {
					t.Errorf("<%s %s=%q> in the document as %s", n.Data, a.Key, a.Val, o.As)
				}
			}
		case html.TextNode:
			if n.Data == hostile {
				words++
			}
		}
	}
	if count["script"] != 2 || count["img"] != 1 {
		t.Errorf("%d scripts, %d pictures as %s, want 2 and 1", count["script"], count["img"], o.As)
	}
	if words < 9 {
		t.Errorf("the hostile words stand unchanged in %d texts as %s, want at least 9", words, o.As)
	}
}

func TestManifestInScript(t *testing.T) {
	t.Parallel()
	raw, err := hostileManifest(t).json(asApp, Page{ID: "a"}, nil, false)
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
