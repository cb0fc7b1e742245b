package flow

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// ContactCard sends somebody's contact.
type ContactCard struct {
	// Phone is a number as people write it.
	Phone string `json:"phone"`
	// FirstName and LastName are whose it is.
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name,omitempty"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "contact", Place: 7,
		Title: spec.Words{RU: "Контакт", EN: "Contact card"},
		Hint:  spec.Words{RU: "Карточка с телефоном, которую можно сохранить", EN: "A card with a phone number, to be saved"},
		Fields: []spec.Field{
			{Name: "phone", Type: spec.Line, Required: true, Max: maxLabel, Label: spec.Words{RU: "Телефон", EN: "Phone"}},
			{Name: "first_name", Type: spec.Line, Required: true, Max: maxLabel, Label: spec.Words{RU: "Имя", EN: "First name"}},
			{Name: "last_name", Type: spec.Line, Max: maxLabel, Label: spec.Words{RU: "Фамилия", EN: "Last name"}},
		},
	}, func() StepConfig { return &ContactCard{} })
}

// Check wants a number and a name.
func (c *ContactCard) Check(path string) []spec.Problem {
	problems := spec.CheckText(c.FirstName, spec.Join(path, "first_name"), true, maxLabel)
	problems = append(problems, spec.CheckText(c.LastName, spec.Join(path, "last_name"), false, maxLabel)...)
	if _, ok := parsePhone(c.Phone); !ok {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "phone"), Code: "bad_phone"})
	}
	return problems
}

// Run sends it.
func (c *ContactCard) Run(t *turn) {
	phone, ok := parsePhone(c.Phone)
	if ok && richtext.Visible(c.FirstName) {
		t.post(Post{Contact: &Card{Phone: phone, FirstName: c.FirstName, LastName: c.LastName}})
	}
}
