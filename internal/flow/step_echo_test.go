package flow

import (
	"strings"
	"testing"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Echo is a step kind of this file alone: it shows that adding one touches
// nothing else. Every other test of kinds sees it, too.
type Echo struct {
	// Text is asked; what comes back is said again, Times times.
	Text  richtext.Text `json:"text"`
	Times int           `json:"times"`
	Then  Steps         `json:"then,omitempty"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "echo", Shelf: spec.Experienced, Place: 99,
		Title: spec.Words{RU: "Эхо", EN: "Echo"},
		Hint:  spec.Words{RU: "Повторяет сказанное", EN: "Says it again"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Required: true, Label: spec.Words{RU: "Текст", EN: "Text"}},
			{Name: "times", Type: spec.Number, Label: spec.Words{RU: "Сколько раз", EN: "How often"}},
			{Name: "then", Type: spec.Steps, Label: spec.Words{RU: "Потом", EN: "Then"}},
		},
	}, func() StepConfig { return &Echo{Times: 1} })
}

func (e *Echo) Check(path string) []spec.Problem {
	return checkRich(e.Text, spec.Join(path, "text"), maxMessage)
}

func (e *Echo) Parts() Parts {
	return Parts{Course: Waits, Texts: texts("text", e.Text), Lists: []List{{Path: at("then"), Steps: e.Then}}}
}

func (e *Echo) Run(t *turn) {
	t.say(e.Text, keyboard{})
	t.ask("")
}

func (e *Echo) Resume(t *turn) {
	for range min(max(e.Times, 0), 200) {
		t.sayWords(t.event.Text, nil, keyboard{})
	}
	t.enter(e.Then)
}

func TestAKindIsOneFile(t *testing.T) {
	t.Parallel()
	c := newChat(t, compiled(t, `[`+scenario("s", onStart, `{"id":"e1","kind":"echo","text":"Скажите","times":2,"then":[`+message("m1", `"Всё"`)+`]}`)+`]`))
	c.says("/start")
	c.says("ау")
	want := "bot: Скажите|bot: ау|bot: ау|bot: Всё"
	if got := strings.Join(c.record, "|"); got != want {
		t.Errorf("dialogue = %s, want %s", got, want)
	}
	if kind, found := StepKind("echo"); !found || kind.Title.RU != "Эхо" {
		t.Errorf("StepKind(echo) = %v, %v, want the kind of this file", kind, found)
	}
}

// Shout is a trigger kind of this file alone: somebody writes in capitals.
type Shout struct{}

func init() {
	triggers.Add(spec.Kind{
		Name: "shout", Shelf: spec.Experienced, Place: 99,
		Title: spec.Words{RU: "Крик", EN: "Shout"},
		Hint:  spec.Words{RU: "Клиент пишет большими буквами", EN: "The client writes in capitals"},
	}, func() TriggerConfig { return &Shout{} })
}

func (*Shout) Check(string) []spec.Problem { return nil }
func (*Shout) Rank() Rank                  { return RankKeyword + 5 }
func (*Shout) Matcher() func(e *Event) bool {
	return func(e *Event) bool { return e.Text != "" && e.Text == strings.ToUpper(e.Text) }
}

func TestATriggerKindIsOneFile(t *testing.T) {
	t.Parallel()
	r := numbered(t, `{"kind":"fallback"}`, `{"kind":"expression","pattern":"меню"}`, `{"kind":"shout"}`, `{"kind":"keyword","words":["цены"]}`)
	for text, want := range map[string]string{"МЕНЮ": "2", "ЦЕНЫ": "3", "меню": "1", "что?": "0"} {
		if got := answer(r, said(text)); got != want {
			t.Errorf("answer to %q = %q, want %q", text, got, want)
		}
	}
}
