// Package catalog holds the catalogue: the list of products, a page for each,
// and the categories.
//
// GET …/catalog is the list, GET …/catalog/new and …/catalog/{product} a
// product's form, GET …/catalog-settings the categories and the currency. They post to
//
//	…/catalog                     the fields of Product   add one
//	…/catalog/{product}           revision, and the same
//	…/catalog/{product}/photo     file (multipart)
//	…/catalog/{product}/position  to ("up", "down")
//	…/catalog/{product}/removal
//	…/catalog-settings            revision, categories (one a line), currency
package catalog

import (
	"context"
	"strconv"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/ui"
)

// List is the screen of all products, in their order.
type List struct {
	Project page.Project
	Groups  []Group
	// Count of all products, Most that fit.
	Count, Most int
}

// Group is a category with its products; those without one have no Name.
type Group struct {
	Name     string
	Products []Row
}

// Row is one product in the list.
type Row struct {
	ID, Name string
	// Photo is the address of its picture, "" for none.
	Photo string
	// Price is as people read it; of several, the lowest.
	Price string
	// Variants counts the forms in which it is sold.
	Variants int
	// Mistake is what keeps it from being published, "" for nothing.
	Mistake string
	// First and Last tell its place in the whole catalogue.
	First, Last bool
}

// Product is the form of one.
type Product struct {
	Project page.Project
	// ID is "" for a new one.
	ID       string
	Revision string
	// As typed: the price as "1250,50".
	Name, Description, Price, Category string
	// Photo is the address of the picture, "" for none.
	Photo string
	// Sign is that of the currency.
	Sign       string
	Categories []Named
	// Variants are as typed, with empty ones to fill in.
	Variants []Variant
	// Mistakes are at "name", "description", "price", "category", "photo",
	// "variant-0-name", "variant-0-price".
	Mistakes page.Mistakes
	// Theirs is what somebody else has saved meanwhile in other words (409).
	Theirs []ui.Said
}

// Variant is one form in which a product is sold.
type Variant struct{ ID, Name, Price string }

// Named is a category.
type Named struct{ ID, Name string }

// Settings are the categories and the currency.
type Settings struct {
	Project page.Project
	// Categories are their names, one a line.
	Categories string
	Currency   string
	// Currencies to choose from, by code.
	Currencies []Named
	// Mistakes are at "categories" or "currency".
	Mistakes page.Mistakes
	// Revision is opaque and comes back as it is. Theirs is what somebody else
	// has saved meanwhile in other words (409).
	Revision string
	Theirs   []ui.Said
}

func (p Product) action() string {
	if p.ID == "" {
		return p.Project.URL("catalog")
	}
	return p.Project.URL("catalog", p.ID)
}

func (p Product) title(ctx context.Context) string {
	switch {
	case p.ID == "":
		return lang.T(ctx, "catalog.new")
	case p.Name == "":
		return lang.T(ctx, "catalog.nameless")
	}
	return p.Name
}

func (p Product) categories(ctx context.Context) []ui.Option {
	options := []ui.Option{{Value: "", Label: lang.T(ctx, "catalog.no_category")}}
	for _, c := range p.Categories {
		options = append(options, ui.Option{Value: c.ID, Label: c.Name})
	}
	return options
}

func (s Settings) currencies() []ui.Option {
	options := make([]ui.Option, len(s.Currencies))
	for i, c := range s.Currencies {
		options[i] = ui.Option{Value: c.ID, Label: c.Name}
	}
	return options
}

// variantName is the name of a field of a variant.
func variantName(i int, field string) string { return "variant-" + strconv.Itoa(i) + "-" + field }

// hasVariants opens their part of the form.
func (p Product) hasVariants() bool {
	for _, v := range p.Variants {
		if v.Name != "" || v.Price != "" {
			return true
		}
	}
	return false
}

// uploads sends a chosen photo at once.
func (p Product) uploads() templ.Attributes {
	return templ.Attributes{
		"hx-post": p.Project.URL("catalog", p.ID, "photo"), "hx-trigger": "change from:#photo, submit",
		"hx-target": "#photo-field", "hx-select": "#photo-field", "hx-swap": "outerHTML",
		"hx-select-oob": "#toast:innerHTML,#publication,#product-revision", "hx-sync": "#main:queue all",
	}
}

func rowName(ctx context.Context, r Row) string {
	if r.Name == "" {
		return lang.T(ctx, "catalog.nameless")
	}
	return r.Name
}
