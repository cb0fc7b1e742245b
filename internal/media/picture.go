package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

const jpegQuality = 85

// picture is a file as it is kept.
type picture struct {
	body          []byte
	mime          string
	width, height int
}

type format struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// formats are those that are taken, by what their bytes say they are; of a GIF
// the first frame.
var formats = map[string]format{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode},
	"image/png":  {png.DecodeConfig, png.Decode},
	"image/gif":  {gif.DecodeConfig, gif.Decode},
	"image/webp": {webp.DecodeConfig, webp.Decode},
}

func redraw(upload []byte) (picture, error) {
	f, known := formats[http.DetectContentType(upload)]
	if !known {
		return picture{}, ErrNotImage
	}
	if err := f.check(upload); err != nil {
		return picture{}, err
	}
	img, err := f.decode(bytes.NewReader(upload))
	if err != nil {
		return picture{}, fmt.Errorf("%w: %w", ErrNotImage, err)
	}
	return encode(upright(shrink(img), orientationOf(upload)))
}

// check looks at the size that the file claims, before memory is spent on it.
func (f format) check(upload []byte) error {
	c, err := f.config(bytes.NewReader(upload))
	if err != nil || c.Width <= 0 || c.Height <= 0 {
		return errors.Join(ErrNotImage, err)
	}
	most := MaxPixels
	if isDeep(c.ColorModel) {
		most /= 2 // such a pixel takes twice the memory
	}
	if c.Width > most/c.Height {
		return ErrTooManyPixels
	}
	return nil
}

func isDeep(m color.Model) bool {
	return m == color.RGBA64Model || m == color.NRGBA64Model || m == color.Gray16Model
}

// shrink makes a picture fit MaxSide. It halves as often as it can and takes
// the rest in one step: each is a mean over all pixels that go into one, and
// needs no more memory than its result.
func shrink(img image.Image) image.Image {
	width, height := fit(img.Bounds().Dx(), img.Bounds().Dy())
	for img.Bounds().Dx() >= 2*width && img.Bounds().Dy() >= 2*height && width < img.Bounds().Dx() {
		img = scale(img, img.Bounds().Dx()/2, img.Bounds().Dy()/2)
	}
	if img.Bounds().Dx() == width && img.Bounds().Dy() == height {
		return img
	}
	return scale(img, width, height)
}

// fit is the size of a picture whose longest side is at most MaxSide.
func fit(width, height int) (int, int) {
	longest := max(width, height)
	if longest <= MaxSide {
		return width, height
	}
	return max(1, width*MaxSide/longest), max(1, height*MaxSide/longest)
}

func scale(img image.Image, width, height int) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.ApproxBiLinear.Scale(out, out.Bounds(), img, img.Bounds(), draw.Src, nil)
	return out
}

// encode writes a JPEG, or a PNG when something shows through.
func encode(img image.Image) (picture, error) {
	var b bytes.Buffer
	p := picture{width: img.Bounds().Dx(), height: img.Bounds().Dy(), mime: "image/jpeg"}
	var err error
	if isOpaque(img) {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: jpegQuality})
	} else {
		p.mime = "image/png"
		err = png.Encode(&b, img)
	}
	if err != nil {
		return picture{}, fmt.Errorf("encode the picture: %w", err)
	}
	p.body = b.Bytes()
	return p, nil
}

func isOpaque(img image.Image) bool {
	o, tells := img.(interface{ Opaque() bool })
	return tells && o.Opaque()
}
