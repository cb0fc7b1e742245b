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
	// Check is yes or no: a JSON bool.
	Check
	// Category is the id of a category of the catalogue.
	Category
	// Goods are ids of products, one a line in its form: an array of strings.
	Goods
	// List is a list of records with the fields of Item: an array of objects.
	List
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
	// Item are the fields of each record of a List, and Most is the most records.
	Item []Field
	Most int
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
}
