package miniapp

import "botyard/internal/spec"

const (
	descriptionMost = 1000
	variantsMost    = 20
	// priceMost keeps every sum within what JavaScript counts exactly.
	priceMost = 1_000_000_000_000
)

// Product is something that a project sells.
type Product struct {
	// ID is unique among the products.
	ID string `json:"id"`
	// Name is at most 100 characters.
	Name string `json:"name"`
	// Description is at most 1,000 characters.
	Description string `json:"description,omitempty"`
	// Photo is the key of a picture.
	Photo string `json:"photo,omitempty"`
	// Category is the id of one, "" for none.
	Category string `json:"category,omitempty"`
	// Price in minor units; it does not matter when there are variants.
	Price int64 `json:"price"`
	// Variants are at most 20; a product that has some is bought as one of them.
	Variants []Variant `json:"variants,omitempty"`
}

// Variant is one form in which a product is sold.
type Variant struct {
	// ID is unique among the product's variants.
	ID string `json:"id"`
	// Name is at most 100 characters.
	Name string `json:"name"`
	// Price in minor units.
	Price int64 `json:"price"`
}

func (p Product) check(path string) []spec.Problem {
	problems := spec.CheckText(p.Name, spec.Join(path, "name"), true, nameMax)
	problems = append(problems, checkTexts(path, written{"description", p.Description, descriptionMost})...)
	problems = append(problems, checkPrice(p.Price, path)...)
	if p.Photo != "" {
		problems = append(problems, checkMediaKey(p.Photo, spec.Join(path, "photo"))...)
	}
	if len(p.Variants) > variantsMost {
		problems = append(problems, checkCount(len(p.Variants), variantsMost, spec.Join(path, "variants"))...)
	}
	seen := map[string]bool{}
	for i, v := range p.Variants {
		at := spec.Join(path, "variants", i)
		problems = append(problems, spec.CheckID(v.ID, at, seen)...)
		problems = append(problems, spec.CheckText(v.Name, spec.Join(at, "name"), true, nameMax)...)
		problems = append(problems, checkPrice(v.Price, at)...)
	}
	return problems
}

func checkPrice(price int64, path string) []spec.Problem {
	if price < 0 || price > priceMost {
		return []spec.Problem{{Path: spec.Join(path, "price"), Code: "bad_price"}}
	}
	return nil
}

// An offer is what can be put into the cart: a product, or a variant of one.
type offer struct {
	// item is "product" or "product/variant".
	item    string
	variant string
	price   int64
}

func (p Product) offers() []offer {
	if len(p.Variants) == 0 {
		return []offer{{p.ID, "", p.Price}}
	}
	all := make([]offer, len(p.Variants))
	for i, v := range p.Variants {
		all[i] = offer{p.ID + "/" + v.ID, v.Name, v.Price}
	}
	return all
}

// drawnGood is a product as the runtime gets it; it is drawn like a row.
type drawnGood struct {
	ID string `json:"id"`
	drawnRow
	Offers []drawnOffer `json:"offers"`
}

// drawnOffer is an offer as the runtime gets it.
type drawnOffer struct {
	// Item has a colon before it, which tells it from a form's own fields.
	Item  string `json:"item"`
	Name  string `json:"name,omitempty"`
	Price int64  `json:"price"`
}

func (p Product) drawn(d *drawing) drawnGood {
	good := drawnGood{ID: p.ID, drawnRow: drawnRow{Picture: d.picture(p.Photo, ""), Label: p.Name, Note: p.Description, Category: p.Category}}
	for _, o := range p.offers() {
		good.Offers = append(good.Offers, drawnOffer{":" + o.item, o.variant, o.price})
	}
	return good
}
