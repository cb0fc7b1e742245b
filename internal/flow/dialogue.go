package flow

import (
	"slices"
	"time"
)

// patience is how long a question stays in front: a wait that ends while it
// is fresh comes that much later, so that nobody is interrupted in an answer.
const patience = 10 * time.Minute

// expire closes what has been open for too long.
func (t *turn) expire() {
	t.state.Open = slices.DeleteFunc(t.state.Open, func(d Dialogue) bool { return t.now.Sub(d.Begun) > MaxAge })
	if !t.silent() {
		t.state.Silent = time.Time{}
	}
}

// silent tells whether the team speaks with the visitor.
func (t *turn) silent() bool { return t.now.Before(t.state.Silent) }

// hush keeps the bot silent from now on. Waits go on behind.
func (t *turn) hush() time.Time {
	for i := len(t.state.Open) - 1; i >= 0; i-- {
		if t.state.Open[i].On != OnWait {
			t.close(i)
		}
	}
	silence := t.in.Project.Silence
	if silence <= 0 {
		silence = 2 * time.Hour
	}
	t.state.Silent = t.now.Add(silence)
	return t.state.Silent
}

// close takes a dialogue out of the state.
func (t *turn) close(i int) Dialogue {
	d := t.state.Open[i]
	t.state.Open = slices.Delete(t.state.Open, i, i+1)
	t.unkey = t.unkey || d.Keyboard
	return d
}

func (t *turn) closeQuestion() {
	if i := t.state.question(); i >= 0 {
		t.close(i)
	}
}

// drop closes a dialogue that nobody wants to go on.
func (t *turn) drop(i int) {
	// A timer that is not cancelled is ignored when it comes; the last place
	// of a turn is for something that matters.
	if d := t.close(i); d.On == OnWait && len(t.effects) < maxTurnEffects-1 {
		t.emit(CancelTimer{d.Run})
	}
}

// ask suspends the run on a question, or on a part of the running step that is one.
func (t *turn) ask(part string) {
	t.dialogue.Part, t.dialogue.Until = part, time.Time{}
	t.suspend(OnQuestion)
}

// wait suspends the run until a moment.
func (t *turn) wait(until time.Time) {
	if t.full() {
		return
	}
	t.dialogue.Part, t.dialogue.Until = "", until.UTC().Truncate(time.Second)
	t.suspend(OnWait)
	t.emit(StartTimer{t.dialogue.Call, t.dialogue.Until})
}

// call suspends the run until an answer comes to the effect that it makes.
func (t *turn) call(effect func(Call) Effect) {
	if t.full() {
		return
	}
	t.dialogue.Part, t.dialogue.Until = "", time.Time{}
	t.suspend(OnCall)
	t.emit(effect(t.dialogue.Call))
}

// full tells that no further effect has a place; then the turn is over.
func (t *turn) full() bool {
	if !t.over && len(t.effects) == maxTurnEffects {
		t.overflow()
	}
	return t.over
}

func (t *turn) suspend(on Suspense) {
	d := &t.dialogue
	d.Generation++
	d.Step, d.On, d.Since = t.here.ID, on, t.now
	t.at, t.on = nil, on
	t.makeRoom(*d)
	t.state.Open = append(t.state.Open, *d)
}

// makeRoom closes what a newly suspended dialogue takes the place of: another
// question, an earlier wait at the same step, and the oldest of too many.
func (t *turn) makeRoom(d Dialogue) {
	for i := len(t.state.Open) - 1; i >= 0; i-- {
		o := t.state.Open[i]
		if d.On == OnQuestion && o.On == OnQuestion || d.On == OnWait && o.On == OnWait && o.Step == d.Step {
			t.drop(i)
		}
	}
	if len(t.state.Open) == maxOpen {
		t.drop(slices.IndexFunc(t.state.Open, func(o Dialogue) bool { return o.On != OnQuestion }))
	}
}

// resume gives the event to the step on which a dialogue stands; false: the
// step is no more.
func (t *turn) resume(i int) bool {
	d := t.close(i)
	r, n := t.stands(d)
	if n == nil {
		t.reports = append(t.reports, Report{"step_gone", []string{d.Step}})
		return false
	}
	step, ok := n.Config.(resumer)
	if !ok && n.ID == d.Step {
		return false
	}
	t.release, t.dialogue, t.here = r, d, n
	t.dialogue.Release, t.dialogue.Keyboard = r.Number(), false
	t.at, t.on, t.last = n, "", 0
	if n.ID == d.Step {
		t.at = nil
		t.visit()
		step.Resume(t)
	}
	if !t.over && t.on == "" {
		t.run(t.at)
	}
	return true
}

// stands finds the step of a dialogue: in its own release, unless the current
// one moves people away from it; where the own is no more, in the current one.
func (t *turn) stands(d Dialogue) (*Release, *node) {
	current := t.in.Current
	if to, moved := current.setting.Moves[d.Step]; moved && d.Release != current.Number() {
		return current, current.byID[to]
	}
	if own := t.in.release(d.Release); own != nil {
		return own, own.byID[d.Step]
	}
	return current, current.byID[d.Step]
}

// release finds one by its number, nil when it is no more.
func (in *Input) release(number int32) *Release {
	if number == in.Current.Number() {
		return in.Current
	}
	return in.Others[number]
}

// fired goes on behind a wait, a little later when it would interrupt.
func (t *turn) fired() {
	i := t.called(OnWait)
	if i < 0 {
		return
	}
	later := t.state.Silent
	if q := t.state.question(); q >= 0 && !t.silent() {
		later = t.state.Open[q].Since.Add(patience)
	}
	if later.After(t.now) {
		d := &t.state.Open[i]
		d.Generation++
		d.Until = later
		t.emit(StartTimer{d.Call, later})
		return
	}
	t.resume(i)
}

// answered goes on behind a call. Calls are closed when the team takes over.
func (t *turn) answered() {
	if i := t.called(OnCall); i >= 0 {
		t.resume(i)
	}
}

// called is the place of the dialogue that the event means, -1 when it is stale.
func (t *turn) called(on Suspense) int {
	return slices.IndexFunc(t.state.Open, func(d Dialogue) bool { return d.Call == t.event.Call && d.On == on })
}

// asked notes the running question for going back.
func (t *turn) asked() {
	d := &t.dialogue
	d.Asked = append(d.Asked[:len(d.Asked):len(d.Asked)], t.here.ID)
	d.Asked = d.Asked[max(len(d.Asked)-maxAsked, 0):]
}
