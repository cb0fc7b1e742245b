package flow

import (
	"slices"
	"strconv"
	"strings"
)

// press is what a button's callback data say: "release:button", or
// "release:step" and perhaps ".part" for a step's own buttons; a step "" with
// the part "start" begins anew.
type press struct {
	release int32
	id      string
	part    string
}

// startPart is the part of the button that leads to the start.
const startPart = "start"

func (p press) String() string {
	s := strconv.Itoa(int(p.release)) + ":" + p.id
	if p.part != "" {
		s += "." + p.part
	}
	return s
}

func parsePress(data string) (press, bool) {
	number, rest, found := strings.Cut(data, ":")
	release, err := strconv.ParseInt(number, 10, 32)
	if !found || err != nil || len(data) > maxData {
		return press{}, false
	}
	id, part, _ := strings.Cut(rest, ".")
	return press{int32(release), id, part}, true
}

// button is one of the running step's own: of a key, or of the step and a part.
func (t *turn) button(label, id, part string) Button {
	return Button{Label: label, Data: press{t.release.Number(), id, part}.String()}
}

// pressed asks the open question, then the button itself, in the release of a
// dialogue that is open, else in the current one, then triggers.
func (t *turn) pressed() {
	p, ok := parsePress(t.event.Button)
	switch {
	case ok && t.asksFor(p):
		t.resume(t.state.question())
	case ok && p.id == "" && p.part == startPart:
		t.toStart()
	case ok && t.press(p):
	case ok && t.start(t.triggered(p)):
	case ok && t.repeated(p):
	default:
		t.outdated()
	}
}

// asksFor tells whether the open question has the button.
func (t *turn) asksFor(p press) bool {
	i := t.state.question()
	return i >= 0 && t.state.Open[i].Step == p.id && t.state.Open[i].Release == p.release && p.part != ""
}

// repeated tells that the button is of a question that was answered a moment
// ago, while its dialogue goes on: a second tap.
func (t *turn) repeated(p press) bool {
	r := t.in.release(p.release)
	return p.part != "" && r != nil && r.byID[p.id] != nil && slices.ContainsFunc(t.state.Open, func(d Dialogue) bool {
		return d.Release == p.release && (d.On != OnWait || t.now.Sub(d.Since) < patience)
	})
}

// press lets the button's step act.
func (t *turn) press(p press) bool {
	r := t.pressable(p.release)
	n, key := r.byKey[p.id], p.id
	if n == nil || p.part != "" {
		n, key = r.byID[p.id], p.part
	}
	if n == nil {
		return false
	}
	step, ok := n.Config.(presser)
	if !ok {
		return false
	}
	t.release, t.here = r, n
	if step.Press(t, key) {
		return true
	}
	t.release, t.here, t.replace = t.in.Current, nil, Under{}
	return false
}

// pressable is the release in which a button means something: its own while a
// dialogue of that is open, else the current one.
func (t *turn) pressable(number int32) *Release {
	for _, d := range t.state.Open {
		if r := t.in.Others[number]; d.Release == number && r != nil {
			return r
		}
	}
	return t.in.Current
}

// triggered finds the scenario that a button starts.
func (t *turn) triggered(p press) *Scenario {
	e := *t.event
	e.Button = p.id
	return t.release.match(&e, RankButton)
}

// toStart runs what /start runs, in place of the menu.
func (t *turn) toStart() {
	if t.release.start == nil {
		t.outdated()
		return
	}
	t.replace = t.event.Under
	t.start(t.release.start)
}

// outdated answers a button that nothing knows any more: that it is so, and
// the start menu.
func (t *turn) outdated() {
	if under := t.event.Under; under.ID != 0 {
		t.emit(DropKeyboard{under.ID})
	}
	t.post(Post{Text: t.words(wordsOutdated)})
	t.start(t.release.start)
}
