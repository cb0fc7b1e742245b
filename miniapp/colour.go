package miniapp

import (
	"fmt"
	"math"
)

// colour is an sRGB colour.
type colour struct{ r, g, b float64 }

var (
	white = colour{255, 255, 255}
	black = colour{0, 0, 0}
)

// parseColour reads "#rrggbb".
func parseColour(hex string) (colour, bool) {
	var r, g, b uint8
	if !hexColour.MatchString(hex) {
		return colour{}, false
	}
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &r, &g, &b); err != nil {
		return colour{}, false
	}
	return colour{float64(r), float64(g), float64(b)}, true
}

func (c colour) String() string {
	return fmt.Sprintf("#%02x%02x%02x", uint8(math.Round(c.r)), uint8(math.Round(c.g)), uint8(math.Round(c.b)))
}

// mix moves c towards other by the given part, 0 to 1.
func (c colour) mix(other colour, part float64) colour {
	return colour{c.r + (other.r-c.r)*part, c.g + (other.g-c.g)*part, c.b + (other.b-c.b)*part}
}

// bright is the hue of c at full strength; black has none and gives white.
func (c colour) bright() colour {
	most := max(c.r, c.g, c.b)
	if most == 0 {
		return white
	}
	return colour{c.r * 255 / most, c.g * 255 / most, c.b * 255 / most}
}

// luminance is WCAG 2's relative luminance, 0 to 1.
func (c colour) luminance() float64 {
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

func linear(channel float64) float64 {
	v := channel / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// contrast is WCAG 2's ratio of two colours, 1 to 21.
func contrast(a, b colour) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// readable moves c towards black or white until it stands out from ground by
// the ratio.
func (c colour) readable(ground colour, ratio float64) colour {
	towards := black
	if ground.luminance() < 0.2 {
		towards = white
	}
	for part := 0.0; part < 1; part += 0.05 {
		if moved := c.mix(towards, part); contrast(moved, ground) >= ratio {
			return moved
		}
	}
	return towards
}

// on is black or white, whichever is read better on c.
func (c colour) on() colour {
	if contrast(c, white) >= contrast(c, black) {
		return white
	}
	return black
}
