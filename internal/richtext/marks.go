package richtext

import "strings"

// Marks writes the text as plain words with simple marks, for a text area:
// *bold*, _italic_, `code`, [words](address), and a variable as its name in
// brackets, [Имя], or [Имя|друг] with what is said without one. A backslash takes a sign literally. ParseMarks reads it back.
func (t Text) Marks(name func(variable string) string) string {
	var b strings.Builder
	t.Normal().marks(&b, name)
	return b.String()
}

func (t Text) marks(b *strings.Builder, name func(string) string) {
	for _, n := range t {
		switch n.Kind {
		case Plain:
			b.WriteString(escapeMarks.Replace(n.Value))
		case Var:
			b.WriteString("[" + escapeMarks.Replace(name(n.Value)))
			if n.Or != "" {
				b.WriteString("|" + escapeMarks.Replace(n.Or))
			}
			b.WriteByte(']')
		case Code:
			b.WriteString("`" + escapeCode.Replace(n.Value) + "`")
		case Bold:
			wrap(b, "*", n.Children, name)
		case Italic:
			wrap(b, "_", n.Children, name)
		case Link:
			b.WriteByte('[')
			n.Children.marks(b, name)
			b.WriteString("](" + escapeAddress.Replace(n.Value) + ")")
		}
	}
}

var (
	escapeMarks   = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`)
	escapeCode    = strings.NewReplacer(`\`, `\\`, "`", "\\`")
	escapeAddress = strings.NewReplacer(`\`, `\\`, ")", `\)`)
)

func wrap(b *strings.Builder, mark string, inner Text, name func(string) string) {
	b.WriteString(mark)
	inner.marks(b, name)
	b.WriteString(mark)
}
