package flow

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"botyard/internal/spec"
)

// State is where a chat stands. The zero state, nothing open, is never stored.
type State struct {
	// Version is the form of the state, for programs to come.
	Version int `json:"version"`
	// Open dialogues, the oldest first: at most one on a question, any number
	// (up to maxOpen) on waits and calls.
	Open []Dialogue `json:"open,omitempty"`
	// Silent is until when the team speaks instead of the bot; zero: it does not.
	Silent time.Time `json:"silent,omitzero"`
}

// Dialogue is a run of steps that is suspended on one.
type Dialogue struct {
	Call
	// Release in which it began and goes on.
	Release int32 `json:"release"`
	// Step on which it stands, and which part of it ("" for the step itself).
	Step string `json:"step"`
	Part string `json:"part,omitempty"`
	// On tells what it waits for.
	On Suspense `json:"on"`
	// Begun is when the dialogue began, Since when it came to the step, and
	// Until when the timer of a wait comes.
	Begun time.Time `json:"begun"`
	Since time.Time `json:"since"`
	Until time.Time `json:"until,omitzero"`
	// Asked are the questions before this one, for going back.
	Asked []string `json:"asked,omitempty"`
	// Menu is the step of the menu that led here, for its way back.
	Menu string `json:"menu,omitempty"`
	// Keyboard tells that the visitor sees a keyboard in place of their own.
	Keyboard bool `json:"keyboard,omitempty"`
}

// Suspense is what a dialogue waits for.
type Suspense string

// The kinds of suspense.
const (
	OnQuestion Suspense = "question"
	OnWait     Suspense = "wait"
	OnCall     Suspense = "call"
)

// Bounds of a state, which keep it under 64 KiB.
const (
	// MaxState is the most bytes of a state's JSON.
	MaxState = 64 << 10
	// MaxAge is how long a dialogue stays open.
	MaxAge   = 30 * 24 * time.Hour
	maxOpen  = 12
	maxAsked = 20
)

// stateVersion is the version that this program writes.
const stateVersion = 1

// Idle tells whether nothing is open.
func (s State) Idle() bool { return len(s.Open) == 0 && s.Silent.IsZero() }

// Equal tells whether two states are the same.
func (s State) Equal(other State) bool {
	return s.Idle() && other.Idle() || reflect.DeepEqual(s, other)
}

// Releases lists the releases whose dialogues are open, each once: what
// Advance needs besides the current one.
func (s State) Releases() []int32 {
	var all []int32
	for _, d := range s.Open {
		if !slices.Contains(all, d.Release) {
			all = append(all, d.Release)
		}
	}
	return all
}

// Steps lists the ids of the steps on which dialogues stand.
func (s State) Steps() []string {
	var all []string
	for _, d := range s.Open {
		all = append(all, d.Step)
	}
	return all
}

// ErrState is a stored state that this program cannot read: a newer one wrote
// it, or it is broken.
var ErrState = errors.New("a stored state is not of this version")

// UnmarshalJSON reads a stored state strictly.
func (s *State) UnmarshalJSON(data []byte) error {
	type plain State
	var p plain
	if len(data) > MaxState {
		return fmt.Errorf("%w: %d bytes", ErrState, len(data))
	}
	if problems := spec.Decode(data, &p, ""); problems != nil {
		return fmt.Errorf("%w: %w", ErrState, spec.Problems(problems))
	}
	if p.Version > stateVersion || len(p.Open) > maxOpen {
		return ErrState
	}
	*s = State(p)
	return nil
}

// MarshalJSON writes the state in the form of this program.
func (s State) MarshalJSON() ([]byte, error) {
	type plain State
	s.Version = stateVersion
	return json.Marshal(plain(s))
}

// question is the place of the dialogue that stands on a question, -1 without one.
func (s State) question() int {
	return slices.IndexFunc(s.Open, func(d Dialogue) bool { return d.On == OnQuestion })
}
