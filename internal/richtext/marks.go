package richtext

import (
	"strings"
)

// Marks writes the text as plain words with simple marks, for a text area:
// *bold*, _italic_, `code`, [words](address), and a variable as its name in
// brackets, [Имя]. A backslash takes a sign literally. ParseMarks reads it back.
func (t Text) Marks(name func(variable string) string) string {
	var b strings.Builder
	t.marks(&b, name)
	return b.String()
}

func (t Text) marks(b *strings.Builder, name func(string) string) {
	for _, n := range t {
		switch n.Kind {
		case Plain:
			b.WriteString(escapeMarks.Replace(n.Value))
		case Var:
			b.WriteString("[" + name(n.Value) + "]")
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

// ParseMarks reads what Marks writes. Whatever is not a complete mark is
// plain words: a person who types a lone * gets a lone *. A single word in
// brackets is a variable when variable knows it.
func ParseMarks(s string, variable func(name string) (string, bool)) Text {
	p := marksParser{rest: s, variable: variable}
	text, _ := p.until("", 0)
	return text.merged()
}

type marksParser struct {
	rest     string
	variable func(string) (string, bool)
}

// until reads parts up to the closing mark; found is false, and everything is
// consumed, when the mark never comes.
func (p *marksParser) until(closing string, depth int) (text Text, found bool) {
	for p.rest != "" {
		if closing != "" && strings.HasPrefix(p.rest, closing) {
			p.rest = p.rest[len(closing):]
			return text, true
		}
		text = append(text, p.next(depth))
	}
	return text, closing == ""
}

func (p *marksParser) next(depth int) Node {
	switch c := p.rest[0]; {
	case c == '\\' && len(p.rest) > 1:
		return p.take(1, 2)
	case depth < maxDepth && c == '*':
		return p.enclosed("*", Bold, depth)
	case depth < maxDepth && c == '_':
		return p.enclosed("_", Italic, depth)
	case c == '`':
		return p.code()
	case depth < maxDepth && c == '[':
		return p.bracket(depth)
	}
	if i := strings.IndexAny(p.rest[1:], "\\*_`[]"); i >= 0 {
		return p.take(0, i+1)
	}
	return p.take(0, len(p.rest))
}

// take consumes to bytes and gives those after from as plain words; a
// character is never cut.
func (p *marksParser) take(from, to int) Node {
	for to < len(p.rest) && p.rest[to]&0xC0 == 0x80 {
		to++
	}
	n := Node{Kind: Plain, Value: p.rest[from:to]}
	p.rest = p.rest[to:]
	return n
}

func (p *marksParser) enclosed(mark string, kind Kind, depth int) Node {
	try := *p
	try.rest = p.rest[1:]
	inner, closed := try.until(mark, depth+1)
	if !closed || len(inner) == 0 {
		return p.take(0, 1)
	}
	p.rest = try.rest
	return Node{Kind: kind, Children: inner.merged()}
}

func (p *marksParser) code() Node {
	words, after, closed := unescapeUntil(p.rest[1:], '`')
	if !closed || words == "" {
		return p.take(0, 1)
	}
	p.rest = after
	return Node{Kind: Code, Value: words}
}

func (p *marksParser) bracket(depth int) Node {
	try := *p
	try.rest = p.rest[1:]
	inner, closed := try.until("]", depth+1)
	if !closed {
		return p.take(0, 1)
	}
	inner = inner.merged()
	if address, isLink := strings.CutPrefix(try.rest, "("); isLink {
		if url, after, closed := unescapeUntil(address, ')'); closed {
			p.rest = after
			return Node{Kind: Link, Value: url, Children: inner}
		}
	}
	if len(inner) == 1 && inner[0].Kind == Plain {
		if v, known := p.variable(inner[0].Value); known {
			p.rest = try.rest
			return Node{Kind: Var, Value: v}
		}
	}
	return p.take(0, 1)
}

func unescapeUntil(s string, closing byte) (words, after string, closed bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == closing:
			return b.String(), s[i+1:], true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}

// merged joins neighbouring plain parts.
func (t Text) merged() Text {
	var out Text
	for _, n := range t {
		if last := len(out) - 1; n.Kind == Plain && last >= 0 && out[last].Kind == Plain {
			out[last].Value += n.Value
			continue
		}
		out = append(out, n)
	}
	return out
}
