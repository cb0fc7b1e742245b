package flow

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Submission makes a record of what the client left, «Заявка».
type Submission struct {
	// Title is what the team sees it called.
	Title string `json:"title"`
	// Sort is "request", "order" or "booking".
	Sort string `json:"sort"`
	// Fields are what the record holds; none: all that the scenario fills.
	Fields []Chosen `json:"fields,omitempty"`
	// Text is said to the client, "" for nothing.
	Text richtext.Text `json:"text"`
}

// Chosen is one field of a list.
type Chosen struct {
	// Field is its id.
	Field string `json:"field"`
}

const maxChosen = 50

func init() {
	steps.Add(spec.Kind{
		Name: "submission", Shelf: spec.First, Place: 5,
		Title: spec.Words{RU: "Заявка", EN: "Submission"},
		Hint:  spec.Words{RU: "Ответы клиента приходят вам заявкой", EN: "The client's answers come to you as one record"},
		Fields: []spec.Field{
			{Name: "title", Type: spec.Line, Required: true, Max: maxTitle, Label: spec.Words{RU: "Название заявки", EN: "What it is called"}},
			{Name: "sort", Type: spec.Choice, Label: spec.Words{RU: "Что это", EN: "What it is"}, Options: []spec.Option{
				{Value: "request", Label: spec.Words{RU: "Обращение", EN: "Request"}},
				{Value: "order", Label: spec.Words{RU: "Заказ", EN: "Order"}},
				{Value: "booking", Label: spec.Words{RU: "Запись или бронь", EN: "Booking"}},
			}},
			{
				Name: "fields", Type: spec.Rows, Max: maxChosen, Label: spec.Words{RU: "Что в ней", EN: "What is in it"},
				Hint:   spec.Words{RU: "Пусто: всё, что спрашивает этот сценарий", EN: "Empty: all that this scenario asks"},
				Fields: []spec.Field{{Name: "field", Type: spec.Data, Required: true, Label: spec.Words{RU: "Данные клиента", EN: "Client's data"}}},
			},
			{Name: "text", Type: spec.Rich, Max: maxMessage, Label: spec.Words{RU: "Что ответить клиенту", EN: "What to answer the client"}},
		},
	}, func() StepConfig { return &Submission{Sort: "request"} })
}

// Check wants a name and fields that can be.
func (s *Submission) Check(path string) []spec.Problem {
	problems := spec.CheckText(s.Title, spec.Join(path, "title"), true, maxTitle)
	problems = append(problems, spec.CheckChoice(s.Sort, spec.Join(path, "sort"), "request", "order", "booking")...)
	problems = append(problems, checkOptional(s.Text, spec.Join(path, "text"), maxMessage)...)
	here := spec.Join(path, "fields")
	problems = append(problems, tooMany(len(s.Fields), maxChosen, here)...)
	for i, f := range s.Fields {
		problems = append(problems, checkField(f.Field, spec.Join(here, i, "field"))...)
	}
	return problems
}

// Parts are the text and the fields.
func (s *Submission) Parts() Parts {
	p := Parts{Texts: texts("text", s.Text)}
	for i, f := range s.Fields {
		if f.Field != "" {
			p.Reads = append(p.Reads, Ref{at("fields", i, "field"), f.Field})
		}
	}
	return p
}

// Run makes the record and thanks.
func (s *Submission) Run(t *turn) {
	t.emit(Submit{Step: t.here.ID, Title: s.Title, Sort: s.Sort, Values: s.values(t)})
	t.say(s.Text, keyboard{})
}

// values are what the person has of the record's fields.
func (s *Submission) values(t *turn) []Value {
	var values []Value
	for _, id := range s.fields(t) {
		f := t.release.fields[id]
		value := t.person.Data[id]
		if value == "" || len(values) == maxChosen {
			continue
		}
		if f.Type != TypeFile && f.Type != TypeLocation {
			value = f.Shown(value)
		}
		values = append(values, Value{Field: id, Title: f.Title, Type: f.Type, Value: value})
	}
	return values
}

func (s *Submission) fields(t *turn) []string {
	var ids []string
	for _, f := range s.Fields {
		ids = append(ids, f.Field)
	}
	if len(ids) == 0 {
		for _, f := range (Scenarios{*t.here.scenario}).Fields() {
			ids = append(ids, f.ID)
		}
	}
	return ids
}
