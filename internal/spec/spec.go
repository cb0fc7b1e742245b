// Package spec describes the kinds that drafts are made of (steps, triggers,
// blocks): the fields that a form shows, the words of a kind in both
// languages, strict decoding, and what is wrong with a value.
//
// A kind is one Go file that calls Registry.Add; palettes, forms, parsing and
// storage read the registry.
package spec

// Words are one text in both languages of the interface.
type Words struct{ RU, EN string }

// FieldType tells which control edits a field and how its JSON looks.
type FieldType int

const (
	// Line is a short plain text: a JSON string.
	Line FieldType = iota
	// Rich is a text with bold, italic, links and variables: richtext.Text.
	Rich
	// Lines is a list of short texts, one a line in its form: an array of strings.
	Lines
	// Choice is one of Options: a JSON string.
	Choice
	// Target is where a link or button leads: a URL, "page:…", "step:…" or "scenario:…".
	Target
	// Image is the key of an uploaded picture.
	Image
	// Film is the key of an uploaded video.
	Film
	// Moment is a date and a time of day in the project's zone: "2006-01-02T15:04".
	Moment
	// Category is the id of a category of the catalogue.
	Category
	// Goods are ids of products of the catalogue: an array of strings, one a
	// line in a form.
	Goods
	// Number is a whole number: a JSON number.
	Number
	// Switch is yes or no: a JSON boolean.
	Switch
	// Time is a time of day, "18:30": a JSON string.
	Time
	// File is the key of an uploaded file of any sort.
	File
	// Data is the id of a field of the clients' data, chosen or made anew.
	Data
	// Tag is the name of a tag, chosen or typed.
	Tag
	// Rows is a list of the same few fields again and again: an array of
	// objects that have Field.Fields.
	Rows
	// Steps is a list of steps beneath this one. The outline edits it, forms
	// do not show it.
	Steps
)

// Field is one setting of a kind.
type Field struct {
	// Name is the field's name in JSON and in forms.
	Name string
	// Type chooses the control.
	Type FieldType
	// Label and Hint are what a person reads beside the control.
	Label, Hint Words
	// Required fields may not be empty in a release.
	Required bool
	// Max is the most characters (for Lines and Goods: of one line); 0 means no bound of its own.
	Max int
	// Options of a Choice, the first is the default.
	Options []Option
	// Fields of one row of Rows, and Most the most rows; 0 means no bound of its own.
	Fields []Field
	Most   int
	// When tells when the field is shown; the zero value means always.
	When When
}

// When is true while the Choice or Switch named Field, in the same form, has
// one of Values ("true" and "false" of a Switch).
type When struct {
	Field  string
	Values []string
}

// Option is one answer of a Choice.
type Option struct {
	// Value is stored.
	Value string
	// Label is shown.
	Label Words
}

// Kind is what the registry knows of one kind without its code.
type Kind struct {
	// Name is the kind's name in JSON.
	Name string
	// Title and Hint introduce the kind in a palette.
	Title, Hint Words
	// Fields in the order of the form.
	Fields []Field
	// Shelf is where a palette offers the kind.
	Shelf Shelf
	// Place orders the kinds of a shelf, the lowest first.
	Place int
}

// Shelf is a part of a palette.
type Shelf int

const (
	// More is what a palette offers after the first few.
	More Shelf = iota
	// First is what it offers at once.
	First
	// Experienced is what it offers under "For the experienced".
	Experienced
)
