package static

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
)

// Handler serves the files at the addresses that URL gives, compressed when
// the browser takes that; anything else under Prefix is 404.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, found := byURL[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		a.serve(w, r)
	})
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	body := a.body
	if len(a.gzipped) > 0 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = a.gzipped
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		w.Write(body) //nolint:errcheck // the browser has gone
	}
}

// squeeze is body compressed, nil when that saves nothing.
func squeeze(body []byte) []byte {
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	zip.Write(body) //nolint:errcheck // a buffer takes everything
	zip.Close()     //nolint:errcheck // the same
	if b.Len() >= len(body) {
		return nil
	}
	return b.Bytes()
}
