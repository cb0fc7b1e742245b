package spec

import "strconv"

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
