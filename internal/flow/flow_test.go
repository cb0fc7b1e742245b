package flow

import (
	"strings"
	"testing"

	"botyard/internal/spec"
)

// said is a visitor's message to @CoffeeBot.
func said(text string) Event {
	return Event{Text: text, Bot: "CoffeeBot", User: User{FirstName: "Анна", LastName: "Ли", Username: "anna"}}
}

// parsed reads scenarios that must be readable.
func parsed(t testing.TB, raw string) Scenarios {
	t.Helper()
	s, problems := Parse([]byte(raw), "")
	if problems != nil {
		t.Fatalf("Parse(%.200s) = %v, want no problems", raw, problems)
	}
	return s
}

// answers is a release in which every trigger, given as JSON, has a scenario
// of its own that answers with the trigger's place: "0", "1" and so on.
func answers(t testing.TB, triggers ...string) *Release {
	t.Helper()
	var list []string
	for i, trigger := range triggers {
		n := string(rune('0' + i))
		list = append(list, `{"id":"s`+n+`","title":"","triggers":[`+trigger+`],"steps":[{"id":"t`+n+`","kind":"message","text":"`+n+`"}]}`)
	}
	return Compile(parsed(t, "["+strings.Join(list, ",")+"]"))
}

// answer is what the release sends for an event, joined.
func answer(r *Release, e Event) string {
	_, effects := Advance(r, State{}, e)
	var texts []string
	for _, effect := range effects {
		texts = append(texts, effect.Text)
	}
	return strings.Join(texts, "|")
}

// told writes problems as "code path", a warning with a question mark.
func told(problems []spec.Problem) []string {
	var out []string
	for _, p := range problems {
		code := p.Code
		if p.Warning {
			code += "?"
		}
		out = append(out, code+" "+p.Path)
	}
	return out
}
