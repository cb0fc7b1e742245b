package inbox

import (
	"slices"
	"testing"

	"botyard/db"
	"botyard/internal/card"
	"botyard/internal/flow"
	"botyard/internal/richtext"
)

// TestBotSaysTheCard changes the card between two messages.
func TestBotSaysTheCard(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.projectSaying(richtext.Text{{Kind: richtext.Var, Value: "project"}, {Kind: richtext.Plain, Value: " "}, {Kind: richtext.Var, Value: "phone"}})
	for _, phone := range []string{"+7 1", "+7 2"} {
		if err := b.store.SaveCard(t.Context(), db.SaveCardParams{Name: "Par", Card: card.Card{Phone: phone}, ProjectID: p}); err != nil {
			t.Fatal(err)
		}
		b.say(p, 5, "x", "hi")
		b.handleAll(p)
	}
	if got, want := b.sent(p), []string{"Par +7 1", "Par +7 2"}; !slices.Equal(got, want) {
		t.Errorf("answers = %v, want %v", got, want)
	}
}

// TestOpenNow asks the condition of opening hours with a card that says never.
func TestOpenNow(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	say := func(id, text string) flow.Steps {
		return flow.Steps{{ID: id, Kind: "message", Config: &flow.Message{Text: richtext.Of(text)}}}
	}
	condition := &flow.Condition{Match: "all", Tests: []flow.Test{{What: "hours", Is: "yes"}}, Yes: say("t2", "open"), No: say("t3", "closed")}
	scenario := answerAll(nil)
	scenario.Steps = flow.Steps{{ID: "t1", Kind: "condition", Config: condition}}
	b.publish(p, 2, flow.Scenarios{scenario})
	never := card.Hours{Exceptions: []card.Exception{{From: "2000-01-01", To: "2999-12-31"}}}
	for _, hours := range []card.Hours{{}, never} {
		if err := b.store.SaveCard(t.Context(), db.SaveCardParams{Name: "Par", Card: card.Card{Hours: hours}, ProjectID: p}); err != nil {
			t.Fatal(err)
		}
		b.say(p, 5, "x", "hi")
		b.handleAll(p)
	}
	if got, want := b.sent(p), []string{"open", "closed"}; !slices.Equal(got, want) {
		t.Errorf("answers = %v, want %v", got, want)
	}
}
