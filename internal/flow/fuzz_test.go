package flow

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/spec"
)

// FuzzParse reads anything: nothing panics, and what was read without a
// problem is checked, written, read again and run.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		whole, `[]`, `null`, `[null]`, `{}`, ``, `[{"id":"s","triggers":null,"steps":[null]}]`,
		`[{"id":"s","title":"\ud800","triggers":[],"steps":[]}]`, "[{\"id\":\"\xff\"}]",
		`[{"triggers":[{"kind":"keyword","words":["",null,"  "],"match":""}],"steps":[{"kind":"message","text":null}]}]`,
		`[{"steps":[{"id":"t","kind":"message","text":` + strings.Repeat(`[{"bold":`, 12) + `"x"` + strings.Repeat(`}]`, 12) + `}]}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, problems := Parse(raw, "/s")
		for _, p := range problems {
			if !strings.HasPrefix(p.Path, "/s") || p.Code == "" {
				t.Errorf("problem %+v has no place or code", p)
			}
		}
		if problems != nil {
			return
		}
		Check(s, "/s")
		written, err := json.Marshal(s)
		if err != nil {
			t.Fatalf("Marshal: %v", err)
		}
		again, problems := Parse(written, "")
		if diff := cmp.Diff(s, again); diff != "" || problems != nil {
			t.Errorf("read again: %v (-want +got):\n%s", problems, diff)
		}
		runAll(t, Compile(s), "/start", "меню", "")
	})
}

// FuzzAdvance makes scenarios from a seed and runs what visitors may send.
func FuzzAdvance(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed, "/start "+strings.Repeat("я", int(seed)), "Анна \U0001F600 \xff")
	}
	f.Fuzz(func(t *testing.T, seed uint64, text, name string) {
		g := generator{rand.New(rand.NewPCG(seed, 3))}
		s := parsed(t, g.scenarios())
		r := Compile(s)
		for _, kind := range []EventKind{Said, Pressed} {
			run(t, r, Event{Kind: kind, Text: text, Button: text, Bot: "CoffeeBot", User: User{FirstName: name, LastName: strings.Repeat(name, 300), Username: name}})
		}
		runAll(t, r, "/start", g.words(), g.words())
		if spec.Blocking(Check(s, "")) && seed%2 == 0 {
			return
		}
		runAll(t, r, "/c1", "/c2@coffeebot x")
	})
}

func runAll(t *testing.T, r *Release, texts ...string) {
	t.Helper()
	for _, text := range texts {
		run(t, r, said(text))
	}
}

// run makes one turn twice and looks at what it would send.
func run(t *testing.T, r *Release, e Event) {
	t.Helper()
	state, effects := Advance(r, State{}, e)
	if !state.Idle() {
		t.Errorf("state = %+v, want none open", state)
	}
	if len(effects) > maxTurnEffects {
		t.Errorf("%d effects in a turn, want at most %d", len(effects), maxTurnEffects)
	}
	for _, effect := range effects {
		checkEffect(t, effect)
	}
	if _, again := Advance(r, State{}, e); !cmp.Equal(effects, again) {
		t.Errorf("the same turn again differs:\n%s", cmp.Diff(effects, again))
	}
}

// checkEffect wants a message that Telegram and PostgreSQL take.
func checkEffect(t *testing.T, effect Effect) {
	t.Helper()
	units := len(utf16.Encode([]rune(effect.Text)))
	switch {
	case units > maxMessage:
		t.Errorf("a message of %d UTF-16 units, want at most %d", units, maxMessage)
	case strings.TrimSpace(effect.Text) == "":
		t.Errorf("a message of nothing: %q", effect.Text)
	case !utf8.ValidString(effect.Text) || strings.ContainsRune(effect.Text, 0):
		t.Errorf("a message that cannot be stored: %q", effect.Text)
	}
	for _, entity := range effect.Entities {
		if entity.Offset < 0 || entity.Length <= 0 || entity.Offset+entity.Length > units {
			t.Errorf("entity %+v is not within %d units", entity, units)
		}
	}
}

// generator makes random scenarios, sound and unsound, as JSON.
type generator struct{ *rand.Rand }

func (g generator) scenarios() string {
	return "[" + g.list(4, func() string { return scenario(g.word(), g.list(4, g.trigger), g.list(36, g.step)) }) + "]"
}

func (g generator) list(most int, element func() string) string {
	var all []string
	for range g.IntN(most + 1) {
		all = append(all, element())
	}
	return strings.Join(all, ",")
}

func (g generator) trigger() string {
	switch g.IntN(4) {
	case 0:
		return `{"kind":"fallback"}`
	case 1:
		return `{"kind":"command","command":"` + g.pick("start", "c1", "c2", "") + `"}`
	}
	return `{"kind":"keyword","words":[` + g.list(5, func() string { return quote(g.words()) }) + `],"match":"` + g.pick("word", "exact", "contains", "") + `"}`
}

func (g generator) step() string { return message(g.word(), g.text(0)) }

// text nests marks up to the depth that richtext allows.
func (g generator) text(depth int) string {
	if depth > 6 || g.IntN(3) == 0 {
		return quote(g.words())
	}
	return "[" + g.list(5, func() string { return g.part(depth) }) + "]"
}

func (g generator) part(depth int) string {
	switch g.IntN(7) {
	case 0:
		return `{"var":"` + g.pick("first_name", "last_name", "username", "password") + `"}`
	case 1:
		return `{"bold":` + g.text(depth+1) + `}`
	case 2:
		return `{"italic":` + g.text(depth+1) + `}`
	case 3:
		return `{"code":` + quote(g.words()) + `}`
	case 4:
		return `{"link":"https://x.example/","text":` + g.text(depth+1) + `}`
	}
	return quote(g.words())
}

func (g generator) words() string {
	return strings.Repeat(g.word()+g.pick(" ", "\n", "\n\n", "", "😀"), 1+g.IntN(1+g.IntN(300)))
}

func (g generator) word() string {
	return g.pick("меню", "Ёлка", "a", "", " ", "\n", "😀", "e\u0301", "\u200b", "c++", "x\x00")
}

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }
