package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// AddFilm keeps a video as it is, to be shown on a page. What it is, its first
// bytes tell, whatever its name says. Errors are ErrNotFilm and AddFile's.
func (s *Store) AddFilm(ctx context.Context, project int64, name string, r io.Reader) (Kept, error) {
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return Kept{}, fmt.Errorf("read the upload: %w", err)
	}
	if n > 0 && !strings.HasPrefix(filmMime(head[:n]), "video/") {
		return Kept{}, ErrNotFilm
	}
	return s.AddFile(ctx, project, name, io.MultiReader(bytes.NewReader(head[:n]), r))
}

// filmBrands are those of MP4 that net/http does not know: phones and editors
// put them in front of, or instead of, "mp42".
var filmBrands = []string{"isom", "iso2", "iso4", "iso5", "iso6", "avc1", "M4V ", "M4VH"}

// filmMime is the type of a video that browsers play, "" for anything else.
func filmMime(body []byte) string {
	switch found := http.DetectContentType(body); {
	case found == "video/mp4" || found == "video/webm":
		return found
	case len(body) < 12 || string(body[4:8]) != "ftyp":
		return ""
	}
	for _, brand := range filmBrands {
		if string(body[8:12]) == brand {
			return "video/mp4"
		}
	}
	return ""
}
