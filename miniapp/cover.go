package miniapp

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The pixels of the pictures that are drawn of a page.
const (
	// CoverWidth and CoverHeight are what messengers show beside a link.
	CoverWidth, CoverHeight = 1200, 630
	// IconSide is the side of a phone's icon.
	IconSide    = 180
	coverMargin = 84
)

// typefaces are drawn with; they have Latin, Greek and Cyrillic letters.
var typefaces = sync.OnceValues(func() (bold, regular *opentype.Font) {
	return mustParse(gobold.TTF), mustParse(goregular.TTF)
})

func mustParse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the typefaces are part of the program
	}
	return f
}

// Cover draws the picture that messengers show beside a link to the page, as a
// PNG: its title, the project and what it is about. ErrNoPage when there is no
// such page.
func (m Manifest) Cover(pageID string) ([]byte, error) {
	page, found := m.Pages.Page(pageID)
	if !found {
		return nil, ErrNoPage
	}
	c, err := m.canvas(CoverWidth, CoverHeight)
	if err != nil {
		return nil, err
	}
	defer c.close()
	bottom := CoverHeight - coverMargin
	c.write(false, 40, coverMargin, bottom, 1, m.Name)
	y := c.write(true, 88, coverMargin, coverMargin+88, 3, page.Title)
	if left := (bottom - 70 - y) / 52; left > 0 {
		c.write(false, 38, coverMargin, y+26, min(left, 3), page.Description())
	}
	return c.png()
}

// Icon draws the icon that a phone gives to a page on its first screen, as a
// PNG: the first letter of the project's name.
func (m Manifest) Icon() ([]byte, error) {
	c, err := m.canvas(IconSide, IconSide)
	if err != nil {
		return nil, err
	}
	defer c.close()
	face, err := c.face(true, 116)
	if err != nil {
		return nil, err
	}
	initial := m.initial()
	c.word(face, (IconSide-font.MeasureString(face, initial).Round())/2, 132, initial)
	return c.png()
}

// canvas is a picture in the project's colour.
type canvas struct {
	img   *image.RGBA
	ink   image.Image
	faces []font.Face
	err   error
}

func (m Manifest) canvas(width, height int) (*canvas, error) {
	accent, known := parseColour(m.Theme.Accent)
	if !known {
		accent, _ = parseColour(plainAccent)
	}
	if contrast(accent, accent.on()) < textRatio {
		return nil, fmt.Errorf("draw on %v: no ink is seen", accent)
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(accent.rgba()), image.Point{}, draw.Src)
	return &canvas{img: img, ink: image.NewUniform(accent.on().rgba())}, nil
}

func (c colour) rgba() color.RGBA { return color.RGBA{uint8(c.r), uint8(c.g), uint8(c.b), 255} }

func (c *canvas) face(bold bool, size float64) (font.Face, error) {
	heavy, light := typefaces()
	if bold {
		light = heavy
	}
	face, err := opentype.NewFace(light, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("size a typeface: %w", err)
	}
	c.faces = append(c.faces, face)
	return face, nil
}

func (c *canvas) close() {
	for _, face := range c.faces {
		_ = face.Close() // frees memory alone
	}
}

// write puts words from x and the line at y on, in at most most lines, and
// gives the line after them. The first error is told by png.
func (c *canvas) write(bold bool, size float64, x, y, most int, words string) int {
	face, err := c.face(bold, size)
	if err != nil {
		c.err = err
		return y
	}
	step := int(size * 1.22)
	for _, line := range wrapped(face, drawable(face, words), fixed.I(c.img.Bounds().Dx()-2*x), most) {
		c.word(face, x, y, line)
		y += step
	}
	return y
}

func (c *canvas) word(face font.Face, x, y int, s string) {
	d := font.Drawer{Dst: c.img, Src: c.ink, Face: face, Dot: fixed.P(x, y)}
	d.DrawString(s)
}

func (c *canvas) png() ([]byte, error) {
	if c.err != nil {
		return nil, c.err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, c.img); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	return out.Bytes(), nil
}

// drawable leaves out what the typeface has no letter for, such as emoji.
func drawable(face font.Face, words string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if _, known := face.GlyphAdvance(r); !known && r != ' ' {
			return -1
		}
		return r
	}, words)), " ")
}

// wrapped breaks words into lines of at most a width; of more than most lines
// the last ends in "…". A word that is wider than a line is cut.
func wrapped(face font.Face, words string, width fixed.Int26_6, most int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(words) {
		switch longer := strings.TrimSpace(line + " " + word); {
		case font.MeasureString(face, longer) <= width:
			line = longer
			continue
		case line != "":
			lines = append(lines, line)
		}
		line = word
	}
	lines = append(lines, line)
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] += "…"
	}
	for i := range lines {
		lines[i] = fitted(face, lines[i], width)
	}
	return lines
}

func fitted(face font.Face, line string, width fixed.Int26_6) string {
	for font.MeasureString(face, line) > width {
		runes := []rune(strings.TrimSuffix(line, "…"))
		if len(runes) == 0 {
			return ""
		}
		line = strings.TrimRight(string(runes[:len(runes)-1]), " ") + "…"
	}
	return line
}
