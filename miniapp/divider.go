package miniapp

import "botyard/internal/spec"

// Divider is a line between two parts of a page.
type Divider struct{}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "divider",
		Title: spec.Words{RU: "Разделитель", EN: "Divider"},
		Hint:  spec.Words{RU: "Тонкая линия между частями страницы", EN: "A thin line between parts of a page"},
	}, func() Config { return &Divider{} })
}

// Check finds nothing.
func (*Divider) Check(string) []spec.Problem { return nil }

type drawnDivider struct{}

func (*Divider) drawn(*drawing) any { return drawnDivider{} }
