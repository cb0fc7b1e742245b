package spec

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Sound tells where a JSON text holds null, which stands for nothing that can
// be left out, or a character that cannot be stored, each with its path. What
// else is wrong with the text it leaves to Decode.
func Sound(raw []byte) (problems []Problem) {
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := d.ReadToken()
		switch {
		case err != nil:
			return problems
		case token.Kind() == 'n':
			problems = append(problems, Problem{Path: string(d.StackPointer()), Code: "wrong_type"})
		case token.Kind() == '"' && strings.ContainsRune(token.String(), 0):
			problems = append(problems, Problem{Path: strings.ReplaceAll(string(d.StackPointer()), "\x00", "\uFFFD"), Code: "bad_character"})
		}
	}
}
