package rehearsal

import (
	"time"

	"botyard/internal/flow"
)

// Deed is something that the visitor does, or that is done for them.
type Deed struct {
	// Do is "say", "share", "press", "wait" (a wait ends), "answer" (a call is
	// answered), "return" (comes back after blocking the bot), "lead" (is led
	// to a step) or "give_back" (the team gives the visitor back to the bot).
	Do string `json:"do"`
	// After is how long after the talk's beginning it was done, by the talk's
	// clock; Do sets it.
	After time.Duration `json:"after"`
	// Text is what is said, what is shared ("contact", …), the data of the
	// button, or where somebody is led.
	Text string `json:"text,omitempty"`
	// Message has the button that is pressed; Do sets Label, what is written on it.
	Message int64  `json:"message,omitempty"`
	Label   string `json:"label,omitempty"`
	// Answer is a call's.
	Answer flow.Answer `json:"answer,omitzero"`
}

// Stage is what a talk runs on.
type Stage struct {
	// Release is the draft, compiled, and Scenarios what it was made from.
	Release   *flow.Release
	Scenarios flow.Scenarios
	// Project gives what holds outside releases at a time.
	Project func(at time.Time) flow.Project
	// Zone of the project.
	Zone *time.Location
	// Draft is the revision of the draft.
	Draft int64
	// Bot is the bot's username, "" without one.
	Bot string
}

// Do lets the visitor do something at a real time. False: it cannot be done
// (any more), and nothing changes.
func (t *Talk) Do(s Stage, d Deed, real time.Time) bool {
	now := t.Now(real).In(s.Zone)
	event, ok := t.event(d, now)
	if !ok {
		return false
	}
	t.Draft, t.last = s.Draft, now
	t.note(d, now)
	t.Event++
	event.ID, event.Now, event.Bot = t.Event, now, s.Bot
	event.User, event.First = t.Person.User, t.First && (event.Kind == flow.Said || event.Kind == flow.Pressed)
	t.First = t.First && !event.First
	if source := event.Source(); source != "" && t.Person.Source == "" {
		t.Person.Source = source
	}
	result := flow.Advance(flow.Input{Current: s.Release, State: t.State, Person: t.Person, Project: s.Project(now), Event: event})
	t.State, t.Person = result.State, result.Person
	t.take(s, result, now)
	return true
}

// event is what the engine gets of a deed; false: it cannot be.
func (t *Talk) event(d Deed, now time.Time) (flow.Event, bool) {
	switch d.Do {
	case "say":
		return flow.Event{Kind: flow.Said, Text: d.Text}, d.Text != ""
	case "share":
		content, ok := t.shared(d.Text)
		return flow.Event{Kind: flow.Said, Content: content}, ok
	case "press":
		l := t.message(d.Message)
		if l == nil || labelOf(*l.Post, d.Text) == "" {
			return flow.Event{}, false
		}
		return flow.Event{Kind: flow.Pressed, Button: d.Text, Under: flow.Under{ID: l.ID, Media: len(l.Post.Media) > 0}}, true
	case "wait":
		timer, ok := t.nextTimer()
		return flow.Event{Kind: flow.Fired, Call: timer.Call}, ok && !timer.At.After(now)
	case "answer":
		if len(t.Asked) == 0 {
			return flow.Event{}, false
		}
		return flow.Event{Kind: flow.Answered, Call: t.Asked[0].Call(), Answer: d.Answer}, true
	case "return":
		return flow.Event{Kind: flow.Joined}, true
	case "lead":
		return flow.Event{Kind: flow.Led, To: d.Text}, true
	case "give_back":
		return flow.Event{Kind: flow.GivenBack}, !t.State.Silent.IsZero()
	}
	return flow.Event{}, false
}

// The visitor's contact and place, and the name of their file.
const (
	Phone    = "+79001234567"
	fileName = "photo.jpg"
)

func (t *Talk) shared(what string) (flow.Content, bool) {
	switch what {
	case "contact":
		return flow.Content{Contact: &flow.Contact{Phone: Phone, FirstName: t.Person.FirstName, Own: true}}, true
	case "location":
		return flow.Content{Place: &flow.Point{Latitude: 55.7539, Longitude: 37.6208}}, true
	case "photo", "file", "voice":
		return flow.Content{Files: []flow.File{{Kind: what, ID: "rehearsal", Name: fileName}}}, true
	}
	return flow.Content{}, false
}

// note writes down what was done, and does it to what is seen.
func (t *Talk) note(d Deed, now time.Time) {
	if t.Begun.IsZero() {
		t.Begun = now
	}
	d.After = now.Sub(t.Begun)
	if d.Do == "press" {
		d.Label = labelOf(*t.message(d.Message).Post, d.Text)
	}
	if len(t.Deeds) < MaxDeeds {
		t.Deeds = append(t.Deeds, d)
	} else {
		t.Whole = false
	}
	l := Line{At: now, Text: d.Text}
	switch d.Do {
	case "say":
		l.Kind, t.Keys = Said, nil
	case "share":
		l.Kind, l.Share, l.Text, t.Keys = Said, d.Text, "", nil
	case "press":
		l.Kind, l.Text = Pressed, d.Label
	case "wait":
		l.Kind, l.Code = Note, "skipped"
		timer, _ := t.nextTimer()
		t.dropTimer(timer.Run)
	case "answer":
		l.Kind, l.Code, t.Asked = Note, "failed", t.Asked[1:]
		if d.Answer.OK {
			l.Code = "answered"
		}
	case "return":
		l.Kind, l.Code = Note, "returned"
	case "give_back":
		l.Kind, l.Code = Note, "given_back"
	default:
		return
	}
	t.line(l)
}

// message is a message of the bot that is still seen, nil when it is not.
func (t *Talk) message(id int64) *Line {
	for i := range t.Lines {
		if l := &t.Lines[i]; l.Kind == Bot && l.ID == id {
			return l
		}
	}
	return nil
}

// labelOf is what is written on the button with the data, "" when a post has none.
func labelOf(p flow.Post, data string) string {
	for _, row := range p.Inline {
		for _, b := range row {
			if b.Data == data && data != "" {
				return b.Label
			}
		}
	}
	return ""
}
