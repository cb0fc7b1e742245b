package miniapp

import (
	"regexp"
	"slices"
	"strings"

	"botyard/internal/spec"
)

// Theme is how a project's pages look; in Telegram the colours are Telegram's.
type Theme struct {
	// Accent is the colour of buttons and links, "#rrggbb"; "" is the default.
	Accent string `json:"accent,omitempty"`
	// Corners of pictures, buttons and sheets: "" (round), "soft" or "square".
	Corners string `json:"corners,omitempty"`
	// Face is the typeface: "" (the reader's own), "serif", or "headings",
	// where only headings have serifs.
	Face string `json:"face,omitempty"`
}

// Corners and Faces are the choices of a theme; the first is the default.
var (
	Corners = []string{"", "soft", "square"}
	Faces   = []string{"", "headings", "serif"}
)

var hexColour = regexp.MustCompile(`^#[0-9a-f]{6}\z`)

// ParseTheme reads a theme strictly.
func ParseTheme(raw []byte, path string) (Theme, []spec.Problem) {
	var t Theme
	if problems := object(raw, &t, path); problems != nil {
		return Theme{}, problems
	}
	t.Accent = strings.ToLower(t.Accent)
	if t.Accent != "" && !hexColour.MatchString(t.Accent) {
		return Theme{}, []spec.Problem{{Path: spec.Join(path, "accent"), Code: "bad_colour"}}
	}
	return t, t.checkChoices(path)
}

func (t Theme) checkChoices(path string) (problems []spec.Problem) {
	for _, c := range []struct {
		name, value string
		known       []string
	}{{"corners", t.Corners, Corners}, {"face", t.Face, Faces}} {
		if !slices.Contains(c.known, c.value) {
			problems = append(problems, spec.Problem{Path: spec.Join(path, c.name), Code: "not_a_choice", Args: map[string]any{"value": c.value}})
		}
	}
	return problems
}
