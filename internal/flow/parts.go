package flow

import "botyard/internal/richtext"

// Parts is what a step holds that the outline, the checks and the engine must
// know. Paths lead from the step to the part.
type Parts struct {
	// Lists of steps beneath it, in the order of the outline.
	Lists []List
	// Course is how the run goes on behind it.
	Course Course
	// Past tells that the run may go past the lists, entering none.
	Past bool
	// Keys are the ids of its buttons, unique over the draft.
	Keys []Ref
	// Links lead elsewhere.
	Links []Link
	// Texts may have variables.
	Texts []Spoken
	// Fills are the fields of the clients' data that it fills.
	Fills []Field
	// Reads are the ids of fields that it reads otherwise than in Texts.
	Reads []Ref
	// Files are the keys of uploaded files that it shows.
	Files []Ref
	// Team tells that it needs the chat of the team.
	Team bool
}

// List is a list of steps beneath a step.
type List struct {
	Path  []any
	Steps Steps
	// Pressed lists begin with the press of a button; the others are entered
	// by the run itself.
	Pressed bool
	// Closed lists are kept, but nothing leads into them.
	Closed bool
}

// Course is how a run goes on behind a step.
type Course int

const (
	// Goes on at once, perhaps through a list beneath.
	Goes Course = iota
	// Waits for something to happen first: an answer, a press, a moment.
	Waits
	// Ends there, or goes where the links lead.
	Ends
)

// Ref names something by its id or key.
type Ref struct {
	Path  []any
	Value string
}

// Link leads to "step:…", "scenario:…", "page:…" or a URL.
type Link struct {
	Ref
	// Runs tells that the run itself goes there, without a press.
	Runs bool
}

// Spoken is a text of a step.
type Spoken struct {
	Path []any
	Text richtext.Text
}

// Parts are what the step holds.
func (s *Step) Parts() Parts {
	if h, ok := s.Config.(holder); ok {
		return h.Parts()
	}
	return Parts{}
}

// at makes a path.
func at(elems ...any) []any { return elems }

// texts lists a step's texts by the names of their fields.
func texts(named ...any) []Spoken {
	var out []Spoken
	for i := 0; i+1 < len(named); i += 2 {
		out = append(out, Spoken{at(named[i]), named[i+1].(richtext.Text)})
	}
	return out
}

// ref is a reference by the name of its field, none when it is empty.
func ref(name, value string) []Ref {
	if value == "" {
		return nil
	}
	return []Ref{{at(name), value}}
}
