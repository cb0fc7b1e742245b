package flow

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"botyard/internal/spec"
)

// Bounds that editors keep to, so that nobody builds what Check refuses.
const (
	MaxScenarios = maxScenarios
	MaxTriggers  = maxTriggers
	MaxSteps     = maxSteps
	MaxChoices   = maxChoices
	MaxTitle     = maxTitle
	MaxLabel     = maxLabel
)

// ErrNoList means that a scenario has no list of steps of that name.
var ErrNoList = errors.New("no such list of steps")

// Branch is a list of steps beneath a step, by a name that stays the same
// while buttons change their places.
type Branch struct {
	// Name is unique over the draft: the id of the step, a point, and the id
	// of the button or else the list's path: "t5.b3", "t7.yes", "t8.ways.0".
	Name string
	List
}

// Branches are the lists beneath the step, in the order of the outline.
func (s *Step) Branches() []Branch {
	parts := s.Parts()
	all := make([]Branch, len(parts.Lists))
	for i, list := range parts.Lists {
		all[i] = Branch{s.ID + "." + keyOf(list, parts.Keys), list}
	}
	return all
}

// keyOf names a list within its step: the id of the button beside it, else
// its path.
func keyOf(list List, keys []Ref) string {
	beside := spec.Join("", list.Path[:len(list.Path)-1]...)
	for _, key := range keys {
		if beside != "" && spec.Join("", key.Path[:len(key.Path)-1]...) == beside {
			return key.Value
		}
	}
	path := strings.TrimSuffix(spec.Join("", list.Path...), "/steps")
	return strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", ".")
}

// EditList puts what change makes of a list of steps in its place; "" names
// the scenario's own list. The steps around it stay as they are.
func (s *Scenario) EditList(name string, change func(Steps) (Steps, error)) error {
	if name == "" {
		steps, err := change(s.Steps)
		if err == nil {
			s.Steps = steps
		}
		return err
	}
	found, err := s.Steps.edit(name, change)
	if err == nil && !found {
		return ErrNoList
	}
	return err
}

// edit looks for the list among those beneath.
func (s Steps) edit(name string, change func(Steps) (Steps, error)) (bool, error) {
	for i := range s {
		for _, b := range s[i].Branches() {
			list, found, err := b.edit(name, change)
			if err != nil {
				return false, err
			}
			if found {
				return true, s[i].setList(b.Path, list)
			}
		}
	}
	return false, nil
}

func (b Branch) edit(name string, change func(Steps) (Steps, error)) (Steps, bool, error) {
	if b.Name == name {
		list, err := change(b.Steps)
		return list, true, err
	}
	found, err := b.Steps.edit(name, change)
	return b.Steps, found, err
}

// setList writes a list into the step's configuration. It goes by way of the
// configuration's JSON, so that no kind has to know.
func (s *Step) setList(path []any, list Steps) error {
	raw, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("write a list of steps: %w", err)
	}
	return s.rewrite(func(members map[string]any) { setAt(members, path, json.RawMessage(raw)) })
}

// rewrite changes the step's JSON and reads it again.
func (s *Step) rewrite(change func(members map[string]any)) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var members map[string]any
	if err := json.Unmarshal(raw, &members); err != nil {
		return fmt.Errorf("read a step: %w", err)
	}
	change(members)
	if raw, err = json.Marshal(members); err != nil {
		return fmt.Errorf("write a step: %w", err)
	}
	item, problems := steps.Decode(raw, "")
	if problems != nil {
		return unreadable(problems)
	}
	*s = Step(item)
	return nil
}

// setAt puts a value at a path of JSON as Go holds it.
func setAt(holder any, path []any, value any) {
	for len(path) > 1 {
		holder = member(holder, path[0])
		path = path[1:]
	}
	if members, ok := holder.(map[string]any); ok {
		members[fmt.Sprint(path[0])] = value
	}
}

func member(holder, key any) any {
	switch h := holder.(type) {
	case map[string]any:
		return h[fmt.Sprint(key)]
	case []any:
		if i, ok := key.(int); ok && i < len(h) {
			return h[i]
		}
	}
	return nil
}

// ListOf tells which list of the scenario holds a step, and where in it.
func (s *Scenario) ListOf(id string) (name string, at int, found bool) {
	return s.Steps.find("", id)
}

func (s Steps) find(list, id string) (name string, at int, found bool) {
	for i := range s {
		if s[i].ID == id {
			return list, i, true
		}
		for _, b := range s[i].Branches() {
			if name, at, found := b.Steps.find(b.Name, id); found {
				return name, at, true
			}
		}
	}
	return "", 0, false
}

// NewStep makes a step of a kind with nothing but its defaults; false: there
// is no such kind.
func NewStep(kind, id string) (Step, bool) {
	raw := `{"id":` + strconv.Quote(id) + `,"kind":` + strconv.Quote(kind) + `}`
	item, problems := steps.Decode([]byte(raw), "")
	return Step(item), problems == nil
}

// NewTrigger makes a trigger of a kind with nothing but its defaults.
func NewTrigger(kind string) (Trigger, bool) {
	item, problems := triggers.Decode([]byte(`{"kind":`+strconv.Quote(kind)+`}`), "")
	return Trigger(item), problems == nil
}

// ReadStep reads one step strictly, as Parse does.
func ReadStep(raw json.RawMessage) (Step, []spec.Problem) {
	item, problems := steps.Decode(raw, "")
	return Step(item), problems
}

// ReadTrigger reads one trigger strictly, as Parse does.
func ReadTrigger(raw json.RawMessage) (Trigger, []spec.Problem) {
	item, problems := triggers.Decode(raw, "")
	return Trigger(item), problems
}
