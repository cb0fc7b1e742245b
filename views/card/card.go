// Package card holds the screen of a project's card.
//
// GET and POST …/card (the fields of Values by their names; "then" is "fill"
// or "more" to change the form without saving); POST …/card/pictures/logo (file) and
// …/card/pictures/logo/removal.
package card

import (
	"context"
	"strconv"

	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/ui"
)

// Page is the screen.
type Page struct {
	Project page.Project
	// Values are as stored, or as typed when a mistake came back, by the names
	// of the form's fields: "phone", "day-0-from", "special-2-why" and so on.
	Values map[string]string
	// Special is how many special days the form has room for.
	Special int
	// Logo is the address of the picture, "" for none.
	Logo string
	// Zones and Currencies are what can be chosen.
	Zones, Currencies []ui.Option
	// ZoneTime is the time of day in the zone now.
	ZoneTime string
	// Said are the hours in the project's language, State whether it is open
	// now; "" where no hours are set.
	Said, State string
	// Open tells that it is open now.
	Open bool
	// Mistakes are at the names of fields; those of a line of hours at the
	// line ("day-0", "break", "special-2"), that of the picture at "logo".
	Mistakes page.Mistakes
}

// line is a field of one line.
func (p Page) line(ctx context.Context, name, hint string) ui.Input {
	in := ui.Input{ID: name, Name: name, Label: lang.T(ctx, "card."+name), Value: p.Values[name], Mistake: p.Mistakes.At(ctx, name)}
	if hint != "" {
		in.Hint = lang.T(ctx, hint)
	}
	return in
}

func (p Page) choice(ctx context.Context, name, hint string, options []ui.Option) ui.Input {
	in := p.line(ctx, name, "")
	in.Hint, in.Options = hint, options
	return in
}

func special(n int, part string) string { return "special-" + strconv.Itoa(n) + part }

// part is a field of a special day.
func (p Page) part(ctx context.Context, n int, part, words, kind string) ui.Input {
	name := special(n, "-"+part)
	in := ui.Input{ID: name, Name: name, Label: lang.T(ctx, words), Value: p.Values[name], Type: kind}
	if part == "why" {
		in.Hint = lang.T(ctx, "card.why_hint")
		return in
	}
	in.Attrs = ui.InGroup(special(n, ""), p.Mistakes.At(ctx, special(n, "")))
	return in
}

func phone(in ui.Input) ui.Input { return typed(in, "tel") }

func email(in ui.Input) ui.Input { return typed(in, "email") }

func typed(in ui.Input, kind string) ui.Input {
	in.Type = kind
	in.Attrs = map[string]any{"autocomplete": "off"}
	return in
}
