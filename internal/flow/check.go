package flow

import (
	"botyard/internal/spec"
)

// Bounds of a project's scenarios, so that none can take the process.
const (
	maxScenarios = 500
	maxTriggers  = 50
	maxSteps     = 200
	maxTitle     = 100
)

// Check says everything that is wrong with scenarios that Parse has read.
func Check(s Scenarios, path string) []spec.Problem {
	problems := tooMany(len(s), maxScenarios, path)
	scenarioIDs, stepIDs := map[string]bool{}, map[string]bool{}
	for i := range s {
		here := spec.Join(path, i)
		problems = append(problems, spec.CheckID(s[i].ID, here, scenarioIDs)...)
		problems = append(problems, s[i].check(here, stepIDs)...)
	}
	return append(problems, checkStart(s, path)...)
}

func (s *Scenario) check(path string, stepIDs map[string]bool) []spec.Problem {
	problems := spec.CheckText(s.Title, spec.Join(path, "title"), false, maxTitle)
	problems = append(problems, tooMany(len(s.Triggers), maxTriggers, spec.Join(path, "triggers"))...)
	problems = append(problems, tooMany(len(s.Steps), maxSteps, spec.Join(path, "steps"))...)
	for i, t := range s.Triggers {
		problems = append(problems, t.Config.Check(spec.Join(path, "triggers", i))...)
	}
	for i, step := range s.Steps {
		here := spec.Join(path, "steps", i)
		problems = append(problems, spec.CheckID(step.ID, here, stepIDs)...)
		problems = append(problems, step.Config.Check(here)...)
	}
	return problems
}

// checkStart warns of a bot that stays silent to /start, the first thing that
// every visitor sends.
func checkStart(s Scenarios, path string) []spec.Problem {
	for i := range s {
		for _, t := range s[i].Triggers {
			if c, ok := t.Config.(*Command); ok && c.Command == "start" {
				return nil
			}
		}
	}
	return []spec.Problem{{Path: path, Code: "no_start", Warning: true}}
}

func tooMany(n, most int, path string) []spec.Problem {
	if n <= most {
		return nil
	}
	return []spec.Problem{{Path: path, Code: "too_many", Args: map[string]any{"max": most, "n": n}}}
}
