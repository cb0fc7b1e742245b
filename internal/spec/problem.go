package spec

import (
	"strconv"
	"strings"
)

// Problem is one thing that is wrong with a draft, at one place. It holds no
// words: lang words it by its code.
type Problem struct {
	// Path is the place as a JSON Pointer (RFC 6901), "" for the whole document.
	Path string
	// Code names the problem, e.g. "required"; lang has "problem.required".
	Code string
	// Args fill the placeholders of the words, e.g. {"max": 4096}.
	Args map[string]any
	// Warning marks a problem that is told and does not stop a publication.
	Warning bool
}

// Problems is an error that UnmarshalJSON may give: what is wrong inside the
// value, each path beginning at the value. Decode puts the value's own path
// before them.
type Problems []Problem

// Error names places and codes, never a value.
func (p Problems) Error() string {
	var b strings.Builder
	for i, problem := range p {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(problem.Code + " " + problem.Path)
	}
	return b.String()
}

// under puts path before every problem's own.
func (p Problems) under(path string) []Problem {
	out := make([]Problem, len(p))
	for i, problem := range p {
		problem.Path = path + problem.Path
		out[i] = problem
	}
	return out
}

// Join appends the elements of a path to a JSON Pointer; an int is an index.
func Join(path string, elems ...any) string {
	for _, e := range elems {
		switch e := e.(type) {
		case int:
			path += "/" + strconv.Itoa(e)
		case string:
			path += "/" + escapePointer(e)
		}
	}
	return path
}

func escapePointer(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		switch s[i] {
		case '~':
			out = append(out, "~0"...)
		case '/':
			out = append(out, "~1"...)
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

// Blocking tells whether any of the problems stops a publication.
func Blocking(problems []Problem) bool {
	for _, p := range problems {
		if !p.Warning {
			return true
		}
	}
	return false
}
