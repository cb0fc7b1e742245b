package handlers

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// tooLong is longer than any field may be.
var tooLong = "Too long " + strings.Repeat("ы", 9000)

// refusals are forms with one field that is wrong, the last named: all that
// was typed stands in the answer, with a reason at that field.
var refusals = []struct {
	path string
	form []string
}{
	{"/projects", []string{"name", "Bakery", "template", "cafe", "phone", "+7 900 123-45-67", "address", "Lenina 1", "from", "09:00", "to", "early"}},
	{"/projects", []string{"phone", "+7 900 123-45-67", "address", "Lenina 1", "name", tooLong}},
	{"/projects", []string{"name", "Bakery", "address", "Lenina 1", "phone", "call us"}},
	{"/projects", []string{"name", "Bakery", "phone", "+7 900 123-45-67", "address", tooLong}},
	{"/projects/{id}/settings", []string{"address", "new-caf", "language", "ru", "name", tooLong}},
	{"/projects/{id}/settings", []string{"name", "Bakery", "language", "ru", "address", "No such address"}},
	{"/projects/{id}/secrets", []string{"name", "a key"}},
	{"/projects/{id}/card", []string{"name", "Bakery", "address", "Lenina 1", "day-0-from", "09:00", "day-0-to", "18:00", "special-0-from", "2026-12-31", "special-0-why", "New year", "legal_name", "Zerno LLC", "tax_id", "770", "legal_address", "Moscow", "email", "a@example.org", "zone", "Asia/Omsk", "currency", "KZT", "phone", "none"}},
	{"/projects/{id}/card", []string{"name", "Bakery", "phone", "+7 900 123-45-67", "zone", "Asia/Omsk", "currency", "RUB", "address", tooLong}},
	{"/projects/{id}/card", []string{"name", "Bakery", "zone", "Asia/Omsk", "currency", "RUB", "address", "Lenina 1", "email", "nobody"}},
	{"/projects/{id}/card", []string{"name", "Bakery", "zone", "Asia/Omsk", "currency", "RUB", "address", "Lenina 1", "day-0-from", "09:00", "day-0-to", ""}},
	{"/projects/{id}/card", []string{"name", "Bakery", "zone", "Asia/Omsk", "currency", "RUB", "special-0-why", "New year", "special-0-from", "tomorrow"}},
	{"/projects/{id}/card", []string{"phone", "+7 900 123-45-67", "zone", "Asia/Omsk", "currency", "RUB", "name", tooLong}},
	{"/projects/{id}/catalog", []string{"name", "Rye", "description", "With seeds", "variant-0-name", "Big", "variant-0-price", "12,50", "price", "dear"}},
	{"/projects/{id}/catalog", []string{"price", "12.50", "description", "With seeds", "name", tooLong}},
	{"/projects/{id}/catalog", []string{"name", "Rye", "price", "12.50", "description", tooLong}},
	{"/projects/{id}/catalog/{product}", []string{"name", "Rye", "description", "With seeds", "variant-0-name", "Big", "variant-0-price", "dear"}},
	{"/projects/{id}/catalog/{product}", []string{"name", "Rye", "description", "With seeds", "variant-0-price", "12.50", "variant-0-name", tooLong}},
	{"/projects/{id}/catalog-settings", []string{"currency", "KZT", "categories", "Bread\n" + tooLong}},
	{"/projects/{id}/orders/{number}/note", []string{"note", tooLong}},
	{"/projects/{id}/bot/scenarios/{scenario}", []string{"title", tooLong}},
	{"/projects/{id}/bot/scenarios/{scenario}", []string{"title", ""}},
	{"/projects/{id}/bot/scenarios/{scenario}/triggers/{trigger}", []string{"f.match", "contains", "f.words", tooLong}},
	{"/projects/{id}/bot/scenarios/{scenario}/steps/{step}", []string{"f.text", tooLong}},
	{"/projects/{id}/pages", []string{"title", tooLong}},
	{"/projects/{id}/pages", []string{"title", ""}},
	{"/projects/{id}/pages/{page}", []string{"title", tooLong}},
	{"/projects/{id}/pages/{page}/blocks/annas-other", []string{"f-text", tooLong}},
	{"/projects/{id}/pages/{page}/blocks/{block}", []string{"f-alt", tooLong}},
	{"/account/removal", []string{"email", "another@example.org"}},
}

// TestRefusedFormsKeepWhatWasTyped sends each, in plain and with a NUL in place
// of what is too long, and as one that is wrong in every field.
func TestRefusedFormsKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w := s.browsers["owner"]
	before := s.dump(t)
	for _, c := range refusals {
		a := w.post(s.fill(c.path), c.form...)
		wrong := c.form[len(c.form)-2]
		if a.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("POST %s with a wrong %s = %d, want 422", c.path, wrong, a.StatusCode)
			continue
		}
		for i := 0; i < len(c.form)-2; i += 2 {
			wantTyped(t, a, c.path, c.form[i], c.form[i+1])
		}
		wantTyped(t, a, c.path, wrong, c.form[len(c.form)-1])
		wantReason(t, a, c.path, wrong)
	}
	if after := s.dump(t); after != before {
		t.Errorf("refused forms changed the project:\n%s\nwas\n%s", after, before)
	}
}

// wantTyped: the control of that name holds what was typed.
func wantTyped(t *testing.T, a *answer, path, name, want string) {
	t.Helper()
	control := a.find(`main [name="` + name + `"]`)
	for _, c := range control.EachIter() {
		if typedValue(c) == want {
			return
		}
	}
	t.Errorf("POST %s: %d controls are called %s, the first with %.40q, want one with %.40q", path, control.Length(), name, typedValue(control.First()), want)
}

// typedValue is what a control holds; of many that one can choose from, the
// one that is chosen.
func typedValue(c *goquery.Selection) string {
	switch {
	case c.Is("textarea"):
		return c.Text()
	case c.Is("select"):
		return c.Find("option[selected]").AttrOr("value", "")
	case c.Is("[type=radio]"):
		if _, chosen := c.Attr("checked"); !chosen {
			return "(not chosen)"
		}
	}
	return c.AttrOr("value", "")
}

// wantReason: the control of that name is marked as wrong, and described by a
// reason that is not empty.
func wantReason(t *testing.T, a *answer, path, name string) {
	t.Helper()
	control := a.find(`main [name="` + name + `"][aria-invalid=true]`).First()
	for _, id := range strings.Fields(control.AttrOr("aria-describedby", "")) {
		if strings.HasSuffix(id, "mistake") && strings.TrimSpace(a.find("#"+id).Text()) != "" {
			return
		}
	}
	t.Errorf("POST %s: no reason stands at %s: %d marked, described by %q", path, name, control.Length(), control.AttrOr("aria-describedby", ""))
}
