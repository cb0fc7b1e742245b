package miniapp

import (
	"regexp"
	"strings"

	"botyard/internal/spec"
)

// Theme is how a project's site looks; in Telegram its colours are Telegram's.
type Theme struct {
	// Accent is the colour of buttons and links, "#rrggbb"; "" is the default.
	Accent string `json:"accent,omitempty"`
}

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
	return t, nil
}
