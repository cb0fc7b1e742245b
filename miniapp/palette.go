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

// css is the site's colours, mixed from the accent; every pair that carries
// text reaches 4.5:1 whatever the accent is. It is "" without an accent.
func (t Theme) css() string {
	accent, ok := parseColour(t.Accent)
	if !ok {
		return ""
	}
	return `[data-as="site"]{` + lightScheme(accent).css() + `}@media (prefers-color-scheme:dark){[data-as="site"]{` + darkScheme(accent).css() + `}}`
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
