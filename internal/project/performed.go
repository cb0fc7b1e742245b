package project

import (
	"botyard/internal/flow"
	"botyard/internal/spec"
)

// The engine knows more kinds than the machinery carries out: a bot that
// would stay silent where its owner expects something is not published.
var unperformedSteps = map[string]bool{"notify": true, "person": true}

// checkPerformed names the steps and triggers of a draft that cannot run yet.
func checkPerformed(scenarios flow.Scenarios, path string) (problems []spec.Problem) {
	for place := range scenarios.All() {
		if step := place.Step; unperformedSteps[step.Kind] {
			problems = append(problems, notYet(path+place.Path, step.Kind))
		}
	}
	return problems
}

func notYet(path, kind string) spec.Problem {
	return spec.Problem{Path: spec.Join(path, "kind"), Code: "kind_not_yet", Args: map[string]any{"kind": kind}}
}
