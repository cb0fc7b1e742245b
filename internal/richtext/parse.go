package richtext

import (
	"strings"
	"unicode/utf8"
)

// maxName is the most bytes of what a variable has between its brackets.
const maxName = 512

// ParseMarks reads what Marks writes, in time that grows with the length of s
// only. Whatever is not a complete mark is plain words: a person who types a
// lone * gets a lone *. A single name in brackets is a variable when variable
// knows it. Where marks cross, the one that closes first holds.
func ParseMarks(s string, variable func(name string) (string, bool)) Text {
	p := marksParser{rest: s, variable: variable, bold: none, italic: none}
	for p.rest != "" {
		p.next()
	}
	return p.nodes.Normal()
}

// none stands for a mark that is not open.
const none = -1

// marksParser keeps the parts read so far in one flat list. An opening mark
// lies in it as a plain sign, which it stays when it is never closed; closing
// it gathers everything after the sign into one node.
type marksParser struct {
	rest     string
	nodes    Text
	variable func(string) (string, bool)
	// bold and italic are the places in nodes of the open signs, or none.
	bold, italic int
	// brackets are the places of the open brackets.
	brackets []int
	// No more of the closing sign is ahead: no search for it is repeated.
	noCode, noAddress bool
}

func (p *marksParser) next() {
	switch p.rest[0] {
	case '\\':
		p.escape()
	case '*':
		p.toggle(Bold, &p.bold)
	case '_':
		p.toggle(Italic, &p.italic)
	case '`':
		p.code()
	case '[':
		p.brackets = append(p.brackets, len(p.nodes))
		p.plain(1)
	case ']':
		p.closeBracket()
	default:
		if i := strings.IndexAny(p.rest, "\\*_`[]"); i >= 0 {
			p.plain(i)
		} else {
			p.plain(len(p.rest))
		}
	}
}

// plain takes the next n bytes as words.
func (p *marksParser) plain(n int) {
	p.nodes = append(p.nodes, Node{Kind: Plain, Value: p.rest[:n]})
	p.rest = p.rest[n:]
}

// escape takes the character after a backslash literally; a backslash at the
// end is itself.
func (p *marksParser) escape() {
	if len(p.rest) > 1 {
		p.rest = p.rest[1:]
	}
	_, size := utf8.DecodeRuneInString(p.rest)
	p.plain(size)
}

// toggle closes the mark of this kind that is open, else opens one. A mark
// with nothing inside is no mark: its first sign stays a sign.
func (p *marksParser) toggle(kind Kind, open *int) {
	at := *open
	if at == none || at == len(p.nodes)-1 {
		*open = len(p.nodes)
		p.plain(1)
		return
	}
	p.rest = p.rest[1:]
	p.gather(at, Node{Kind: kind})
}

// gather puts n, with everything after the sign as its children, in the
// sign's place; marks that were opened since stay signs.
func (p *marksParser) gather(sign int, n Node) {
	if n.Kind != Var {
		n.Children = append(Text(nil), p.nodes[sign+1:]...)
	}
	p.nodes = append(p.nodes[:sign], n)
	if p.bold >= sign {
		p.bold = none
	}
	if p.italic >= sign {
		p.italic = none
	}
	for len(p.brackets) > 0 && p.brackets[len(p.brackets)-1] >= sign {
		p.brackets = p.brackets[:len(p.brackets)-1]
	}
}

func (p *marksParser) code() {
	if !p.noCode {
		words, after, closed := unescapeUntil(p.rest[1:], '`')
		if closed && words != "" {
			p.nodes = append(p.nodes, Node{Kind: Code, Value: words})
			p.rest = after
			return
		}
		p.noCode = !closed
	}
	p.plain(1)
}

// closeBracket makes a link or a variable of the innermost open bracket; when
// it is neither, both brackets stay signs.
func (p *marksParser) closeBracket() {
	last := len(p.brackets) - 1
	if last < 0 {
		p.plain(1)
		return
	}
	sign := p.brackets[last]
	p.brackets = p.brackets[:last]
	if p.link(sign) {
		return
	}
	if n, known := p.named(p.name(sign)); known {
		p.rest = p.rest[1:]
		p.gather(sign, n)
		return
	}
	p.plain(1)
}

// named is the variable of a name; what follows a | that ends the name is
// said when the variable is empty.
func (p *marksParser) named(name string) (Node, bool) {
	if v, known := p.variable(name); known && name != "" {
		return Node{Kind: Var, Value: v}, true
	}
	for i := range len(name) {
		if name[i] != '|' {
			continue
		}
		if v, known := p.variable(name[:i]); known && i > 0 {
			return Node{Kind: Var, Value: v, Or: name[i+1:]}, true
		}
	}
	return Node{}, false
}

// link tells whether the bracket was a link's. Links do not nest, so the
// brackets around one stay signs.
func (p *marksParser) link(sign int) bool {
	if sign == len(p.nodes)-1 || p.noAddress || !strings.HasPrefix(p.rest, "](") {
		return false
	}
	address, after, closed := unescapeUntil(p.rest[2:], ')')
	if !closed {
		p.noAddress = true
		return false
	}
	p.rest = after
	p.gather(sign, Node{Kind: Link, Value: address})
	p.brackets = nil
	return true
}

// name is the words after a bracket when they can be a variable's name, else "".
func (p *marksParser) name(sign int) string {
	var b strings.Builder
	for _, n := range p.nodes[sign+1:] {
		if n.Kind != Plain || b.Len()+len(n.Value) > maxName {
			return ""
		}
		b.WriteString(n.Value)
	}
	return b.String()
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
