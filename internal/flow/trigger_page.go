package flow

import "botyard/internal/spec"

// PageTrigger starts a scenario when a visitor sends a form or an order from a page.
type PageTrigger struct {
	// What is "form", "order" or "any".
	What string `json:"what"`
	// Form is the id of the block, "" for every one.
	Form string `json:"form,omitempty"`
}

func init() {
	triggers.Add(spec.Kind{
		Name: "page", Place: 6,
		Title: spec.Words{RU: "Заявка со страницы", EN: "Form or order from a page"},
		Hint:  spec.Words{RU: "Клиент заполнил форму или сделал заказ на странице", EN: "The client filled in a form or ordered on a page"},
		Fields: []spec.Field{
			{Name: "what", Type: spec.Choice, Label: spec.Words{RU: "Что пришло", EN: "What came"}, Options: []spec.Option{
				{Value: "any", Label: spec.Words{RU: "Форма или заказ", EN: "A form or an order"}},
				{Value: "form", Label: spec.Words{RU: "Форма", EN: "A form"}},
				{Value: "order", Label: spec.Words{RU: "Заказ", EN: "An order"}},
			}},
			{Name: "form", Type: spec.Line, Max: 40, Label: spec.Words{RU: "Какая форма", EN: "Which form"}},
		},
	}, func() TriggerConfig { return &PageTrigger{What: "any"} })
}

// Check wants a known sort and an id that can be.
func (p *PageTrigger) Check(path string) []spec.Problem {
	problems := spec.CheckChoice(p.What, spec.Join(path, "what"), "any", "form", "order")
	if p.Form != "" {
		problems = append(problems, checkField(p.Form, spec.Join(path, "form"))...)
	}
	return problems
}

// Rank is of an event of its own: nothing else takes it.
func (p *PageTrigger) Rank() Rank { return RankPage }

// Matcher compares the sort and the form.
func (p *PageTrigger) Matcher() func(e *Event) bool {
	return func(e *Event) bool {
		if e.Kind != Submitted || p.Form != "" && p.Form != e.Form.ID {
			return false
		}
		return p.What == "any" || (p.What == "order") == e.Form.Order
	}
}
