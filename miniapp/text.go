package miniapp

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

const textMax = 4000

// Text is a passage with bold, italic, links and code.
type Text struct {
	// Text is at most 4,000 characters, without variables: a page is the same for everyone.
	Text richtext.Text `json:"text"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "text",
		Title: spec.Words{RU: "Текст", EN: "Text"},
		Hint:  spec.Words{RU: "Один или несколько абзацев", EN: "One or more paragraphs"},
		Fields: []spec.Field{{
			Name: "text", Type: spec.Rich, Required: true, Max: textMax,
			Label: spec.Words{RU: "Что написать", EN: "What it says"},
		}},
	}, func() Config { return &Text{} })
}

// Check says what is wrong with the passage.
func (t *Text) Check(path string) []spec.Problem {
	at := spec.Join(path, "text")
	return checkRich(t.Text, at, true, textMax)
}

// Links lists the addresses of the links in the passage.
func (t *Text) Links(path string) []Reference { return richLinks(t.Text, spec.Join(path, "text")) }

type drawnText struct {
	Text richtext.Text `json:"text"`
}

func (t *Text) drawn(d *drawing) any { return drawnText{d.rich(t.Text)} }

// Words is the passage without marks.
func (t *Text) Words() string { return plain(t.Text) }

func plain(t richtext.Text) string { return t.Words(func(name string) string { return name }) }

// checkRich says what is wrong with a passage of at most most characters.
func checkRich(t richtext.Text, path string, required bool, most int) []spec.Problem {
	problems := spec.CheckText(plain(t), path, required, most)
	if hasVariable(t) {
		problems = append(problems, spec.Problem{Path: path, Code: "no_variables_here"})
	}
	return problems
}

// richLinks lists the addresses of the links in a passage.
func richLinks(t richtext.Text, path string) (links []Reference) {
	t.Walk(func(n richtext.Node) {
		if n.Kind == richtext.Link {
			links = append(links, Reference{Path: path, Value: n.Value, InText: true})
		}
	})
	return links
}

func hasVariable(t richtext.Text) bool {
	found := false
	t.Walk(func(n richtext.Node) { found = found || n.Kind == richtext.Var })
	return found
}
