package richtext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestName(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		" Кафе \t «Пар»\n": "Кафе «Пар»", "Cafe\u0301": "Café", "И\u0306": "Й", "a\u202eb": "ab", "\u2066a\u2069": "a", "a\x1bb\x00": "ab",
		"\u200b": "", "\u200d": "", "a\u200d\u200db": "a\u200db", "a\u200b\ufeffb": "ab", "👩\u200d🍳": "👩\u200d🍳", "a\u200d \u200d": "a", "\xffa": "a", "\u2800\u3164": "", "": "",
	} {
		if got := Name(typed); got != want {
			t.Errorf("Name(%q) = %q, want %q", typed, got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{"a\u202eb", "Cafe\u0301", " \u200d a\u200d", "\u200d\u200d\u200d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name := Name(s)
		if again := Name(name); again != name {
			t.Errorf("Name(%q) = %q, and of that %q, want the same", s, name, again)
		}
		if !utf8.ValidString(name) || !norm.NFC.IsNormalString(name) || strings.ContainsAny(name, "\x00\x1b\u202e\u200b\n") {
			t.Errorf("Name(%q) = %q, want a name", s, name)
		}
	})
}
