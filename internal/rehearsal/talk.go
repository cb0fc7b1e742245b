// Package rehearsal is a conversation with a bot that nobody else sees: the
// scenario engine itself on a draft, with a visitor who is played. What the
// bot would do outside (records, notices, calls) is written down and touches
// nothing. It is pure, so that a conversation that is played again is the same.
package rehearsal

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"botyard/internal/flow"
	"botyard/internal/richtext"
)

// Talk is a conversation and where it stands.
type Talk struct {
	Version int         `json:"version"`
	Person  flow.Person `json:"person"`
	// First tells that the visitor is new and has not written yet.
	First bool       `json:"first,omitempty"`
	State flow.State `json:"state"`
	// Ahead is how far the talk's clock is ahead of the real one.
	Ahead time.Duration `json:"ahead,omitempty"`
	// Event and Message number what happened and what the bot wrote.
	Event   int64 `json:"event"`
	Message int64 `json:"message"`
	// Lines are what is seen, the oldest first.
	Lines []Line `json:"lines"`
	// Timers wait for their time, Asked for their answers, the first one first.
	Timers []flow.StartTimer `json:"timers,omitempty"`
	Asked  []Asked           `json:"asked,omitempty"`
	// Keys are in place of the visitor's keyboard, nil for none.
	Keys *flow.Reply `json:"keys,omitempty"`
	// Start is who the visitor was at the beginning, Begun when that was by the
	// talk's clock, and Deeds all that they did, so that it can be done again;
	// Whole tells that none is missing.
	Start Visitor   `json:"start"`
	Begun time.Time `json:"begun,omitzero"`
	Deeds []Deed    `json:"deeds,omitempty"`
	Whole bool      `json:"whole,omitempty"`
	// Draft is the revision that ran last.
	Draft int64 `json:"draft"`
	// Calls tells that calls are really made.
	Calls bool `json:"calls,omitempty"`
	// Back is the address from which it was opened, "" for none.
	Back string `json:"back,omitempty"`

	// heard is what came of a turn, when somebody wants to know.
	heard []Saying
	// last is when something was done last, by the talk's clock.
	last time.Time
}

// version is the form of talks that this program writes.
const version = 1

// Bounds of a talk.
const (
	// MaxTalk is the most bytes of a talk's JSON.
	MaxTalk  = 256 << 10
	maxLines = 120
	// MaxDeeds is how much a visitor may do for it to be done again.
	MaxDeeds = 100
)

// Kind is the sort of a line.
type Kind string

// The sorts of lines.
const (
	// Said is the visitor's message, Bot the bot's.
	Said Kind = "said"
	Bot  Kind = "bot"
	// Pressed tells of a button, Ran of the steps that ran.
	Pressed Kind = "pressed"
	Ran     Kind = "ran"
	// Done is something that a bot would do outside; Note is told besides.
	Done Kind = "done"
	Note Kind = "note"
)

// Line is one thing that is seen.
type Line struct {
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at"`
	// ID of a message of the bot.
	ID int64 `json:"id,omitempty"`
	// Post is what the bot wrote.
	Post *flow.Post `json:"post,omitempty"`
	// Text is what was said, or the label of what was pressed.
	Text string `json:"text,omitempty"`
	// Share is what was sent besides words: "contact", "location", "photo", "file" or "voice".
	Share string `json:"share,omitempty"`
	// Steps ran.
	Steps []Step `json:"steps,omitempty"`
	// Code names what was done or is told: "submission", "notice", "person",
	// "relayed", "puzzled", "skipped", "returned", "given_back", or a code of a flow.Report.
	Code string `json:"code,omitempty"`
	// Values of a submission.
	Values []flow.Value `json:"values,omitempty"`
	// Entities are the marks of a notice's Text.
	Entities []richtext.Entity `json:"entities,omitempty"`
}

// Step is one that ran, as it was called then.
type Step struct {
	Scenario string `json:"scenario"`
	Step     string `json:"step"`
	Kind     string `json:"kind"`
	Words    string `json:"words,omitempty"`
}

// Asked is a call that waits for its answer.
type Asked struct {
	HTTP    *flow.CallHTTP   `json:"http,omitempty"`
	Channel *flow.AskChannel `json:"channel,omitempty"`
}

// Call is what the answer must name.
func (a Asked) Call() flow.Call {
	if a.HTTP != nil {
		return a.HTTP.Call
	}
	return a.Channel.Call
}

// Visitor is who writes to the bot.
type Visitor struct {
	// Name is their first name.
	Name string `json:"name"`
	// New tells that they never wrote before. Who did may have data and tags.
	New  bool              `json:"new,omitempty"`
	Data map[string]string `json:"data,omitempty"`
	Tags []string          `json:"tags,omitempty"`
}

// Begin makes a talk with a visitor.
func Begin(v Visitor) Talk {
	t := Talk{Version: version, Whole: true, First: v.New, Start: v, Lines: []Line{}}
	t.Person = flow.Person{ID: visitorID, User: flow.User{FirstName: v.Name}}
	if !v.New {
		t.Person.Data, t.Person.Tags = v.Data, v.Tags
	}
	return t
}

// Again is the visitor when they come another time: as the talk left them.
func (t *Talk) Again(name string) Visitor {
	return Visitor{Name: name, Data: t.Person.Data, Tags: t.Person.Tags}
}

// visitorID is the visitor's in Telegram: nobody's.
const visitorID = 1

// Now is the talk's time at a real one.
func (t *Talk) Now(real time.Time) time.Time { return real.Add(t.Ahead) }

// errTalk is a stored talk that this program cannot read.
var errTalk = errors.New("a stored rehearsal is not of this version")

// Decode reads a stored talk.
func Decode(raw []byte) (Talk, error) {
	var t Talk
	if err := json.Unmarshal(raw, &t); err != nil {
		return Talk{}, fmt.Errorf("read a rehearsal: %w", err)
	}
	if t.Version != version {
		return Talk{}, errTalk
	}
	return t, nil
}

// Encode writes the talk, without its oldest lines when it would be too big.
func (t Talk) Encode() ([]byte, error) {
	for {
		raw, err := json.Marshal(t)
		if err != nil {
			return nil, fmt.Errorf("write a rehearsal: %w", err)
		}
		if len(raw) <= MaxTalk {
			return raw, nil
		}
		if len(t.Lines) == 0 {
			if t.Deeds == nil {
				return nil, errTalk
			}
			t.Deeds, t.Whole, t.Start = nil, false, Visitor{}
			continue
		}
		t.Lines = slices.Clone(t.Lines[(len(t.Lines)+1)/2:])
	}
}

func (t *Talk) line(l Line) {
	t.hear(l)
	if t.Lines = append(t.Lines, l); len(t.Lines) > maxLines {
		t.Lines = slices.Delete(t.Lines, 0, len(t.Lines)-maxLines)
	}
}
