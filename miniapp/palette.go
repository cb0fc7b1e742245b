package miniapp

import (
	"fmt"
	"strings"
)

// What WCAG 2.2 AA asks of text and of shapes, with a little for rounding.
const (
	textRatio  = 4.5
	shapeRatio = 3.0
	rounding   = 0.05
)

// scheme is a site's colours in one light.
type scheme struct{ ground, sunk, text, hint, link, button, label colour }

// css is what a document's style adds to app.css: "" when the theme is plain.
func (t Theme) css(as As) string {
	if as == App {
		return t.shape()
	}
	return t.shape() + t.colours()
}

// colours are the site's, mixed from the accent; every pair that carries text
// reaches 4.5:1 whatever the accent is. They are "" without an accent.
func (t Theme) colours() string {
	accent, ok := parseColour(t.Accent)
	if !ok {
		return ""
	}
	return `[data-as="site"]{` + lightScheme(accent).css() + `}@media (prefers-color-scheme:dark){[data-as="site"]{` + darkScheme(accent).css() + `}}`
}

// serifs are typefaces that phones and computers have; nothing is fetched.
const serifs = `Georgia,"PT Serif","Noto Serif","DejaVu Serif","Times New Roman",serif`

var (
	roundness = map[string]string{"soft": "--r:.4;", "square": "--r:0;"}
	faces     = map[string]string{"serif": "--font:" + serifs + ";", "headings": "--head:" + serifs + ";"}
)

// shape are the corners and the typeface.
func (t Theme) shape() string {
	if own := roundness[t.Corners] + faces[t.Face]; own != "" {
		return ":root{" + own + "}"
	}
	return ""
}

// Sample is how a site's colours come out in one light, each "#rrggbb".
type Sample struct{ Ground, Text, Link, Button, Label string }

// Legible is how an accent can be read on a site, by WCAG 2.2 AA.
type Legible struct {
	Light, Dark Sample
	// Ratio is the contrast of the accent, as it was chosen, with the light ground; 1 to 21.
	Ratio float64
	// Better is the nearest accent that needs no help; the accent itself when it
	// passes.
	Better string
}

// Legible tells how the accent, or the default one, can be read.
func (t Theme) Legible() Legible {
	accent, ok := parseColour(t.Accent)
	if !ok {
		accent, _ = parseColour(plainAccent)
	}
	light, dark := lightScheme(accent), darkScheme(accent)
	better := accent
	for part := 0.05; lightScheme(better).link != better; part += 0.05 {
		better = asWritten(accent.mix(black, part))
	}
	return Legible{Light: light.sample(), Dark: dark.sample(), Ratio: contrast(accent, light.sunk), Better: better.String()}
}

// asWritten is the colour that is written.
func asWritten(c colour) colour {
	c, _ = parseColour(c.String())
	return c
}

func (s scheme) sample() Sample {
	return Sample{s.ground.String(), s.text.String(), s.link.String(), s.button.String(), s.label.String()}
}

func lightScheme(accent colour) scheme {
	return schemeOf(accent, accent.bright().mix(white, 0.98), accent.mix(white, 0.93), accent.mix(colour{24, 26, 28}, 0.85))
}

func darkScheme(accent colour) scheme {
	return schemeOf(accent, accent.mix(colour{20, 22, 23}, 0.94), accent.mix(colour{34, 38, 40}, 0.9), accent.mix(white, 0.92))
}

// schemeOf makes words that can be read on sunk, which is nearer to their
// colour than ground is.
func schemeOf(accent, ground, sunk, text colour) scheme {
	button := accent.readable(ground, shapeRatio+rounding)
	return scheme{
		ground: ground, sunk: sunk, text: text.readable(sunk, 7),
		hint:   text.mix(ground, 0.35).readable(sunk, textRatio+rounding),
		link:   accent.readable(sunk, textRatio+rounding),
		button: button, label: button.on(),
	}
}

func (s scheme) css() string {
	var b strings.Builder
	for _, p := range []struct {
		name  string
		value colour
	}{{"bg", s.ground}, {"sec", s.sunk}, {"text", s.text}, {"hint", s.hint}, {"btn", s.button}, {"btn-on", s.label}, {"link", s.link}} {
		fmt.Fprintf(&b, "--%s:%s;", p.name, p.value)
	}
	return b.String()
}
