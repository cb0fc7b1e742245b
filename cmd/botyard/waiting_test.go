package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"botyard/internal/httpcall"
	"botyard/internal/project"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// botRunning makes a published bot whose /start runs the steps, in JSON.
func (r *rig) botRunning(username, steps string) (projectID int64, bot sim.Bot) {
	r.t.Helper()
	projectID, bot = r.publishedBot(username)
	r.replaceScenarios(projectID, `[{"id": "s1", "title": "Start", "triggers": [{"kind": "command", "command": "start"}], "steps": `+steps+`},
		{"id": "s2", "title": "Else", "triggers": [{"kind": "fallback"}], "steps": [{"id": "x1", "kind": "message", "text": "What?"}]}]`)
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

// outside is a network in which every name leads to one server.
func outside(t *testing.T, handler http.HandlerFunc) *httpcall.Network {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &httpcall.Network{
		Lookup: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
		},
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
		},
	}
}

func TestAnotherServiceIsAsked(t *testing.T) {
	t.Parallel()
	r := newRigWith(t, func(c *config) {
		c.network = outside(t, func(w http.ResponseWriter, q *http.Request) {
			if q.Header.Get("X-Key") != "planted-key" || q.Host != "rates.example.com" {
				http.Error(w, "who are you", http.StatusForbidden)
				return
			}
			_, _ = fmt.Fprintf(w, `{"rates": [{"to": %q, "value": 92.5}]}`, q.URL.Query().Get("to"))
		})
	})
	projectID, bot := r.botRunning("asking_others_bot", `[
		{"id": "q1", "kind": "question", "text": "Which?", "type": "text", "field": "to", "cancel": false, "back": false},
		{"id": "h1", "kind": "http", "method": "GET", "url": "http://rates.example.com/v1", "headers": [{"name": "X-Key", "value": [{"var": "secret:rates"}]}],
			"send": [{"name": "to", "value": [{"var": "data:to"}]}],
			"take": [{"path": "rates.0.value", "field": "rate", "type": "number"}, {"path": "rates.0.to", "field": "code", "type": "text"}],
			"failed": [{"id": "m1", "kind": "message", "text": "No rate"}, {"id": "e1", "kind": "end"}]},
		{"id": "m2", "kind": "message", "text": [{"var": "data:code"}, ": ", {"var": "data:rate"}]}]`)
	anna := r.dialog(bot)
	anna.says("/start", "Which?")
	anna.says("a&b", "No rate")
	if err := r.app.projects.Vault.SetSecret(t.Context(), r.app.store.Queries, projectID, "rates", "planted-key"); err != nil {
		t.Fatal(err)
	}
	anna.says("/start", "Which?")
	anna.says("a&b", "a&b: 92,5")
}

func TestWithoutAnAddressMessagesAreFetched(t *testing.T) {
	t.Parallel()
	r := newRigWith(t, func(c *config) { c.publicURL = nil })
	projectID, bot := r.botRunning("fetched_bot", `[{"id": "m1", "kind": "message", "text": "Here"}]`)
	anna := r.dialog(bot)
	anna.says("/start", "Here")
	if hook, err := r.sim.Webhook(bot.ID); err == nil && hook.URL != "" {
		t.Errorf("webhook = %q, want none", hook.URL)
	}
	if err := r.app.projects.Disconnect(t.Context(), projectID); err != nil {
		t.Fatal(err)
	}
	r.connect(projectID, bot)
	anna.says("/start", "Here")
}
