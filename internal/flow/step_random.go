package flow

import (
	"encoding/binary"
	"hash/fnv"

	"botyard/internal/spec"
)

// Random goes one of several ways by chance.
type Random struct {
	// Ways have each a share of the clients.
	Ways []Way `json:"ways"`
}

// Way is one of the ways.
type Way struct {
	// ID tells the ways of a step apart, for the editor.
	ID string `json:"id,omitempty"`
	// Share is how often it is taken, compared with the others' shares.
	Share int `json:"share"`
	// Steps of the way.
	Steps Steps `json:"steps,omitempty"`
}

const (
	maxWays  = 10
	maxShare = 1000
)

func init() {
	steps.Add(spec.Kind{
		Name: "random", Shelf: spec.Experienced, Place: 1,
		Title: spec.Words{RU: "Случайный выбор", EN: "Random split"},
		Hint:  spec.Words{RU: "Разным клиентам по-разному, по жребию", EN: "Different clients get different things, by lot"},
		Fields: []spec.Field{{
			Name: "ways", Type: spec.Rows, Required: true, Max: maxWays, Label: spec.Words{RU: "Варианты", EN: "Ways"},
			Fields: []spec.Field{
				{Name: "id", Type: spec.Line, Max: 40, Label: spec.Words{RU: "Вариант", EN: "Way"}},
				{Name: "share", Type: spec.Number, Label: spec.Words{RU: "Доля", EN: "Share"}},
				{Name: "steps", Type: spec.Steps, Label: spec.Words{RU: "Шаги", EN: "Steps"}},
			},
		}},
	}, func() StepConfig { return &Random{} })
}

// Check wants two ways and shares that can be.
func (r *Random) Check(path string) []spec.Problem {
	here := spec.Join(path, "ways")
	if len(r.Ways) < 2 {
		return []spec.Problem{{Path: here, Code: "required"}}
	}
	problems := tooMany(len(r.Ways), maxWays, here)
	total := 0
	for i, w := range r.Ways {
		if w.ID != "" {
			problems = append(problems, checkField(w.ID, spec.Join(here, i, "id"))...)
		}
		if w.Share < 0 || w.Share > maxShare {
			problems = append(problems, spec.Problem{Path: spec.Join(here, i, "share"), Code: "bad_number", Args: map[string]any{"min": 0, "max": maxShare}})
		}
		total += max(0, min(w.Share, maxShare))
	}
	if total == 0 {
		problems = append(problems, spec.Problem{Path: here, Code: "no_share"})
	}
	return problems
}

// Parts are the ways.
func (r *Random) Parts() Parts {
	var p Parts
	for i, w := range r.Ways {
		p.Lists = append(p.Lists, List{Path: at("ways", i, "steps"), Steps: w.Steps})
	}
	return p
}

// Run draws lots: the same event of the same person always draws the same.
func (r *Random) Run(t *turn) {
	total := 0
	for _, w := range r.Ways {
		total += max(0, w.Share)
	}
	if total <= 0 {
		return
	}
	lot := int(t.chance() % uint64(total))
	for _, w := range r.Ways {
		if lot -= max(0, w.Share); lot < 0 {
			t.enter(w.Steps)
			return
		}
	}
}

// chance is a number that the person, the event and the place of the step in
// the turn decide.
func (t *turn) chance() uint64 {
	h := fnv.New64a()
	var b [24]byte
	binary.LittleEndian.PutUint64(b[:], uint64(t.person.ID))
	binary.LittleEndian.PutUint64(b[8:], uint64(t.event.ID))
	binary.LittleEndian.PutUint64(b[16:], uint64(len(t.trace)))
	h.Write(b[:])
	h.Write([]byte(t.here.ID))
	n := h.Sum64()
	// FNV mixes its last bytes badly.
	n ^= n >> 33
	n *= 0xff51afd7ed558ccd
	return n ^ n>>33
}
