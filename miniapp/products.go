package miniapp

import "botyard/internal/spec"

const chosenMost = 100

// ProductList shows what is in the catalogue: all of it, a category, or chosen products.
type ProductList struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Look is "cards" or "list": a price list.
	Look string `json:"look,omitempty"`
	// Category is the id of the one that is shown; "" is all.
	Category string `json:"category,omitempty"`
	// Products are the ids of those that are shown, in this order, at most
	// 100; when there are any, Category does not matter.
	Products []string `json:"products,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "products",
		Title: spec.Words{RU: "Товары", EN: "Products"},
		Hint:  spec.Words{RU: "Карточки или прайс-лист из каталога", EN: "Cards or a price list from the catalogue"},
		Fields: []spec.Field{
			titleField,
			look("cards", spec.Words{RU: "Карточки", EN: "Cards"}, "list", spec.Words{RU: "Прайс-лист", EN: "A price list"}),
			{Name: "category", Type: spec.Category, Label: spec.Words{RU: "Категория", EN: "Category"}, Hint: spec.Words{RU: "Без неё показан весь каталог", EN: "Without it the whole catalogue is shown"}},
			{Name: "products", Type: spec.Goods, Label: spec.Words{RU: "Выбранные товары", EN: "Chosen products"}},
		},
	}, func() Config { return &ProductList{} })
}

// Check says what is wrong with the block itself; what it names is checked
// with the catalogue.
func (p *ProductList) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", p.Title, sectionMax})
	problems = append(problems, checkLook(p.Look, path, "cards", "list")...)
	if len(p.Products) > chosenMost {
		problems = append(problems, checkCount(len(p.Products), chosenMost, spec.Join(path, "products"))...)
	}
	return problems
}

// Goods lists what the block names of the catalogue.
func (p *ProductList) Goods(path string) (categories, products []Reference) {
	for i, id := range p.Products {
		products = append(products, Reference{Path: spec.Join(path, "products", i), Value: id})
	}
	if len(p.Products) > 0 {
		return nil, products
	}
	return reference(path, "category", p.Category), nil
}

type drawnProducts struct {
	Title string `json:"title,omitempty"`
	Look  string `json:"look,omitempty"`
	// Goods are the ids of those that are shown; all without it.
	Goods []string `json:"goods,omitempty"`
	// Chips show the goods of one category only; the id of the first is "".
	Chips []drawnChip `json:"chips,omitempty"`
}

type drawnChip struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (p *ProductList) drawn(d *drawing) any {
	drawn := drawnProducts{Title: p.Title, Look: p.Look}
	c := d.m.Catalog
	if p.Category == "" && len(p.Products) == 0 {
		if len(c.Categories) > 1 {
			drawn.Chips = []drawnChip{{"", d.say(wordAll)}}
			for _, category := range c.Categories {
				drawn.Chips = append(drawn.Chips, drawnChip(category))
			}
		}
		return drawn
	}
	drawn.Goods = []string{}
	for _, product := range p.pick(c) {
		drawn.Goods = append(drawn.Goods, product.ID)
	}
	if len(drawn.Goods) == 0 {
		drawn.Goods = []string{""} // none, which is not the same as all
	}
	return drawn
}

// pick chooses the products that the block shows, in its order.
func (p *ProductList) pick(c Catalog) []Product {
	if len(p.Products) == 0 {
		return c.of(p.Category)
	}
	var picked []Product
	for _, id := range p.Products {
		if product, found := c.Product(id); found {
			picked = append(picked, product)
		}
	}
	return picked
}
