package miniapp

import (
	"fmt"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// element is an element that the runtime made on the server (dom.js).
type element struct {
	tag   string
	attrs []html.Attribute
	kids  []any // string or element
}

// elements reads a list of elements from what goja exports.
func elements(exported any) ([]element, error) {
	list, ok := exported.([]any)
	if !ok {
		return nil, fmt.Errorf("the runtime drew a %T", exported)
	}
	out := make([]element, 0, len(list))
	for _, v := range list {
		e, err := elementOf(v)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

func elementOf(exported any) (element, error) {
	object, ok := exported.(map[string]any)
	if !ok {
		return element{}, fmt.Errorf("the runtime drew a %T", exported)
	}
	e := element{tag: fmt.Sprint(object["tag"])}
	attrs, _ := object["attrs"].([]any)
	for _, a := range attrs {
		if pair, ok := a.([]any); ok && len(pair) == 2 {
			e.attrs = append(e.attrs, html.Attribute{Key: fmt.Sprint(pair[0]), Val: fmt.Sprint(pair[1])})
		}
	}
	kids, _ := object["kids"].([]any)
	for _, k := range kids {
		kid, err := kidOf(k)
		if err != nil {
			return element{}, err
		}
		e.kids = append(e.kids, kid)
	}
	return e, nil
}

func kidOf(exported any) (any, error) {
	if s, ok := exported.(string); ok {
		return s, nil
	}
	return elementOf(exported)
}

func (e element) node() *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: e.tag, DataAtom: atom.Lookup([]byte(e.tag)), Attr: e.attrs}
	for _, k := range e.kids {
		switch k := k.(type) {
		case string:
			n.AppendChild(&html.Node{Type: html.TextNode, Data: k})
		case element:
			n.AppendChild(k.node())
		}
	}
	return n
}
