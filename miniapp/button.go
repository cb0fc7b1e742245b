package miniapp

import "botyard/internal/spec"

const labelMax = 64

// Button leads to a page of the project or to an address outside.
type Button struct {
	// Label is at most 64 characters.
	Label string `json:"label"`
	// To is "page:{id}" or a URL: https, http, tel, mailto or tg.
	To string `json:"to"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "button",
		Title: spec.Words{RU: "Кнопка", EN: "Button"},
		Hint:  spec.Words{RU: "Ведёт на другую страницу, по ссылке или звонит", EN: "Leads to another page, follows a link or calls"},
		Fields: []spec.Field{
			{Name: "label", Type: spec.Line, Required: true, Max: labelMax, Label: spec.Words{RU: "Надпись", EN: "Label"}},
			{Name: "to", Type: spec.Target, Required: true, Label: spec.Words{RU: "Куда ведёт", EN: "Leads to"}},
		},
	}, func() Config { return &Button{} })
}

// Check says what is wrong with the button itself; where it leads is checked
// with the pages.
func (b *Button) Check(path string) []spec.Problem {
	problems := spec.CheckText(b.Label, spec.Join(path, "label"), true, labelMax)
	if b.To == "" {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "to"), Code: "required"})
	}
	return problems
}

// Links lists where the button leads.
func (b *Button) Links(path string) []Reference { return reference(path, "to", b.To) }

type drawnButton struct {
	Label string `json:"label"`
	To    string `json:"to"`
}

func (b *Button) drawn(d *drawing) any { return drawnButton{b.Label, d.href(b.To)} }
