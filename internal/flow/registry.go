package flow

import (
	"slices"

	"botyard/internal/spec"
)

// StepConfig is the configuration of a step kind: it checks itself and acts.
// What more a kind has or can do, it tells by the small interfaces below.
type StepConfig interface {
	spec.Checker
	// Run does the step's work within a turn.
	Run(t *turn)
}

// A resumer suspends the run and takes it up again.
type resumer interface {
	// Resume acts on the turn's event, which is meant for the step; the
	// dialogue is the turn's.
	Resume(t *turn)
}

// A presser has buttons that work whenever they are pressed, in a dialogue or not.
type presser interface {
	// Press acts on a button: one of Parts.Keys, or what the step put behind
	// its own id; "" shows the step again. False: there is no such button.
	Press(t *turn, key string) bool
}

// A holder has more than its own settings: lists of steps, links, fields.
type holder interface {
	Parts() Parts
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

// The ranks of triggers. An open question is asked between commands and
// buttons. A deep link is a /start that names where from: it is asked before
// the plain command when its payload is one that it knows, else a bot with a
// greeting could have no deep links.
const (
	RankCommand    Rank = 10
	RankButton     Rank = 20
	RankDeepLink   Rank = 30
	RankKeyword    Rank = 40
	RankExpression Rank = 50
	RankContent    Rank = 60
	RankPage       Rank = 70
	RankJoined     Rank = 80
	RankFallback   Rank = 100
)

var (
	steps    spec.Registry[StepConfig]
	triggers spec.Registry[TriggerConfig]
)

// StepKinds lists what can be a step, in the order of the palette.
func StepKinds() []spec.Kind { return shelved(steps.Kinds()) }

// TriggerKinds lists what can start a scenario, in the order of the palette.
func TriggerKinds() []spec.Kind { return shelved(triggers.Kinds()) }

// shelved puts the kinds that are offered first before the rest.
func shelved(kinds []spec.Kind) []spec.Kind {
	order := map[spec.Shelf]int{spec.First: 0, spec.More: 1, spec.Experienced: 2}
	slices.SortStableFunc(kinds, func(a, b spec.Kind) int {
		if a.Shelf != b.Shelf {
			return order[a.Shelf] - order[b.Shelf]
		}
		return a.Place - b.Place
	})
	return kinds
}

// StepKind finds a step kind by its name.
func StepKind(name string) (spec.Kind, bool) { return steps.Kind(name) }

// TriggerKind finds a trigger kind by its name.
func TriggerKind(name string) (spec.Kind, bool) { return triggers.Kind(name) }
