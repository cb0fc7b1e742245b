package handlers

import (
	"errors"
	"net/http"

	"botyard/internal/lang"
	"botyard/internal/media"
	"botyard/internal/spec"
	"botyard/views/page"
)

// addFilm takes in a video and puts it into a field of a block.
func (s *server) addFilm(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.hasField(r, p, spec.Film); err != nil {
		return err
	}
	part, err := filePart(r)
	if err != nil {
		return s.refuseFilm(w, r, p, err)
	}
	kept, err := s.Media.AddFilm(r.Context(), p.ID, part.FileName(), part)
	if err != nil {
		return s.refuseFilm(w, r, p, err)
	}
	return s.putFile(w, r, p, kept.Key)
}

// refuseFilm says at the field why the video was not taken.
func (s *server) refuseFilm(w http.ResponseWriter, r *http.Request, p scope, why error) error {
	m := page.Mistake{Field: r.PathValue("field")}
	switch {
	case errors.Is(why, media.ErrNotFilm), errors.Is(why, media.ErrEmpty):
		m.Key = "pages.not_a_film"
	case errors.Is(why, media.ErrTooBig), errors.As(why, new(*http.MaxBytesError)):
		m.Key, m.Args = "pages.picture_heavy", lang.Args{"max": media.MaxFile >> 20}
	default:
		var err error
		if m, err = pictureMistake(m.Field, why); err != nil {
			return err
		}
	}
	return s.replyMistake(w, r, p, m)
}
