package spec

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"botyard/internal/richtext"
)

var idPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// ValidID tells whether s can be the id of a page, block, scenario or step:
// one to forty of A–Z, a–z, 0–9, "_" and "-".
func ValidID(s string) bool { return idPattern.MatchString(s) }

// CheckID says what is wrong with an id that must be unique among seen, and
// adds it to seen.
func CheckID(id, path string, seen map[string]bool) []Problem {
	switch {
	case id == "":
		return []Problem{{Path: Join(path, "id"), Code: "required"}}
	case !ValidID(id):
		return []Problem{{Path: Join(path, "id"), Code: "bad_id"}}
	case seen[id]:
		return []Problem{{Path: Join(path, "id"), Code: "duplicate_id", Args: map[string]any{"id": id}}}
	}
	seen[id] = true
	return nil
}

// CheckText says what is wrong with a plain text: missing, longer than most
// characters, or holding a NUL, which PostgreSQL cannot keep.
func CheckText(s, path string, required bool, most int) []Problem {
	switch n := utf8.RuneCountInString(s); {
	case required && !richtext.Visible(s):
		return []Problem{{Path: path, Code: "required"}}
	case most > 0 && n > most:
		return []Problem{{Path: path, Code: "too_long", Args: map[string]any{"max": most, "n": n}}}
	case strings.ContainsRune(s, 0):
		return []Problem{{Path: path, Code: "bad_character"}}
	}
	return nil
}

// CheckChoice says what is wrong with a value that must be one of allowed.
func CheckChoice(s, path string, allowed ...string) []Problem {
	if slices.Contains(allowed, s) {
		return nil
	}
	return []Problem{{Path: path, Code: "not_a_choice", Args: map[string]any{"value": clip(s)}}}
}
