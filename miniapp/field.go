package miniapp

import (
	"strings"

	"botyard/internal/spec"
)

const (
	fieldsMost  = 30
	optionsMost = 50
	optionMax   = 100
	hintMax     = 200
)

// FormField is one thing that a form asks for.
type FormField struct {
	// ID is unique in its form, and the field's name on the wire.
	ID string `json:"id"`
	// Type is one of FieldTypes.
	Type string `json:"type"`
	// Label and Hint are what a visitor reads beside it.
	Label string `json:"label"`
	Hint  string `json:"hint,omitempty"`
	// Required fields may not be left empty; a consent never may.
	Required bool `json:"required,omitempty"`
	// Options of a choice, at most 50.
	Options []string `json:"options,omitempty"`
	// To is where a consent can be read.
	To string `json:"to,omitempty"`
}

// A fieldType tells how a field is drawn and what its values are.
type fieldType struct {
	words spec.Words
	// tag and set are the control and its attributes.
	tag string
	set control
	// max is the most characters of a value.
	max int
	// read gives a value as it is kept, or the code of what is wrong with it.
	read func(typed string) (value, problem string)
	// personal values tell who somebody is.
	personal bool
}

// control are the attributes of a control; those that are empty are left out.
type control struct {
	Type         string  `json:"type,omitempty"`
	Rows         int     `json:"rows,omitempty"`
	Step         string  `json:"step,omitempty"`
	Autocomplete string  `json:"autocomplete,omitempty"`
	Required     *string `json:"required,omitempty"`
	MaxLength    int     `json:"maxlength,omitempty"`
	TabIndex     int     `json:"tabindex,omitempty"`
}

const (
	shortMax = 200
	longMax  = 4000
)

// fieldTypes by their names in JSON.
var fieldTypes = map[string]fieldType{
	"short":    {words: spec.Words{RU: "Короткий ответ", EN: "Short answer"}, tag: "input", set: control{Type: "text"}, max: shortMax, read: readLine},
	"long":     {words: spec.Words{RU: "Длинный ответ", EN: "Long answer"}, tag: "textarea", set: control{Rows: 4}, max: longMax, read: readText},
	"number":   {words: spec.Words{RU: "Число", EN: "Number"}, tag: "input", set: control{Type: "number", Step: "any"}, max: 30, read: readNumber},
	"email":    {words: spec.Words{RU: "Почта", EN: "E-mail"}, tag: "input", set: control{Type: "email", Autocomplete: "email"}, max: shortMax, read: readEmail, personal: true},
	"phone":    {words: spec.Words{RU: "Телефон", EN: "Phone"}, tag: "input", set: control{Type: "tel", Autocomplete: "tel"}, max: 40, read: readPhone, personal: true},
	"date":     {words: spec.Words{RU: "Дата", EN: "Date"}, tag: "input", set: control{Type: "date"}, max: 10, read: readDate},
	"time":     {words: spec.Words{RU: "Время", EN: "Time"}, tag: "input", set: control{Type: "time"}, max: 8, read: readTime},
	"choice":   {words: spec.Words{RU: "Выбор из списка", EN: "One of a list"}, tag: "select", max: optionMax, read: readLine},
	"checkbox": {words: spec.Words{RU: "Галочка", EN: "Tick"}, tag: "input", set: control{Type: "checkbox"}, max: 10, read: readTick},
	"consent":  {words: spec.Words{RU: "Согласие", EN: "Consent"}, tag: "input", set: control{Type: "checkbox"}, max: 10, read: readTick},
	"name":     {words: spec.Words{RU: "Имя", EN: "Name"}, tag: "input", set: control{Type: "text", Autocomplete: "name"}, max: nameMax, read: readLine, personal: true},
}

// fieldOrder is the order in which an editor offers the types.
var fieldOrder = []string{"name", "phone", "email", "short", "long", "number", "date", "time", "choice", "checkbox", "consent"}

// typeOptions are the types for an editor.
func typeOptions() []spec.Option {
	options := make([]spec.Option, len(fieldOrder))
	for i, name := range fieldOrder {
		options[i] = spec.Option{Value: name, Label: fieldTypes[name].words}
	}
	return options
}

func (f FormField) check(path string) []spec.Problem {
	problems := spec.CheckText(f.Label, spec.Join(path, "label"), true, questionMax)
	problems = append(problems, checkTexts(path, written{"hint", f.Hint, hintMax})...)
	if f.ID == trap {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "id"), Code: "bad_id"})
	}
	if _, known := fieldTypes[f.Type]; !known {
		return append(problems, spec.CheckChoice(f.Type, spec.Join(path, "type"), fieldOrder...)...)
	}
	if f.Type == "choice" {
		problems = append(problems, f.checkOptions(spec.Join(path, "options"))...)
	}
	if f.Type == "consent" && f.To == "" {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "to"), Code: "required"})
	}
	return problems
}

func (f FormField) checkOptions(path string) []spec.Problem {
	problems := checkCount(len(f.Options), optionsMost, path)
	seen := map[string]bool{}
	for i, o := range f.Options {
		at := spec.Join(path, i)
		problems = append(problems, spec.CheckText(o, at, true, optionMax)...)
		if seen[strings.TrimSpace(o)] {
			problems = append(problems, spec.Problem{Path: at, Code: "duplicate_option"})
		}
		seen[strings.TrimSpace(o)] = true
	}
	return problems
}

// drawnField is a field as the runtime gets it.
type drawnField struct {
	Name string `json:"name"`
	// Look is the class of what holds it.
	Look    string   `json:"look"`
	Label   string   `json:"label"`
	Hint    string   `json:"hint,omitempty"`
	To      string   `json:"to,omitempty"`
	Link    string   `json:"link,omitempty"`
	Tag     string   `json:"tag"`
	Set     control  `json:"set"`
	Options []string `json:"options,omitempty"`
}

func (f FormField) drawn(d *drawing) drawnField {
	t := fieldTypes[f.Type]
	drawn := drawnField{Name: f.ID, Look: "field", Label: f.Label, Hint: f.Hint, Tag: t.tag, Set: t.set}
	if f.mandatory() {
		drawn.Set.Required = new(string)
	} else {
		drawn.Label += d.say(wordOptional)
	}
	switch f.Type {
	case "short", "long", "name", "email", "phone":
		drawn.Set.MaxLength = t.max
	case "choice":
		drawn.Options = append([]string{""}, f.Options...)
	case "checkbox", "consent":
		drawn.Look = "field tick"
	}
	if f.To != "" {
		drawn.To, drawn.Link = d.href(f.To), d.say(wordReadConsent)
	}
	return drawn
}

// mandatory fields may not be left empty.
func (f FormField) mandatory() bool { return f.Required || f.Type == "consent" }

// trap is the name of a field that people do not see and that programs fill in.
const trap = "website"

func drawnTrap(d *drawing) drawnField {
	return drawnField{Name: trap, Look: "vh", Label: d.say(wordTrap), Tag: "input", Set: control{Type: "text", Autocomplete: "off", TabIndex: -1}}
}
