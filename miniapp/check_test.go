package miniapp

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

func TestCheckManifest(t *testing.T) {
	t.Parallel()
	m := onPage(t, `{"id":"a","kind":"products","category":"none"},{"id":"b","kind":"products","category":"none","products":["tea","none"]},{"id":"c","kind":"button","label":"A","to":"page:none"}`)
	m.Catalog.Products[1].Category = "none"
	want := "no_such_page /pages/0/blocks/2/to, no_such_category /catalog/products/1/category, no_such_category /pages/0/blocks/0/category, no_such_product /pages/0/blocks/1/products/1"
	if got := codes(m.Check(nil)); got != want {
		t.Errorf("Check = %q, want %q", got, want)
	}
}

func TestCheckBigPage(t *testing.T) {
	t.Parallel()
	page := Page{ID: "a", Title: "A"}
	for i := range 40 {
		page.Blocks = append(page.Blocks, decodeBlock(t, fmt.Sprintf(`{"id":"b%d","kind":"text","text":%q}`, i, strings.Repeat("&", 3000))))
	}
	if got := codes(Manifest{Pages: Pages{page}}.Check(nil)); got != "page_too_big /pages/0" {
		t.Errorf("Check(720 KB of markup) = %q, want page_too_big", got)
	}
	page.Blocks = page.Blocks[:20]
	if got := codes(Manifest{Pages: Pages{page}}.Check(nil)); got != "" {
		t.Errorf("Check(360 KB of markup) = %q, want nothing", got)
	}
}

// TestFullShopIsDrawn is a catalogue at its bounds on one page.
func TestFullShopIsDrawn(t *testing.T) {
	t.Parallel()
	m := onPage(t, `{"id":"p","kind":"products"},{"id":"o","kind":"order"}`)
	m.Catalog.Products = nil
	for i := range MaxProducts {
		m.Catalog.Products = append(m.Catalog.Products, Product{ID: fmt.Sprint("p", i), Name: strings.Repeat("ы", nameMax/2), Description: strings.Repeat("ы", 200), Price: 100})
	}
	if problems := m.Check(nil); spec.Blocking(problems) {
		t.Fatalf("Check(500 products) = %v, want no refusal", problems)
	}
	checkAllDrawn(t, newRenderer(t), m)
}

func checkAllDrawn(t *testing.T, r *Renderer, m Manifest) {
	t.Helper()
	for _, page := range m.Pages {
		for _, o := range []Options{asApp, asSite} {
			o.Page, o.More = page.ID, "/goods.json"
			markup, err := r.Render(t.Context(), m, o)
			for range 5 {
				if !errors.Is(err, ErrPageTooSlow) {
					break // else the machine is busy
				}
				markup, err = r.Render(t.Context(), m, o)
			}
			if err != nil {
				t.Fatalf("Render of an accepted page as %s: %v", o.As, err)
			}
			if n := m.weight(page); len(markup) > n {
				t.Fatalf("a page was weighed as %d bytes, and has %d", n, len(markup))
			}
		}
	}
}

// TestRandomManifests draws whatever the checks accept.
func TestRandomManifests(t *testing.T) {
	t.Parallel()
	r, accepted := newRenderer(t), 0
	for seed := range uint64(150) {
		g := &generator{rand.New(rand.NewPCG(seed, 1))}
		m := g.manifest(t)
		if !spec.Blocking(m.Check(nil)) {
			accepted++
			checkAllDrawn(t, r, m)
		}
	}
	if accepted < 40 {
		t.Errorf("only %d of 150 random manifests were accepted: the test has little to draw", accepted)
	}
}

// generator makes random projects.
type generator struct{ *rand.Rand }

func (g *generator) manifest(t *testing.T) Manifest {
	t.Helper()
	m := onPage(t, samples["divider"][0])
	kinds := Kinds.Kinds()
	for i := range m.Pages {
		m.Pages[i].Blocks = nil
		for j := range g.IntN(8) {
			kind := kinds[g.IntN(len(kinds))]
			b := decodeBlock(t, fmt.Sprintf(`{"id":"b%d","kind":%q}`, j, kind.Name))
			config := reflect.ValueOf(b.Config).Elem()
			g.fill(config, "")
			g.dress(config, kind)
			m.Pages[i].Blocks = append(m.Pages[i].Blocks, b)
		}
	}
	for i := range m.Catalog.Products {
		m.Catalog.Products[i].Name = g.text()
		m.Catalog.Products[i].Price = g.Int64N(1e12)
	}
	return m
}

// fill gives each member a value that is mostly right.
func (g *generator) fill(v reflect.Value, member string) {
	switch v.Kind() {
	case reflect.Slice:
		g.fillSlice(v, member)
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			g.fill(v.Field(i), name)
		}
	case reflect.Bool:
		v.SetBool(g.IntN(2) == 0)
	case reflect.String:
		v.SetString(g.value(member))
	}
}

// dress gives a block one of the looks that its kind has, or none.
func (g *generator) dress(config reflect.Value, kind spec.Kind) {
	for _, f := range kind.Fields {
		if n := g.IntN(len(f.Options) + 1); f.Name == "look" && n > 0 {
			config.FieldByName("Look").SetString(f.Options[n-1].Value)
		}
	}
}

func (g *generator) fillSlice(v reflect.Value, member string) {
	if text, ok := v.Addr().Interface().(*richtext.Text); ok {
		*text = richtext.Text{{Kind: richtext.Plain, Value: g.text()}, {Kind: richtext.Link, Value: g.value("to"), Children: richtext.Of(g.text())}}
		return
	}
	n := 1 + g.IntN(4)
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		g.fill(v.Index(i), member)
	}
}

// choices are right values of members that hold no words.
var choices = map[string][]string{
	"media": {key}, "film": {key, ""}, "to": {"page:home", "page:policy", "https://x.example/?a=1&b=\"2\"", "tel:+70000000000"}, "look": {""}, "type": fieldOrder,
	"point": {"", "55.7558, 37.6176"}, "phone": {"", "+7 900 000-00-00"}, "email": {"", "a@b.example"}, "telegram": {"", "@par_cafe"},
	"until": {"2026-12-31T18:00"}, "stars": {"", "1", "5"}, "category": {"", "coffee"}, "products": {"tea", "latte", "cake"}, "time": {"", askOff}, "comment": {"", askRequired},
}

func (g *generator) value(member string) string {
	if member == "id" {
		return fmt.Sprint("f", g.Uint64())
	}
	if right := choices[member]; right != nil {
		return right[g.IntN(len(right))]
	}
	if member == "name" {
		return "" // of an order it is a choice
	}
	return g.text()
}

// text has all that HTML and JSON must escape.
func (g *generator) text() string {
	const signs = "аб <>&\"'`\\/\n\u2028=%$#{}[]😀"
	all := []rune(signs)
	out := make([]rune, 1+g.IntN(30))
	for i := range out {
		out[i] = all[g.IntN(len(all))]
	}
	return "я" + string(out)
}
