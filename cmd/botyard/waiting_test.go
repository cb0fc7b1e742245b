package main

import (
	"encoding/json"
	"testing"

	"botyard/internal/project"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// botRunning makes a published bot whose /start runs the steps, in JSON.
func (r *rig) botRunning(username, steps string) (projectID int64, bot sim.Bot) {
	r.t.Helper()
	projectID, bot = r.publishedBot(username)
	r.replaceScenarios(projectID, `[{"id": "s1", "title": "Start", "triggers": [{"kind": "command", "command": "start"}], "steps": `+steps+`},
		{"id": "s2", "title": "Else", "triggers": [{"kind": "fallback"}], "steps": [{"id": "e1", "kind": "message", "text": "What?"}]}]`)
	return projectID, bot
}

// replaceScenarios publishes other scenarios, in JSON.
func (r *rig) replaceScenarios(projectID int64, scenarios string) {
	r.t.Helper()
	ctx := r.t.Context()
	_, _, err := r.app.projects.Edit(ctx, projectID, 0, func(d *project.Draft) error {
		whole, err := json.Marshal(map[string]any{"version": 1, "pages": d.Pages, "scenarios": json.RawMessage(scenarios)})
		if err != nil {
			return err
		}
		parsed, problems := project.ParseDraft(whole)
		if problems != nil {
			r.t.Fatalf("ParseDraft = %v", problems)
		}
		*d = parsed
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	if number, _, problems, err := r.app.projects.Publish(ctx, projectID, 0); err != nil || number == 0 {
		r.t.Fatalf("Publish = %d, %v, %v", number, problems, err)
	}
}

// dialog is a visitor's dialogue with a bot.
type dialog struct {
	r       *rig
	visitor *sim.User
	bot     sim.Bot
	last    int64
}

func (r *rig) dialog(bot sim.Bot) *dialog {
	return &dialog{r: r, visitor: r.sim.User(telegram.User{FirstName: "Anna"}), bot: bot}
}

// says sends words and expects answers, in their order.
func (t *dialog) says(text string, want ...string) {
	t.r.t.Helper()
	if _, err := t.visitor.Send(t.bot.ID, text); err != nil {
		t.r.t.Fatal(err)
	}
	t.hears(want...)
}

// hears expects the bot's next words.
func (t *dialog) hears(want ...string) {
	t.r.t.Helper()
	for _, words := range want {
		m := t.r.nextMessage(t.visitor, t.bot, t.last)
		if t.last = m.ID; m.Text != words {
			t.r.t.Fatalf("the bot said %q, want %q", m.Text, words)
		}
	}
}

func TestAQuestionKeepsItsAnswer(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.botRunning("asking_bot", `[
		{"id": "q1", "kind": "question", "text": "Your city?", "type": "text", "field": "city", "cancel": false, "back": false},
		{"id": "q2", "kind": "question", "text": "How many?", "type": "number", "field": "count", "cancel": false, "back": false},
		{"id": "m1", "kind": "message", "text": [{"var": "data:count"}, " to ", {"var": "data:city"}]}]`)
	anna := r.dialog(bot)
	anna.says("/start", "Your city?")
	anna.says("Omsk", "How many?")
	anna.says("12", "12 to Omsk")
	other := r.dialog(bot)
	other.says("/start", "Your city?")
}

func TestDataAndTagsDecide(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.botRunning("counting_bot", `[
		{"id": "c1", "kind": "condition", "match": "all", "tests": [{"what": "tag", "is": "yes", "value": "guest"}],
			"yes": [{"id": "m1", "kind": "message", "text": ["Again: ", {"var": "data:visits"}]}],
			"no": [{"id": "m2", "kind": "message", "text": "First"}, {"id": "g1", "kind": "tag", "action": "add", "tag": "guest"}]},
		{"id": "d1", "kind": "data", "action": "add", "field": "visits", "type": "number", "value": "1"}]`)
	anna := r.dialog(bot)
	anna.says("/start", "First")
	anna.says("/start", "Again: 1")
	anna.says("/start", "Again: 2")
}

func TestAWaitEnds(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.botRunning("waiting_bot", `[
		{"id": "m1", "kind": "message", "text": "Soon"},
		{"id": "w1", "kind": "wait", "mode": "for", "amount": 1, "unit": "seconds"},
		{"id": "m2", "kind": "message", "text": "Now"}]`)
	r.dialog(bot).says("/start", "Soon", "Now")
}
