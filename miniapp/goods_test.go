package miniapp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inlined are the ids of the goods that come with a page.
func inlined(t *testing.T, m Manifest, o Options) (ids []string, more bool) {
	t.Helper()
	page, _ := m.Pages.Page(o.Page)
	raw, err := m.json(o, page, m.inline(o, page), false)
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Goods []struct{ ID string }
		More  string
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	for _, g := range out.Goods {
		ids = append(ids, g.ID)
	}
	return ids, out.More != ""
}

// numbered is a catalogue of that many products; the odd ones are in a category.
func numbered(n int) Catalog {
	c := Catalog{Currency: "RUB", Categories: []Category{{"odd", "Нечётные"}}}
	for i := range n {
		p := Product{ID: fmt.Sprint("p", i), Name: fmt.Sprint(i), Price: int64(i)}
		if i%2 == 1 {
			p.Category = "odd"
		}
		c.Products = append(c.Products, p)
	}
	return c
}

func TestInlineGoods(t *testing.T) {
	t.Parallel()
	ids := func(indexes ...int) (all []string) {
		for _, i := range indexes {
			all = append(all, fmt.Sprint("p", i))
		}
		return all
	}
	var first, odd []int
	for i := range inlineGoods {
		first, odd = append(first, i), append(odd, 2*i+1)
	}
	for _, test := range []struct {
		blocks string
		n      int
		want   []string
		more   bool
	}{
		{samples["divider"][0], 24, ids(first...), false},
		{samples["divider"][0], 100, nil, true},
		{`{"id":"p","kind":"products"}`, 100, ids(first...), true},
		{`{"id":"p","kind":"products","category":"odd"}`, 100, ids(odd...), true},
		{`{"id":"p","kind":"products","products":["p90","p7"]}`, 100, ids(7, 90), true},
		{`{"id":"p","kind":"products","products":["p90"]},{"id":"o","kind":"order"}`, 100, append(ids(first[:inlineGoods-1]...), "p90"), true},
	} {
		m := onPage(t, test.blocks)
		m.Catalog = numbered(test.n)
		got, more := inlined(t, m, Options{As: App, More: "/goods.json"})
		if !slices.Equal(got, test.want) || more != test.more {
			t.Errorf("of %d products %s has %v, more %v, want %v, %v", test.n, test.blocks, got, more, test.want, test.more)
		}
		if got, more := inlined(t, m, Options{As: App}); len(got) != test.n || more {
			t.Errorf("without an address for more %s has %d products, more %v, want all", test.blocks, len(got), more)
		}
	}
}

func TestGoods(t *testing.T) {
	t.Parallel()
	m := onPage(t, samples["divider"][0])
	raw, err := m.Goods(asSite)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"id":"latte","picture":{"src":"/media/` + key + `","alt":"","width":800,"height":600,"loading":"lazy","decoding":"async"},"label":"Латте","note":"Двойной эспрессо, молоко","category":"coffee",` +
		`"offers":[{"item":":latte/s","name":"Малый","price":24000},{"item":":latte/l","name":"Большой","price":29050}]},` +
		`{"id":"tea","label":"Чай","category":"coffee","offers":[{"item":":tea","price":15000}]},` +
		`{"id":"cake","label":"Чизкейк","note":"Вишнёвый соус","category":"food","offers":[{"item":":cake","price":125000}]}]`
	if diff := cmp.Diff(want, string(raw)); diff != "" {
		t.Errorf("Goods (-want +got):\n%s", diff)
	}
	m.Catalog = Catalog{}
	if raw, err := m.Goods(asSite); err != nil || string(raw) != "[]" {
		t.Errorf("Goods of nothing = %s, %v, want an empty list", raw, err)
	}
}

// drawnOf is what the runtime gets of a block.
func drawnOf(t *testing.T, lang, block string) string {
	t.Helper()
	m := onPage(t, block)
	m.Lang = lang
	d := &drawing{m: m, o: asSite}
	raw, err := json.Marshal(d.drawPage(m.Pages[0]).Blocks)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestDrawnBlocks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ lang, block, want string }{
		{"ru", `{"id":"b","kind":"map","address":"Пушкина, 12 & к"}`, `"to":"https://yandex.ru/maps/?text=%D0%9F%D1%83%D1%88%D0%BA%D0%B8%D0%BD%D0%B0%2C%2012%20%26%20%D0%BA"`},
		{"en", `{"id":"b","kind":"map","address":"A","point":"55.7558, -37.6176"}`, `{"label":"Google Maps","to":"https://www.google.com/maps/search/?api=1\u0026query=55.7558,-37.6176"}`},
		{"ru", samples["contacts"][0], `{"icon":"phone","label":"+7 900 000-00-00","to":"tel:+79000000000"},{"icon":"mail","label":"a@b.example","to":"mailto:a@b.example"},{"icon":"chat","label":"@par_cafe","to":"https://t.me/par_cafe"}`},
		{"ru", samples["contacts"][1], `"look":"hours","items":[{"icon":"time","label":"Каждый день 8:00–22:00"}]`},
		{"ru", `{"id":"b","kind":"countdown","until":"2026-12-31T18:00"}`, `"until":1798729200000,"when":"31` + "\u00a0" + `декабря 2026, 18:00","over":"Время вышло"`},
		{"en", `{"id":"b","kind":"countdown","until":"2026-12-31T18:00","over":"Open"}`, `"when":"31` + "\u00a0" + `December 2026, 18:00","over":"Open"`},
		{"ru", `{"id":"b","kind":"quote","text":"a","stars":"4"}`, `"stars":"★★★★☆","rated":"4 из 5"`},
		{"ru", `{"id":"b","kind":"products","category":"coffee"}`, `"goods":["latte","tea"]`},
		{"ru", `{"id":"b","kind":"products","products":["cake","none","latte"]}`, `"goods":["cake","latte"]`},
		{"ru", `{"id":"b","kind":"products"}`, `"chips":[{"id":"","name":"Всё"},{"id":"coffee","name":"Кофе"},{"id":"food","name":"Еда"}]`},
		{"ru", `{"id":"b","kind":"video","film":"` + key + `","alt":"A"}`, `"film":{"src":"/media/` + key + `","aria-label":"A","controls":"","preload":"metadata","playsinline":""}`},
		{"en", `{"id":"b","kind":"order","time":"off","comment":"off"}`, `"title":"Your order","form":"home.b","fields":[{"name":"name","look":"field","label":"Name","tag":"input","set":{"type":"text","autocomplete":"name","required":"","maxlength":100}}`},
		{"en", `{"id":"b","kind":"form","fields":[{"id":"a","type":"choice","label":"A","options":["x"]}]}`, `{"name":"a","look":"field","label":"A (optional)","tag":"select","set":{},"options":["","x"]}`},
		{"ru", `{"id":"b","kind":"text","text":[{"bold":[{"link":"page:other","text":"a"}]}]}`, `[{"bold":[{"link":"/s/par/other","text":"a"}]}]`},
		{"ru", samples["order"][0], `{"id":"title.","kind":"heading","tag":"h1","look":"hidden","text":"Меню"},{"id":"bar.","kind":"bar","to":"/s/par"},{"id":"b","kind":"order"`},
	} {
		if got := drawnOf(t, test.lang, test.block); !strings.Contains(got, test.want) {
			t.Errorf("%s is drawn from %s, want %s in it", test.block, got, test.want)
		}
	}
}
