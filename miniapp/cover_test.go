package miniapp

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inked counts the pixels of a part of a picture that are not its ground.
func inked(img image.Image, part image.Rectangle) (n int) {
	ground := img.At(0, 0)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if img.At(x, y) != ground {
				n++
			}
		}
	}
	return n
}

func decoded(t *testing.T, raw []byte, err error) image.Image {
	t.Helper()
	if err != nil {
		t.Fatalf("draw: %v", err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("decode: %v", err)
	}
	return img
}

func TestCover(t *testing.T) {
	t.Parallel()
	m := cafeManifest(t)
	raw, err := m.Cover("")
	img := decoded(t, raw, err)
	if folder := os.Getenv("BOTYARD_SHOTS"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, "cover.png"), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := img.Bounds().Size(); got != image.Pt(CoverWidth, CoverHeight) {
		t.Errorf("size = %v, want %d × %d", got, CoverWidth, CoverHeight)
	}
	for what, part := range map[string]image.Rectangle{
		"title": image.Rect(84, 84, 1116, 200), "name": image.Rect(84, 500, 1116, 570), "description": image.Rect(84, 240, 1116, 400),
	} {
		if inked(img, part) < 500 {
			t.Errorf("the %s is not to be seen", what)
		}
	}
	if _, err := m.Cover("none"); !errors.Is(err, ErrNoPage) {
		t.Errorf("Cover(none) = %v, want ErrNoPage", err)
	}
}

// TestCoverOfAnyWords draws words that do not fit, and such as no typeface has.
func TestCoverOfAnyWords(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"", "🍕🍕", strings.Repeat("ж", 100), strings.Repeat("слово ", 16), hostile[:90]} {
		m := cafeManifest(t)
		m.Name, m.Pages[0].Title = words, words
		raw, err := m.Cover("home")
		img := decoded(t, raw, err)
		for what, part := range map[string]image.Rectangle{"right": image.Rect(1117, 0, 1200, 630), "lower": image.Rect(0, 590, 1200, 630)} {
			if n := inked(img, part); n > 0 {
				t.Errorf("%.20q: %d pixels beyond the %s margin", words, n, what)
			}
		}
	}
}

func TestIconPicture(t *testing.T) {
	t.Parallel()
	raw, err := cafeManifest(t).Icon()
	if n := inked(decoded(t, raw, err), image.Rect(30, 30, 150, 150)); n < 1000 {
		t.Errorf("%d pixels of a letter, want some", n)
	}
	if _, err := (Manifest{}).Icon(); err != nil {
		t.Errorf("Icon() without a name = %v", err)
	}
}
