package rehearsal

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"botyard/internal/card"
	"botyard/internal/flow"
)

// Dialogue is a talk that is kept as a test: when they say this, the bot
// answers that.
type Dialogue struct {
	Version int `json:"version"`
	// About is what the project said of itself then, so that a new telephone
	// number breaks no test.
	About About     `json:"about"`
	Begun time.Time `json:"begun"`
	Start Visitor   `json:"start"`
	Turns []Turn    `json:"turns"`
}

// About is what a project says of itself.
type About struct {
	Name string    `json:"name"`
	Lang string    `json:"lang"`
	Card card.Card `json:"card"`
}

// Stage is a draft with the project as it was.
func (a About) Stage(release *flow.Release, scenarios flow.Scenarios) Stage {
	return Stage{
		Release: release, Scenarios: scenarios, Zone: a.Card.Location(), Bot: "bot",
		Project: func(at time.Time) flow.Project {
			return flow.Project{Lang: a.Lang, Card: a.Card.Variables(a.Name, a.Lang, at), Closed: !a.Card.Open(at), Team: true}
		},
	}
}

// Turn is what the visitor did, and what came of it.
type Turn struct {
	Deed Deed     `json:"deed"`
	Says []Saying `json:"says"`
}

// Saying is one thing that came of a turn.
type Saying struct {
	// Kind is Bot, Done or Note, Code that of Done and Note; "impossible" is a
	// deed that could not be done.
	Kind Kind   `json:"kind"`
	Code string `json:"code,omitempty"`
	// Text is the words.
	Text string `json:"text,omitempty"`
	// Keys are the buttons, Files the pictures and other files.
	Keys  []string `json:"keys,omitempty"`
	Files []string `json:"files,omitempty"`
	// Values of a submission.
	Values []flow.Value `json:"values,omitempty"`
}

// MaxDialogue is the most bytes of a dialogue's JSON.
const MaxDialogue = 256 << 10

// Record plays a talk anew on the draft, and keeps how it went. False: some of
// it cannot be done again, or too much is missing.
func (t *Talk) Record(about About, s Stage) (Dialogue, bool) {
	d := Dialogue{Version: version, About: about, Begun: t.Begun, Start: t.Start}
	for _, deed := range t.Deeds {
		d.Turns = append(d.Turns, Turn{Deed: deed})
	}
	d.Turns = d.Play(s)
	for _, turn := range d.Turns {
		if impossible(turn) {
			return d, false
		}
	}
	return d, t.Whole && len(d.Turns) > 0
}

func impossible(t Turn) bool { return len(t.Says) > 0 && t.Says[0].Code == "impossible" }

// Play does all of the dialogue's deeds on a draft, and tells how it goes.
func (d Dialogue) Play(s Stage) []Turn {
	talk := Begin(d.Start)
	var turns []Turn
	for _, turn := range d.Turns {
		talk.heard = []Saying{}
		if !talk.repeat(s, turn.Deed, d.Begun.Add(turn.Deed.After)) {
			talk.heard = []Saying{{Kind: Note, Code: "impossible"}}
		}
		turns = append(turns, Turn{turn.Deed, talk.heard})
	}
	return turns
}

// repeat does a deed as it was done and when it was: a button wherever it is
// now, and a wait however long it lasts. The clock is never turned back.
func (t *Talk) repeat(s Stage, d Deed, at time.Time) bool {
	t.Ahead = max(0, t.last.Sub(at))
	switch d.Do {
	case "wait":
		return t.Skip(s, at)
	case "press":
		for i := len(t.Lines) - 1; i >= 0; i-- {
			if l := t.Lines[i]; l.Kind == Bot && labelOf(*l.Post, d.Text) != "" {
				d.Message = l.ID
				break
			}
		}
	}
	return t.Do(s, d, at)
}

// Differs tells which turns go another way in got.
func (d Dialogue) Differs(got []Turn) (turns []int) {
	for i := range d.Turns {
		if i >= len(got) || !reflect.DeepEqual(plain(d.Turns[i].Says), plain(got[i].Says)) {
			turns = append(turns, i)
		}
	}
	return turns
}

// plain makes lists that are empty one way alike.
func plain(says []Saying) []Saying {
	out := make([]Saying, len(says))
	for i, s := range says {
		if len(s.Keys) == 0 {
			s.Keys = nil
		}
		if len(s.Files) == 0 {
			s.Files = nil
		}
		if len(s.Values) == 0 {
			s.Values = nil
		}
		out[i] = s
	}
	return out
}

// hear notes a line for a dialogue.
func (t *Talk) hear(l Line) {
	if t.heard == nil || l.Kind != Bot && l.Kind != Done && l.Kind != Note || l.Code == "skipped" {
		return
	}
	s := Saying{Kind: l.Kind, Code: l.Code, Text: l.Text, Values: l.Values}
	if p := l.Post; p != nil {
		s.Text = p.Text
		for _, row := range p.Inline {
			for _, b := range row {
				s.Keys = append(s.Keys, b.Label)
			}
		}
		if p.Reply != nil {
			s.Keys = append(append(s.Keys, p.Reply.Label), p.Reply.Words...)
		}
		for _, m := range p.Media {
			s.Files = append(s.Files, m.Kind)
		}
	}
	t.heard = append(t.heard, s)
}

// Encode writes the dialogue; false: it is too big to be kept.
func (d Dialogue) Encode() ([]byte, bool) {
	raw, err := json.Marshal(d)
	return raw, err == nil && len(raw) <= MaxDialogue
}

// DecodeDialogue reads a stored dialogue.
func DecodeDialogue(raw []byte) (Dialogue, error) {
	var d Dialogue
	if err := json.Unmarshal(raw, &d); err != nil {
		return Dialogue{}, fmt.Errorf("read a dialogue: %w", err)
	}
	if d.Version != version {
		return Dialogue{}, errTalk
	}
	return d, nil
}
