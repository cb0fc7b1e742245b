package handlers

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/catalog"
	"botyard/views/page"
)

// errCatalogFull means that no more products fit.
var errCatalogFull = errors.New("the catalogue is full")

// listProducts shows the catalogue by its categories.
func (s *server) listProducts(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	problems, err := s.Projects.Check(r.Context(), p.ID, draft)
	if err != nil {
		return err
	}
	list := catalog.List{Project: frame, Count: len(draft.Catalog.Products), Most: miniapp.MaxProducts}
	list.Groups = s.productGroups(r, draft.Catalog, problems)
	return s.render(w, r, http.StatusOK, catalog.ListPage(list))
}

// productGroups are the products by category, those without one at the end.
func (s *server) productGroups(r *http.Request, c miniapp.Catalog, problems []spec.Problem) (groups []catalog.Group) {
	for _, category := range append(slices.Clone(c.Categories), miniapp.Category{}) {
		g := catalog.Group{Name: category.Name}
		for i, product := range c.Products {
			if product.Category == category.ID || category.ID == "" && !c.HasCategory(product.Category) {
				g.Products = append(g.Products, s.productRow(r, c, i, problems))
			}
		}
		if len(g.Products) == 0 {
			continue
		}
		if category.ID == "" && len(groups) > 0 {
			g.Name = lang.T(r.Context(), "catalog.no_category")
		}
		g.Products[0].First, g.Products[len(g.Products)-1].Last = true, true
		groups = append(groups, g)
	}
	return groups
}

func (s *server) productRow(r *http.Request, c miniapp.Catalog, i int, problems []spec.Problem) catalog.Row {
	product := c.Products[i]
	row := catalog.Row{ID: product.ID, Name: product.Name, Photo: s.photoURL(product), Variants: len(product.Variants)}
	lowest, highest := product.Price, product.Price
	for n, v := range product.Variants {
		if n == 0 {
			lowest, highest = v.Price, v.Price
		}
		lowest, highest = min(lowest, v.Price), max(highest, v.Price)
	}
	row.Price = sum(r, lowest, c.Currency)
	if lowest != highest {
		row.Price = lang.T(r.Context(), "catalog.from", "price", row.Price)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Path, spec.Join("/catalog/products", i)+"/") && row.Mistake == "" {
			row.Mistake = lang.Problem(r.Context(), p)
		}
	}
	return row
}

func (s *server) photoURL(product miniapp.Product) string {
	if product.Photo == "" {
		return ""
	}
	return s.pagesBase() + project.MediaPath + product.Photo
}

// editProduct changes the product that a request names, at index i.
func (s *server) editProduct(r *http.Request, p scope, change func(c *miniapp.Catalog, i int) error) error {
	_, _, err := s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		i := productIndex(d.Catalog, r.PathValue("product"))
		if i < 0 {
			return errNotFound
		}
		return change(&d.Catalog, i)
	})
	return err
}

func productIndex(c miniapp.Catalog, id string) int {
	return slices.IndexFunc(c.Products, func(p miniapp.Product) bool { return p.ID == id })
}

// moveProduct changes places with the neighbour in its category.
func (s *server) moveProduct(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	step, known := map[string]int{"up": -1, "down": 1}[r.PostFormValue("to")]
	if !known {
		return statusError(http.StatusUnprocessableEntity)
	}
	err = s.editProduct(r, p, func(c *miniapp.Catalog, i int) error {
		for to := i + step; to >= 0 && to < len(c.Products); to += step {
			if c.Products[to].Category == c.Products[i].Category {
				c.Products[i], c.Products[to] = c.Products[to], c.Products[i]
				return nil
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, p.url("catalog"))
}

// removeProduct removes a product and offers to put it back.
func (s *server) removeProduct(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	toast := page.Toast{Key: "toast.product_removed"}
	err = s.editProduct(r, p, func(c *miniapp.Catalog, i int) error {
		toast.Undo = p.undo(removed{What: "product", At: i}, c.Products[i])
		toast.Args = lang.Args{"name": c.Products[i].Name}
		c.Products = slices.Delete(c.Products, i, i+1)
		return nil
	})
	if err != nil {
		return err
	}
	s.toast(r, toast)
	return s.goTo(w, r, p.url("catalog"))
}

// newProductID is an id of a product's name that no product has.
func newProductID(c miniapp.Catalog, name string) string {
	base := project.Slug(name)
	if base == project.Slug("") || base == "new" { // "new" is the address of the form
		base = "product"
	}
	for n := 1; ; n++ {
		id := base
		if n > 1 {
			id = base[:min(len(base), 34)] + "-" + strconv.Itoa(n)
		}
		if productIndex(c, id) < 0 {
			return id
		}
	}
}
