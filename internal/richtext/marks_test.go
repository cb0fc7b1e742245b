package richtext

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func plain(s string) Node            { return Node{Kind: Plain, Value: s} }
func bold(t ...Node) Node            { return Node{Kind: Bold, Children: t} }
func italic(t ...Node) Node          { return Node{Kind: Italic, Children: t} }
func code(s string) Node             { return Node{Kind: Code, Value: s} }
func variable(name string) Node      { return Node{Kind: Var, Value: name} }
func link(to string, t ...Node) Node { return Node{Kind: Link, Value: to, Children: t} }

// known is the variables of the tests: a name is its variable in capitals.
func known(name string) (string, bool) {
	switch name {
	case "ИМЯ", "A*B":
		return strings.ToLower(name), true
	}
	return "", false
}

func TestParseMarks(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Text{
		"":                      nil,
		"слова":                 {plain("слова")},
		"*a* b":                 {bold(plain("a")), plain(" b")},
		"*a _b_*":               {bold(plain("a "), italic(plain("b")))},
		"a * b":                 {plain("a * b")},
		"**":                    {plain("**")},
		"**a**":                 {plain("*"), bold(plain("a")), plain("*")},
		"*a _b* c_":             {bold(plain("a _b")), plain(" c_")},
		`\*a\* \\`:              {plain(`*a* \`)},
		`a\`:                    {plain(`a\`)},
		"`*a*`":                 {code("*a*")},
		"`a\\`b`":               {code("a`b")},
		"``":                    {plain("``")},
		"`a":                    {plain("`a")},
		"[ИМЯ]!":                {variable("имя"), plain("!")},
		"[другое]":              {plain("[другое]")},
		"[ИМЯ|друг]":            {{Kind: Var, Value: "имя", Or: "друг"}},
		"[ИМЯ|a|b]":             {{Kind: Var, Value: "имя", Or: "a|b"}},
		"[ИМЯ|]":                {variable("имя")},
		"[|друг]":               {plain("[|друг]")},
		"[имя|друг]":            {plain("[имя|друг]")},
		`[A\*B|\*]`:             {{Kind: Var, Value: "a*b", Or: "*"}},
		`[A\*B]`:                {variable("a*b")},
		"[*ИМЯ*]":               {plain("["), bold(plain("ИМЯ")), plain("]")},
		"*[ИМЯ]*":               {bold(variable("имя"))},
		"[a](http://x/)":        {link("http://x/", plain("a"))},
		`[a](http://x/(1\))`:    {link("http://x/(1)", plain("a"))},
		"[*a* [ИМЯ]](u)":        {link("u", bold(plain("a")), plain(" "), variable("имя"))},
		"[a [b](u) c](v)":       {plain("[a "), link("u", plain("b")), plain(" c](v)")},
		"[](u)":                 {plain("[](u)")},
		"[a](u":                 {plain("[a](u")},
		"*[a*](u)":              {bold(plain("[a")), plain("](u)")},
		"]":                     {plain("]")},
		"[*a] b*":               {plain("["), bold(plain("a] b"))},
		"*a*b*c*":               {bold(plain("a")), plain("b"), bold(plain("c"))},
		"[a](u)[b](v)":          {link("u", plain("a")), link("v", plain("b"))},
		"\xff*a*":               {plain("\xff"), bold(plain("a"))},
		`\я`:                    {plain("я")},
		"*_*a*_*":               {bold(plain("_")), plain("a"), bold(plain("_"))},
		"[ИМЯ](http://x)[ИМЯ] ": {link("http://x", plain("ИМЯ")), variable("имя"), plain(" ")},
	} {
		if diff := cmp.Diff(want, ParseMarks(in, known)); diff != "" {
			t.Errorf("ParseMarks(%q) (-want +got):\n%s", in, diff)
		}
	}
}

func TestNormal(t *testing.T) {
	t.Parallel()
	in := Text{plain("a"), plain(""), plain("b"), bold(), bold(plain("c"), italic(bold(plain("d")))), link("u", link("v", plain("e"))), code("")}
	want := Text{plain("ab"), bold(plain("c"), italic(plain("d"))), link("u", plain("e"))}
	if diff := cmp.Diff(want, in.Normal()); diff != "" {
		t.Errorf("Normal (-want +got):\n%s", diff)
	}
}

// TestParseMarksIsLinear gives the parser what a parser that goes back and
// tries again would take hours for.
func TestParseMarksIsLinear(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"*", "_", "*_", "[", "]", "[]", "](", "[a](", "`", "[*_`", "\\", "[a*b_c`d](e", "*a_b", "[[a]", "a](b)"} {
		in := strings.Repeat(piece, 1<<18/len(piece))
		began := time.Now()
		ParseMarks(in, known)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("ParseMarks of 256 KiB of %q took %v", piece, took)
		}
	}
}

func FuzzMarks(f *testing.F) {
	for _, seed := range []string{"*a _b_* [ИМЯ] `c` [d](http://e)", "**_[`](\\", "[a [b](u) c](v)", "*a*_b_*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		names := func(v string) string { return v }
		all := func(name string) (string, bool) { return name, len(name)%3 == 0 }
		text := ParseMarks(in, all)
		if diff := cmp.Diff(text.Normal(), text); diff != "" {
			t.Fatalf("ParseMarks(%q) is not normal (-normal +got):\n%s", in, diff)
		}
		marks := text.Marks(names)
		if diff := cmp.Diff(text, ParseMarks(marks, all)); diff != "" {
			t.Fatalf("%q, written as %q, reads back different (-want +got):\n%s", in, marks, diff)
		}
	})
}

// FuzzTree makes any tree, normal or not, and asks for it back from its marks
// and from its JSON.
func FuzzTree(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		text := randomText(rand.New(rand.NewPCG(seed, 1)), 4)
		want := text.Normal()
		all := func(name string) (string, bool) { return name, !strings.Contains(name, "|") }
		marks := text.Marks(func(v string) string { return v })
		if diff := cmp.Diff(want, ParseMarks(marks, all)); diff != "" {
			t.Fatalf("ParseMarks(%q) (-want +got):\n%s", marks, diff)
		}
		checkJSON(t, text)
	})
}

func randomText(r *rand.Rand, depth int) Text {
	words := []string{"", "a", " ", "*", "_b", "\\", "[x]", "`", "ё", "🍓", "](u)", "\n\n", "<b>"}
	word := func() string { return words[r.IntN(len(words))] + words[r.IntN(len(words))] }
	var t Text
	for range r.IntN(5) {
		kind := Kind(r.IntN(6))
		n := Node{Kind: kind}
		switch kind {
		case Plain, Code, Var:
			n.Value = word()
			if kind == Var && r.IntN(2) == 0 {
				n.Or = word()
			}
		default:
			if depth > 0 {
				n.Children = randomText(r, depth-1)
			}
			if kind == Link {
				n.Value = word()
			}
		}
		t = append(t, n)
	}
	return t
}
