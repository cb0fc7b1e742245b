package pages

import (
	"strings"
	"testing"

	"botyard/internal/spec"
	"botyard/miniapp"
)

func TestThePaletteBeginsWithWhatMostPagesNeed(t *testing.T) {
	t.Parallel()
	var names []string
	for _, k := range Ordered(append([]spec.Kind{{Name: "newest"}}, miniapp.Kinds.Kinds()...)) {
		names = append(names, k.Name)
	}
	got := strings.Join(names, " ")
	if !strings.HasPrefix(got, "heading text image button ") || !strings.HasSuffix(got, " divider newest") {
		t.Errorf("Ordered = %s, want the usual first, and a kind without a place last", got)
	}
	for _, name := range paletteOrder {
		if _, found := miniapp.Kinds.Kind(name); !found {
			t.Errorf("the palette has a place for %q, which is no kind", name)
		}
	}
}
