package handlers

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"

	"botyard/internal/lang"
	"botyard/internal/media"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/pages"
)

// uploadBytes is the most of an upload's request: the file and its wrapping.
const uploadBytes = media.MaxBytes + 64<<10

// addPicture takes in a picture and puts it into a field of a block.
func (s *server) addPicture(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.hasField(r, p, spec.Image); err != nil {
		return err
	}
	image, err := s.upload(r, p)
	if err != nil {
		return s.refusePicture(w, r, p, err)
	}
	return s.putFile(w, r, p, image.Key)
}

// putFile puts what was uploaded into the field of a request.
func (s *server) putFile(w http.ResponseWriter, r *http.Request, p scope, key string) error {
	err := s.editBlock(r, p, func(blocks *[]miniapp.Block, i int) error {
		b := &(*blocks)[i]
		kind, _ := miniapp.Kinds.Kind(b.Kind)
		values := blockValues(kind, *b)
		values[r.PathValue("field")] = key
		changed, problems := readBlock(kind, *b, values)
		if len(problems) > 0 {
			return statusError(http.StatusUnprocessableEntity)
		}
		*b = changed
		return nil
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, p.blockScreen(r.PathValue("page"), r.PathValue("block"), ""))
}

// hasField tells whether the block of a request has such a field of a type,
// before anything is uploaded for it.
func (s *server) hasField(r *http.Request, p scope, want spec.FieldType) error {
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	page, found := draft.Pages.Page(r.PathValue("page"))
	i := blockIndex(page.Blocks, r.PathValue("block"))
	if !found || i < 0 {
		return errNotFound
	}
	kind, _ := miniapp.Kinds.Kind(page.Blocks[i].Kind)
	f, found := fieldAt(kind.Fields, r.PathValue("field"))
	if _, there := blockValues(kind, page.Blocks[i])[r.PathValue("field")]; !found || !there || f.Type != want {
		return errNotFound
	}
	return nil
}

// upload reads the picture of a multipart form as it comes.
func (s *server) upload(r *http.Request, p scope) (media.Image, error) {
	part, err := filePart(r)
	if errors.Is(err, media.ErrEmpty) {
		return media.Image{}, media.ErrNotImage
	}
	if err != nil {
		return media.Image{}, err
	}
	return s.Media.AddImage(r.Context(), p.ID, part)
}

// filePart is the file of a multipart form; a form without one is an empty file.
func filePart(r *http.Request) (*multipart.Part, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, statusError(http.StatusBadRequest)
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, media.ErrEmpty
		}
		if err != nil { // its words may be those of the file
			return nil, badForm(err)
		}
		if part.FormName() == "file" {
			return part, nil
		}
	}
}

// refusePicture says at the field why the file was not taken.
func (s *server) refusePicture(w http.ResponseWriter, r *http.Request, p scope, why error) error {
	m, err := pictureMistake(r.PathValue("field"), why)
	if err != nil {
		return err
	}
	return s.replyMistake(w, r, p, m)
}

// replyMistake answers with the request's block, open, and what is wrong in it.
func (s *server) replyMistake(w http.ResponseWriter, r *http.Request, p scope, m page.Mistake) error {
	return s.replyBlock(w, r, http.StatusUnprocessableEntity, p, func(b *pages.Block) {
		b.Open, b.Mistakes = true, page.Mistakes{m}
	})
}

// pictureMistake words why a file was not taken; an error that is not about
// the file is returned.
func pictureMistake(field string, why error) (page.Mistake, error) {
	m := page.Mistake{Field: field}
	switch {
	case errors.Is(why, media.ErrNotImage):
		m.Key = "pages.not_a_picture"
	case errors.Is(why, media.ErrTooBig), errors.As(why, new(*http.MaxBytesError)):
		m.Key, m.Args = "pages.picture_heavy", lang.Args{"max": media.MaxBytes >> 20}
	case errors.Is(why, media.ErrNoRoom):
		m.Key = "pages.no_room"
	case errors.Is(why, media.ErrTooManyPixels):
		m.Key = "pages.picture_large"
	case errors.Is(why, multipart.ErrMessageTooLarge), errors.Is(why, io.ErrUnexpectedEOF):
		return m, statusError(http.StatusBadRequest)
	default:
		return m, why
	}
	return m, nil
}
