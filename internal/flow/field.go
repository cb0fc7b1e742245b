package flow

import (
	"strconv"
	"strings"
	"time"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Field is one thing that is kept of every client, «Данные клиента». Its id
// never changes; the steps that fill it name it.
type Field struct {
	ID string `json:"id"`
	// Title is what people call it.
	Title string `json:"title"`
	// Type tells how values look and are shown.
	Type FieldType `json:"type"`
}

// FieldType is the sort of a field's values.
type FieldType string

// The sorts of values, and how each is kept.
const (
	// TypeText is words.
	TypeText FieldType = "text"
	// TypeNumber is digits with a point: "1250.5", "-3".
	TypeNumber FieldType = "number"
	// TypeEmail is an address.
	TypeEmail FieldType = "email"
	// TypePhone is "+" and digits.
	TypePhone FieldType = "phone"
	// TypeDate is "2006-01-02".
	TypeDate FieldType = "date"
	// TypeMoment is "2006-01-02T15:04" in the project's zone, whichever it is.
	TypeMoment FieldType = "datetime"
	// TypeChoice is the words of the chosen answer.
	TypeChoice FieldType = "choice"
	// TypeLocation is "55.75,37.62": latitude and longitude.
	TypeLocation FieldType = "location"
	// TypeFile is one "kind:file_id" a line.
	TypeFile FieldType = "file"
)

// fieldTypes are the sorts of values with what a form calls them.
var fieldTypes = []spec.Option{
	{Value: string(TypeText), Label: spec.Words{RU: "Текст", EN: "Text"}},
	{Value: string(TypeNumber), Label: spec.Words{RU: "Число", EN: "Number"}},
	{Value: string(TypePhone), Label: spec.Words{RU: "Телефон", EN: "Phone"}},
	{Value: string(TypeEmail), Label: spec.Words{RU: "Электронная почта", EN: "E-mail"}},
	{Value: string(TypeDate), Label: spec.Words{RU: "Дата", EN: "Date"}},
	{Value: string(TypeMoment), Label: spec.Words{RU: "Дата и время", EN: "Date and time"}},
	{Value: string(TypeChoice), Label: spec.Words{RU: "Один из вариантов", EN: "One of several"}},
	{Value: string(TypeLocation), Label: spec.Words{RU: "Место на карте", EN: "Place on the map"}},
	{Value: string(TypeFile), Label: spec.Words{RU: "Файл или фото", EN: "File or photo"}},
}

const (
	dateForm   = "2006-01-02"
	momentForm = "2006-01-02T15:04"
)

// Fields are what the scenarios keep of clients, each once, in the order of
// the outline; the first step that fills a field gives it title and type.
func (s Scenarios) Fields() []Field {
	var all []Field
	seen := map[string]bool{"": true}
	for place := range s.All() {
		for _, f := range place.Step.Parts().Fills {
			if !seen[f.ID] {
				seen[f.ID] = true
				all = append(all, f)
			}
		}
	}
	return all
}

// Shown is a kept value as people read it. What does not fit the type is
// shown as it is.
func (f Field) Shown(value string) string {
	switch f.Type {
	case TypeNumber:
		return groupDigits(value)
	case TypeDate:
		if d, err := time.Parse(dateForm, value); err == nil {
			return d.Format("02.01.2006")
		}
	case TypeMoment:
		if d, err := time.Parse(momentForm, value); err == nil {
			return d.Format("02.01.2006 15:04")
		}
	case TypeFile:
		if value != "" {
			return "📎 " + strconv.Itoa(strings.Count(value, "\n")+1)
		}
	}
	return value
}

// groupDigits writes a number with a comma and thin groups: "1 250,5".
func groupDigits(value string) string {
	if _, ok := number(value); !ok {
		return value
	}
	whole, fraction, _ := strings.Cut(value, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "−", whole[1:]
	}
	var b strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 && len(whole) > 4 {
			b.WriteString("\u00a0")
		}
		b.WriteRune(digit)
	}
	if fraction != "" {
		b.WriteString("," + fraction)
	}
	return sign + b.String()
}

// number coerces a kept value.
func number(value string) (float64, bool) {
	n, ok := parseNumber(value)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(n, 64)
	return f, err == nil
}

// moment coerces a kept date, or date and time, in a zone.
func moment(value string, zone *time.Location) (time.Time, bool) {
	for _, form := range []string{momentForm, dateForm} {
		if at, err := time.ParseInLocation(form, value, zone); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// checkField wants the id of a field.
func checkField(id, path string) []spec.Problem {
	switch {
	case id == "":
		return []spec.Problem{{Path: path, Code: "required"}}
	case !spec.ValidID(id):
		return []spec.Problem{{Path: path, Code: "bad_id"}}
	}
	return nil
}

// firstWords are enough of a text to call something by.
func firstWords(text richtext.Text) string {
	words := strings.Join(strings.Fields(text.Words(asX)), " ")
	if r := []rune(words); len(r) > 40 {
		return strings.TrimSpace(string(r[:40])) + "…"
	}
	return strings.TrimRight(words, " ?:.")
}
