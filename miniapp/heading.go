package miniapp

import "botyard/internal/spec"

const headingMax = 200

// Heading is a title on a page; the first one is the page's own.
type Heading struct {
	// Text is at most 200 characters.
	Text string `json:"text"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "heading",
		Title: spec.Words{RU: "Заголовок", EN: "Heading"},
		Hint:  spec.Words{RU: "Крупная строка, с которой начинается страница или её часть", EN: "A large line that begins a page or a part of it"},
		Fields: []spec.Field{{
			Name: "text", Type: spec.Line, Required: true, Max: headingMax,
			Label: spec.Words{RU: "Текст заголовка", EN: "Words of the heading"},
		}},
	}, func() Config { return &Heading{} })
}

// Check says what is wrong with the heading.
func (h *Heading) Check(path string) []spec.Problem {
	return spec.CheckText(h.Text, spec.Join(path, "text"), true, headingMax)
}
