package flow

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Template is a text in which project secrets are still to be put.
type Template []Piece

// Piece is words, or the name of a secret and how its value is to be written.
type Piece struct {
	Text   string  `json:"text,omitempty"`
	Secret string  `json:"secret,omitempty"`
	As     Writing `json:"as,omitempty"`
}

// Writing is how a value is written so that it stays one value.
type Writing string

// The ways of writing.
const (
	// AsHeader drops what would end a header.
	AsHeader Writing = "header"
	// AsQuery is for queries and forms, AsPath for the path of an address.
	AsQuery Writing = "query"
	AsPath  Writing = "path"
	// AsJSON is for the inside of a JSON string.
	AsJSON Writing = "json"
)

// ErrSecret is a template with a secret that the project does not have.
var ErrSecret = errors.New("the project has no such secret")

// Fill puts the secrets in.
func (t Template) Fill(secret func(name string) (string, bool)) (string, error) {
	var b strings.Builder
	for _, p := range t {
		if p.Secret == "" {
			b.WriteString(p.Text)
			continue
		}
		value, known := secret(p.Secret)
		if !known {
			return "", ErrSecret
		}
		b.WriteString(p.As.write(value))
	}
	return b.String(), nil
}

func (w Writing) write(value string) string {
	switch w {
	case AsHeader:
		return strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return -1
			}
			return r
		}, value)
	case AsQuery:
		return url.QueryEscape(value)
	case AsPath:
		return url.PathEscape(value)
	case AsJSON:
		raw, err := json.Marshal(value)
		if err != nil {
			return ""
		}
		return string(raw[1 : len(raw)-1])
	}
	return value
}

// SecretPrefix begins the variables of project secrets, in calls only.
const SecretPrefix = "secret:"

func knownOrSecret(name string) bool {
	id, secret := strings.CutPrefix(name, SecretPrefix)
	return secret && spec.ValidID(id) || knownVariable(name)
}

// filler makes templates of a turn's texts.
type filler struct {
	t   *turn
	out Template
}

// word adds words as they are.
func (f *filler) word(s string) {
	s = plainText(s)
	if n := len(f.out); n > 0 && f.out[n-1].Secret == "" {
		f.out[n-1].Text += s
	} else if s != "" {
		f.out = append(f.out, Piece{Text: s})
	}
}

// text adds a text; as tells how the values of its variables are written, and
// plain how its own words are.
func (f *filler) text(text richtext.Text, plain Writing, as func() Writing) {
	text.Walk(func(n richtext.Node) {
		secret, isSecret := strings.CutPrefix(n.Value, SecretPrefix)
		switch {
		case n.Kind == richtext.Var && isSecret:
			f.out = append(f.out, Piece{Secret: secret, As: as()})
		case n.Kind == richtext.Var:
			value := f.t.raw(n.Value)
			if strings.TrimSpace(value) == "" {
				value = n.Or
			}
			f.word(as().write(plainText(value)))
		case n.Kind == richtext.Plain || n.Kind == richtext.Code:
			f.word(plain.write(plainText(n.Value)))
		}
	})
}

// written tells what the template has so far, secrets apart.
func (f *filler) written() string {
	var b strings.Builder
	for _, p := range f.out {
		b.WriteString(p.Text)
	}
	return b.String()
}
