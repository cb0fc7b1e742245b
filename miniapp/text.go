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
	problems := spec.CheckText(t.Words(), at, true, textMax)
	if hasVariable(t.Text) {
		problems = append(problems, spec.Problem{Path: at, Code: "no_variables_here"})
	}
	return problems
}

// Links lists the addresses of the links in the passage.
func (t *Text) Links(path string) []Reference {
	var links []Reference
	t.Text.Walk(func(n richtext.Node) {
		if n.Kind == richtext.Link {
			links = append(links, Reference{spec.Join(path, "text"), n.Value})
		}
	})
	return links
}

// Words is the passage without marks.
func (t *Text) Words() string {
	return t.Text.Words(func(name string) string { return name })
}

func hasVariable(t richtext.Text) bool {
	found := false
	t.Walk(func(n richtext.Node) { found = found || n.Kind == richtext.Var })
	return found
}
