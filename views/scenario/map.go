package scenario

import (
	"context"
	"strconv"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
)

// Map is the whole of a bot at one glance: every scenario with its steps, and
// what leads where. It is drawn, and nothing can be edited on it.
type Map struct {
	Project page.Project
	Boxes   []Box
	Lines   []Line
	// Width and Height are in pixels.
	Width, Height int
}

// Box is a scenario's start or a step.
type Box struct {
	// X and Y are its upper left corner.
	X, Y int
	// ID is a scenario's, "" for a step.
	ID string
	// Kind of a step; Head is what stands in its place for a scenario.
	Kind spec.Kind
	Head string
	// Words are its first words, URL leads to it.
	Words, URL string
	Bad        bool
}

// Line leads from one box to another.
type Line struct {
	// Path is SVG's.
	Path string
	// Label is what is pressed, at LabelX and LabelY; "" for none.
	Label          string
	LabelX, LabelY int
	// Jumps marks a line that leaves the order of steps.
	Jumps bool
}

// Sizes of what is drawn, in pixels.
const (
	BoxWidth  = 196
	BoxHeight = 46
)

func px(n int) string { return strconv.Itoa(n) }

// clip shortens words to what fits on a line of so many characters.
func clip(words string, most int) string {
	if r := []rune(words); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return words
}

func (m Map) viewBox() string { return "0 0 " + px(m.Width) + " " + px(m.Height) }

func arrow(l Line) templ.Attributes {
	if !l.Jumps {
		return nil
	}
	return templ.Attributes{"marker-end": "url(#map-arrow)"}
}

// named gives a scenario's start a place to come to.
func named(b Box) templ.Attributes {
	if b.ID == "" {
		return nil
	}
	return templ.Attributes{"id": "map-" + b.ID}
}

func (b Box) head(ctx context.Context) string {
	if b.Head != "" {
		return b.Head
	}
	return lang.Words(ctx, b.Kind.Title)
}
