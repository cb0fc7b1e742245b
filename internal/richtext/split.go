package richtext

import (
	"strings"
)

// MaxMessage is the most UTF-16 code units that a Telegram message is given
// here; Telegram itself counts 4,096 characters.
const MaxMessage = 4096

// Message is the words of one Telegram message and the marks over them.
type Message struct {
	Words    string
	Entities []Entity
}

// Split cuts a long message into several of at most most UTF-16 code units,
// after a paragraph where it can, else after a line, else after a word, and
// only then inside one, between characters. An entity that is cut goes on in
// the next message. Spaces at the cuts are dropped; a message of nothing but
// spaces is none.
func Split(words string, entities []Entity, most int) []Message {
	var out []Message
	at := 0
	for words != "" {
		n := cut(words, max(most, 2))
		units := utf16Len(words[:n])
		if m := part(words[:n], entities, at, units); m.Words != "" {
			out = append(out, m)
		}
		words, at = words[n:], at+units
	}
	return out
}

// cut tells how many bytes of words make the next message.
func cut(words string, most int) int {
	fits := prefix(words, most)
	if fits == len(words) {
		return fits
	}
	// A break in the first quarter would make a message of a few words.
	room := words[fits/4 : fits]
	for _, end := range []string{"\n\n", "\n", " "} {
		if i := strings.LastIndex(room, end); i >= 0 {
			return fits/4 + i + len(end)
		}
	}
	return fits
}

// prefix is the bytes of the longest beginning of at most most UTF-16 code units.
func prefix(s string, most int) int {
	units := 0
	for i, r := range s {
		if units += unitsOf(r); units > most {
			return i
		}
	}
	return len(s)
}

// part is the message of words that begin at the unit at of the whole.
func part(words string, entities []Entity, at, units int) Message {
	r := renderer{entities: shifted(entities, at, units)}
	r.b.WriteString(words)
	var m Message
	m.Words, m.Entities = r.trimmed()
	return m
}

// shifted is what of the entities lies over units units from at.
func shifted(entities []Entity, at, units int) []Entity {
	var out []Entity
	for _, e := range entities {
		from, to := max(e.Offset-at, 0), min(e.Offset+e.Length-at, units)
		if to > from {
			e.Offset, e.Length = from, to-from
			out = append(out, e)
		}
	}
	return out
}

// unitsOf counts a character's UTF-16 code units; a broken byte is replaced by one.
func unitsOf(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}
