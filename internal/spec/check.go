package spec

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
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
	case required && strings.TrimSpace(s) == "":
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

// ParseTarget splits a target into its sort ("url", "page", "step" or
// "scenario") and the rest; sort is "" when it is none of them.
func ParseTarget(to string) (sort, rest string) {
	for _, s := range []string{"page", "step", "scenario"} {
		if id, ok := strings.CutPrefix(to, s+":"); ok {
			return s, id
		}
	}
	if SafeURL(to) {
		return "url", to
	}
	return "", to
}

// SafeURL tells whether s is an absolute URL with an allowed scheme: https,
// http, tel, mailto or tg.
func SafeURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || len(s) > 2048 || strings.ContainsFunc(s, isControl) {
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return u.Hostname() != ""
	case "tel", "mailto":
		return u.Opaque != ""
	case "tg":
		return u.Host != "" || u.Opaque != ""
	}
	return false
}

func isControl(r rune) bool { return r < 0x20 || r == 0x7f }
