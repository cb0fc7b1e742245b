package richtext

import "strings"

// Entity marks a range of a Telegram message; offsets and lengths are UTF-16
// code units (Bot API, MessageEntity).
type Entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	URL    string `json:"url,omitempty"`
}

// Telegram renders the text for sendMessage: the words, with every variable
// replaced by what value gives (its own Or when that is nothing), and the
// entities over them. value formats numbers and dates as people read them. Spaces at the
// ends, which Telegram would cut, are cut here, so that the entities fit.
func (t Text) Telegram(value func(variable string) string) (string, []Entity) {
	var r renderer
	r.write(t, value)
	return r.trimmed()
}

type renderer struct {
	b        strings.Builder
	units    int
	entities []Entity
	// open are the kinds of the marks around: none lies in one of its own.
	open [Link + 1]bool
}

func (r *renderer) write(t Text, value func(string) string) {
	for _, n := range t {
		switch n.Kind {
		case Plain:
			r.add(n.Value)
		case Var:
			r.add(n.filled(value))
		case Code:
			r.mark(Entity{Type: "code"}, n, func() { r.add(n.Value) })
		case Bold:
			r.mark(Entity{Type: "bold"}, n, func() { r.write(n.Children, value) })
		case Italic:
			r.mark(Entity{Type: "italic"}, n, func() { r.write(n.Children, value) })
		case Link:
			r.mark(Entity{Type: "text_link", URL: n.Value}, n, func() { r.write(n.Children, value) })
		}
	}
}

// filled is what a variable shows: its value, else what is said without one.
func (n Node) filled(value func(string) string) string {
	if v := value(n.Value); strings.TrimSpace(v) != "" {
		return v
	}
	return n.Or
}

func (r *renderer) add(s string) {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
	r.b.WriteString(s)
	r.units += utf16Len(s)
}

// mark wraps what inner writes; the entity keeps its place before its children.
func (r *renderer) mark(e Entity, n Node, inner func()) {
	if r.open[n.Kind] {
		inner()
		return
	}
	r.open[n.Kind] = true
	defer func() { r.open[n.Kind] = false }()
	e.Offset = r.units
	at := len(r.entities)
	r.entities = append(r.entities, e)
	inner()
	r.entities[at].Length = r.units - e.Offset
}

func (r *renderer) trimmed() (string, []Entity) {
	all := r.b.String()
	left := strings.TrimLeft(all, " \n\t\r")
	lead := utf16Len(all[:len(all)-len(left)])
	words := strings.TrimRight(left, " \n\t\r")
	end := utf16Len(words)
	return words, shifted(r.entities, lead, end)
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n += unitsOf(r)
	}
	return n
}
