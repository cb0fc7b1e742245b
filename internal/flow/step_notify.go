package flow

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Notify tells the team something.
type Notify struct {
	// Text is what the team reads.
	Text richtext.Text `json:"text"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "notify", Place: 5,
		Title: spec.Words{RU: "Сообщить команде", EN: "Notify the team"},
		Hint:  spec.Words{RU: "Сообщение в чат вашей команды", EN: "A message to your team's chat"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Required: true, Max: maxMessage, Label: spec.Words{RU: "Текст", EN: "Text"}},
		},
	}, func() StepConfig { return &Notify{} })
}

// Check wants a text.
func (n *Notify) Check(path string) []spec.Problem {
	return checkRich(n.Text, spec.Join(path, "text"), maxMessage)
}

// Parts is the text.
func (n *Notify) Parts() Parts { return Parts{Team: true, Texts: texts("text", n.Text)} }

// Run tells it.
func (n *Notify) Run(t *turn) { t.notify(n.Text) }

// notify sends the team one message; without a team its owner is told.
func (t *turn) notify(text richtext.Text) {
	words, entities := firstPart(text.Telegram(t.value))
	if words == "" {
		return
	}
	if !t.in.Project.Team {
		t.report("no_team")
	}
	t.emit(NotifyTeam{Text: words, Entities: entities})
}
