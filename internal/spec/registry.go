package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Checker is what every kind's configuration can do: say what is wrong with
// itself, each problem's path beginning with path.
type Checker interface {
	Check(path string) []Problem
}

// Registry holds the kinds of one sort (steps, triggers or blocks) in the
// order in which they were added. C is the interface of their configurations.
type Registry[C Checker] struct {
	kinds []Kind
	make  map[string]func() C
}

// Add registers a kind; zero returns a pointer to a new configuration. It
// panics when the name is taken: a programmer's error, seen at start.
func (r *Registry[C]) Add(k Kind, zero func() C) {
	if r.make == nil {
		r.make = map[string]func() C{}
	}
	if _, taken := r.make[k.Name]; taken {
		panic("spec: kind " + k.Name + " is registered twice")
	}
	r.kinds = append(r.kinds, k)
	slices.SortFunc(r.kinds, func(a, b Kind) int { return a.Order(b) })
	r.make[k.Name] = zero
}

// Order sorts kinds by name, so that file order never shows.
func (k Kind) Order(other Kind) int {
	switch {
	case k.Name < other.Name:
		return -1
	case k.Name > other.Name:
		return 1
	}
	return 0
}

// Kinds lists the registered kinds.
func (r *Registry[C]) Kinds() []Kind { return slices.Clone(r.kinds) }

// Kind finds a kind by its name.
func (r *Registry[C]) Kind(name string) (Kind, bool) {
	i := slices.IndexFunc(r.kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return r.kinds[i], true
}

// Names lists the names of the kinds, sorted.
func (r *Registry[C]) Names() []string { return slices.Sorted(maps.Keys(r.make)) }

// Item is one step, trigger or block: {"id": …, "kind": …, and the fields of
// its configuration}.
type Item[C Checker] struct {
	// ID is unique within its list and never shown to a person; triggers have none.
	ID string
	// Kind names the registered kind.
	Kind string
	// Config is the kind's own configuration.
	Config C
}

// Decode reads one item strictly. The configuration is nil when the item
// cannot be read; a problem says why.
func (r *Registry[C]) Decode(raw json.RawMessage, path string) (Item[C], []Problem) {
	var item Item[C]
	members, problems := object(raw, path)
	if problems != nil {
		return item, problems
	}
	problems = append(takeString(members, "id", path, &item.ID), takeString(members, "kind", path, &item.Kind)...)
	zero, known := r.make[item.Kind]
	if problems == nil && !known {
		problems = []Problem{{Path: Join(path, "kind"), Code: "unknown_kind", Args: map[string]any{"kind": clip(item.Kind)}}}
	}
	if problems != nil {
		return item, problems
	}
	config := zero()
	if problems = decodeMembers(members, config, path); problems != nil {
		return item, problems
	}
	item.Config = config
	return item, nil
}

// EncodeItem is the reverse of Decode.
func EncodeItem[C Checker](item Item[C]) ([]byte, error) {
	body, err := json.Marshal(item.Config)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", item.Kind, err)
	}
	if body[0] != '{' {
		return nil, fmt.Errorf("encode %s: its configuration is no object", item.Kind)
	}
	head := struct {
		ID   string `json:"id,omitempty"`
		Kind string `json:"kind"`
	}{item.ID, item.Kind}
	out, err := json.Marshal(head)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", item.Kind, err)
	}
	if len(body) > len("{}") {
		out = append(append(out[:len(out)-1], ','), body[1:]...)
	}
	return out, nil
}
