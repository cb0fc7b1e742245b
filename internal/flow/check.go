package flow

import (
	"iter"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Bounds of a project's scenarios, so that none can take the process.
const (
	maxScenarios = 500
	maxTriggers  = 50
	// maxSteps is the most steps of one list, maxAll of a project.
	maxSteps = 200
	maxAll   = 3000
	// maxDepth is how many lists may lie beneath one another.
	maxDepth = 10
	maxTitle = 100
)

// Around is what scenarios refer to outside themselves.
type Around struct {
	// Page and Media tell whether there is such a page or uploaded file; nil
	// asks nobody.
	Page  func(id string) bool
	Media func(key string) bool
	// Fields of the project besides those that the scenarios fill.
	Fields []Field
	// Team tells that the chat of a team is linked.
	Team bool
}

// Check says everything that is wrong with scenarios that Parse has read, by
// themselves.
func Check(s Scenarios, path string) []spec.Problem { return Around{}.Check(s, path) }

// Check says everything that is wrong with scenarios in their project.
// Warnings do not stop a publication.
func (around Around) Check(s Scenarios, path string) []spec.Problem {
	problems := tooMany(len(s), maxScenarios, path)
	scenarioIDs, stepIDs := map[string]bool{}, map[string]bool{}
	for i := range s {
		here := spec.Join(path, i)
		problems = append(problems, spec.CheckID(s[i].ID, here, scenarioIDs)...)
		problems = append(problems, s[i].check(here, stepIDs)...)
	}
	if n := s.count(); n > maxAll {
		// What follows costs more than so many are worth.
		return append(problems, tooMany(n, maxAll, path)...)
	}
	problems = append(problems, checkCommands(s, path)...)
	problems = append(problems, checkExpressions(s, path)...)
	problems = append(problems, checkStart(s, path)...)
	problems = append(problems, checkRefs(s, around, path)...)
	problems = append(problems, checkFields(s, around, path)...)
	return append(problems, checkWays(s, path)...)
}

func (s Scenarios) count() int {
	n := 0
	for range s.All() {
		n++
	}
	return n
}

func (s *Scenario) check(path string, ids map[string]bool) []spec.Problem {
	problems := spec.CheckText(s.Title, spec.Join(path, "title"), false, maxTitle)
	problems = append(problems, tooMany(len(s.Triggers), maxTriggers, spec.Join(path, "triggers"))...)
	for i, t := range s.Triggers {
		problems = append(problems, t.Config.Check(spec.Join(path, "triggers", i))...)
	}
	if len(s.Triggers) > 0 && len(s.Steps) == 0 {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "steps"), Code: "no_steps", Warning: true})
	}
	return append(problems, s.Steps.check(spec.Join(path, "steps"), 0, ids)...)
}

// check looks at a list of steps and all beneath it.
func (s Steps) check(path string, depth int, ids map[string]bool) []spec.Problem {
	problems := tooMany(len(s), maxSteps, path)
	if depth > maxDepth && len(s) > 0 {
		return append(problems, spec.Problem{Path: path, Code: "too_deep", Args: map[string]any{"max": maxDepth}})
	}
	for i, step := range s {
		here := spec.Join(path, i)
		problems = append(problems, spec.CheckID(step.ID, here, ids)...)
		problems = append(problems, step.Config.Check(here)...)
		parts := step.Parts()
		for _, key := range parts.Keys {
			problems = append(problems, spec.CheckID(key.Value, spec.Join(here, key.Path[:len(key.Path)-1]...), ids)...)
		}
		for _, list := range parts.Lists {
			problems = append(problems, list.Steps.check(spec.Join(here, list.Path...), depth+1, ids)...)
		}
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

// checkExpressions bounds what all expressions together may cost.
func checkExpressions(s Scenarios, path string) (problems []spec.Problem) {
	total := 0
	for i := range s {
		for j, t := range s[i].Triggers {
			x, ok := t.Config.(*Expression)
			if !ok {
				continue
			}
			n, _ := x.instructions()
			if total += n; total > maxProject && n <= maxInstructions {
				problems = append(problems, spec.Problem{Path: spec.Join(path, i, "triggers", j, "pattern"), Code: "heavy_patterns"})
			}
		}
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

// variablesOf visits the names of a text's variables.
func variablesOf(text richtext.Text, visit func(name string)) {
	text.Walk(func(n richtext.Node) {
		if n.Kind == richtext.Var {
			visit(n.Value)
		}
	})
}
