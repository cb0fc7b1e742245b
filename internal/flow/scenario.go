// Package flow is the scenario engine: Advance takes a release, the state of
// a dialogue and an event, and gives the next state and what shall be sent.
// It is pure: no I/O and no clock of its own, so that the worker, the preview
// and tests run the very same thing.
//
// Every step kind and every trigger kind is one file that registers itself.
package flow

import (
	"encoding/json"
	"errors"
	"strconv"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Scenarios is the list of a draft's or a release's scenarios.
type Scenarios []Scenario

// Scenario is what starts it and what it then does, step by step.
type Scenario struct {
	// ID is unique among the scenarios.
	ID string `json:"id"`
	// Title is the owner's name for it.
	Title string `json:"title"`
	// Triggers start it: any of them.
	Triggers []Trigger `json:"triggers"`
	// Steps run in order.
	Steps []Step `json:"steps"`
}

// Step is one thing that a scenario does.
type Step spec.Item[StepConfig]

// Trigger is one thing that starts a scenario; it has no id.
type Trigger spec.Item[TriggerConfig]

// MarshalJSON writes {"id", "kind", and the configuration's fields}.
func (s Step) MarshalJSON() ([]byte, error) { return spec.EncodeItem(spec.Item[StepConfig](s)) }

// MarshalJSON writes {"kind", and the configuration's fields}.
func (t Trigger) MarshalJSON() ([]byte, error) { return spec.EncodeItem(spec.Item[TriggerConfig](t)) }

// errStored is what reading something stored gives when it does not decode:
// what was stored had been checked, so it was written by a newer program.
var errStored = errors.New("a stored scenario is not of this version")

// UnmarshalJSON reads a stored step.
func (s *Step) UnmarshalJSON(data []byte) error {
	item, problems := steps.Decode(data, "")
	if problems != nil {
		return errStored
	}
	*s = Step(item)
	return nil
}

// UnmarshalJSON reads a stored trigger.
func (t *Trigger) UnmarshalJSON(data []byte) error {
	item, problems := triggers.Decode(data, "")
	if problems != nil {
		return errStored
	}
	*t = Trigger(item)
	return nil
}

// Find returns the scenario of an id, nil when there is none.
func (s Scenarios) Find(id string) *Scenario {
	for i := range s {
		if s[i].ID == id {
			return &s[i]
		}
	}
	return nil
}

// NewID gives an id that no scenario and no step has yet: the prefix and a number.
func (s Scenarios) NewID(prefix string) string {
	taken := map[string]bool{}
	for _, scenario := range s {
		taken[scenario.ID] = true
		for _, step := range scenario.Steps {
			taken[step.ID] = true
		}
	}
	for n := 1; ; n++ {
		if id := prefix + strconv.Itoa(n); !taken[id] {
			return id
		}
	}
}

// rawScenario is a scenario whose parts are still to be read one by one.
type rawScenario struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Triggers []json.RawMessage `json:"triggers"`
	Steps    []json.RawMessage `json:"steps"`
}

// NewAnswer makes the simplest scenario: when the trigger matches, a text is sent.
func NewAnswer(id, stepID, title string, trigger Trigger, text richtext.Text) Scenario {
	return Scenario{
		ID: id, Title: title, Triggers: []Trigger{trigger},
		Steps: []Step{{ID: stepID, Kind: "message", Config: &Message{Text: text}}},
	}
}
