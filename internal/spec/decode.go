package spec

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Decode reads data into v strictly: unknown fields, duplicate keys, wrong
// types, invalid UTF-8 and trailing data are refused, each with its path
// under path. It stops at the first; lists are decoded element by element by
// their owners, so that every element tells its own (see Problems).
func Decode(data []byte, v any, path string) []Problem {
	err := jsonx.Unmarshal(data, v, jsonx.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	return problemsOf(err, path)
}

func problemsOf(err error, path string) []Problem {
	var semantic *jsonx.SemanticError
	if errors.As(err, &semantic) {
		path += string(semantic.JSONPointer)
		var inside Problems
		if errors.As(err, &inside) {
			return inside.under(path)
		}
		return []Problem{{Path: path, Code: semanticCode(semantic)}}
	}
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return []Problem{{Path: path + string(syntactic.JSONPointer), Code: syntacticCode(err)}}
	}
	return []Problem{{Path: path, Code: "not_json"}}
}

func semanticCode(err *jsonx.SemanticError) string {
	if errors.Is(err, jsonx.ErrUnknownName) {
		return "unknown_field"
	}
	return "wrong_type"
}

func syntacticCode(err error) string {
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "duplicate_key"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "truncated"
	}
	return "not_json"
}

// object splits a JSON object into its members; duplicates are refused.
func object(raw json.RawMessage, path string) (map[string]jsontext.Value, []Problem) {
	var members map[string]jsontext.Value
	if problems := Decode(raw, &members, path); problems != nil {
		return nil, problems
	}
	if members == nil {
		return nil, []Problem{{Path: path, Code: "wrong_type"}}
	}
	return members, nil
}

func takeString(members map[string]jsontext.Value, name, path string, into *string) []Problem {
	value, found := members[name]
	if !found {
		return nil
	}
	delete(members, name)
	return Decode(value, into, Join(path, name))
}

func decodeMembers(members map[string]jsontext.Value, v any, path string) []Problem {
	rest, err := jsonx.Marshal(members)
	if err != nil {
		return []Problem{{Path: path, Code: "not_json"}}
	}
	return Decode(rest, v, path)
}

// clip bounds what is repeated from somebody's input in a problem.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
