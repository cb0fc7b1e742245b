package miniapp

import (
	"bytes"
	"encoding/json"

	"botyard/internal/spec"
)

// Check says what stands in the way of publishing pages and catalogue, at
// "/pages/…" and "/catalog/…". What it does not refuse can be drawn. media
// tells whether the project has a medium with that key; nil asks nobody.
func (m Manifest) Check(media func(key string) bool) []spec.Problem {
	problems := m.Pages.Check("/pages", media)
	problems = append(problems, m.Catalog.Check("/catalog", media)...)
	for i, page := range m.Pages {
		at := spec.Join("/pages", i)
		for j, b := range page.Blocks {
			if s, ok := b.Config.(Selling); ok {
				problems = append(problems, m.Catalog.checkNamed(s, spec.Join(at, "blocks", j))...)
			}
		}
		if n := m.weight(page); n > renderBytes {
			problems = append(problems, spec.Problem{Path: at, Code: "page_too_big", Args: map[string]any{"max": renderBytes, "n": n}})
		}
	}
	return problems
}

func (c Catalog) checkNamed(s Selling, path string) (problems []spec.Problem) {
	categories, products := s.Goods(path)
	for _, r := range categories {
		if !c.HasCategory(r.Value) {
			problems = append(problems, spec.Problem{Path: r.Path, Code: "no_such_category"})
		}
	}
	for _, r := range products {
		if _, found := c.Product(r.Value); !found {
			problems = append(problems, spec.Problem{Path: r.Path, Code: "no_such_product"})
		}
	}
	return problems
}

const (
	// objectWeight is more than the tags that are drawn around one thing.
	objectWeight = 300
	// offerWeight is more than the tags of an offer, whose name is said four times.
	offerWeight = 900
	nameTimes   = 4
)

// weight is at least the bytes of a page's markup, and not much more: so that
// nothing is accepted that is not drawn.
func (m Manifest) weight(p Page) int {
	d := &drawing{m: m, o: Options{As: Site, BasePath: longPath, MediaBase: longPath}}
	total := weigh(d.drawPage(p)) + (len(m.Pages)+4)*objectWeight
	for _, page := range m.Pages {
		total += weigh(page.Title) + len(longPath)
	}
	goods := map[string]int{}
	for _, product := range m.drawn(d.o, p) {
		names := weigh(product.Name)
		for _, v := range product.Variants {
			names += weigh(v.Name)
		}
		offers := len(product.offers())
		goods[product.ID] = weigh(product.Description) + objectWeight + offers*offerWeight + nameTimes*offers*weigh(product.Name) + nameTimes*names
	}
	for _, product := range m.shown(p) {
		total += goods[product.ID]
	}
	return total
}

// longPath is longer than the addresses that pages have.
const longPath = "/--------------------------------------------------------------------------------"

// weigh is at least the bytes of what is drawn of a value: its words as HTML
// writes them, and tags around each object.
func weigh(v any) int {
	// What is drawn always encodes.
	raw, _ := json.Marshal(v)
	quotes := bytes.Count(raw, []byte(`\"`)) + bytes.Count(raw, []byte(`'`))
	return len(raw) + 4*quotes + objectWeight*bytes.Count(raw, []byte(`{`))
}
