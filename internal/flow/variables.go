package flow

import (
	"slices"
	"strings"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Variable is something that texts may contain and that is filled in when
// they are sent.
type Variable struct {
	// Name is its name in drafts. A field of the clients' data has "data:"
	// and the field's id.
	Name string
	// Label is what an owner sees.
	Label spec.Words
	value func(t *turn) string
}

var variables = []Variable{
	{"first_name", spec.Words{RU: "Имя", EN: "First name"}, func(t *turn) string { return t.person.FirstName }},
	{"last_name", spec.Words{RU: "Фамилия", EN: "Last name"}, func(t *turn) string { return t.person.LastName }},
	{"username", spec.Words{RU: "Имя в Telegram", EN: "Telegram name"}, func(t *turn) string { return t.person.Username }},
	{"said", spec.Words{RU: "Сообщение клиента", EN: "The client's message"}, func(t *turn) string { return t.event.Text }},
	{"source", spec.Words{RU: "Откуда пришёл", EN: "Where from"}, func(t *turn) string { return t.person.Source }},
	{"today", spec.Words{RU: "Сегодняшняя дата", EN: "Today's date"}, func(t *turn) string { return t.event.Now.Format("02.01.2006") }},
	{"form", spec.Words{RU: "Что заполнено на странице", EN: "What was filled in on the page"}, func(t *turn) string { return lines(t.event.Form.Values) }},
	{"project", spec.Words{RU: "Название", EN: "Name of the business"}, card("project")},
	{"phone", spec.Words{RU: "Телефон", EN: "Phone"}, card("phone")},
	{"address", spec.Words{RU: "Адрес", EN: "Address"}, card("address")},
	{"hours", spec.Words{RU: "Часы работы", EN: "Opening hours"}, card("hours")},
}

// card is a variable from the project's card.
func card(name string) func(t *turn) string {
	return func(t *turn) string { return t.in.Project.Card[name] }
}

// Variables lists what the "Insert" list of a text offers besides fields.
func Variables() []Variable { return slices.Clone(variables) }

// dataPrefix begins the variables of the clients' data.
const dataPrefix = "data:"

func knownVariable(name string) bool {
	return slices.ContainsFunc(variables, func(v Variable) bool { return v.Name == name }) ||
		strings.HasPrefix(name, dataPrefix) && spec.ValidID(name[len(dataPrefix):])
}

// value is what a variable shows.
func (t *turn) value(name string) string {
	if id, isData := strings.CutPrefix(name, dataPrefix); isData {
		return t.release.fields[id].Shown(cut(t.person.Data[id], MaxValue))
	}
	for _, v := range variables {
		if v.Name == name {
			return cut(v.value(t), MaxValue)
		}
	}
	return ""
}

// raw is what a variable holds, as it is kept: for other programs.
func (t *turn) raw(name string) string {
	if id, isData := strings.CutPrefix(name, dataPrefix); isData {
		return cut(t.person.Data[id], MaxValue)
	}
	return t.value(name)
}

// plain is a text as words alone, for values and addresses.
func (t *turn) plain(text richtext.Text) string {
	words, _ := text.Telegram(t.value)
	return words
}

// lines writes values one a line.
func lines(values []Value) string {
	var b strings.Builder
	for _, v := range values {
		if v.Value != "" {
			b.WriteString(v.Title + ": " + v.Value + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cut shortens s to at most most bytes without cutting a character.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xC0 == 0x80 {
		most--
	}
	return s[:most]
}
