package handlers

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/miniapp"
	"botyard/views/catalog"
	"botyard/views/page"
	"botyard/views/ui"
)

const (
	// variantLines is how many variants a form holds, spareLines how many of
	// them are empty at least.
	variantLines = 20
	spareLines   = 3
)

// showProduct shows the form of a product; "new" is one that is not there yet.
func (s *server) showProduct(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if r.PathValue("product") == "" {
		return s.renderProduct(w, r, http.StatusOK, p, draft.Catalog, productView(r, draft.Catalog, miniapp.Product{}))
	}
	product, found := draft.Catalog.Product(r.PathValue("product"))
	if !found {
		return errNotFound
	}
	return s.renderProduct(w, r, http.StatusOK, p, draft.Catalog, productView(r, draft.Catalog, product))
}

// productView is a product as its form shows it.
func productView(r *http.Request, c miniapp.Catalog, product miniapp.Product) catalog.Product {
	language := lang.From(r.Context()).Code()
	view := catalog.Product{ID: product.ID, Name: product.Name, Description: product.Description, Category: product.Category}
	if product.ID != "" {
		view.Revision = revisionOf(product)
		view.Price = miniapp.TypedMoney(product.Price, c.Currency, language)
	}
	for _, v := range product.Variants {
		view.Variants = append(view.Variants, catalog.Variant{ID: v.ID, Name: v.Name, Price: miniapp.TypedMoney(v.Price, c.Currency, language)})
	}
	return view
}

func (s *server) renderProduct(w http.ResponseWriter, r *http.Request, status int, p scope, c miniapp.Catalog, view catalog.Product) (err error) {
	if view.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	if stored, found := c.Product(view.ID); found {
		view.Photo = s.photoURL(stored)
	}
	view.Sign = miniapp.CurrencySign(c.Currency)
	for _, category := range c.Categories {
		view.Categories = append(view.Categories, catalog.Named(category))
	}
	for n := 0; n < spareLines && len(view.Variants) < variantLines; n++ {
		view.Variants = append(view.Variants, catalog.Variant{})
	}
	return s.render(w, r, status, catalog.ProductPage(view))
}

// addProduct takes a new product into the catalogue.
func (s *server) addProduct(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	view := readProduct(r.PostForm, "")
	var c miniapp.Catalog
	var id string
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		c = d.Catalog
		if len(d.Catalog.Products) >= miniapp.MaxProducts {
			return errCatalogFull
		}
		id = newProductID(d.Catalog, view.Name)
		product, err := typedProduct(&view, d.Catalog, miniapp.Product{ID: id})
		if err == nil {
			d.Catalog.Products = append(d.Catalog.Products, product)
		}
		return err
	})
	if err != nil {
		return s.refuseProduct(w, r, p, c, view, err)
	}
	s.toast(r, page.Toast{Key: "toast.saved"})
	return s.goTo(w, r, p.url("catalog", id))
}

// saveProduct saves what was typed, unless somebody else saved the same
// product meanwhile.
func (s *server) saveProduct(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	view := readProduct(r.PostForm, r.PathValue("product"))
	var c miniapp.Catalog
	err = s.editProduct(r, p, func(all *miniapp.Catalog, i int) error {
		c = *all
		stored := all.Products[i]
		if view.Revision != "" && view.Revision != revisionOf(stored) {
			view.Revision = revisionOf(stored)
			if view.Theirs = productTheirs(r.Context(), view, productView(r, *all, stored), *all); len(view.Theirs) > 0 {
				return &editError{}
			}
		}
		product, err := typedProduct(&view, *all, stored)
		if err == nil {
			all.Products[i] = product
		}
		return err
	})
	if err != nil {
		return s.refuseProduct(w, r, p, c, view, err)
	}
	s.toast(r, page.Toast{Key: "toast.saved"})
	return s.goTo(w, r, p.url("catalog", view.ID))
}

// productTheirs is what is kept in the fields in which something else was typed.
func productTheirs(ctx context.Context, typed, kept catalog.Product, c miniapp.Catalog) (all []ui.Said) {
	same := func(price string) string { // 7 and 7.00 are the same
		if minor, err := miniapp.ParseMoney(price, c.Currency); err == nil {
			return miniapp.TypedMoney(minor, c.Currency, lang.From(ctx).Code())
		}
		return price
	}
	category := slices.IndexFunc(c.Categories, func(x miniapp.Category) bool { return x.ID == kept.Category })
	name := ""
	if category >= 0 {
		name = c.Categories[category].Name
	}
	for _, f := range []struct{ label, typed, kept, words string }{
		{lang.T(ctx, "catalog.name"), typed.Name, kept.Name, kept.Name},
		{lang.T(ctx, "catalog.price", "sign", miniapp.CurrencySign(c.Currency)), same(typed.Price), same(kept.Price), kept.Price},
		{lang.T(ctx, "catalog.description"), typed.Description, kept.Description, kept.Description},
		{lang.T(ctx, "catalog.category"), typed.Category, kept.Category, name},
		{lang.T(ctx, "catalog.has_variants"), variantWords(typed, same), variantWords(kept, same), variantWords(kept, same)},
	} {
		if f.typed != f.kept {
			all = append(all, ui.Said{Label: f.label, Value: f.words})
		}
	}
	return all
}

func variantWords(p catalog.Product, priced func(string) string) string {
	words := make([]string, len(p.Variants))
	for i, v := range p.Variants {
		words[i] = v.Name + " " + priced(v.Price)
	}
	return strings.Join(words, ", ")
}

// readProduct is the form as it was typed, without its empty lines.
func readProduct(form url.Values, id string) catalog.Product {
	view := catalog.Product{
		ID: id, Revision: form.Get("revision"), Name: trimmed(form.Get("name")), Price: form.Get("price"), Category: form.Get("category"),
		Description: strings.TrimSpace(strings.ReplaceAll(form.Get("description"), "\r\n", "\n")),
	}
	for i := range variantLines {
		prefix := "variant-" + strconv.Itoa(i) + "-"
		v := catalog.Variant{ID: form.Get(prefix + "id"), Name: trimmed(form.Get(prefix + "name")), Price: trimmed(form.Get(prefix + "price"))}
		if v.Name != "" || v.Price != "" {
			view.Variants = append(view.Variants, v)
		}
	}
	return view
}

// typedProduct makes the product of its form; an editError leaves the mistakes
// in the view.
func typedProduct(view *catalog.Product, c miniapp.Catalog, old miniapp.Product) (miniapp.Product, error) {
	product := miniapp.Product{ID: old.ID, Photo: old.Photo, Name: view.Name, Description: view.Description, Category: view.Category}
	product.Price = typedPrice(view, c, "price", view.Price, len(view.Variants) > 0)
	taken := map[string]bool{}
	for i, v := range view.Variants {
		variant := miniapp.Variant{ID: variantID(v, taken), Name: v.Name}
		variant.Price = typedPrice(view, c, "variant-"+strconv.Itoa(i)+"-price", v.Price, false)
		product.Variants = append(product.Variants, variant)
	}
	one := miniapp.Catalog{Currency: c.Currency, Categories: c.Categories, Products: miniapp.Products{product}}
	for _, problem := range one.Check("", nil) {
		view.Mistakes = append(view.Mistakes, problemMistake(problem, productField(problem.Path)))
	}
	if len(view.Mistakes) > 0 {
		return product, &editError{problems: []fieldProblem{{field: "name"}}}
	}
	return product, nil
}

// typedPrice reads a price; of a product with variants none is needed.
func typedPrice(view *catalog.Product, c miniapp.Catalog, field, typed string, optional bool) int64 {
	if optional && strings.TrimSpace(typed) == "" {
		return 0
	}
	price, err := miniapp.ParseMoney(typed, c.Currency)
	if err != nil {
		view.Mistakes = append(view.Mistakes, page.Mistake{Field: field, Key: "catalog.price_bad"})
	}
	return price
}

// variantID keeps the id of a variant that was there; carts name it.
func variantID(v catalog.Variant, taken map[string]bool) string {
	id := v.ID
	if id == "" || taken[id] {
		id = project.Slug(v.Name)
	}
	base := id
	for n := 2; taken[id]; n++ {
		id = base[:min(len(base), 34)] + "-" + strconv.Itoa(n)
	}
	taken[id] = true
	return id
}

// productField is the field of the form for a place such as
// "/products/0/variants/2/name".
func productField(path string) string {
	parts := strings.Split(strings.TrimPrefix(path, "/products/0/"), "/")
	if parts[0] == "variants" && len(parts) > 2 {
		return "variant-" + parts[1] + "-" + parts[2]
	}
	return parts[0]
}

// refuseProduct shows the form again with what was typed and the reasons.
func (s *server) refuseProduct(w http.ResponseWriter, r *http.Request, p scope, c miniapp.Catalog, view catalog.Product, why error) error {
	var edit *editError
	switch {
	case errors.Is(why, project.ErrTooBig), errors.Is(why, errCatalogFull):
		view.Mistakes = append(view.Mistakes, page.Mistake{Field: "name", Key: "catalog.full", Args: lang.Args{"max": miniapp.MaxProducts}})
	case !errors.As(why, &edit):
		return why
	case len(edit.problems) == 0:
		return s.renderProduct(w, r, http.StatusConflict, p, c, view)
	}
	return s.renderProduct(w, r, http.StatusUnprocessableEntity, p, c, view)
}
