package flow

import (
	"slices"

	"botyard/internal/richtext"
)

// State is where a chat stands in a dialogue. The zero state, nothing open,
// is never stored.
type State struct {
	// Version is the form of the state, for programs to come.
	Version int `json:"version"`
}

// Idle tells whether no dialogue is open.
func (s State) Idle() bool { return s == State{} }

// Effect is something that a turn wants to be done: a message to be sent.
type Effect struct {
	// Text and Entities are a message as sendMessage takes it.
	Text     string            `json:"text"`
	Entities []richtext.Entity `json:"entities,omitempty"`
}

// Release is scenarios made ready to run; it never changes and may be shared.
type Release struct {
	scenarios Scenarios
	rules     []rule
	start     *Scenario
}

type rule struct {
	rank     Rank
	matches  func(e *Event) bool
	scenario *Scenario
}

// Compile makes scenarios that Check found sound ready to run.
func Compile(scenarios Scenarios) *Release {
	r := &Release{scenarios: scenarios}
	for i := range scenarios {
		for _, t := range scenarios[i].Triggers {
			r.rules = append(r.rules, rule{t.Config.Rank(), t.Config.Matcher(), &scenarios[i]})
		}
	}
	slices.SortStableFunc(r.rules, func(a, b rule) int { return int(a.rank - b.rank) })
	r.start = r.match(&Event{Text: "/start"})
	return r
}

// Bounds of a turn.
const (
	maxTurnSteps   = 100
	maxTurnEffects = 30
)

// Advance runs one event through a release. What it returns depends on its
// arguments alone.
func Advance(r *Release, state State, e Event) (State, []Effect) {
	t := turn{event: &e}
	if scenario := r.choose(&e); scenario != nil {
		t.run(scenario)
	}
	return state, t.effects
}

// choose finds what an event starts. The menus that this program knows have
// no buttons: a press comes from an older one and is answered by the start.
func (r *Release) choose(e *Event) *Scenario {
	if e.Kind == Pressed {
		return r.start
	}
	return r.match(e)
}

func (r *Release) match(e *Event) *Scenario {
	for _, rule := range r.rules {
		if rule.matches(e) {
			return rule.scenario
		}
	}
	return nil
}

// turn is one run of the engine.
type turn struct {
	event   *Event
	effects []Effect
	steps   int
}

func (t *turn) run(s *Scenario) {
	for _, step := range s.Steps {
		if t.steps++; t.steps > maxTurnSteps || len(t.effects) == maxTurnEffects {
			return
		}
		step.Config.Run(t)
	}
}

// say sends a text, in several messages when the variables made it too long.
func (t *turn) say(text richtext.Text) {
	words, entities := text.Telegram(func(name string) string { return variableValue(t.event, name) })
	for _, part := range richtext.Split(words, entities, maxMessage) {
		if len(t.effects) < maxTurnEffects {
			t.effects = append(t.effects, Effect{Text: part.Words, Entities: part.Entities})
		}
	}
}
