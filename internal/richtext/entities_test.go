package richtext

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func value(name string) string {
	return map[string]string{"name": "Зоя 🍓", "empty": "", "odd": "\x00\xff "}[name]
}

func TestTelegram(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text     Text
		words    string
		entities []Entity
	}{
		{nil, "", nil},
		{Of(" a "), "a", nil},
		{Text{plain("🍓 "), bold(plain("a"))}, "🍓 a", []Entity{{Type: "bold", Offset: 3, Length: 1}}},
		{Text{bold(variable("name")), plain("!")}, "Зоя 🍓!", []Entity{{Type: "bold", Length: 6}}},
		{Text{bold(variable("empty")), plain("a")}, "a", nil},
		{Text{bold(Node{Kind: Var, Value: "empty", Or: "гость"}), plain("a")}, "гостьa", []Entity{{Type: "bold", Length: 5}}},
		{Text{Node{Kind: Var, Value: "name", Or: "гость"}}, "Зоя 🍓", nil},
		{Text{plain(" "), bold(plain(" a "))}, "a", []Entity{{Type: "bold", Length: 1}}},
		{Text{bold(plain("a"), italic(plain("b")))}, "ab", []Entity{{Type: "bold", Length: 2}, {Type: "italic", Offset: 1, Length: 1}}},
		{Text{link("https://x/", plain("a")), code("b")}, "ab", []Entity{{Type: "text_link", Length: 1, URL: "https://x/"}, {Type: "code", Offset: 1, Length: 1}}},
		{Text{plain("a"), code("  ")}, "a", nil},
		{Text{variable("odd"), plain("a")}, "\uFFFD a", nil},
		{Text{bold(bold(plain("a")))}, "a", []Entity{{Type: "bold", Length: 1}}},
	}
	for _, test := range tests {
		words, entities := test.text.Telegram(value)
		if words != test.words {
			t.Errorf("Telegram(%v) = %q, want %q", test.text, words, test.words)
		}
		if diff := cmp.Diff(test.entities, entities); diff != "" {
			t.Errorf("Telegram(%v) entities (-want +got):\n%s", test.text, diff)
		}
	}
}

// checkMessage fails when Telegram would refuse the message or show a mark
// over half a character.
func checkMessage(t *testing.T, words string, entities []Entity) {
	t.Helper()
	if !utf8.ValidString(words) || strings.ContainsRune(words, 0) {
		t.Fatalf("%q is not clean", words)
	}
	if strings.Trim(words, " \n\t\r") != words {
		t.Fatalf("%q has spaces at its ends", words)
	}
	units := utf16.Encode([]rune(words))
	for _, e := range entities {
		end := e.Offset + e.Length
		if e.Offset < 0 || e.Length < 1 || end > len(units) {
			t.Fatalf("%+v does not lie in %q", e, words)
		}
		if isLow(units, e.Offset) || isLow(units, end) {
			t.Fatalf("%+v cuts a character of %q", e, words)
		}
	}
}

func isLow(units []uint16, i int) bool {
	return i < len(units) && units[i] >= 0xDC00 && units[i] < 0xE000
}

func FuzzTelegram(f *testing.F) {
	f.Add(uint64(1), "Зоя 🍓", 10)
	f.Add(uint64(2), "\xf0\x9f \x00", 3)
	f.Fuzz(func(t *testing.T, seed uint64, name string, most int) {
		text := randomText(rand.New(rand.NewPCG(seed, 2)), 5)
		words, entities := text.Telegram(func(string) string { return name })
		checkMessage(t, words, entities)
		most = 2 + (most&0x7fffffff)%50
		checkSplit(t, words, entities, most)
	})
}

// checkSplit fails when a part is not a message, or when characters, or marks
// over them, were lost or moved.
func checkSplit(t *testing.T, words string, entities []Entity, most int) {
	t.Helper()
	var got []string
	for _, m := range Split(words, entities, most) {
		checkMessage(t, m.Words, m.Entities)
		if n := utf16Len(m.Words); n > most || n == 0 {
			t.Fatalf("a part of %d units, want 1 to %d", n, most)
		}
		got = append(got, marked(m.Words, m.Entities)...)
	}
	if diff := cmp.Diff(marked(words, entities), got); diff != "" {
		t.Fatalf("Split(%q, %d) changed characters or their marks (-want +got):\n%s", words, most, diff)
	}
}

// marked lists the characters that are no spaces, each with the marks over it.
func marked(words string, entities []Entity) []string {
	var out []string
	at := 0
	for _, r := range words {
		if !strings.ContainsRune(" \n\t\r", r) {
			s := string(r)
			for _, e := range entities {
				if e.Offset <= at && at < e.Offset+e.Length {
					s += " " + e.Type + e.URL
				}
			}
			out = append(out, s)
		}
		at += unitsOf(r)
	}
	return out
}

func TestSplit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		words string
		most  int
		want  []string
	}{
		{"", 10, nil},
		{"один", 10, []string{"один"}},
		{"один два три", 9, []string{"один два", "три"}},
		{"один\nдва три", 11, []string{"один", "два три"}},
		{"один\n\nдва\nтри четыре", 13, []string{"один", "два", "три четыре"}},
		{"ы и одиннадцать", 12, []string{"ы и", "одиннадцать"}},
		{"ы одиннадцатьдвенадцать", 12, []string{"ы одиннадцат", "ьдвенадцать"}},
		{"🍓🍓🍓", 3, []string{"🍓", "🍓", "🍓"}},
		{"🍓🍓", 1, []string{"🍓", "🍓"}},
		{"a   \n\n   b", 4, []string{"a", "b"}},
	}
	for _, test := range tests {
		var got []string
		for _, m := range Split(test.words, nil, test.most) {
			got = append(got, m.Words)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Split(%q, %d) (-want +got):\n%s", test.words, test.most, diff)
		}
	}
}

func TestSplitCutsEntities(t *testing.T) {
	t.Parallel()
	got := Split("аа бб вв", []Entity{{Type: "text_link", Offset: 0, Length: 8, URL: "https://x/"}, {Type: "bold", Offset: 4, Length: 4}}, 6)
	want := []Message{
		{"аа бб", []Entity{{Type: "text_link", Length: 5, URL: "https://x/"}, {Type: "bold", Offset: 4, Length: 1}}},
		{"вв", []Entity{{Type: "text_link", Length: 2, URL: "https://x/"}, {Type: "bold", Length: 2}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Split (-want +got):\n%s", diff)
	}
}
