// Package site holds the screens of what all pages share: how they look, and
// where they are linked.
//
// GET …/theme; POST …/theme (accent, or own; corners; face). GET …/menu; POST
// …/menu (page and place, or page and to); POST …/legal. Every post is answered
// 303 to its screen, or 422 with it; htmx takes its region from the whole page.
package site

import (
	"context"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/ui"
)

// Theme is the screen of how the pages look.
type Theme struct {
	Project page.Project
	Preview ui.Preview
	// Accent is the colour as it is stored, "#rrggbb".
	Accent string
	// Accents are offered.
	Accents []Colour
	// Corners and Face are the values of the theme, among CornerValues and FaceValues.
	Corners, Face            string
	CornerValues, FaceValues []string
	// Light and Dark show how the colours come out.
	Light, Dark Sample
	// Ratio is the contrast of the accent with a light page, e.g. "2.1".
	Ratio string
	// Better is the nearest accent that can be read, "" when this one can.
	Better string
	// Mistakes are at "own".
	Mistakes page.Mistakes
}

// Colour is one that is offered; Key is its name in the catalogue.
type Colour struct{ Value, Key string }

// Sample is how a page's colours come out in one light, each "#rrggbb".
type Sample struct{ Ground, Text, Link, Button, Label string }

// Menu is the screen of where the pages are linked.
type Menu struct {
	Project page.Project
	Preview ui.Preview
	// Pages in their order; visitors enter by the first.
	Pages []Entry
	// Legal tells that the pages of the law are still to be made.
	Legal bool
}

// Entry is a page in the menu; Place is one of Places. Look is the address of
// the draft of the page, "" shows no picture of it.
type Entry struct{ ID, Title, Place, Look string }

// Places are where the link to a page may be.
var Places = []string{"head", "foot", "hidden"}

// saves sends a row's choice at once.
func (m Menu) saves() templ.Attributes {
	attrs := ui.Swaps(m.Project.URL("menu"), "menu")
	attrs["hx-trigger"] = "change, submit"
	return attrs
}

// pressed marks the one of several buttons that holds.
func pressed(holds bool) templ.Attributes {
	if holds {
		return templ.Attributes{"aria-pressed": "true"}
	}
	return templ.Attributes{"aria-pressed": "false"}
}

// saves sends the form whenever something in it is chosen.
func (t Theme) saves() templ.Attributes {
	attrs := ui.Swaps(t.Project.URL("theme"), "theme")
	attrs["hx-trigger"] = "change, submit"
	return attrs
}

// options are the values of a field with their words: key, a dot, the value.
func options(ctx context.Context, key string, values []string) (all []ui.Option) {
	for _, value := range values {
		name := value
		if name == "" {
			name = "plain"
		}
		all = append(all, ui.Option{Value: name, Label: lang.T(ctx, key+"."+name)})
	}
	return all
}

func orPlain(value string) string {
	if value == "" {
		return "plain"
	}
	return value
}
