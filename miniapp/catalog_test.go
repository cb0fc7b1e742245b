package miniapp

import (
	"encoding/json"
	"testing"
)

func TestParseCatalog(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{`{"currency":"RUB","products":[]}`, ""},
		{`{"currency":"EUR"}`, ""},
		{`{"currency":"rub"}`, "bad_currency /catalog/currency"},
		{`{"currency":"ZZZ"}`, "bad_currency /catalog/currency"},
		{`{}`, "bad_currency /catalog/currency"},
		{`null`, "wrong_type /catalog"},
		{`[]`, "wrong_type /catalog"},
		{`{"currency":"RUB","products":{}}`, "wrong_type /catalog/products"},
		{`{"currency":"RUB","products":[{"id":"a"}]}`, "unknown_field /catalog/products/0/id"},
		{`{"currency":"RUB","products":[{}]}`, "too_many /catalog/products"},
		{`{"currency":"RUB","stock":1}`, "unknown_field /catalog/stock"},
	} {
		got, problems := ParseCatalog([]byte(test.in), "/catalog")
		if codes(problems) != test.want {
			t.Errorf("ParseCatalog(%s) = %q, want %q", test.in, codes(problems), test.want)
		}
		if problems == nil {
			if again, wrong := reparse(t, got); wrong != "" || again.Currency != got.Currency {
				t.Errorf("%s comes back as %+v, %s", test.in, again, wrong)
			}
		}
	}
}

func reparse(t *testing.T, c Catalog) (Catalog, string) {
	t.Helper()
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatalf("Marshal: %v", err)
	}
	again, problems := ParseCatalog(data, "")
	return again, codes(problems)
}

func TestParseTheme(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, accent, want string }{
		{`{}`, "", ""},
		{`{"accent":"#0E6a5e"}`, "#0e6a5e", ""},
		{`{"accent":"red"}`, "", "bad_colour /theme/accent"},
		{`{"accent":"#fff"}`, "", "bad_colour /theme/accent"},
		{`{"accent":"#0e6a5e;}"}`, "", "bad_colour /theme/accent"},
		{`{"accent":"#0e6a5e\n"}`, "", "bad_colour /theme/accent"},
		{`{"accent":1}`, "", "wrong_type /theme/accent"},
		{`{"font":"x"}`, "", "unknown_field /theme/font"},
		{`null`, "", "wrong_type /theme"},
	} {
		got, problems := ParseTheme([]byte(test.in), "/theme")
		if codes(problems) != test.want || got.Accent != test.accent {
			t.Errorf("ParseTheme(%s) = %q, %q, want %q, %q", test.in, got.Accent, codes(problems), test.accent, test.want)
		}
	}
}

// TestPaletteIsReadable tries accents all over the cube.
func TestPaletteIsReadable(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 51 {
		for g := 0; g < 256; g += 51 {
			for b := 0; b < 256; b += 51 {
				checkPalette(t, colour{float64(r), float64(g), float64(b)})
			}
		}
	}
}

func checkPalette(t *testing.T, accent colour) {
	t.Helper()
	for _, p := range []scheme{lightScheme(accent), darkScheme(accent)} {
		for what, pair := range map[string][2]colour{
			"text on the page":   {p.text, p.ground},
			"text on a sheet":    {p.text, p.sunk},
			"hint on the page":   {p.hint, p.ground},
			"hint on a sheet":    {p.hint, p.sunk},
			"link on the page":   {p.link, p.ground},
			"link on a sheet":    {p.link, p.sunk},
			"label on a button":  {p.label, p.button},
			"text for the chips": {p.ground, p.text},
		} {
			if got := contrast(rounded(t, pair[0]), rounded(t, pair[1])); got < textRatio {
				t.Errorf("%s with the accent %v: contrast %.2f, want %.1f", what, accent, got, textRatio)
			}
		}
		if got := contrast(rounded(t, p.button), rounded(t, p.ground)); got < shapeRatio {
			t.Errorf("a button with the accent %v: contrast %.2f, want %.1f", accent, got, shapeRatio)
		}
	}
}

// rounded is the colour as the browser gets it.
func rounded(t *testing.T, c colour) colour {
	t.Helper()
	got, ok := parseColour(c.String())
	if !ok {
		t.Fatalf("parseColour(%q) failed", c)
	}
	return got
}
