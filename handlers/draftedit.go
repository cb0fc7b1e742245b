package handlers

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/views/page"
)

// editError ends an edit of a draft without saving it.
type editError struct {
	// problems are those of the form; none means that somebody else saved meanwhile.
	problems []fieldProblem
}

func (e *editError) Error() string { return "the edit was not taken" }

func (e *editError) mistakes() (out page.Mistakes) {
	for _, p := range e.problems {
		out = append(out, problemMistake(p.Problem, p.field))
	}
	return out
}

// fieldProblem is a problem at a field of a form.
type fieldProblem struct {
	field string
	spec.Problem
}

// sentBefore is what a form sent just before, to which its page had no answer
// when it sent this (leave.js); nil for nothing. Who finds that stored finds
// what the same person typed.
func sentBefore(form url.Values) url.Values {
	before, err := url.ParseQuery(form.Get("before"))
	if err != nil || len(before) == 0 {
		return nil
	}
	return before
}

// unfinished tells whether nothing is wrong but that something is still empty.
func unfinished(problems []fieldProblem) bool {
	for _, p := range problems {
		if p.Code != "required" {
			return false
		}
	}
	return true
}

// refusedEdit sorts why an edit was not taken: refused for its mistakes, or (false)
// stale; any other error is returned. A draft that is full is a mistake at field.
func refusedEdit(why error, field string) (refused bool, mistakes page.Mistakes, err error) {
	var edit *editError
	switch {
	case errors.Is(why, project.ErrTooBig):
		return true, page.Mistakes{{Field: field, Key: "problem.too_big"}}, nil
	case !errors.As(why, &edit):
		return false, nil, why
	}
	return len(edit.problems) > 0, edit.mistakes(), nil
}

// revisionOf tells one state of a part of a draft from another.
func revisionOf(part any) string {
	raw, err := json.Marshal(part)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// newID is an id for something of the scenarios. It is never given again, for
// an old menu's buttons and old answers are known by theirs.
func newID(prefix string) string { return prefix + strings.ToLower(rand.Text()[:10]) }

// lines splits what was typed one a line, without the empty ones.
func lines(text string) []string {
	out := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

func trimmed(s string) string { return strings.TrimSpace(s) }
