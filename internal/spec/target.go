package spec

import (
	"net/url"
	"regexp"
	"strings"

	"botyard/internal/richtext"
)

// maxURL is the most bytes of a URL: what every client still opens.
const maxURL = 2048

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
	if len(s) > maxURL || strings.ContainsFunc(s, isControl) {
		return false
	}
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return u.Hostname() != "" && !strings.Contains(s, " ")
	case "tel", "mailto":
		return u.Opaque != ""
	case "tg":
		return u.Host != "" || u.Opaque != ""
	}
	return false
}

// isControl finds what browsers drop from an address, so that it reads other than it opens.
func isControl(r rune) bool { return r < 0x20 || r == 0x7f }

var (
	phonePattern = regexp.MustCompile(`^\+?[0-9(][0-9 \x{a0}()\x{2010}-\x{2013}-]{4,24}$`)
	phoneFiller  = strings.NewReplacer(" ", "", "\u00a0", "", "(", "", ")", "", "-", "", "\u2010", "", "\u2011", "", "\u2012", "", "\u2013", "")
	emailPattern = regexp.MustCompile(`^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$`)
	namePattern  = regexp.MustCompile(`^@[A-Za-z][A-Za-z0-9_]{3,31}$`)
	hostPattern  = regexp.MustCompile(`^[\pL\pN-]+(\.[\pL\pN-]+)*\.\pL{2,}(:[0-9]+)?([/?#]\S*)?$`)
)

// CompleteTarget completes what people type where a link is asked for: a
// phone number, an e-mail address, a @name of Telegram, or an address without
// its scheme. What it does not recognise stays as typed.
func CompleteTarget(typed string) string {
	s := strings.TrimSpace(typed)
	if whole := completed(s); SafeURL(whole) {
		return whole
	}
	return s
}

func completed(s string) string {
	switch {
	case phonePattern.MatchString(s):
		return "tel:" + phoneFiller.Replace(s)
	case emailPattern.MatchString(s):
		return "mailto:" + s
	case namePattern.MatchString(s):
		return "https://t.me/" + s[1:]
	case hostPattern.MatchString(s):
		return "https://" + s
	}
	return s
}

// completeLinks completes the addresses that a text leads to, in place.
func completeLinks(text richtext.Text) {
	for i := range text {
		if text[i].Kind == richtext.Link {
			text[i].Value = CompleteTarget(text[i].Value)
		}
		completeLinks(text[i].Children)
	}
}
