package miniapp

import (
	"strings"

	"botyard/internal/spec"
)

const (
	linesMost    = 100
	quantityMost = 99
)

// Line is one line of an order as it is sent.
type Line struct {
	// Item is "product" or "product/variant".
	Item string `json:"item"`
	// Quantity is 1 to 99.
	Quantity int `json:"quantity"`
}

// OrderLine is one line of an order as it is kept: with the names and the
// price of the release.
type OrderLine struct {
	Item    string `json:"item"`
	Product string `json:"product"`
	Variant string `json:"variant,omitempty"`
	// Price of one and Sum of all, in minor units.
	Price    int64 `json:"price"`
	Quantity int   `json:"quantity"`
	Sum      int64 `json:"sum"`
}

// Name is the product with its variant.
func (l OrderLine) Name() string {
	if l.Variant == "" {
		return l.Product
	}
	return l.Product + ", " + l.Variant
}

// Priced is an order with its prices.
type Priced struct {
	Lines []OrderLine
	// Total is in minor units.
	Total int64
}

// Order prices an order from the catalogue of the release, never from what the
// client says. The problems name what cannot be had, at "/lines/{i}".
func Order(c Catalog, lines []Line) (Priced, []spec.Problem) {
	if len(lines) == 0 {
		return Priced{}, []spec.Problem{{Path: "/lines", Code: "empty_order"}}
	}
	if len(lines) > linesMost {
		return Priced{}, checkCount(len(lines), linesMost, "/lines")
	}
	var order Priced
	var problems []spec.Problem
	seen := map[string]bool{}
	for i, l := range lines {
		line, problem := c.price(l)
		if problem == nil && seen[l.Item] {
			problem = &spec.Problem{Code: "duplicate_line", Args: map[string]any{"name": line.Name()}}
		}
		seen[l.Item] = true
		if problem != nil {
			problem.Path = spec.Join("/lines", i)
			problems = append(problems, *problem)
			continue
		}
		order.Lines = append(order.Lines, line)
		order.Total += line.Sum
	}
	if problems != nil {
		return Priced{}, problems
	}
	return order, nil
}

func (c Catalog) price(l Line) (OrderLine, *spec.Problem) {
	id, _, _ := strings.Cut(l.Item, "/")
	product, found := c.Product(id)
	if !found {
		return OrderLine{}, &spec.Problem{Code: "not_sold", Args: map[string]any{"name": clip(l.Item)}}
	}
	for _, o := range product.offers() {
		if o.item != l.Item {
			continue
		}
		line := OrderLine{l.Item, product.Name, o.variant, o.price, l.Quantity, o.price * int64(l.Quantity)}
		if l.Quantity < 1 || l.Quantity > quantityMost {
			return line, &spec.Problem{Code: "bad_quantity", Args: map[string]any{"name": line.Name(), "max": quantityMost}}
		}
		return line, nil
	}
	return OrderLine{}, &spec.Problem{Code: "not_sold", Args: map[string]any{"name": product.Name}}
}

// clip bounds what is repeated of what somebody sent.
func clip(s string) string { return shorten(strings.ToValidUTF8(s, "\uFFFD"), 100) }
