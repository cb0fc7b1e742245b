package miniapp

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

const (
	faqMost     = 60
	questionMax = 200
	whenMax     = 40
)

// FAQ is questions with answers that open, or the programme of an event.
type FAQ struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Look is "faq" or "programme".
	Look string `json:"look,omitempty"`
	// Items are at most 60.
	Items []FAQItem `json:"items"`
}

// FAQItem is one question, or one part of a programme.
type FAQItem struct {
	// Title is the question, at most 200 characters.
	Title string `json:"title"`
	// Text is the answer, at most 4,000 characters, without variables.
	Text richtext.Text `json:"text"`
	// When is the time of a part of a programme, in words.
	When string `json:"when,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "faq",
		Title: spec.Words{RU: "Вопросы и ответы", EN: "Questions and answers"},
		Hint:  spec.Words{RU: "Ответ открывается по нажатию; или программа события", EN: "An answer opens at a tap; or an event's programme"},
		Fields: []spec.Field{
			titleField,
			look("faq", spec.Words{RU: "Вопросы", EN: "Questions"}, "programme", spec.Words{RU: "Программа", EN: "A programme"}),
			{Name: "items", Type: spec.Rows, Required: true, Most: faqMost, Label: spec.Words{RU: "Вопросы", EN: "Questions"}, Fields: []spec.Field{
				{Name: "title", Type: spec.Line, Required: true, Max: questionMax, Label: spec.Words{RU: "Вопрос", EN: "Question"}},
				{Name: "text", Type: spec.Rich, Required: true, Max: textMax, Label: spec.Words{RU: "Ответ", EN: "Answer"}},
				{Name: "when", Type: spec.Line, Max: whenMax, Label: spec.Words{RU: "Время (для программы)", EN: "Time (for a programme)"}},
			}},
		},
	}, func() Config { return &FAQ{} })
}

// Check says what is wrong with the questions.
func (f *FAQ) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", f.Title, sectionMax})
	problems = append(problems, checkLook(f.Look, path, "faq", "programme")...)
	problems = append(problems, checkCount(len(f.Items), faqMost, spec.Join(path, "items"))...)
	for i, item := range f.Items {
		at := spec.Join(path, "items", i)
		problems = append(problems, spec.CheckText(item.Title, spec.Join(at, "title"), true, questionMax)...)
		problems = append(problems, checkRich(item.Text, spec.Join(at, "text"), true, textMax)...)
		problems = append(problems, checkTexts(at, written{"when", item.When, whenMax})...)
	}
	return problems
}

// Links lists the addresses of the links in the answers.
func (f *FAQ) Links(path string) (all []Reference) {
	for i, item := range f.Items {
		all = append(all, richLinks(item.Text, spec.Join(path, "items", i, "text"))...)
	}
	return all
}

type drawnFAQ struct {
	Title string         `json:"title,omitempty"`
	Look  string         `json:"look,omitempty"`
	Items []drawnFAQItem `json:"items"`
}

type drawnFAQItem struct {
	Title string        `json:"title"`
	Text  richtext.Text `json:"text"`
	When  string        `json:"when,omitempty"`
}

func (f *FAQ) drawn(d *drawing) any {
	items := make([]drawnFAQItem, len(f.Items))
	for i, item := range f.Items {
		items[i] = drawnFAQItem{item.Title, d.rich(item.Text), item.When}
	}
	return drawnFAQ{f.Title, f.Look, items}
}
