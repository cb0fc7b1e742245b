package flow

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Copy is the scenario once more, with ids of its own: newID gives one for a
// prefix. What leads to a step of the copied ones leads to its copy.
func (s Scenario) Copy(newID func(prefix string) string) (Scenario, error) {
	twin := Scenario{ID: newID("s"), Title: s.Title, Triggers: s.Triggers}
	steps, err := s.Steps.Copy(newID)
	twin.Steps = steps
	return twin, err
}

// Copy is the steps once more, as Scenario.Copy has them.
func (s Steps) Copy(newID func(prefix string) string) (Steps, error) {
	fresh := map[string]string{}
	for place := range (Scenarios{{Steps: s}}).All() {
		fresh[place.Step.ID] = newID("t")
		for _, key := range place.Step.Parts().Keys {
			fresh[key.Value] = newID("b")
		}
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return nil, fmt.Errorf("read steps to copy: %w", err)
	}
	if raw, err = json.Marshal(renamed(tree, fresh)); err != nil {
		return nil, fmt.Errorf("write copied steps: %w", err)
	}
	var twins Steps
	return twins, json.Unmarshal(raw, &twins)
}

// renamed gives JSON with other ids, and links that follow them.
func renamed(value any, fresh map[string]string) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = renamed(v[i], fresh)
		}
	case map[string]any:
		for name, inner := range v {
			v[name] = renamedMember(name, inner, fresh)
		}
	}
	return value
}

func renamedMember(name string, value any, fresh map[string]string) any {
	s, ok := value.(string)
	if !ok {
		return renamed(value, fresh)
	}
	id, isStep := strings.CutPrefix(s, "step:")
	switch {
	case name == "id" && fresh[s] != "":
		return fresh[s]
	case name == "to" && isStep && fresh[id] != "":
		return "step:" + fresh[id]
	}
	return s
}
