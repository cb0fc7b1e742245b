package lang

import (
	"regexp"
	"strings"
)

// words maps a key to its text in each language, Russian first.
type words map[string][2]string

// catalogue is every text of the interface; the files of this package add to
// it before the program starts, nothing changes it later.
var catalogue = words{}

// add puts an area's texts into the catalogue. A key twice is a programmer's
// error, seen at start.
func add(area words) {
	for key, entry := range area {
		if _, taken := catalogue[key]; taken {
			panic("lang: key " + key + " is there twice")
		}
		entry[RU] = bindShort(entry[RU])
		catalogue[key] = entry
	}
}

var shortWord = regexp.MustCompile(`(?i)(^|[\s\x{a0}(«|])(в|во|и|а|к|ко|с|со|о|об|у|на|по|за|от|до|из|не|но|для|без|при) `)

// bindShort keeps Russian prepositions and dashes on the line of the word they
// belong to, by non-breaking spaces.
func bindShort(text string) string {
	for range 2 { // neighbours share a space, so a second pass takes the second one
		text = shortWord.ReplaceAllString(text, "$1$2\u00a0")
	}
	return strings.ReplaceAll(text, " —", "\u00a0—")
}
