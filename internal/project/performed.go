package project

import (
	"botyard/internal/flow"
	"botyard/internal/spec"
)

// The engine knows more kinds than the machinery carries out: a bot that
// would stay silent where its owner expects something is not published.
var (
	performedSteps    = map[string]bool{"message": true}
	performedTriggers = map[string]bool{"command": true, "keyword": true, "expression": true, "deep_link": true, "fallback": true}
)

// checkPerformed names the steps and triggers of a draft that cannot run yet.
func checkPerformed(scenarios flow.Scenarios, path string) (problems []spec.Problem) {
	for i, scenario := range scenarios {
		here := spec.Join(path, i)
		for n, trigger := range scenario.Triggers {
			if !performedTriggers[trigger.Kind] {
				problems = append(problems, notYet(spec.Join(here, "triggers", n), trigger.Kind))
			}
		}
		for n, step := range scenario.Steps {
			if m, ok := step.Config.(*flow.Message); !performedSteps[step.Kind] || ok && len(m.Media) > 0 {
				problems = append(problems, notYet(spec.Join(here, "steps", n), step.Kind))
			}
		}
	}
	return problems
}

func notYet(path, kind string) spec.Problem {
	return spec.Problem{Path: spec.Join(path, "kind"), Code: "kind_not_yet", Args: map[string]any{"kind": kind}}
}
