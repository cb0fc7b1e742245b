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
			`<header><b>Кофейня «Пар»</b>`, `<a href="/s/par" aria-current="page">Меню</a>`,
			`<a class="tg" href="https://t.me/par_bot">Написать в Telegram</a>`, `<h1>Меню</h1>`, `<b>очень <i>вкусный</i></b>`, `<code>x&lt;y</code>`,
			`<a class="go" href="/s/par/about">о нас</a>`, `<img src="/media/` + key + `" alt="Чашка &#34;кофе&#34;" width="800" height="600" decoding="async"/>`,
			`<a class="main" href="tel:+70000000000">Позвонить</a>`, `<a class="main" href="https://maps.example/?q=1&amp;r=2">`, `<footer`,
		}, []string{"Где"}},
		{about, []string{`<h1>О нас</h1>`, `<h2>Где</h2>`, `<a href="/s/par/about" aria-current="page">`}, []string{"Позвонить"}},
		{asApp, []string{`<nav aria-label="Страницы">`, `<a class="main" href="/m/par?page=about">`}, []string{"Написать в Telegram"}},
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
	if want := `<div class="heading" data-look="hidden" id="title."><h1>Меню</h1></div>`; !strings.Contains(got, want) {
		t.Errorf("Render = %s, want %s", got, want)
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
