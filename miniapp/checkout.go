package miniapp

import "botyard/internal/spec"

// Checkout is the cart and the order that is made of it. It is picked up;
// delivery will be a field of its own.
type Checkout struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Name, Phone, Time and Comment are "required", "optional" or "off". By
	// default name and phone are required, time and comment optional.
	Name    string `json:"name,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Time    string `json:"time,omitempty"`
	Comment string `json:"comment,omitempty"`
	// Consent is asked for when To, where it can be read, is given; "" has
	// words by default.
	Consent string `json:"consent,omitempty"`
	To      string `json:"to,omitempty"`
	// Submit is the words of its button, Thanks what is read once it is sent,
	// Note what stands under the button.
	Submit string `json:"submit,omitempty"`
	Thanks string `json:"thanks,omitempty"`
	Note   string `json:"note,omitempty"`
}

const (
	askRequired = "required"
	askOptional = "optional"
	askOff      = "off"
)

func init() {
	Kinds.Add(spec.Kind{
		Name:  "order",
		Title: spec.Words{RU: "Корзина и заказ", EN: "Cart and order"},
		Hint:  spec.Words{RU: "Что выбрано, сумма и кто заказывает", EN: "What was chosen, the sum, and who orders"},
		Fields: []spec.Field{
			titleField,
			askField("name", askRequired, spec.Words{RU: "Имя", EN: "Name"}),
			askField("phone", askRequired, spec.Words{RU: "Телефон", EN: "Phone"}),
			askField("time", askOptional, spec.Words{RU: "Ко времени", EN: "For what time"}),
			askField("comment", askOptional, spec.Words{RU: "Комментарий", EN: "Comment"}),
			{Name: "consent", Type: spec.Line, Max: questionMax, Label: spec.Words{RU: "Текст согласия", EN: "Words of the consent"}},
			{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Где прочитать согласие", EN: "Where the consent can be read"}},
			submitField, thanksField,
			{Name: "note", Type: spec.Line, Max: noteMax, Label: spec.Words{RU: "Под кнопкой", EN: "Under the button"}, Hint: spec.Words{RU: "Например, как оплатить", EN: "Such as how to pay"}},
		},
	}, func() Config { return &Checkout{} })
}

var askWords = map[string]spec.Words{
	askRequired: {RU: "Спросить обязательно", EN: "Must be given"},
	askOptional: {RU: "Спросить", EN: "May be given"},
	askOff:      {RU: "Не спрашивать", EN: "Do not ask"},
}

// askField is the choice whether something is asked for; normal is the default.
func askField(name, normal string, label spec.Words) spec.Field {
	f := spec.Field{Name: name, Type: spec.Choice, Label: label, Options: []spec.Option{{Value: normal, Label: askWords[normal]}}}
	for _, ask := range []string{askRequired, askOptional, askOff} {
		if ask != normal {
			f.Options = append(f.Options, spec.Option{Value: ask, Label: askWords[ask]})
		}
	}
	return f
}

// Check says what is wrong with the order's form.
func (c *Checkout) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", c.Title, sectionMax}, written{"consent", c.Consent, questionMax},
		written{"submit", c.Submit, submitMax}, written{"thanks", c.Thanks, thanksMax}, written{"note", c.Note, noteMax})
	for _, ask := range []struct{ name, value string }{{"name", c.Name}, {"phone", c.Phone}, {"time", c.Time}, {"comment", c.Comment}} {
		if ask.value != "" {
			problems = append(problems, spec.CheckChoice(ask.value, spec.Join(path, ask.name), askRequired, askOptional, askOff)...)
		}
	}
	if c.Consent != "" && c.To == "" {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "to"), Code: "required"})
	}
	return append(problems, checkConsent(c.fields(&drawing{}), path)...)
}

// Links lists where the consent can be read.
func (c *Checkout) Links(path string) []Reference { return reference(path, "to", c.To) }

// fields are what the order asks for, in the project's language.
func (c *Checkout) fields(d *drawing) (fields []FormField) {
	add := func(ask, normal string, f FormField) {
		if ask == "" {
			ask = normal
		}
		if ask != askOff {
			f.Required = ask == askRequired
			fields = append(fields, f)
		}
	}
	add(c.Name, askRequired, FormField{ID: "name", Type: "name", Label: d.say(wordName)})
	add(c.Phone, askRequired, FormField{ID: "phone", Type: "phone", Label: d.say(wordPhone)})
	add(c.Time, askOptional, FormField{ID: "time", Type: "time", Label: d.say(wordTime)})
	add(c.Comment, askOptional, FormField{ID: "comment", Type: "long", Label: d.say(wordComment)})
	if c.To != "" {
		fields = append(fields, FormField{ID: "consent", Type: "consent", Label: d.or(c.Consent, wordConsent), To: c.To})
	}
	return fields
}

func (c *Checkout) drawn(d *drawing) any {
	form := d.form(c.fields(d), c.Submit, wordOrder, c.Thanks, wordOrderNo)
	form.Title, form.Note = d.or(c.Title, wordCart), c.Note
	return form
}
