package richtext

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func checkJSON(t *testing.T, text Text) {
	t.Helper()
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatalf("Marshal: %v", err)
	}
	var got Text
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("Unmarshal(%s): %v", data, err)
	}
	if diff := cmp.Diff(text.Normal(), got); diff != "" {
		t.Fatalf("%s reads back different (-want +got):\n%s", data, diff)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Text{
		`"a"`:                                   {plain("a")},
		`""`:                                    nil,
		`[]`:                                    nil,
		`["a","b"]`:                             {plain("ab")},
		`[{"var":"x"}]`:                         {variable("x")},
		`[{"var":"x","or":"y"}]`:                {{Kind: Var, Value: "x", Or: "y"}},
		`[{"var":"","or":"y"}]`:                 nil,
		`[{"bold":"a"}]`:                        {bold(plain("a"))},
		`[{"italic":["a",{"code":"b"}]}]`:       {italic(plain("a"), code("b"))},
		`[{"link":"https://x/","text":["a"]}]`:  {link("https://x/", plain("a"))},
		`[{"bold":[{"bold":"a"}]},{"bold":""}]`: {bold(plain("a"))},
	} {
		var got Text
		if err := json.Unmarshal([]byte(in), &got); err != nil {
			t.Errorf("Unmarshal(%s): %v", in, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Unmarshal(%s) (-want +got):\n%s", in, diff)
		}
		checkJSON(t, got)
	}
}

func TestJSONRefused(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		`1`, `true`, `{}`, `{"bold":"a"}`, `[1]`, `[null]`, `[[]]`, `[{}]`, `[{"bold":"a","italic":"b"}]`,
		`[{"underline":"a"}]`, `[{"var":null}]`, `[{"var":"x","or":1}]`, `[{"or":"x"}]`, `[{"var":"x","or":"y","bold":"z"}]`, `[{"var":1}]`, `[{"code":["a"]}]`, `[{"link":"a"}]`,
		`[{"link":1,"text":"a"}]`, `[{"link":"a","text":1}]`, `[{"bold":null}]`, `[{"link":"a","text":"b","bold":"c"}]`,
		strings.Repeat(`[{"bold":`, 10) + `"a"` + strings.Repeat(`}]`, 10),
	} {
		var got Text
		if err := json.Unmarshal([]byte(in), &got); err == nil {
			t.Errorf("Unmarshal(%s) = %v, want an error", in, got)
		}
	}
}

func TestEmptyAndLen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  Text
		empty bool
		n     int
	}{
		{nil, true, 0},
		{Of(" \n"), true, 2},
		{Text{bold(plain(" "))}, true, 1},
		{Text{link("https://x/")}, true, 0},
		{Text{link("https://x/", plain("ы"))}, false, 1},
		{Text{variable("first_name"), plain("!")}, false, 2},
		{Text{code("a🍓")}, false, 2},
	}
	for _, test := range tests {
		if got := test.text.Empty(); got != test.empty {
			t.Errorf("Empty(%v) = %v, want %v", test.text, got, test.empty)
		}
		if got := test.text.Len(); got != test.n {
			t.Errorf("Len(%v) = %d, want %d", test.text, got, test.n)
		}
	}
}

func TestWalkAndWords(t *testing.T) {
	t.Parallel()
	text := Text{plain("a"), bold(variable("b"), italic(plain("c")))}
	var kinds []Kind
	text.Walk(func(n Node) { kinds = append(kinds, n.Kind) })
	if diff := cmp.Diff([]Kind{Plain, Bold, Var, Italic, Plain}, kinds); diff != "" {
		t.Errorf("Walk (-want +got):\n%s", diff)
	}
	if got := text.Words(func(v string) string { return "<" + v + ">" }); got != "a<b>c" {
		t.Errorf("Words = %q, want %q", got, "a<b>c")
	}
}
