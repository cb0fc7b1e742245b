// Package richtext is the small text tree that scenarios and pages share:
// plain words, bold, italic, code, links and variables. It is rendered to
// Telegram with UTF-16 entities, and edited as plain text with simple marks.
package richtext

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind is the sort of a node.
type Kind int

// The sorts of nodes.
const (
	Plain Kind = iota
	Var
	Bold
	Italic
	Code
	Link
)

// Node is one part of a text.
type Node struct {
	// Kind tells which of the other fields hold.
	Kind Kind
	// Value is the words of Plain and Code, the name of Var, the URL of Link.
	Value string
	// Or is what Var shows when its variable is empty.
	Or string
	// Children is what Bold, Italic and Link enclose.
	Children Text
}

// Text is a list of parts. Its JSON is a string when it is plain, else a list
// of strings and of {"var":…}, {"var":…,"or":…}, {"bold":…}, {"italic":…}, {"code":…} and
// {"link":…,"text":…}.
type Text []Node

// Of makes a plain text.
func Of(s string) Text {
	if s == "" {
		return nil
	}
	return Text{{Kind: Plain, Value: s}}
}

// Empty tells whether nothing would be shown.
func (t Text) Empty() bool {
	for _, n := range t {
		if n.Kind == Var || Visible(n.Value) && n.Kind != Link || !n.Children.Empty() {
			return false
		}
	}
	return true
}

// Words is the text without marks; a variable is shown as what name gives.
func (t Text) Words(name func(variable string) string) string {
	var b strings.Builder
	t.write(&b, name)
	return b.String()
}

func (t Text) write(b *strings.Builder, name func(string) string) {
	for _, n := range t {
		switch n.Kind {
		case Plain, Code:
			b.WriteString(n.Value)
		case Var:
			b.WriteString(name(n.Value))
		default:
			n.Children.write(b, name)
		}
	}
}

// Len counts the characters of the text, a variable as one.
func (t Text) Len() int {
	return utf8.RuneCountInString(t.Words(func(string) string { return "x" }))
}

// Walk calls visit with every node, parents first.
func (t Text) Walk(visit func(Node)) {
	for _, n := range t {
		visit(n)
		n.Children.Walk(visit)
	}
}

// MarshalJSON writes the shortest form.
func (t Text) MarshalJSON() ([]byte, error) {
	if len(t) == 0 {
		return []byte(`""`), nil
	}
	if len(t) == 1 && t[0].Kind == Plain {
		return json.Marshal(t[0].Value)
	}
	parts := make([]any, len(t))
	for i, n := range t {
		parts[i] = n.json()
	}
	return json.Marshal(parts)
}

func (n Node) json() any {
	switch n.Kind {
	case Var:
		return struct {
			Var string `json:"var"`
			Or  string `json:"or,omitempty"`
		}{n.Value, n.Or}
	case Bold:
		return map[string]Text{"bold": n.Children}
	case Italic:
		return map[string]Text{"italic": n.Children}
	case Code:
		return map[string]string{"code": n.Value}
	case Link:
		return struct {
			Link string `json:"link"`
			Text Text   `json:"text"`
		}{n.Value, n.Children}
	}
	return n.Value
}

// maxDepth bounds how deep marks may nest.
const maxDepth = 8

// UnmarshalJSON reads a string or a list of parts, strictly, into the normal form.
func (t *Text) UnmarshalJSON(data []byte) error {
	text, err := parse(data, 0)
	if err != nil {
		return err
	}
	*t = text.Normal()
	return nil
}

func parse(data []byte, depth int) (Text, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("marks nest deeper than %d", maxDepth)
	}
	switch jsontext.Value(data).Kind() {
	case '"':
		s, err := parseString(data)
		return Of(s), err
	case '[':
		return parseList(data, depth)
	}
	return nil, fmt.Errorf("a text is a string or a list of parts")
}

func parseString(data []byte) (string, error) {
	if jsontext.Value(data).Kind() != '"' {
		return "", fmt.Errorf("not a string")
	}
	var s string
	err := json.Unmarshal(data, &s)
	return s, err
}

func parseList(data []byte, depth int) (Text, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return nil, err
	}
	var text Text
	for _, part := range parts {
		nodes, err := parsePart(part, depth)
		if err != nil {
			return nil, err
		}
		text = append(text, nodes...)
	}
	return text, nil
}

func parsePart(data []byte, depth int) (Text, error) {
	if jsontext.Value(data).Kind() == '"' {
		return parse(data, depth)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("a part is a string or an object: %w", err)
	}
	node, err := parseNode(members, depth)
	if err != nil {
		return nil, err
	}
	return Text{node}, nil
}

func parseNode(members map[string]json.RawMessage, depth int) (Node, error) {
	if link, found := members["link"]; found && len(members) == 2 && members["text"] != nil {
		return parseLink(link, members["text"], depth)
	}
	if name, found := members["var"]; found && len(members) == 2 && members["or"] != nil {
		return parseVariable(name, members["or"])
	}
	if len(members) != 1 {
		return Node{}, fmt.Errorf("a part has one mark")
	}
	for name, value := range members {
		switch name {
		case "var":
			s, err := parseString(value)
			return Node{Kind: Var, Value: s}, err
		case "code":
			s, err := parseString(value)
			return Node{Kind: Code, Value: s}, err
		case "bold":
			children, err := parse(value, depth+1)
			return Node{Kind: Bold, Children: children}, err
		case "italic":
			children, err := parse(value, depth+1)
			return Node{Kind: Italic, Children: children}, err
		}
	}
	return Node{}, fmt.Errorf("a part has an unknown mark")
}

func parseLink(link, text json.RawMessage, depth int) (Node, error) {
	href, err := parseString(link)
	if err != nil {
		return Node{}, err
	}
	children, err := parse(text, depth+1)
	return Node{Kind: Link, Value: href, Children: children}, err
}

func parseVariable(name, or json.RawMessage) (Node, error) {
	n := Node{Kind: Var}
	var err error
	if n.Value, err = parseString(name); err == nil {
		n.Or, err = parseString(or)
	}
	return n, err
}
