package handlers

import (
	"net/http"

	"botyard/miniapp"
	"botyard/views/page"
)

// addPhoto takes in a picture and gives it to a product.
func (s *server) addPhoto(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	product, found := draft.Catalog.Product(r.PathValue("product"))
	if !found {
		return errNotFound
	}
	image, err := s.upload(r, p)
	if err != nil {
		mistake, err := pictureMistake("photo", err)
		if err != nil {
			return err
		}
		view := productView(r, draft.Catalog, product)
		view.Mistakes = page.Mistakes{mistake}
		return s.renderProduct(w, r, http.StatusUnprocessableEntity, p, draft.Catalog, view)
	}
	err = s.editProduct(r, p, func(c *miniapp.Catalog, i int) error {
		c.Products[i].Photo = image.Key
		return nil
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, p.url("catalog", product.ID))
}
