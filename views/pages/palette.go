package pages

import (
	"slices"

	"botyard/internal/spec"
)

// paletteOrder is the order of kinds in the palette: what most pages need comes first.
// A kind that is not listed stands at the end.
var paletteOrder = []string{
	"heading", "text", "image", "button", "gallery", "links", "contacts", "map", "form", "products", "order", "faq", "quote", "video", "countdown", "divider",
}

// Ordered sorts kinds as the palette shows them.
func Ordered(kinds []spec.Kind) []spec.Kind {
	place := func(k spec.Kind) int {
		if i := slices.Index(paletteOrder, k.Name); i >= 0 {
			return i
		}
		return len(paletteOrder)
	}
	slices.SortStableFunc(kinds, func(a, b spec.Kind) int { return place(a) - place(b) })
	return kinds
}
