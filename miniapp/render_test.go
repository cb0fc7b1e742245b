package miniapp

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

const cafe = `[{"id":"home","title":"Меню","blocks":[
 {"id":"b1","kind":"heading","text":"Меню"},
 {"id":"b2","kind":"text","text":["Кофе ",{"bold":["очень ",{"italic":"вкусный"}]}," и ",{"link":"page:about","text":"о нас"},{"code":"x<y"}]},
 {"id":"b3","kind":"image","media":"0123456789abcdef0123456789abcdef","alt":"Чашка \"кофе\""},
 {"id":"b4","kind":"button","label":"Позвонить","to":"tel:+70000000000"},
 {"id":"b5","kind":"button","label":"О нас","to":"page:about"},
 {"id":"b6","kind":"button","label":"Карта","to":"https://maps.example/?q=1&r=2"},
 {"id":"b7","kind":"button","label":"Бот","to":"https://t.me/par_bot?start=a"}]},
 {"id":"about","title":"О нас","blocks":[{"id":"b1","kind":"heading","text":"О нас"},{"id":"b2","kind":"heading","text":"Где"}]}]`

func newRenderer(t testing.TB) *Renderer {
	t.Helper()
	r, err := NewRenderer(os.DirFS("../static"))
	if err != nil {
		t.Fatalf("NewRenderer: %v", err)
	}
	return r
}

func parsePages(t testing.TB, raw string) Pages {
	t.Helper()
	pages, problems := ParsePages([]byte(raw), "/pages")
	if problems != nil {
		t.Fatalf("ParsePages = %v, want none", problems)
	}
	return pages
}

func cafeManifest(t testing.TB) Manifest {
	t.Helper()
	return Manifest{Name: "Кофейня «Пар»", Slug: "par", Lang: "ru", Bot: "https://t.me/par_bot", Pages: parsePages(t, cafe), Theme: Theme{Accent: "#8f4a1f"}, Sizes: map[string][2]int{key: {800, 600}}}
}

var (
	asApp  = Options{As: App, BasePath: "/m/par", MediaBase: "/media/"}
	asSite = Options{As: Site, BasePath: "/s/par", MediaBase: "/media/"}
)

func TestRender(t *testing.T) {
	t.Parallel()
	r, m := newRenderer(t), cafeManifest(t)
	about := asSite
	about.Page = "about"
	for _, test := range []struct {
		o    Options
		want []string
		not  []string
	}{
		{asSite, []string{
			`<header class="sitehead"><b>Кофейня «Пар»</b>`, `<a aria-current="page" href="/s/par" data-p="home">Меню</a>`,
			`<a class="tg" href="https://t.me/par_bot">Написать в Telegram</a>`, `<h1>Меню</h1>`, `<b>очень <i>вкусный</i></b>`, `<code>x&lt;y</code>`,
			`<a href="/s/par/about" data-p="about">о нас</a>`, `<img src="/media/` + key + `" alt="Чашка &#34;кофе&#34;" width="800" height="600" decoding="async"/>`,
			`<a class="main" href="tel:+70000000000">Позвонить</a>`, `<a class="main" href="https://maps.example/?q=1&amp;r=2">`, `<footer`,
		}, []string{"Где"}},
		{about, []string{`<h1>О нас</h1><h2>Где</h2>`, `<a aria-current="page" href="/s/par/about" data-p="about">`}, []string{"Позвонить"}},
		{asApp, []string{`<nav class="pages" aria-label="Страницы">`, `<a class="main" href="/m/par?page=about" data-p="about">`}, []string{"sitehead", "<footer"}},
	} {
		got, err := r.Render(t.Context(), m, test.o)
		if err != nil {
			t.Fatalf("Render(%+v): %v", test.o, err)
		}
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("Render(%+v) lacks %s in\n%s", test.o, want, got)
			}
		}
		for _, not := range test.not {
			if strings.Contains(got, not) {
				t.Errorf("Render(%+v) has %s", test.o, not)
			}
		}
	}
}

func TestRenderWithoutHeading(t *testing.T) {
	t.Parallel()
	m := Manifest{Pages: parsePages(t, `[{"id":"a","title":"Меню","blocks":[{"id":"b","kind":"text","text":"a"}]}]`)}
	got, err := newRenderer(t).Render(t.Context(), m, asApp)
	if err != nil {
		t.Fatal(err)
	}
	if want := `<h1 class="vh">Меню</h1>`; !strings.Contains(got, want) || strings.Contains(got, "<nav") {
		t.Errorf("Render = %s, want %s and no navigation", got, want)
	}
}

func TestRenderErrors(t *testing.T) {
	t.Parallel()
	r, m := newRenderer(t), cafeManifest(t)
	if _, err := r.Render(t.Context(), m, Options{As: Site, Page: "none"}); !errors.Is(err, ErrNoPage) {
		t.Errorf("Render(no such page) = %v, want ErrNoPage", err)
	}
	if _, err := r.Render(t.Context(), Manifest{}, asSite); !errors.Is(err, ErrNoPage) {
		t.Errorf("Render(no pages) = %v, want ErrNoPage", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Render(ended, m, asSite); !errors.Is(err, context.Canceled) {
		t.Errorf("Render(ended context) = %v, want context.Canceled", err)
	}
	// A page of the allowed length whose every sign is written as five.
	big := Page{ID: "a", Title: "A"}
	for range 60 {
		big.Blocks = append(big.Blocks, decodeBlock(t, `{"id":"b","kind":"text","text":"`+strings.Repeat("&", 3900)+`"}`))
	}
	if _, err := r.Render(t.Context(), Manifest{Pages: Pages{big}}, asSite); !errors.Is(err, ErrPageTooBig) {
		t.Errorf("Render(1 MB of markup) = %v, want ErrPageTooBig", err)
	}
}

// endless is a runtime that never ends drawing.
var endless = fstest.MapFS{
	"runtime.js": {Data: []byte(`globalThis.draw = () => { for (;;); }`)},
	"app.css":    {Data: []byte(``)},
}

func TestRenderIsInterrupted(t *testing.T) {
	t.Parallel()
	r, err := NewRenderer(endless)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Render(t.Context(), cafeManifest(t), asSite); !errors.Is(err, ErrPageTooSlow) {
		t.Errorf("Render(endless) = %v, want ErrPageTooSlow", err)
	}
}

func TestRenderAtMostTwoAtOnce(t *testing.T) {
	t.Parallel()
	r, err := NewRenderer(endless)
	if err != nil {
		t.Fatal(err)
	}
	r.slots <- struct{}{}
	r.slots <- struct{}{}
	waiting, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() {
		if _, err := r.Render(waiting, cafeManifest(t), asSite); !errors.Is(err, context.Canceled) {
			t.Errorf("Render(the third) = %v, want to wait until cancelled", err)
		}
	})
	cancel()
	wait.Wait()
}

func TestNewRendererErrors(t *testing.T) {
	t.Parallel()
	for what, assets := range map[string]fstest.MapFS{
		"no runtime": {},
		"no style":   {"runtime.js": {}},
		"broken":     {"runtime.js": {Data: []byte("(")}, "app.css": {}},
	} {
		if _, err := NewRenderer(assets); err == nil {
			t.Errorf("NewRenderer(%s) = nil, want an error", what)
		}
	}
}

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
	raw, err := hostileManifest(t).json(asApp, Page{ID: "a"})
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

const runtimeMax = 5120

// TestRuntimeSize is the budget of architecture.md for everything that the
// runtime is.
func TestRuntimeSize(t *testing.T) {
	t.Parallel()
	code, err := os.ReadFile("../static/runtime.js")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if _, err := w.Write(code); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if packed.Len() > runtimeMax {
		t.Errorf("the runtime has %d bytes gzipped, want at most %d", packed.Len(), runtimeMax)
	}
	t.Logf("runtime: %d bytes gzipped of %d", packed.Len(), runtimeMax)
}
