package miniapp

import (
	"net/url"
	"strings"
	"testing"
)

func TestIcon(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, accent, letter, fill string }{
		{"«пар»", "#0e6a5e", ">П<", `fill="#0e6a5e"`},
		{"7 days", "", ">7<", `fill="#0e6a5e"`},
		{"Sun", "#ffee00", ">S<", `fill="#000000"`},
		{"!", "#ffee00", "></text>", `fill="#ffee00"`},
		{`<script>"'`, "", ">S<", "<svg"},
	} {
		icon := Manifest{Name: test.name, Theme: Theme{Accent: test.accent}}.icon()
		escaped, found := strings.CutPrefix(icon, "data:image/svg+xml,")
		svg, err := url.PathUnescape(escaped)
		if !found || err != nil || !strings.Contains(svg, test.letter) || !strings.Contains(svg, test.fill) {
			t.Errorf("icon of %q on %q = %s, %v, want %s and %s", test.name, test.accent, svg, err, test.letter, test.fill)
		}
		if strings.ContainsAny(escaped, `"'<> `) {
			t.Errorf("icon of %q = %s, which breaks out of an attribute", test.name, escaped)
		}
	}
}
