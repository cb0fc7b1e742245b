package flow

import (
	"iter"

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
	problems = append(problems, checkCommands(s, path)...)
	return append(problems, checkStart(s, path)...)
}

func (s *Scenario) check(path string, stepIDs map[string]bool) []spec.Problem {
	problems := spec.CheckText(s.Title, spec.Join(path, "title"), false, maxTitle)
	problems = append(problems, tooMany(len(s.Triggers), maxTriggers, spec.Join(path, "triggers"))...)
	problems = append(problems, tooMany(len(s.Steps), maxSteps, spec.Join(path, "steps"))...)
	for i, t := range s.Triggers {
		problems = append(problems, t.Config.Check(spec.Join(path, "triggers", i))...)
	}
	if len(s.Triggers) > 0 && len(s.Steps) == 0 {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "steps"), Code: "no_steps", Warning: true})
	}
	for i, step := range s.Steps {
		here := spec.Join(path, "steps", i)
		problems = append(problems, spec.CheckID(step.ID, here, stepIDs)...)
		problems = append(problems, step.Config.Check(here)...)
	}
	return problems
}

// checkCommands warns of commands that never get their turn, because an
// earlier trigger has the same.
func checkCommands(s Scenarios, path string) (problems []spec.Problem) {
	seen := map[string]bool{}
	for here, command := range s.commands(path) {
		if seen[command] {
			args := map[string]any{"value": "/" + command}
			problems = append(problems, spec.Problem{Path: here, Code: "duplicate_trigger", Args: args, Warning: true})
		}
		seen[command] = true
	}
	return problems
}

// checkStart warns of a bot that stays silent to /start, the first thing that
// every visitor sends.
func checkStart(s Scenarios, path string) []spec.Problem {
	for _, command := range s.commands(path) {
		if command == "start" {
			return nil
		}
	}
	return []spec.Problem{{Path: path, Code: "no_start", Warning: true}}
}

// commands visits the commands that start something, each with its path.
func (s Scenarios) commands(path string) iter.Seq2[string, string] {
	return func(yield func(path, command string) bool) {
		for i := range s {
			for j, t := range s[i].Triggers {
				c, ok := t.Config.(*Command)
				if ok && c.Command != "" && !yield(spec.Join(path, i, "triggers", j, "command"), c.Command) {
					return
				}
			}
		}
	}
}

func tooMany(n, most int, path string) []spec.Problem {
	if n <= most {
		return nil
	}
	return []spec.Problem{{Path: path, Code: "too_many", Args: map[string]any{"max": most, "n": n}}}
}
