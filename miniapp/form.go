package miniapp

import "botyard/internal/spec"

const (
	submitMax = 40
	thanksMax = 500
)

// Form asks visitors for something; what they send is a submission.
type Form struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Text explains what it is for.
	Text string `json:"text,omitempty"`
	// Fields are at most 30.
	Fields []FormField `json:"fields"`
	// Submit is the words of its button, Thanks what is read once it is sent.
	Submit string `json:"submit,omitempty"`
	Thanks string `json:"thanks,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "form",
		Title: spec.Words{RU: "Форма", EN: "Form"},
		Hint:  spec.Words{RU: "Заявка, запись или вопрос", EN: "A request, a booking or a question"},
		Fields: []spec.Field{
			titleField,
			{Name: "text", Type: spec.Line, Max: noteMax, Label: spec.Words{RU: "Пояснение", EN: "Explanation"}},
			{Name: "fields", Type: spec.Rows, Required: true, Most: fieldsMost, Label: spec.Words{RU: "Поля", EN: "Fields"}, Fields: []spec.Field{
				{Name: "id", Type: spec.Line, Required: true, Label: spec.Words{RU: "Служебное имя", EN: "Internal name"}},
				{Name: "type", Type: spec.Choice, Required: true, Label: spec.Words{RU: "Что спросить", EN: "What to ask"}, Options: typeOptions()},
				{Name: "label", Type: spec.Line, Required: true, Max: questionMax, Label: spec.Words{RU: "Вопрос", EN: "Question"}},
				{Name: "hint", Type: spec.Line, Max: hintMax, Label: spec.Words{RU: "Подсказка", EN: "Hint"}},
				{Name: "required", Type: spec.Switch, Label: spec.Words{RU: "Обязательно", EN: "Required"}},
				{Name: "options", Type: spec.Lines, Max: optionMax, When: spec.When{Field: "type", Values: []string{"choice"}}, Label: spec.Words{RU: "Варианты", EN: "Choices"}},
				{Name: "to", Type: spec.Target, When: spec.When{Field: "type", Values: []string{"consent"}}, Label: spec.Words{RU: "Где прочитать согласие", EN: "Where the consent can be read"}},
			}},
			submitField, thanksField,
		},
	}, func() Config { return &Form{} })
}

var (
	submitField = spec.Field{Name: "submit", Type: spec.Line, Max: submitMax, Label: spec.Words{RU: "Надпись на кнопке", EN: "Words on the button"}}
	thanksField = spec.Field{Name: "thanks", Type: spec.Line, Max: thanksMax, Label: spec.Words{RU: "Что прочтут после отправки", EN: "What is read once it is sent"}}
)

// Check says what is wrong with the form. Asking who somebody is without a
// consent is a warning.
func (f *Form) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", f.Title, sectionMax}, written{"text", f.Text, noteMax}, written{"submit", f.Submit, submitMax}, written{"thanks", f.Thanks, thanksMax})
	at := spec.Join(path, "fields")
	problems = append(problems, checkCount(len(f.Fields), fieldsMost, at)...)
	seen := map[string]bool{}
	for i, field := range f.Fields {
		problems = append(problems, spec.CheckID(field.ID, spec.Join(at, i), seen)...)
		problems = append(problems, field.check(spec.Join(at, i))...)
	}
	return append(problems, checkConsent(f.Fields, at)...)
}

func checkConsent(fields []FormField, path string) []spec.Problem {
	personal := false
	for _, f := range fields {
		if f.Type == "consent" {
			return nil
		}
		personal = personal || fieldTypes[f.Type].personal
	}
	if !personal {
		return nil
	}
	return []spec.Problem{{Path: path, Code: "no_consent", Warning: true}}
}

// Links lists where the consents can be read.
func (f *Form) Links(path string) (all []Reference) {
	for i, field := range f.Fields {
		all = append(all, reference(spec.Join(path, "fields", i), "to", field.To)...)
	}
	return all
}

// drawnForm is a form or an order as the runtime gets it.
type drawnForm struct {
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// Form is the last part of the address that it is sent to.
	Form   string       `json:"form"`
	Fields []drawnField `json:"fields"`
	Submit string       `json:"submit"`
	// Number stands before the number of what was sent.
	Number string `json:"number"`
	Thanks string `json:"thanks"`
	// Note stands under the button.
	Note string `json:"note,omitempty"`
}

func (f *Form) drawn(d *drawing) any {
	form := d.form(f.Fields, f.Submit, wordSend, f.Thanks, wordRequestNo)
	form.Title, form.Text = f.Title, f.Text
	return form
}

// form is what forms and orders have in common.
func (d *drawing) form(fields []FormField, submit string, otherwise spec.Words, thanks string, number spec.Words) drawnForm {
	form := drawnForm{Form: formID(d.page.ID, d.block.ID), Submit: d.or(submit, otherwise), Number: d.say(number), Thanks: d.or(thanks, wordThanks)}
	for _, f := range fields {
		form.Fields = append(form.Fields, f.drawn(d))
	}
	form.Fields = append(form.Fields, drawnTrap(d))
	return form
}

// formID names a form in addresses: neither id has a dot.
func formID(page, block string) string { return page + "." + block }
