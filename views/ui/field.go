package ui

import (
	"strings"

	"github.com/a-h/templ"
)

// Input is a field of a form with its label, its hint and its mistake.
type Input struct {
	// ID is unique on the page; it stays the same when a region is drawn again.
	ID string
	// Name is the field's name in the form.
	Name string
	// Label is what a person reads; it can be left to HideLabel for the eye.
	Label     string
	HideLabel bool
	// Hint stands under the label, Mistake under the hint; "" for none.
	Hint, Mistake string
	// Value is as typed.
	Value string
	// Type is an input's type, "" for "text".
	Type string
	// Rows is the height of a text area in lines.
	Rows int
	// Before stands inside the box, before the value, e.g. the start of an address.
	Before string
	// Options of a Select; Choice is the value of the chosen one, in Value.
	Options []Option
	// Attrs are any further attributes of the control.
	Attrs templ.Attributes
}

// Option is one choice of a Select.
type Option struct{ Value, Label string }

// control are the attributes that tie a control to its words.
func (in Input) control() templ.Attributes {
	attrs := templ.Attributes{"id": in.ID, "name": in.Name, "aria-describedby": in.describedBy()}
	if in.Mistake != "" {
		attrs["aria-invalid"] = "true"
	}
	if in.HideLabel {
		attrs["aria-label"] = in.Label
	}
	for name, value := range in.Attrs {
		attrs[name] = value
	}
	return attrs
}

// InGroup are the attributes of one control of several that share the place of
// their mistake, "<group>-mistake".
func InGroup(group, mistake string) templ.Attributes {
	attrs := templ.Attributes{"aria-describedby": group + "-mistake"}
	if mistake != "" {
		attrs["aria-invalid"] = "true"
	}
	return attrs
}

func (in Input) describedBy() string {
	var ids []string
	if in.Hint != "" {
		ids = append(ids, in.ID+"-hint")
	}
	return strings.Join(append(ids, in.ID+"-mistake"), " ")
}

func (in Input) kind() string {
	if in.Type == "" {
		return "text"
	}
	return in.Type
}

// Insertion is a button that inserts Text into a text area.
type Insertion struct{ Label, Text string }
