package richtext

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSegments(t *testing.T) {
	t.Parallel()
	text := Text{
		{Kind: Plain, Value: "😀 "},
		{Kind: Bold, Children: Text{{Kind: Plain, Value: "да"}, {Kind: Italic, Children: Text{{Kind: Plain, Value: "нет"}}}}},
		{Kind: Link, Value: "https://x.example", Children: Text{{Kind: Plain, Value: "там"}}},
		{Kind: Code, Value: "7"},
	}
	words, entities := text.Telegram(func(string) string { return "" })
	want := []Segment{
		{Words: "😀 "}, {Words: "да", Bold: true}, {Words: "нет", Bold: true, Italic: true},
		{Words: "там", URL: "https://x.example"}, {Words: "7", Code: true},
	}
	if diff := cmp.Diff(want, Segments(words, entities)); diff != "" {
		t.Errorf("Segments (-want +got):\n%s", diff)
	}
	if got := Segments("", nil); got != nil {
		t.Errorf("Segments of nothing = %v", got)
	}
	odd := Segments("ab", []Entity{{Type: "bold", Offset: -3, Length: 99}, {Type: "code", Offset: 7, Length: 1}})
	if diff := cmp.Diff([]Segment{{Words: "ab", Bold: true}}, odd); diff != "" {
		t.Errorf("Segments of odd entities (-want +got):\n%s", diff)
	}
}
