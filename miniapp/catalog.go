package miniapp

import (
	"slices"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/currency"

	"botyard/internal/spec"
)

// The bounds of a catalogue.
const (
	// MaxCatalogBytes is the most bytes of a catalogue's JSON.
	MaxCatalogBytes = 1 << 20
	// MaxProducts is the most products of a catalogue.
	MaxProducts    = 500
	categoriesMost = 50
)

// Category parts a catalogue.
type Category struct {
	// ID is unique among the categories.
	ID string `json:"id"`
	// Name is at most 100 characters.
	Name string `json:"name"`
}

// Products is a list that is never null in JSON.
type Products []Product

// MarshalJSON writes an array, an empty one when there are no products.
func (p Products) MarshalJSON() ([]byte, error) {
	return jsonx.Marshal([]Product(p), jsontext.AllowInvalidUTF8(true))
}

// Catalog is what a project sells.
type Catalog struct {
	// Currency of all prices, ISO 4217.
	Currency string `json:"currency"`
	// Categories in the order in which they are offered.
	Categories []Category `json:"categories,omitempty"`
	// Products for sale, at most 500.
	Products Products `json:"products"`
}

// ParseCatalog reads a catalogue strictly and says what cannot be stored; what
// may be stored and not published is told by Check.
func ParseCatalog(raw []byte, path string) (Catalog, []spec.Problem) {
	if len(raw) > MaxCatalogBytes {
		return Catalog{}, []spec.Problem{{Path: path, Code: "too_big", Args: map[string]any{"max": MaxCatalogBytes, "n": len(raw)}}}
	}
	var shape struct {
		Currency   string         `json:"currency"`
		Categories jsontext.Value `json:"categories"`
		Products   jsontext.Value `json:"products"`
	}
	if problems := object(raw, &shape, path); problems != nil {
		return Catalog{}, problems
	}
	if unit, err := currency.ParseISO(shape.Currency); err != nil || unit.String() != shape.Currency {
		return Catalog{}, []spec.Problem{{Path: spec.Join(path, "currency"), Code: "bad_currency"}}
	}
	c := Catalog{Currency: shape.Currency}
	var problems, more []spec.Problem
	c.Categories, problems = records(shape.Categories, spec.Join(path, "categories"), categoriesMost, func(c Category) string { return c.ID })
	c.Products, more = records(shape.Products, spec.Join(path, "products"), MaxProducts, func(p Product) string { return p.ID })
	if problems = append(problems, more...); problems != nil {
		return Catalog{}, problems
	}
	return c, nil
}

// records reads a list of records with ids of their own; nothing is an empty list.
func records[T any](raw jsontext.Value, path string, most int, id func(T) string) ([]T, []spec.Problem) {
	if raw == nil {
		return []T{}, nil
	}
	parts, problems := list(raw, path, most)
	all, seen := make([]T, 0, len(parts)), map[string]bool{}
	for i, part := range parts {
		var record T
		at := spec.Join(path, i)
		wrong := object(part, &record, at)
		if wrong == nil {
			wrong = spec.CheckID(id(record), at, seen)
		}
		all = append(all, record)
		problems = append(problems, wrong...)
	}
	return all, problems
}

// object decodes a JSON object into v; null is not one.
func object(raw []byte, v any, path string) []spec.Problem {
	if problems := spec.Decode(raw, v, path); problems != nil {
		return problems
	}
	if jsontext.Value(raw).Kind() != '{' {
		return []spec.Problem{{Path: path, Code: "wrong_type"}}
	}
	return nil
}

// Product finds a product by its id.
func (c Catalog) Product(id string) (Product, bool) {
	i := slices.IndexFunc(c.Products, func(p Product) bool { return p.ID == id })
	if i < 0 {
		return Product{}, false
	}
	return c.Products[i], true
}

// HasCategory tells whether there is a category with that id.
func (c Catalog) HasCategory(id string) bool {
	return slices.ContainsFunc(c.Categories, func(x Category) bool { return x.ID == id })
}

// of lists the products of a category; "" is all.
func (c Catalog) of(category string) []Product {
	if category == "" {
		return c.Products
	}
	var all []Product
	for _, p := range c.Products {
		if p.Category == category {
			all = append(all, p)
		}
	}
	return all
}

// Media lists the keys of all photos, each once.
func (c Catalog) Media() []string {
	var keys []string
	for _, p := range c.Products {
		if mediaKey.MatchString(p.Photo) && !slices.Contains(keys, p.Photo) {
			keys = append(keys, p.Photo)
		}
	}
	return keys
}

// Check says what stands in the way of publishing the catalogue. media tells
// whether the project has a medium with that key; nil asks nobody.
func (c Catalog) Check(path string, media func(key string) bool) (problems []spec.Problem) {
	for i, category := range c.Categories {
		problems = append(problems, spec.CheckText(category.Name, spec.Join(path, "categories", i, "name"), true, nameMax)...)
	}
	for i, p := range c.Products {
		at := spec.Join(path, "products", i)
		problems = append(problems, p.check(at)...)
		if p.Category != "" && !c.HasCategory(p.Category) {
			problems = append(problems, spec.Problem{Path: spec.Join(at, "category"), Code: "no_such_category"})
		}
		if p.Photo != "" && media != nil && mediaKey.MatchString(p.Photo) && !media(p.Photo) {
			problems = append(problems, spec.Problem{Path: spec.Join(at, "photo"), Code: "no_such_media"})
		}
	}
	return problems
}
