package flow

import (
	"time"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// CallTeam calls a person of the team; the bot then keeps silent towards the
// client. The run ends there.
type CallTeam struct {
	// Text is said to the client.
	Text richtext.Text `json:"text"`
	// Note is what the team reads with the call.
	Note richtext.Text `json:"note"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "person", Shelf: spec.First, Place: 6,
		Title: spec.Words{RU: "Позвать человека", EN: "Call a person"},
		Hint:  spec.Words{RU: "Дальше отвечает кто-то из вас, бот молчит", EN: "One of you answers from here on, the bot is silent"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Required: true, Max: maxMessage, Label: spec.Words{RU: "Что сказать клиенту", EN: "What to tell the client"}},
			{Name: "note", Type: spec.Rich, Max: maxMessage, Label: spec.Words{RU: "Что увидит команда", EN: "What the team reads"}},
		},
	}, func() StepConfig { return &CallTeam{} })
}

// Check wants words for the client.
func (c *CallTeam) Check(path string) []spec.Problem {
	problems := checkRich(c.Text, spec.Join(path, "text"), maxMessage)
	return append(problems, checkOptional(c.Note, spec.Join(path, "note"), maxMessage)...)
}

// Parts are the texts; the run ends here.
func (c *CallTeam) Parts() Parts {
	return Parts{Course: Ends, Team: true, Texts: texts("text", c.Text, "note", c.Note)}
}

// Run calls, and hushes the bot when there is a team to speak.
func (c *CallTeam) Run(t *turn) {
	t.say(c.Text, keyboard{})
	words, entities := firstPart(c.Note.Telegram(t.value))
	var until time.Time
	if t.in.Project.Team {
		until = t.hush()
	} else {
		t.report("no_team")
	}
	t.emit(CallPerson{Text: words, Entities: entities, Until: until})
	t.end()
}
