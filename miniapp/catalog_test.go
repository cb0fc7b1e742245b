package miniapp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		{shop, ""},
		{`{"currency":"RUB","products":[{"id":"a"}]}`, ""},
		{`{"currency":"RUB","products":[{}]}`, "required /catalog/products/0/id"},
		{`{"currency":"RUB","products":[null,{"id":"a"},{"id":"a"}]}`, "wrong_type /catalog/products/0, duplicate_id /catalog/products/2/id"},
		{`{"currency":"RUB","products":[{"id":"a","price":1.5},{"id":"b","price":"1"},{"id":"c","colour":1}]}`, "wrong_type /catalog/products/0/price, wrong_type /catalog/products/1/price, unknown_field /catalog/products/2/colour"},
		{`{"currency":"RUB","products":[{"id":"a","variants":[{"id":"b","size":1}]}]}`, "unknown_field /catalog/products/0/variants/0/size"},
		{`{"currency":"RUB","categories":[{"id":"a","name":"A"},{"id":"a","name":"B"}]}`, "duplicate_id /catalog/categories/1/id"},
		{`{"currency":"RUB","products":[` + strings.Repeat(`{},`, MaxProducts) + `{}]}`, "too_many /catalog/products"},
		{`{"currency":"RUB"` + strings.Repeat(" ", MaxCatalogBytes) + `}`, "too_big /catalog"},
		{`{"currency":"RUB","stock":1}`, "unknown_field /catalog/stock"},
	} {
		got, problems := ParseCatalog([]byte(test.in), "/catalog")
		if codes(problems) != test.want {
			t.Errorf("ParseCatalog(%.80s) = %q, want %q", test.in, codes(problems), test.want)
		}
		if problems == nil {
			again, wrong := reparse(t, got)
			if diff := cmp.Diff(got, again); wrong != "" || diff != "" {
				t.Errorf("%s comes back otherwise, %s (-want +got):\n%s", test.in, wrong, diff)
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

func TestCheckCatalog(t *testing.T) {
	t.Parallel()
	product := func(fields string) string {
		return `{"currency":"RUB","categories":[{"id":"c","name":"Кофе"}],"products":[{"id":"a","name":"A",` + fields + `}]}`
	}
	at := "/catalog/products/0/"
	for _, test := range []struct{ in, want string }{
		{shop, ""},
		{`{"currency":"RUB","categories":[{"id":"c","name":" "}]}`, "required /catalog/categories/0/name"},
		{`{"currency":"RUB","products":[{"id":"a","price":1}]}`, "required " + at + "name"},
		{product(`"price":0`), ""},
		{product(`"price":-1`), "bad_price " + at + "price"},
		{product(`"price":1000000000001`), "bad_price " + at + "price"},
		{product(`"category":"c"`), ""},
		{product(`"category":"d"`), "no_such_category " + at + "category"},
		{product(`"photo":"` + key + `"`), ""},
		{product(`"photo":"../x"`), "bad_media " + at + "photo"},
		{product(`"photo":"` + strings.Repeat("f", 64) + `"`), "no_such_media " + at + "photo"},
		{product(`"description":"` + strings.Repeat("ы", descriptionMost+1) + `"`), "too_long " + at + "description"},
		{product(`"variants":[{"id":"s","name":"S","price":1},{"id":"s","name":"","price":-1}]`), "duplicate_id " + at + "variants/1/id, required " + at + "variants/1/name, bad_price " + at + "variants/1/price"},
		{product(`"variants":[` + strings.Repeat(`{"id":"","name":"S"},`, variantsMost) + `{"id":"a","name":"S"}]`), "too_many " + at + "variants"},
	} {
		c, problems := ParseCatalog([]byte(test.in), "/catalog")
		if problems != nil {
			t.Errorf("ParseCatalog(%.80s) = %v, want none", test.in, problems)
			continue
		}
		got := codes(c.Check("/catalog", func(k string) bool { return k == key }))
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("Check(%.120s) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestCatalogMedia(t *testing.T) {
	t.Parallel()
	c := Catalog{Products: Products{{Photo: key}, {Photo: "x"}, {}, {Photo: key}}}
	if diff := cmp.Diff([]string{key}, c.Media()); diff != "" {
		t.Errorf("Media (-want +got):\n%s", diff)
	}
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
		{`{"corners":"soft","face":"serif"}`, "", ""},
		{`{"corners":"wild","face":"; }"}`, "", "not_a_choice /theme/corners, not_a_choice /theme/face"},
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
	if better := (Theme{Accent: accent.String()}).Legible().Better; (Theme{Accent: better}).Legible().Better != better {
		t.Errorf("%s is offered instead of %v, and needs help itself", better, accent)
	}
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
