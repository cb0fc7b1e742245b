package richtext

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Name is a name as it is kept and compared: in the composed form in which most
// keyboards write it, on one line, with single spaces, and without characters
// that show nothing or turn the text around them, by which one name can look
// like another. What ties the parts of an emoji together stays between them.
func Name(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r != zeroJoiner && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || r == '\u2800' || r == '\u3164':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	for strings.Contains(s, "\u200d\u200d") {
		s = strings.ReplaceAll(s, "\u200d\u200d", "\u200d")
	}
	words := strings.Fields(s)
	for i := range words {
		words[i] = strings.Trim(words[i], "\u200d")
	}
	s = norm.NFC.String(strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	if !Visible(s) {
		return ""
	}
	return s
}

// zeroJoiner ties emoji together.
const zeroJoiner = '\u200d'
