package flow

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
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
	Steps Steps `json:"steps"`
}

// Steps is a list of steps, of a scenario or beneath a step.
type Steps []Step

// Step is one thing that a scenario does. Its id is unique over the draft,
// buttons included.
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

func unreadable(problems []spec.Problem) error {
	return fmt.Errorf("%w: %w", errStored, spec.Problems(problems))
}

// MarshalJSON writes an array, an empty one when there are no steps.
func (s Steps) MarshalJSON() ([]byte, error) {
	if len(s) == 0 {
		return []byte("[]"), nil
	}
	return json.Marshal([]Step(s))
}

// UnmarshalJSON reads steps that lie beneath another, as strictly as Parse;
// its error is spec.Problems.
func (s *Steps) UnmarshalJSON(data []byte) error {
	steps, problems := parseSteps(data, "")
	if problems != nil {
		return unreadable(problems)
	}
	*s = steps
	return nil
}

// UnmarshalJSON reads a stored trigger.
func (t *Trigger) UnmarshalJSON(data []byte) error {
	item, problems := triggers.Decode(data, "")
	if problems != nil {
		return unreadable(problems)
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

// FindStep returns the step of an id wherever it lies, nil when there is none.
func (s Scenarios) FindStep(id string) *Step {
	for place := range s.All() {
		if place.Step.ID == id {
			return place.Step
		}
	}
	return nil
}

// Place is where a step stands in a draft.
type Place struct {
	// Step itself.
	Step *Step
	// Scenario that holds it.
	Scenario *Scenario
	// Path of the step, a JSON Pointer under the scenarios.
	Path string
	// Depth is 0 for a step of the scenario itself, 1 beneath one, and so on.
	Depth int
}

// All visits every step in the order of the outline: a step before those
// beneath it.
func (s Scenarios) All() iter.Seq[Place] { return s.under("") }

// under is All with paths that begin with path.
func (s Scenarios) under(path string) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for i := range s {
			if !s[i].Steps.visit(Place{Scenario: &s[i], Path: spec.Join(path, i, "steps")}, yield) {
				return
			}
		}
	}
}

// visit goes through a list whose own place is at.
func (s Steps) visit(at Place, yield func(Place) bool) bool {
	for i := range s {
		here := at
		here.Step, here.Path = &s[i], spec.Join(at.Path, i)
		if !yield(here) {
			return false
		}
		for _, beneath := range s[i].Parts().Lists {
			below := Place{Scenario: at.Scenario, Path: spec.Join(here.Path, beneath.Path...), Depth: at.Depth + 1}
			if !beneath.Steps.visit(below, yield) {
				return false
			}
		}
	}
	return true
}

// NewID gives an id that no scenario, step or button has yet: the prefix and a number.
func (s Scenarios) NewID(prefix string) string {
	taken := map[string]bool{}
	for i := range s {
		taken[s[i].ID] = true
	}
	for place := range s.All() {
		taken[place.Step.ID] = true
		for _, key := range place.Step.Parts().Keys {
			taken[key.Value] = true
		}
	}
	for n := 1; ; n++ {
		if id := prefix + strconv.Itoa(n); !taken[id] {
			return id
		}
	}
}

// NewAnswer makes the simplest scenario: when the trigger matches, a text is sent.
func NewAnswer(id, stepID, title string, trigger Trigger, text richtext.Text) Scenario {
	return Scenario{
		ID: id, Title: title, Triggers: []Trigger{trigger},
		Steps: Steps{{ID: stepID, Kind: "message", Config: &Message{Text: text}}},
	}
}

// rawScenario is a scenario whose parts are still to be read one by one.
type rawScenario struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Triggers []json.RawMessage `json:"triggers"`
	Steps    json.RawMessage   `json:"steps"`
}
