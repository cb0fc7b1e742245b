package flow

import (
	"slices"

	"botyard/internal/spec"
)

// Variable is something that texts may contain and that is filled in when
// they are sent.
type Variable struct {
	// Name is its name in drafts.
	Name string
	// Label is what an owner sees.
	Label spec.Words
	value func(e *Event) string
}

var variables = []Variable{
	{"first_name", spec.Words{RU: "Имя", EN: "First name"}, func(e *Event) string { return e.User.FirstName }},
	{"last_name", spec.Words{RU: "Фамилия", EN: "Last name"}, func(e *Event) string { return e.User.LastName }},
	{"username", spec.Words{RU: "Имя в Telegram", EN: "Telegram name"}, func(e *Event) string { return e.User.Username }},
}

// Variables lists what the "Insert" list of a text offers.
func Variables() []Variable { return slices.Clone(variables) }

func knownVariable(name string) bool {
	return slices.ContainsFunc(variables, func(v Variable) bool { return v.Name == name })
}

// maxValue bounds what one variable may add to a text, in bytes.
const maxValue = 4096

func variableValue(e *Event, name string) string {
	for _, v := range variables {
		if v.Name == name {
			return cut(v.value(e), maxValue)
		}
	}
	return ""
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
