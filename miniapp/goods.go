package miniapp

import (
	"encoding/json"
	"fmt"
)

const (
	// inlineGoods is how many products come with a document; the rest is fetched.
	inlineGoods = 24
	// drawnOffers is how many offers are drawn into a site's markup for those
	// without scripts; with all of 500 products a page would be too big.
	drawnOffers = 60
)

// Goods is what Options.More must serve: all products as the runtime gets
// them, a JSON array. It depends on MediaBase only.
func (m Manifest) Goods(o Options) ([]byte, error) {
	d := &drawing{m: m, o: o, index: eager}
	raw, err := json.Marshal(d.goods(m.Catalog.Products))
	if err != nil {
		return nil, fmt.Errorf("encode the goods: %w", err)
	}
	return raw, nil
}

func (d *drawing) goods(products []Product) []drawnGood {
	goods := make([]drawnGood, len(products))
	for i, p := range products {
		goods[i] = p.drawn(d)
	}
	return goods
}

// inline chooses the products that come with a page's document: all when they
// are few or cannot be fetched, else the first that the page shows.
func (m Manifest) inline(o Options, p Page) []Product {
	all := m.Catalog.Products
	if o.More == "" || len(all) <= inlineGoods {
		return all
	}
	return m.first(p, func(n, _ int) bool { return n < inlineGoods })
}

// drawn chooses the products that are drawn into a page's markup.
func (m Manifest) drawn(o Options, p Page) []Product {
	if o.As == App {
		return m.inline(o, p)
	}
	return m.first(p, func(_, offers int) bool { return offers < drawnOffers })
}

// first lists the products that a page shows, in the catalogue's order, while
// fits holds for how many products and offers there are already.
func (m Manifest) first(p Page, fits func(products, offers int) bool) []Product {
	chosen, offers := map[string]bool{}, 0
	for _, product := range m.shown(p) {
		if !chosen[product.ID] && fits(len(chosen), offers) {
			chosen[product.ID] = true
			offers += len(product.offers())
		}
	}
	var list []Product
	for _, product := range m.Catalog.Products {
		if chosen[product.ID] {
			list = append(list, product)
		}
	}
	return list
}

// shown lists what the blocks of a page show, an order all that there is.
func (m Manifest) shown(p Page) (products []Product) {
	for _, b := range p.Blocks {
		if list, ok := b.Config.(*ProductList); ok {
			products = append(products, list.pick(m.Catalog)...)
		}
	}
	if p.has("order") {
		products = append(products, m.Catalog.Products...)
	}
	return products
}
