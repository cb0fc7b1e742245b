package flow

import (
	"strings"
	"testing"
	"time"

	"botyard/internal/spec"
)

// noon is when tests happen unless they say otherwise: a Monday, in Yekaterinburg.
var noon = time.Date(2026, 12, 7, 12, 0, 0, 0, time.FixedZone("Yekaterinburg", 5*3600))

// anna is the visitor of tests.
func anna() Person {
	return Person{ID: 7, User: User{FirstName: "Анна", LastName: "Ли", Username: "anna", Language: "ru"}}
}

// said is a visitor's message to @CoffeeBot.
func said(text string) Event { return Event{ID: 1, Now: noon, Text: text, Bot: "CoffeeBot"} }

// input is an event of anna's in a chat where nothing is open.
func input(r *Release, e Event) Input {
	return Input{Current: r, Person: anna(), Project: Project{Lang: "ru", Team: true}, Event: e}
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

// compiled is release 1 of scenarios given as JSON.
func compiled(t testing.TB, raw string) *Release {
	t.Helper()
	return Compile(parsed(t, raw), Setting{Number: 1})
}

// numbered is a release in which every trigger, given as JSON, has a scenario
// of its own that answers with the trigger's place: "0", "1" and so on.
func numbered(t testing.TB, triggers ...string) *Release {
	t.Helper()
	var list []string
	for i, trigger := range triggers {
		n := string(rune('0' + i))
		list = append(list, `{"id":"s`+n+`","title":"","triggers":[`+trigger+`],"steps":[{"id":"t`+n+`","kind":"message","text":"`+n+`"}]}`)
	}
	return compiled(t, "["+strings.Join(list, ",")+"]")
}

// sent are the texts of what a turn sends.
func sent(effects []Effect) []string {
	var texts []string
	for _, effect := range effects {
		if p := posted(effect); p != nil {
			texts = append(texts, p.Text)
		}
	}
	return texts
}

// answer is what the release sends for an event, joined.
func answer(r *Release, e Event) string {
	return strings.Join(sent(Advance(input(r, e)).Effects), "|")
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
