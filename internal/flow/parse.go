package flow

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"botyard/internal/spec"
)

// maxJSON bounds how deep the JSON of scenarios may nest: reading what lies
// deep costs its length once more with every level.
const maxJSON = 80

// Parse reads the scenarios of a draft strictly; every problem has its path under path.
func Parse(raw json.RawMessage, path string) (Scenarios, []spec.Problem) {
	var list []json.RawMessage
	if tooDeep(raw) {
		return nil, []spec.Problem{{Path: path, Code: "too_deep"}}
	}
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

// tooDeep looks no further than it must; what is no JSON is for others to tell.
func tooDeep(raw []byte) bool {
	d := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		if _, err := d.ReadToken(); err != nil {
			return false
		}
		if d.StackDepth() > maxJSON {
			return true
		}
	}
}

func parseScenario(raw json.RawMessage, path string) (Scenario, []spec.Problem) {
	var r rawScenario
	if problems := spec.Decode(raw, &r, path); problems != nil {
		return Scenario{}, problems
	}
	s := Scenario{ID: r.ID, Title: r.Title, Triggers: []Trigger{}}
	var problems []spec.Problem
	for i, element := range r.Triggers {
		here := spec.Join(path, "triggers", i)
		item, found := triggers.Decode(element, here)
		if item.ID != "" {
			found = append(found, spec.Problem{Path: spec.Join(here, "id"), Code: "unknown_field"})
		}
		s.Triggers, problems = append(s.Triggers, Trigger(item)), append(problems, found...)
	}
	if r.Steps != nil {
		list, found := parseSteps(r.Steps, spec.Join(path, "steps"))
		s.Steps, problems = list, append(problems, found...)
	}
	return s, problems
}

// parseSteps reads a list of steps; an empty one is nil.
func parseSteps(raw []byte, path string) (Steps, []spec.Problem) {
	var list []json.RawMessage
	if problems := spec.Decode(raw, &list, path); problems != nil {
		return nil, problems
	}
	var s Steps
	var problems []spec.Problem
	for i, element := range list {
		item, found := steps.Decode(element, spec.Join(path, i))
		s, problems = append(s, Step(item)), append(problems, found...)
	}
	return s, problems
}
