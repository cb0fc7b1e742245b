package miniapp

import (
	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/currency"

	"botyard/internal/spec"
)

// Product is something that a project sells. It has no fields yet, and a
// catalogue no products.
type Product struct{}

// Products is a list that is never null in JSON.
type Products []Product

// MarshalJSON writes an array, an empty one when there are no products.
func (p Products) MarshalJSON() ([]byte, error) { return jsonx.Marshal([]Product(p)) }

// Catalog is what a project sells.
type Catalog struct {
	// Currency of all prices, ISO 4217.
	Currency string `json:"currency"`
	// Products for sale.
	Products Products `json:"products"`
}

// ParseCatalog reads a catalogue strictly.
func ParseCatalog(raw []byte, path string) (Catalog, []spec.Problem) {
	c := Catalog{Products: Products{}}
	if problems := object(raw, &c, path); problems != nil {
		return Catalog{}, problems
	}
	if unit, err := currency.ParseISO(c.Currency); err != nil || unit.String() != c.Currency {
		return Catalog{}, []spec.Problem{{Path: spec.Join(path, "currency"), Code: "bad_currency"}}
	}
	if n := len(c.Products); n > 0 {
		return Catalog{}, []spec.Problem{{Path: spec.Join(path, "products"), Code: "too_many", Args: map[string]any{"max": 0, "n": n}}}
	}
	return c, nil
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
