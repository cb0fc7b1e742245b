package media

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// Two shortest beginnings of films.
const (
	mp4  = "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"
	webm = "\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm"
)

func TestFilmsAreKnownByTheirBytes(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		mp4: "video/mp4", webm: "video/webm", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom": "video/mp4",
		"\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  ": "", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic": "",
		"<!doctype html><script>": "", "\x89PNG\r\n\x1a\n": "", "isom": "", "\x00\x00\x00\x18ftyp": "",
	} {
		if got := filmMime([]byte(body)); got != want {
			t.Errorf("filmMime(%q) = %q, want %q", body, got, want)
		}
	}
}

func TestAFilmIsKeptAsItIs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, body := range []string{mp4, webm} {
		long := body + strings.Repeat("x", 2<<20)
		kept, err := b.AddFilm(t.Context(), b.project, "C:\\f.bin", strings.NewReader(long))
		if err != nil {
			t.Fatalf("AddFilm: %v", err)
		}
		f, err := b.Open(t.Context(), kept.Key)
		if err != nil {
			t.Fatalf("Open: %v", err)
		}
		if got, err := io.ReadAll(f); string(got) != long || err != nil || !strings.HasPrefix(f.Mime, "video/") || kept.Name != "f.bin" {
			t.Errorf("%d bytes of %s called %q, %v; want %d of a video called f.bin", len(got), f.Mime, kept.Name, err, len(long))
		}
	}
}

func TestFilmsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for name, c := range map[string]struct {
		body io.Reader
		want error
	}{
		"a page": {strings.NewReader("<!doctype html><script>alert(1)</script>"), ErrNotFilm},
		"a song": {strings.NewReader("ID3\x03"), ErrNotFilm},
		"empty":  {strings.NewReader(""), ErrEmpty},
		"heavy":  {io.MultiReader(strings.NewReader(mp4), io.LimitReader(zeros{}, MaxFile)), ErrTooBig},
	} {
		if _, err := b.AddFilm(t.Context(), b.project, "f.mp4", c.body); !errors.Is(err, c.want) {
			t.Errorf("%s: AddFilm = %v, want %v", name, err, c.want)
		}
	}
}
