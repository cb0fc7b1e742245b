package richtext

import "strings"

// Normal is the text in its one normal form: neighbouring words joined, what
// shows nothing left out, and no mark inside one of its own kind. It looks
// the same, and is what ParseMarks and UnmarshalJSON give.
func (t Text) Normal() Text { return t.normal(nil) }

// normal leaves out the marks of the kinds that lie around the text.
func (t Text) normal(around []Kind) Text {
	var j joiner
	for _, n := range t {
		for _, part := range n.normal(around) {
			j.add(part)
		}
	}
	return j.text()
}

func (n Node) normal(around []Kind) Text {
	switch n.Kind {
	case Plain, Code, Var:
		if n.Value == "" {
			return nil
		}
		if n.Kind != Var {
			n.Or = ""
		}
		return Text{{Kind: n.Kind, Value: n.Value, Or: n.Or}}
	}
	for _, k := range around {
		if k == n.Kind {
			return n.Children.normal(around)
		}
	}
	inner := n.Children.normal(append(around[:len(around):len(around)], n.Kind))
	if len(inner) == 0 {
		return nil
	}
	if n.Kind != Link {
		n.Value = ""
	}
	return Text{{Kind: n.Kind, Value: n.Value, Children: inner}}
}

// joiner joins neighbouring words, copying each once.
type joiner struct {
	out   Text
	words strings.Builder
}

func (j *joiner) add(n Node) {
	if n.Kind == Plain {
		j.words.WriteString(n.Value)
		return
	}
	j.out = append(j.text(), n)
}

// text is all that was added.
func (j *joiner) text() Text {
	if j.words.Len() > 0 {
		j.out = append(j.out, Node{Kind: Plain, Value: j.words.String()})
		j.words.Reset()
	}
	return j.out
}
