package flow

import (
	"encoding/json"

	"botyard/internal/spec"
)

// StepConfig is the configuration of a step kind: it checks itself and acts.
type StepConfig interface {
	spec.Checker
	// Run does the step's work within a turn.
	Run(t *turn)
}

// TriggerConfig is the configuration of a trigger kind.
type TriggerConfig interface {
	spec.Checker
	// Rank is the kind's place in the order in which triggers are asked.
	Rank() Rank
	// Matcher makes, once for a release, what tells whether an event starts
	// the scenario.
	Matcher() func(e *Event) bool
}

// Rank orders triggers: the lowest that matches wins; within a rank the
// scenario that stands first.
type Rank int

// The ranks of triggers. Expressions, deep links, buttons and content take
// their places between these when their kinds are added.
const (
	RankCommand  Rank = 10
	RankKeyword  Rank = 40
	RankFallback Rank = 100
)

var (
	steps    spec.Registry[StepConfig]
	triggers spec.Registry[TriggerConfig]
)

// StepKinds lists what can be a step, for palettes and forms.
func StepKinds() []spec.Kind { return steps.Kinds() }

// TriggerKinds lists what can start a scenario.
func TriggerKinds() []spec.Kind { return triggers.Kinds() }

// StepKind finds a step kind by its name.
func StepKind(name string) (spec.Kind, bool) { return steps.Kind(name) }

// TriggerKind finds a trigger kind by its name.
func TriggerKind(name string) (spec.Kind, bool) { return triggers.Kind(name) }

// Parse reads the scenarios of a draft strictly; every problem has its path under path.
func Parse(raw json.RawMessage, path string) (Scenarios, []spec.Problem) {
	var list []json.RawMessage
	if problems := spec.Decode(raw, &list, path); problems != nil {
		return nil, problems
	}
	scenarios := make(Scenarios, 0, len(list))
	var problems []spec.Problem
	for i, element := range list {
		scenario, found := parseScenario(element, spec.Join(path, i))
		scenarios, problems = append(scenarios, scenario), append(problems, found...)
	}
	return scenarios, problems
}

func parseScenario(raw json.RawMessage, path string) (Scenario, []spec.Problem) {
	var r rawScenario
	if problems := spec.Decode(raw, &r, path); problems != nil {
		return Scenario{}, problems
	}
	s := Scenario{ID: r.ID, Title: r.Title, Triggers: []Trigger{}, Steps: []Step{}}
	var problems []spec.Problem
	for i, element := range r.Triggers {
		here := spec.Join(path, "triggers", i)
		item, found := triggers.Decode(element, here)
		if item.ID != "" {
			found = append(found, spec.Problem{Path: spec.Join(here, "id"), Code: "unknown_field"})
		}
		s.Triggers, problems = append(s.Triggers, Trigger(item)), append(problems, found...)
	}
	for i, element := range r.Steps {
		item, found := steps.Decode(element, spec.Join(path, "steps", i))
		s.Steps, problems = append(s.Steps, Step(item)), append(problems, found...)
	}
	return s, problems
}
