package project

import (
	"botyard/internal/flow"
	"botyard/internal/spec"
	"botyard/miniapp"
)

// The engine knows more kinds than the machinery carries out: a bot that
// would stay silent where its owner expects something is not published.
var (
	performedSteps    = map[string]bool{"message": true}
	unperformedBlocks = map[string]bool{"form": true, "order": true, "products": true}
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

// Performs tells whether blocks of a kind do what they show: what a form sends
// needs a list to come to, products a place where they are kept.
func Performs(k spec.Kind) bool { return !unperformedBlocks[k.Name] }

// checkBlocks names the blocks of a draft that would not do what they show.
func checkBlocks(pages miniapp.Pages, path string) (problems []spec.Problem) {
	for i, page := range pages {
		for n, block := range page.Blocks {
			if unperformedBlocks[block.Kind] {
				problems = append(problems, notYet(spec.Join(path, i, "blocks", n), block.Kind))
			}
		}
	}
	return problems
}

func notYet(path, kind string) spec.Problem {
	return spec.Problem{Path: spec.Join(path, "kind"), Code: "kind_not_yet", Args: map[string]any{"kind": kind}}
}
