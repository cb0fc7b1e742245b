package richtext

import (
	"slices"
	"unicode/utf16"
)

// Segment is a part of a message all of which has the same marks.
type Segment struct {
	Words              string
	Bold, Italic, Code bool
	// URL is where the part leads, "" for nowhere.
	URL string
}

// Segments cuts a message as Telegram has it where its marks begin and end.
func Segments(words string, entities []Entity) []Segment {
	units := utf16.Encode([]rune(words))
	cuts := []int{0, len(units)}
	for _, e := range entities {
		cuts = append(cuts, within(e.Offset, units), within(e.Offset+e.Length, units))
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var out []Segment
	for i := 0; i+1 < len(cuts); i++ {
		s := Segment{Words: string(utf16.Decode(units[cuts[i]:cuts[i+1]]))}
		for _, e := range entities {
			if e.Offset <= cuts[i] && cuts[i+1] <= e.Offset+e.Length {
				s.mark(e)
			}
		}
		out = append(out, s)
	}
	return out
}

func within(at int, units []uint16) int { return max(0, min(at, len(units))) }

func (s *Segment) mark(e Entity) {
	switch e.Type {
	case "bold":
		s.Bold = true
	case "italic":
		s.Italic = true
	case "code":
		s.Code = true
	case "text_link":
		s.URL = e.URL
	}
}
