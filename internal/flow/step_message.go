package flow

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Message sends a text.
type Message struct {
	// Text is what is said, with variables.
	Text richtext.Text `json:"text"`
}

// maxMessage is Telegram's bound of a text message, in characters (Bot API, sendMessage).
const maxMessage = 4096

func init() {
	steps.Add(spec.Kind{
		Name:  "message",
		Title: spec.Words{RU: "Сообщение", EN: "Message"},
		Hint:  spec.Words{RU: "Бот отправляет текст", EN: "The bot sends a text"},
		Fields: []spec.Field{{
			Name: "text", Type: spec.Rich, Required: true, Max: maxMessage,
			Label: spec.Words{RU: "Текст", EN: "Text"},
		}},
	}, func() StepConfig { return &Message{} })
}

// Check wants a text that Telegram takes.
func (m *Message) Check(path string) []spec.Problem {
	return checkRich(m.Text, spec.Join(path, "text"), maxMessage)
}

// Run sends the text.
func (m *Message) Run(t *turn) { t.say(m.Text) }

// checkRich says what is wrong with a text that will be a message.
func checkRich(text richtext.Text, path string, most int) []spec.Problem {
	if text.Empty() {
		return []spec.Problem{{Path: path, Code: "required"}}
	}
	words := text.Words(func(string) string { return "x" })
	problems := spec.CheckText(words, path, true, most)
	text.Walk(func(n richtext.Node) {
		switch {
		case n.Kind == richtext.Var && !knownVariable(n.Value):
			problems = append(problems, spec.Problem{Path: path, Code: "unknown_variable", Args: map[string]any{"name": n.Value}})
		case n.Kind == richtext.Link && !spec.SafeURL(n.Value):
			problems = append(problems, spec.Problem{Path: path, Code: "bad_target"})
		}
	})
	return problems
}
