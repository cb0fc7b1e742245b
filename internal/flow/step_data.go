package flow

import (
	"strconv"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// SetData gives a field of the client's data a value.
type SetData struct {
	// Field is its id; Title and Type are what the field is.
	Field string    `json:"field"`
	Title string    `json:"title,omitempty"`
	Type  FieldType `json:"type"`
	// Action is "set", "add" (to a number) or "clear".
	Action string `json:"action"`
	// Value is what is set or added.
	Value richtext.Text `json:"value"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "data", Place: 1,
		Title: spec.Words{RU: "Записать данные", EN: "Keep data"},
		Hint:  spec.Words{RU: "Запомнить что-то о клиенте, без вопроса", EN: "Remember something of the client without asking"},
		Fields: []spec.Field{
			{Name: "field", Type: spec.Data, Required: true, Label: spec.Words{RU: "Данные клиента", EN: "Client's data"}},
			{Name: "title", Type: spec.Line, Max: maxTitle, Label: spec.Words{RU: "Как назвать", EN: "What to call it"}},
			{Name: "type", Type: spec.Choice, Label: spec.Words{RU: "Что это", EN: "What it is"}, Options: fieldTypes},
			{Name: "action", Type: spec.Choice, Label: spec.Words{RU: "Что сделать", EN: "What to do"}, Options: []spec.Option{
				{Value: "set", Label: spec.Words{RU: "Записать", EN: "Set"}},
				{Value: "add", Label: spec.Words{RU: "Прибавить число", EN: "Add a number"}},
				{Value: "clear", Label: spec.Words{RU: "Стереть", EN: "Clear"}},
			}},
			{Name: "value", Type: spec.Rich, Max: maxCaption, Label: spec.Words{RU: "Значение", EN: "Value"}, When: spec.When{Field: "action", Values: []string{"set", "add"}}},
		},
	}, func() StepConfig { return &SetData{Type: TypeText, Action: "set"} })
}

// Check wants a field, and a value where one is needed.
func (s *SetData) Check(path string) []spec.Problem {
	problems := checkField(s.Field, spec.Join(path, "field"))
	problems = append(problems, spec.CheckText(s.Title, spec.Join(path, "title"), false, maxTitle)...)
	problems = append(problems, spec.CheckChoice(s.Action, spec.Join(path, "action"), "set", "add", "clear")...)
	if s.Type != TypeChoice && answers[s.Type] == nil {
		problems = append(problems, spec.CheckChoice(string(s.Type), spec.Join(path, "type"))...)
	}
	if s.Action != "clear" && s.Field != "" {
		problems = append(problems, checkRich(s.Value, spec.Join(path, "value"), maxCaption)...)
	}
	return problems
}

// Parts are the value and the field.
func (s *SetData) Parts() Parts {
	p := Parts{Texts: texts("value", s.Value)}
	if s.Action != "clear" {
		p.Fills = []Field{{s.Field, s.Title, s.Type}}
	}
	return p
}

// Run keeps the value; one that is no value of the type is kept as words,
// which count for none when they are read.
func (s *SetData) Run(t *turn) {
	value := ""
	switch s.Action {
	case "set":
		value = s.typed(t, t.plain(s.Value))
	case "add":
		value = s.sum(t)
	}
	t.set(s.Field, value)
}

// typed is the value in the form in which its type is kept.
func (s *SetData) typed(t *turn, words string) string {
	read := answers[s.Type]
	if read == nil {
		return words
	}
	e := *t.event
	e.Kind, e.Text, e.Content = Said, words, Content{}
	if value, ok := read(&e); ok {
		return value
	}
	return words
}

func (s *SetData) sum(t *turn) string {
	old, _ := number(t.person.Data[s.Field])
	more, _ := number(t.plain(s.Value))
	sum, ok := parseNumber(strconv.FormatFloat(old+more, 'f', 6, 64))
	if !ok {
		return t.person.Data[s.Field]
	}
	return sum
}
