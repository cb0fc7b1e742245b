package handlers

import "strings"

// sign is a word of a User-Agent and what it means; the first that is found counts.
type sign struct{ word, means string }

// Browsers that call themselves by the names of others, too, come before those.
var (
	browserSigns = []sign{
		{"YaBrowser/", "Yandex Browser"}, {"EdgA/", "Edge"}, {"EdgiOS/", "Edge"}, {"Edg/", "Edge"}, {"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"}, {"FxiOS/", "Firefox"}, {"Firefox/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systemSigns = []sign{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"},
		{"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// deviceOf names a device in two words, such as "Chrome, Android"; "" for what
// names itself otherwise. Nothing else of a User-Agent is kept.
func deviceOf(agent string) string {
	var words []string
	for _, signs := range [][]sign{browserSigns, systemSigns} {
		if means := firstSign(agent, signs); means != "" {
			words = append(words, means)
		}
	}
	return strings.Join(words, ", ")
}

func firstSign(agent string, signs []sign) string {
	for _, s := range signs {
		if strings.Contains(agent, s.word) {
			return s.means
		}
	}
	return ""
}
