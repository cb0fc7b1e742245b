package handlers

import (
	"errors"
	"net/http"
	"time"

	"botyard/internal/media"
)

// showMedia serves an uploaded file. Its key names its content, so that it
// never changes; whatever it holds, it runs nothing.
func (s *server) showMedia(w http.ResponseWriter, r *http.Request) error {
	file, err := s.Media.Open(r.Context(), r.PathValue("key"))
	if errors.Is(err, media.ErrNoFile) {
		return errNotFound
	}
	if err != nil {
		return err
	}
	if file.Suspended {
		return errNotFound
	}
	h := w.Header()
	h.Set("Content-Type", file.Mime)
	h.Set("ETag", `"`+file.Key+`"`)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	http.ServeContent(w, r, "", time.Time{}, file)
	return nil
}
