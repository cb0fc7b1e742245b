package flow

import (
	"net/url"
	"strings"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Menu is a message with buttons. Beneath a button lies its answer; when that
// ends, the run goes on behind the menu.
type Menu struct {
	// Text is what stands over the buttons.
	Text richtext.Text `json:"text"`
	// Media is at most one file.
	Media []Media `json:"media,omitempty"`
	// Buttons in their order.
	Buttons []Choice `json:"buttons"`
	// Columns is how many buttons stand in a row: 1 to 3.
	Columns string `json:"columns"`
	// Answer tells where answers appear: "here", in the place of the menu, or
	// "new", as new messages.
	Answer string `json:"answer"`
}

// Choice is a button of a menu.
type Choice struct {
	// ID is unique among all steps and buttons: what a press names.
	ID string `json:"id"`
	// Label is what is written on it, at most 64 characters.
	Label string `json:"label"`
	// To is "" for the steps beneath, "contact" to ask for the phone number
	// first, else where it leads: "step:…", "scenario:…", "page:…" or a URL.
	To string `json:"to,omitempty"`
	// Field keeps the phone number.
	Field string `json:"field,omitempty"`
	// Steps are the answer.
	Steps Steps `json:"steps,omitempty"`
}

// toContact is the target of a button that asks for the phone number.
const toContact = "contact"

// maxChoices is the most buttons of a menu: ways back have their place, too.
const maxChoices = 60

func init() {
	steps.Add(spec.Kind{
		Name: "menu", Shelf: spec.First, Place: 2,
		Title: spec.Words{RU: "Меню", EN: "Menu"},
		Hint:  spec.Words{RU: "Сообщение с кнопками, у каждой свой ответ", EN: "A message with buttons, each with its own answer"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Max: maxMessage, Label: spec.Words{RU: "Текст", EN: "Text"}},
			mediaField(spec.Words{RU: "Фото или видео", EN: "Photo or video"}),
			{
				Name: "buttons", Type: spec.Rows, Required: true, Max: maxChoices,
				Label: spec.Words{RU: "Кнопки", EN: "Buttons"},
				Fields: []spec.Field{
					{Name: "id", Type: spec.Line, Max: 40, Label: spec.Words{RU: "Кнопка", EN: "Button"}},
					{Name: "label", Type: spec.Line, Required: true, Max: maxLabel, Label: spec.Words{RU: "Надпись", EN: "Label"}},
					{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Что делает", EN: "What it does"}},
					{Name: "field", Type: spec.Data, Label: spec.Words{RU: "Куда записать телефон", EN: "Where to keep the phone"}},
					{Name: "steps", Type: spec.Steps, Label: spec.Words{RU: "Ответ", EN: "Answer"}},
				},
			},
			columnsField(),
			{
				Name: "answer", Type: spec.Choice, Label: spec.Words{RU: "Где показать ответ", EN: "Where the answer appears"},
				Options: []spec.Option{
					{Value: "here", Label: spec.Words{RU: "На месте меню", EN: "In place of the menu"}},
					{Value: "new", Label: spec.Words{RU: "Новым сообщением", EN: "As a new message"}},
				},
			},
		},
	}, func() StepConfig { return &Menu{Columns: "1", Answer: "here"} })
}

func columnsField() spec.Field {
	return spec.Field{
		Name: "columns", Type: spec.Choice, Label: spec.Words{RU: "Кнопок в ряду", EN: "Buttons in a row"},
		Options: []spec.Option{
			{Value: "1", Label: spec.Words{RU: "Одна", EN: "One"}},
			{Value: "2", Label: spec.Words{RU: "Две", EN: "Two"}},
			{Value: "3", Label: spec.Words{RU: "Три", EN: "Three"}},
		},
	}
}

// Check wants a text or a file and buttons that all do something.
func (m *Menu) Check(path string) []spec.Problem {
	problems := checkShown(m.Text, m.Media, path, 1)
	here := spec.Join(path, "buttons")
	if len(m.Buttons) == 0 {
		problems = append(problems, spec.Problem{Path: here, Code: "required"})
	}
	problems = append(problems, tooMany(len(m.Buttons), maxChoices, here)...)
	for i := range m.Buttons {
		problems = append(problems, m.Buttons[i].check(spec.Join(here, i))...)
	}
	problems = append(problems, spec.CheckChoice(m.Columns, spec.Join(path, "columns"), "1", "2", "3")...)
	return append(problems, spec.CheckChoice(m.Answer, spec.Join(path, "answer"), "here", "new")...)
}

func (c *Choice) check(path string) []spec.Problem {
	problems := spec.CheckText(c.Label, spec.Join(path, "label"), true, maxLabel)
	if !richtext.Visible(c.Label) && len(problems) == 0 {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "label"), Code: "required"})
	}
	switch sort, rest := spec.ParseTarget(c.To); {
	case c.To == toContact && !spec.ValidID(c.Field):
		problems = append(problems, spec.Problem{Path: spec.Join(path, "field"), Code: "required"})
	case c.To != "" && c.To != toContact && (sort == "" || sort == "url" && !buttonURL(rest)):
		problems = append(problems, spec.Problem{Path: spec.Join(path, "to"), Code: buttonProblem(c.To)})
	}
	return problems
}

// Parts are the answers and where buttons lead.
func (m *Menu) Parts() Parts {
	p := Parts{Course: Waits, Texts: texts("text", m.Text), Files: mediaRefs(m.Media)}
	for i := range m.Buttons {
		c := &m.Buttons[i]
		p.Keys = append(p.Keys, Ref{at("buttons", i, "id"), c.ID})
		p.Lists = append(p.Lists, List{Path: at("buttons", i, "steps"), Steps: c.Steps, Pressed: true, Closed: c.To != "" && c.To != toContact})
		switch {
		case c.To == toContact:
			p.Fills = append(p.Fills, Field{c.Field, c.Label, TypePhone})
		case c.To != "":
			p.Links = append(p.Links, Link{Ref: Ref{at("buttons", i, "to"), c.To}})
		}
	}
	return p
}

// Run shows the menu; what is behind it waits for a press.
func (m *Menu) Run(t *turn) {
	t.show(m.Media, m.Text, keyboard{inline: inRows(m.keys(t), m.Columns)})
	t.end()
}

func (m *Menu) keys(t *turn) []Button {
	var keys []Button
	for i := range m.Buttons {
		if key := m.Buttons[i].key(t); richtext.Visible(key.Label) {
			keys = append(keys, key)
		}
	}
	return keys[:min(len(keys), maxChoices)]
}

func (c *Choice) key(t *turn) Button {
	label := cut(strings.ToValidUTF8(c.Label, "\uFFFD"), 4*maxLabel)
	switch sort, rest := spec.ParseTarget(c.To); {
	case sort == "page":
		return Button{Label: label, Page: rest}
	case sort == "url" && buttonURL(rest):
		return Button{Label: label, URL: rest}
	}
	return t.button(label, c.ID, "")
}

// Press shows the menu again, or what a button leads to.
func (m *Menu) Press(t *turn, key string) bool {
	if m.Answer != "new" {
		t.replace = t.event.Under
	}
	if key == "" {
		t.begin(t.here, t.here.menuID())
		return true
	}
	for i := range m.Buttons {
		if c := &m.Buttons[i]; c.ID == key {
			return c.press(t)
		}
	}
	return false
}

func (c *Choice) press(t *turn) bool {
	key := c.key(t)
	to := t.release.target(c.To)
	switch {
	case !richtext.Visible(key.Label):
		return false
	case key.Data == "":
		t.answerWith(func() { t.sayWords(key.Label, nil, keyboard{inline: [][]Button{{key}}}) })
	case c.To == toContact:
		t.answerWith(func() { c.question().pose(t, c.ID) })
	case c.To == "" && len(c.Steps) > 0:
		t.open(t.here.ID)
		t.enter(c.Steps)
		t.run(t.at)
	case to != nil:
		t.begin(to, t.here.ID)
	case c.To != "":
		return false
	default:
		return t.start(t.triggered(press{id: c.ID})) || t.emptyAnswer()
	}
	return true
}

// answerWith is an answer of the running menu that no step gives.
func (t *turn) answerWith(say func()) {
	t.open(t.here.ID)
	say()
	t.finish()
}

// emptyAnswer is what a button without an answer says: the owner is still at it.
func (t *turn) emptyAnswer() bool {
	t.answerWith(func() { t.post(Post{Text: t.words(wordsEmpty)}) })
	return true
}

// question is the one that a button for the phone number asks.
func (c *Choice) question() *Question {
	return &Question{Text: richtext.Of(c.Label), Type: TypePhone, Field: c.Field, Cancel: true}
}

// Resume takes the phone number and goes on with the answer beneath the button.
func (m *Menu) Resume(t *turn) {
	for i := range m.Buttons {
		if c := &m.Buttons[i]; c.ID == t.dialogue.Part && c.question().take(t) {
			t.enter(c.Steps)
		}
	}
}

// inRows lays buttons out, columns ("1" to "3") in a row.
func inRows(keys []Button, columns string) [][]Button {
	n := max(1, min(3, int(strings.TrimSpace(columns + "1")[0]-'0')))
	var rows [][]Button
	for len(keys) > 0 {
		k := min(n, len(keys))
		rows = append(rows, keys[:k:k])
		keys = keys[k:]
	}
	return rows
}

// buttonProblem is the code of an address that no button can have.
func buttonProblem(to string) string {
	if spec.SafeURL(to) {
		return "no_button_address"
	}
	return "bad_address"
}

// buttonURL tells whether Telegram takes an address for a button: http and
// https with a real host, and tg.
func buttonURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || !spec.SafeURL(s) {
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return strings.Contains(strings.Trim(u.Hostname(), "."), ".")
	}
	return u.Scheme == "tg"
}
