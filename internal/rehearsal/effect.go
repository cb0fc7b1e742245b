package rehearsal

import (
	"slices"
	"strings"
	"time"

	"botyard/internal/flow"
)

// take writes down what came of a turn: the steps that ran, then what the bot
// wrote and did.
func (t *Talk) take(s Stage, r flow.Result, now time.Time) {
	if len(r.Trace) > 0 {
		l := Line{Kind: Ran, At: now}
		for _, v := range r.Trace[:min(len(r.Trace), maxRan)] {
			l.Steps = append(l.Steps, stepOf(s.Scenarios, v))
		}
		t.line(l)
	}
	if r.NotUnderstood {
		t.line(Line{Kind: Note, At: now, Code: "puzzled"})
	}
	for _, e := range r.Effects {
		t.effect(e, now)
	}
	for _, report := range r.Reports {
		t.line(Line{Kind: Note, At: now, Code: report.Code})
	}
}

// maxRan is how many steps of a turn are named.
const maxRan = 12

func stepOf(scenarios flow.Scenarios, v flow.Visit) Step {
	step := Step{Scenario: v.Scenario, Step: v.Step}
	if found := scenarios.FindStep(v.Step); found != nil {
		step.Kind, step.Words = found.Kind, Words(found)
	}
	return step
}

// Words are the first that a step says, "" when it says nothing.
func Words(step *flow.Step) string {
	for _, spoken := range step.Parts().Texts {
		if words := firstWords(spoken.Text.Words(func(string) string { return "…" })); words != "" {
			return words
		}
	}
	return ""
}

// firstWords are enough of a text to know it by.
func firstWords(text string) string {
	words := []rune(strings.Join(strings.Fields(text), " "))
	if len(words) > 28 {
		return strings.TrimSpace(string(words[:27])) + "…"
	}
	return string(words)
}

func (t *Talk) effect(e flow.Effect, now time.Time) {
	switch e := e.(type) {
	case flow.Send:
		t.send(e.Post, now)
	case flow.Edit:
		if l := t.message(e.Message); l != nil {
			l.Post, l.At = &e.Post, now
			t.hear(*l)
			return
		}
		t.send(e.Post, now)
	case flow.DropKeyboard:
		if l := t.message(e.Message); l != nil {
			post := *l.Post
			post.Inline = nil
			l.Post = &post
		}
	case flow.StartTimer:
		t.dropTimer(e.Run)
		t.Timers = append(t.Timers, e)
	case flow.CancelTimer:
		t.dropTimer(e.Run)
	case flow.CallHTTP:
		t.Asked = append(t.Asked, Asked{HTTP: &e})
	case flow.AskChannel:
		t.Asked = append(t.Asked, Asked{Channel: &e})
	default:
		t.done(e, now)
	}
}

// send shows a message of the bot.
func (t *Talk) send(p flow.Post, now time.Time) {
	t.Message++
	t.line(Line{Kind: Bot, At: now, ID: t.Message, Post: &p})
	switch {
	case p.Reply != nil:
		t.Keys = p.Reply
	case p.Remove:
		t.Keys = nil
	}
}

// done tells of what a bot would do outside the chat.
func (t *Talk) done(e flow.Effect, now time.Time) {
	l := Line{Kind: Done, At: now}
	switch e := e.(type) {
	case flow.Submit:
		l.Code, l.Text, l.Values = "submission", e.Title, e.Values
	case flow.NotifyTeam:
		l.Code, l.Text, l.Entities = "notice", e.Text, e.Entities
	case flow.CallPerson:
		l.Code, l.Text, l.Entities = "person", e.Text, e.Entities
	case flow.Relay:
		l.Code = "relayed"
	default:
		return
	}
	t.line(l)
}

// nextTimer is the one that comes first.
func (t *Talk) nextTimer() (flow.StartTimer, bool) {
	if len(t.Timers) == 0 {
		return flow.StartTimer{}, false
	}
	return slices.MinFunc(t.Timers, func(a, b flow.StartTimer) int { return a.At.Compare(b.At) }), true
}

func (t *Talk) dropTimer(run int64) {
	t.Timers = slices.DeleteFunc(t.Timers, func(o flow.StartTimer) bool { return o.Run == run })
}

// Waits tells until when the next wait lasts.
func (t *Talk) Waits() (until time.Time, waiting bool) {
	timer, waiting := t.nextTimer()
	return timer.At, waiting
}

// Skip turns the talk's clock to the end of the next wait, which ends; false:
// nothing waits.
func (t *Talk) Skip(s Stage, real time.Time) bool {
	timer, waiting := t.nextTimer()
	if !waiting {
		return false
	}
	if late := timer.At.Sub(t.Now(real)); late > 0 {
		t.Ahead += late
	}
	return t.Do(s, Deed{Do: "wait"}, real)
}

// maxDue is how many waits may end at once.
const maxDue = 20

// CatchUp ends the waits whose time has come; it tells whether any did.
func (t *Talk) CatchUp(s Stage, real time.Time) (ended bool) {
	for range maxDue {
		if until, waiting := t.Waits(); !waiting || until.After(t.Now(real)) {
			return ended
		}
		ended = t.Do(s, Deed{Do: "wait"}, real) || ended
	}
	return ended
}
