package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"botyard/internal/flow"
	"botyard/internal/telegram"
)

// use is what a bot needs to use a kind, and what somebody reads when it does;
// "" for the message that stands behind it.
type use struct{ config, reads string }

// branch is a message as the branch of a step.
func branch(text string) string {
	return fmt.Sprintf(`[{"id": "branch-%[1]s", "kind": "message", "text": "branch %[1]s"}]`, text)
}

// stepUses are all kinds of steps.
var stepUses = map[string]use{
	"message":    {`"text": "used message"`, "used message"},
	"menu":       {`"text": "used menu", "buttons": [{"id": "b1", "label": "One", "steps": ` + branch("menu") + `}]`, "used menu"},
	"question":   {`"text": "used question", "type": "text", "field": "f1"`, "used question"},
	"condition":  {`"tests": [{"what": "tag", "is": "no", "value": "t"}], "yes": ` + branch("condition"), "branch condition"},
	"submission": {`"title": "R", "sort": "request", "text": "used submission", "fields": [{"field": "f1"}]`, "used submission"},
	"person":     {`"text": "used person"`, "used person"},
	"data":       {`"action": "set", "field": "f2", "type": "text", "value": "v"`, ""},
	"tag":        {`"action": "add", "tag": "t"`, ""},
	"goto":       {`"to": "scenario:use-message"`, "used message"},
	"wait":       {`"mode": "for", "amount": 1, "unit": "seconds"`, ""},
	"notify":     {`"text": "to the team"`, ""},
	"place":      {`"point": "55.75, 37.62"`, ""},
	"contact":    {`"phone": "+70000000000", "first_name": "Anna"`, ""},
	"rating":     {`"text": "used rating", "good": "4", "high": "Thanks", "low": "Sorry"`, "used rating"},
	"subscribed": {`"channel": "@kinds_channel", "yes": ` + branch("subscribed"), "branch subscribed"},
	"random":     {`"ways": [{"id": "w1", "share": 1, "steps": ` + branch("random") + `}, {"id": "w2", "share": 1, "steps": ` + branch("way") + `}]`, ""},
	"http":       {`"method": "GET", "url": "http://rates.example.com/v1"`, ""},
	"end":        {``, "before end"},
}

// triggerUses are all kinds of triggers; who starts them is in starts.
var triggerUses = map[string]string{
	"command": `"command": "used"`, "keyword": `"words": ["by word"], "match": "exact"`, "expression": `"pattern": "^[0-9]{4}$"`,
	"button": `"button": "b9"`, "deep_link": `"payload": "promo", "match": "exact"`, "content": `"content": "location"`,
	"page": `"what": "form"`, "joined": `"what": "came_back"`, "fallback": ``,
}

// starts are the things that happen for a trigger of each kind.
var starts = map[string]func(t *testing.T, d *dialog, project int64){
	"command":    says("/used"),
	"keyword":    says("by word"),
	"expression": says("2026"),
	"deep_link":  says("/start promo"),
	"fallback":   says("something else"),
	"content": func(t *testing.T, d *dialog, _ int64) {
		if _, err := d.visitor.SendLocation(d.bot.ID, telegram.Location{Latitude: 55.75, Longitude: 37.62}); err != nil {
			t.Fatal(err)
		}
	},
	"button": func(_ *testing.T, d *dialog, _ int64) { d.presses(d.asks("buttons").ID, "Nine") },
	"joined": func(t *testing.T, d *dialog, _ int64) {
		d.asks("buttons")
		if err := d.visitor.Block(d.bot.ID); err != nil {
			t.Fatal(err)
		}
		if err := d.visitor.Unblock(d.bot.ID); err != nil {
			t.Fatal(err)
		}
	},
	"page": func(t *testing.T, d *dialog, project int64) {
		d.asks("buttons")
		_, err := d.r.app.store.Pool.Exec(t.Context(), `INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
			SELECT $1, id, $2, 4, $3 FROM integrations WHERE project_id = $1`, project, d.visitor.ID, []byte(`{"form": {"id": "f", "values": []}}`))
		if err != nil {
			t.Fatal(err)
		}
	},
}

func says(text string) func(*testing.T, *dialog, int64) {
	return func(t *testing.T, d *dialog, _ int64) {
		if _, err := d.visitor.Send(d.bot.ID, text); err != nil {
			t.Fatal(err)
		}
	}
}

// everyKind are scenarios that use each kind once.
func everyKind() string {
	all := []string{`{"id": "buttons", "title": "Buttons", "triggers": [{"kind": "keyword", "words": ["buttons"], "match": "exact"}],
		"steps": [{"id": "buttons-menu", "kind": "menu", "text": "Choose", "buttons": [{"id": "b9", "label": "Nine"}]}]}`}
	for kind, u := range stepUses {
		all = append(all, fmt.Sprintf(`{"id": "use-%[1]s", "title": "", "triggers": [{"kind": "keyword", "words": ["use %[1]s"], "match": "exact"}], "steps": [
			{"id": "before-%[1]s", "kind": "message", "text": "before %[1]s"}, {"id": "it-%[1]s", "kind": "%[1]s"%[2]s}%[3]s]}`, kind, comma(u.config), behind(kind)))
	}
	for kind, config := range triggerUses {
		all = append(all, fmt.Sprintf(`{"id": "by-%[1]s", "title": "", "triggers": [{"kind": "%[1]s"%[2]s}],
			"steps": [{"id": "started-%[1]s", "kind": "message", "text": "started by %[1]s"}]}`, kind, comma(config)))
	}
	return "[" + strings.Join(all, ",") + "]"
}

// behind is the step after a kind, which those that lead away have not.
func behind(kind string) string {
	if kind == "end" || kind == "goto" || kind == "person" {
		return ""
	}
	return fmt.Sprintf(`, {"id": "after-%[1]s", "kind": "message", "text": "after %[1]s"}`, kind)
}

func comma(config string) string {
	if config == "" {
		return ""
	}
	return ", " + config
}

// TestEveryKindWorksInAPublishedBot goes by the registry: a new kind without a
// use here fails.
func TestEveryKindWorksInAPublishedBot(t *testing.T) {
	t.Parallel()
	for _, kind := range flow.StepKinds() {
		if _, used := stepUses[kind.Name]; !used {
			t.Errorf("no bot uses the step %s", kind.Name)
		}
	}
	for _, kind := range flow.TriggerKinds() {
		if _, used := triggerUses[kind.Name]; !used || starts[kind.Name] == nil {
			t.Errorf("no bot uses the trigger %s", kind.Name)
		}
	}
	r := newRigWith(t, func(c *config) {
		c.network = outside(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, `{}`) })
	})
	project, bot := r.publishedBot("kinds_bot")
	r.replaceScenarios(project, everyKind())
	for kind, u := range stepUses {
		d := r.dialog(bot)
		says("use "+kind)(t, d, project)
		if u.reads == "" {
			u.reads = "after " + kind
		}
		d.finds(u.reads)
	}
	for kind := range triggerUses {
		d := r.dialog(bot)
		starts[kind](t, d, project)
		d.finds("started by " + kind)
	}
}

// finds waits until the bot has written words.
func (t *dialog) finds(words string) {
	t.r.t.Helper()
	eventually(t.r.t, "the bot to write "+words, func() bool {
		messages, err := t.visitor.Messages(t.bot.ID)
		if err != nil {
			t.r.t.Fatal(err)
		}
		for _, m := range messages {
			if m.From.ID == t.bot.ID && m.Text == words {
				return true
			}
		}
		return false
	})
}
