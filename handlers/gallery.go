package handlers

import (
	"net/http"

	"botyard/internal/lang"
	"botyard/views/gallery"
)

func (s *server) showGallery(w http.ResponseWriter, r *http.Request) error {
	s.keepLanguage(w, r)
	return s.render(w, r, http.StatusOK, gallery.IndexPage())
}

func (s *server) showSample(w http.ResponseWriter, r *http.Request) error {
	screen, found := gallery.Find(lang.From(r.Context()), r.PathValue("screen"))
	if !found {
		return errNotFound
	}
	s.keepLanguage(w, r)
	return s.render(w, r, http.StatusOK, screen.Body)
}
