package richtext

import (
	"strings"
	"unicode"
)

// Visible tells whether Telegram sees something in a text: what consists of
// spaces and characters without a shape is empty to it, and refused.
func Visible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return !blank(r) })
}

// blank tells whether a character shows nothing by itself.
func blank(r rune) bool {
	switch r {
	case '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', '\u180e', '\u034f':
		return true
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Z, unicode.M, unicode.Variation_Selector)
}
