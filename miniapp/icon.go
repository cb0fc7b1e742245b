package miniapp

import (
	"net/url"
	"strings"
	"unicode"
)

// plainAccent is the accent of a project that has chosen none.
const plainAccent = "#0e6a5e"

// icon is the sign of a project in a browser's tab, as an address that holds
// it: the first letter of its name on its accent.
func (m Manifest) icon() string {
	ground, known := parseColour(m.Theme.Accent)
	if !known {
		ground, _ = parseColour(plainAccent)
	}
	return "data:image/svg+xml," + url.PathEscape(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">`+
		`<rect width="32" height="32" rx="8" fill="`+ground.String()+`"/>`+
		`<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="20" fill="`+ground.on().String()+`">`+
		m.initial()+`</text></svg>`)
}

// initial is the first letter or digit of the name, "" when it has none.
func (m Manifest) initial() string {
	first := strings.IndexFunc(m.Name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if first < 0 {
		return ""
	}
	return strings.ToUpper(string([]rune(m.Name[first:])[0]))
}
