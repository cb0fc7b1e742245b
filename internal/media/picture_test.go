package media

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"
)

// halves is red on the left and blue on the right, with alpha.
func halves(w, h int, alpha uint8) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.NRGBA{R: 255, A: alpha})
			if x >= w/2 {
				img.Set(x, y, color.NRGBA{B: 255, A: alpha})
			}
		}
	}
	return img
}

func jpegOf(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gifOf(t testing.TB, frames ...color.Color) []byte {
	t.Helper()
	all := &gif.GIF{}
	for _, c := range frames {
		frame := image.NewPaletted(image.Rect(0, 0, 10, 6), color.Palette{c, color.Black})
		all.Image, all.Delay = append(all.Image, frame), append(all.Delay, 10)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, all); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// webpFile is one transparent pixel, lossless.
var webpFile, _ = base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")

// withOrientation puts an EXIF block into a JPEG.
func withOrientation(file []byte, orientation uint16, order binary.AppendByteOrder, mark string) []byte {
	tiff := append([]byte(mark), order.AppendUint16(nil, 42)...)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint16(tiff, 0x0112)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, orientation)
	tiff = append(tiff, 0, 0, 0, 0, 0, 0)
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(body)+2))
	return append(append(append(bytes.Clone(file[:2]), segment...), body...), file[2:]...)
}

func decoded(t *testing.T, p picture) image.Image {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(p.body))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds().Dx() != p.width || img.Bounds().Dy() != p.height {
		t.Fatalf("size = %v, want %dx%d", img.Bounds(), p.width, p.height)
	}
	return img
}

func isRed(img image.Image, x, y int) bool {
	r, _, b, _ := img.At(x, y).RGBA()
	return r > 0x8000 && b < 0x8000
}

func TestEveryFormatIsRedrawn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file []byte
		mime string
		w, h int
	}{
		"jpeg":              {jpegOf(t, halves(40, 20, 255)), "image/jpeg", 40, 20},
		"png":               {pngOf(t, halves(40, 20, 255)), "image/jpeg", 40, 20},
		"png with alpha":    {pngOf(t, halves(40, 20, 100)), "image/png", 40, 20},
		"gif":               {gifOf(t, color.White), "image/jpeg", 10, 6},
		"gif with alpha":    {gifOf(t, color.Transparent), "image/png", 10, 6},
		"webp":              {webpFile, "image/png", 1, 1},
		"wide":              {pngOf(t, halves(5000, 10, 255)), "image/jpeg", 2048, 4},
		"tall":              {pngOf(t, halves(10, 3000, 255)), "image/jpeg", 6, 2048},
		"big with alpha":    {pngOf(t, halves(2600, 2100, 100)), "image/png", 2048, 1654},
		"thin beyond sense": {pngOf(t, halves(9000, 1, 255)), "image/jpeg", 2048, 1},
	} {
		p, err := redraw(c.file)
		if err != nil {
			t.Errorf("%s: redraw = %v", name, err)
			continue
		}
		decoded(t, p)
		if p.mime != c.mime || p.width != c.w || p.height != c.h {
			t.Errorf("%s: redraw = %s %dx%d, want %s %dx%d", name, p.mime, p.width, p.height, c.mime, c.w, c.h)
		}
	}
}

func TestShrinkingKeepsThePicture(t *testing.T) {
	t.Parallel()
	p, err := redraw(pngOf(t, halves(4500, 900, 255)))
	if err != nil {
		t.Fatal(err)
	}
	img := decoded(t, p)
	if !isRed(img, 1000, 10) || isRed(img, 1050, 10) {
		t.Error("the colours do not meet in the middle any more")
	}
}

func TestFirstFrameOfAnAnimation(t *testing.T) {
	t.Parallel()
	p, err := redraw(gifOf(t, color.RGBA{R: 255, A: 255}, color.RGBA{B: 255, A: 255}))
	if err != nil {
		t.Fatal(err)
	}
	if !isRed(decoded(t, p), 5, 3) {
		t.Error("the picture is another frame than the first")
	}
}

func TestOrientation(t *testing.T) {
	t.Parallel()
	file := jpegOf(t, halves(48, 16, 255))
	// Where red is, at a quarter and at three quarters of the upright picture.
	for orientation, c := range map[uint16]struct {
		w, h             int
		redX, redY, x, y int
	}{
		1: {48, 16, 12, 8, 36, 8}, 2: {48, 16, 36, 8, 12, 8}, 3: {48, 16, 36, 8, 12, 8}, 4: {48, 16, 12, 8, 36, 8},
		5: {16, 48, 8, 12, 8, 36}, 6: {16, 48, 8, 12, 8, 36}, 7: {16, 48, 8, 36, 8, 12}, 8: {16, 48, 8, 36, 8, 12},
		9: {48, 16, 12, 8, 36, 8},
	} {
		for mark, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			p, err := redraw(withOrientation(file, orientation, order, mark))
			if err != nil {
				t.Fatal(err)
			}
			img := decoded(t, p)
			if p.width != c.w || p.height != c.h || !isRed(img, c.redX, c.redY) || isRed(img, c.x, c.y) {
				t.Errorf("orientation %d (%s): %dx%d, red at the start %v, want %+v", orientation, mark, p.width, p.height, isRed(img, c.redX, c.redY), c)
			}
			if bytes.Contains(p.body, []byte("Exif")) {
				t.Errorf("orientation %d: EXIF is still in the file", orientation)
			}
		}
	}
}

// TestTurning tells apart what a picture of two halves cannot.
func TestTurning(t *testing.T) {
	t.Parallel()
	const corner = 0 // the file's top left pixel
	want := map[int][2]int{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}}
	for orientation, at := range want {
		img := image.NewGray(image.Rect(0, 0, 3, 2))
		img.Pix[corner] = 255
		r, _, _, _ := upright(img, orientation).At(at[0], at[1]).RGBA()
		if r != 0xFFFF {
			t.Errorf("orientation %d: the first pixel is not at %v", orientation, at)
		}
	}
}

func TestWhatIsNoImage(t *testing.T) {
	t.Parallel()
	whole := jpegOf(t, halves(40, 20, 255))
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"nothing":      {nil, ErrNotImage},
		"text":         {[]byte("hello"), ErrNotImage},
		"svg":          {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ErrNotImage},
		"only a head":  {whole[:20], ErrNotImage},
		"cut short":    {whole[:len(whole)/2], ErrNotImage},
		"pixel bomb":   {bomb(30_000, 30_000, 8), ErrTooManyPixels},
		"just over":    {bomb(5_000, 5_001, 8), ErrTooManyPixels},
		"just within":  {bomb(5_000, 5_000, 8), ErrNotImage}, // passes the check of size, then has no pixels
		"deep over":    {bomb(5_000, 5_000, 16), ErrTooManyPixels},
		"no size":      {bomb(0, 5, 8), ErrNotImage},
		"overflow":     {bomb(0x7FFFFFFF, 0x7FFFFFFF, 8), ErrNotImage},
		"webp of riff": {[]byte("RIFF\x00\x00\x00\x00WEBPVP8 \x00"), ErrNotImage},
	} {
		if _, err := redraw(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: redraw = %v, want %v", name, err, c.want)
		}
	}
}

// bomb is the head of a PNG that claims a size.
func bomb(w, h uint32, depth byte) []byte {
	head := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)...)
	head = append(head, depth, 6, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	out = append(out, head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

func FuzzOrientation(f *testing.F) {
	file := jpegOf(f, halves(4, 4, 255))
	f.Add(file)
	f.Add(withOrientation(file, 6, binary.LittleEndian, "II"))
	f.Add(withOrientation(file, 3, binary.BigEndian, "MM")[:40])
	f.Add([]byte("\xFF\xD8\xFF\xE1\x00\x01"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if o := orientationOf(file); o < 1 || o > 8 {
			t.Errorf("orientationOf = %d, want 1 to 8", o)
		}
	})
}
