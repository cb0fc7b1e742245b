package flow

import "botyard/internal/spec"

// ButtonTrigger starts a scenario when a button is pressed that has no answer
// of its own, also one that menus no longer have.
type ButtonTrigger struct {
	// Button is its id.
	Button string `json:"button"`
}

func init() {
	triggers.Add(spec.Kind{
		Name: "button", Place: 3,
		Title: spec.Words{RU: "Кнопка", EN: "Button"},
		Hint:  spec.Words{RU: "Клиент нажал кнопку, у которой нет своего ответа", EN: "The client pressed a button that has no answer of its own"},
		Fields: []spec.Field{
			{Name: "button", Type: spec.Line, Required: true, Max: 40, Label: spec.Words{RU: "Кнопка", EN: "Which button"}},
		},
	}, func() TriggerConfig { return &ButtonTrigger{} })
}

// Check wants an id.
func (b *ButtonTrigger) Check(path string) []spec.Problem {
	return checkField(b.Button, spec.Join(path, "button"))
}

// Rank puts buttons after open questions.
func (b *ButtonTrigger) Rank() Rank { return RankButton }

// Matcher compares the ids.
func (b *ButtonTrigger) Matcher() func(e *Event) bool {
	return func(e *Event) bool { return e.Kind == Pressed && e.Button == b.Button && b.Button != "" }
}
