package miniapp

import (
	"fmt"
	"strings"
)

// textRatio and lineRatio are what WCAG 2.2 AA asks of text and of shapes.
const (
	textRatio  = 4.5
	shapeRatio = 3.0
)

// css is the site's colours, mixed from the accent; every pair that carries
// text reaches 4.5:1 whatever the accent is. It is "" without an accent.
func (t Theme) css() string {
	accent, ok := parseColour(t.Accent)
	if !ok {
		return ""
	}
	light := palette(accent, accent.mix(white, 0.98), accent.mix(white, 0.93), accent.mix(colour{24, 26, 28}, 0.85))
	dark := palette(accent, accent.mix(colour{20, 22, 23}, 0.94), accent.mix(colour{34, 38, 40}, 0.9), accent.mix(white, 0.92))
	return fmt.Sprintf(`[data-as="site"]{%s}@media (prefers-color-scheme:dark){[data-as="site"]{%s}}`, light, dark)
}

func palette(accent, ground, sunk, text colour) string {
	button := accent.readable(ground, shapeRatio)
	// Links and quiet words are read on both grounds; sunk is the harder one.
	pairs := []struct {
		name  string
		value colour
	}{
		{"bg", ground},
		{"sec", sunk},
		{"text", text.readable(sunk, 7)},
		{"hint", text.mix(ground, 0.35).readable(sunk, textRatio)},
		{"btn", button},
		{"btn-on", button.on()},
		{"link", accent.readable(sunk, textRatio)},
	}
	var b strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&b, "--%s:%s;", p.name, p.value)
	}
	return b.String()
}
