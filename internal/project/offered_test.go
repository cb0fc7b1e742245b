package project

import (
	"strings"
	"testing"
)

func TestEveryTemplateIsOffered(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"ru", "en"} {
		offers := Offers(lang)
		if len(offers) != len(order) {
			t.Fatalf("Offers(%s) = %d templates, want all %d", lang, len(offers), len(order))
		}
		for i, o := range offers {
			if o.Name != order[i] || !strings.Contains(o.First.Text, map[string]string{"ru": "Анна", "en": "Anna"}[lang]) {
				t.Errorf("offer %d in %s = %s saying %q, want %s with its first words", i, lang, o.Name, o.First.Text, order[i])
			}
		}
	}
}
