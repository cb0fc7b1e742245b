package flow

import (
	"slices"
	"time"

	"botyard/internal/richtext"
)

// turn is one run of the engine.
type turn struct {
	in    *Input
	event *Event
	// now is the event's time as states keep it: UTC, whole seconds.
	now time.Time

	state  State
	person Person
	// ownData tells that the person's data are a copy already.
	ownData, changed bool

	// release of the dialogue that runs, and the dialogue itself; it is in the
	// state only while it is suspended.
	release  *Release
	dialogue Dialogue
	runs     int
	// here is the step that runs, at the one that runs next.
	here, at *node
	// on is what this run was suspended on, "" when it was not.
	on Suspense

	effects []Effect
	// last is the ordinal of this run's last post and one, 0 without.
	last int
	// replace is the message whose place the next post takes.
	replace Under
	// unkey tells that the next post takes a reply keyboard away.
	unkey bool

	trace   []Visit
	reports []Report
	// over tells that a bound of the turn was reached.
	over    bool
	puzzled bool
}

// maxRuns bounds the dialogues that one event begins: a newcomer's first
// words run what is for newcomers, then what they ask for.
const maxRuns = 7

// begin runs a new dialogue from a step of the turn's release; menu is the
// step to which it leads back, "" for none.
func (t *turn) begin(n *node, menu string) {
	t.open(menu)
	t.run(n)
}

// open makes a new dialogue the turn's. What it interrupts, an open question,
// is over.
func (t *turn) open(menu string) {
	t.closeQuestion()
	t.runs = min(t.runs+1, maxRuns)
	t.dialogue = Dialogue{
		Call: Call{Run: t.event.ID<<3 | int64(t.runs)}, Release: t.release.Number(), Begun: t.now, Menu: menu,
	}
	t.last, t.on = 0, ""
}

// run lets steps run one after another from n until one suspends or none is left.
func (t *turn) run(n *node) {
	t.last, t.on = 0, ""
	for t.at = n; t.at != nil; {
		if len(t.trace) == maxTurnSteps {
			t.overflow()
			return
		}
		t.here, t.at = t.at, t.at.next
		t.visit()
		t.here.Config.Run(t)
	}
	if !t.over {
		t.finish()
	}
}

func (t *turn) visit() {
	t.trace = append(t.trace, Visit{
		Scenario: t.here.scenario.ID, Step: t.here.ID, Release: t.release.Number(), effects: len(t.effects),
	})
}

// enter lets the steps of a list beneath the running step run next, and then
// what is behind it.
func (t *turn) enter(s Steps) {
	t.at = t.here.next
	if len(s) > 0 {
		t.at = t.release.nodes[&s[0]]
	}
}

// jump goes to "step:…" or "scenario:…". A target that is no more ends the run.
func (t *turn) jump(to string) { t.at = t.release.target(to) }

// end ends the run behind this step.
func (t *turn) end() { t.at = nil }

// emit adds an effect; false: the turn has done all that it may.
func (t *turn) emit(e Effect) bool {
	if t.over {
		return false
	}
	if len(t.effects) == maxTurnEffects {
		t.overflow()
		return false
	}
	t.effects = append(t.effects, e)
	return true
}

func (t *turn) report(code string, steps ...string) {
	if len(steps) == 0 && t.here != nil {
		steps = []string{t.here.ID}
	}
	t.reports = append(t.reports, Report{code, steps})
}

// overflow ends a turn that would do too much: of a loop the first round
// stays, then the visitor gets the fallback's words, once.
func (t *turn) overflow() {
	t.over, t.at = true, nil
	keep, loop := maxTurnEffects-1, t.loop()
	if loop != nil {
		keep = min(keep, loop[0].effects)
	}
	t.effects = t.effects[:min(keep, len(t.effects))]
	if loop == nil {
		t.report("too_much")
	} else {
		t.report("loop", stepsOf(loop)...)
	}
	t.apologise()
}

func stepsOf(trace []Visit) []string {
	var steps []string
	for _, v := range trace {
		steps = append(steps, v.Step)
	}
	return steps
}

// loop is the steps of the trace from the first that ran again up to when it
// would run once more; nil: none ran twice.
func (t *turn) loop() []Visit {
	for i, v := range t.trace {
		same := func(w Visit) bool { return w.Step == v.Step }
		if !slices.ContainsFunc(t.trace[:i], same) {
			continue
		}
		if n := slices.IndexFunc(t.trace[i+1:], same); n >= 0 {
			return t.trace[i : i+1+n]
		}
		return t.trace[i:]
	}
	return nil
}

// apologise says what the fallback says first, else words of the bot's own.
func (t *turn) apologise() {
	post := Post{Text: t.words(wordsFallback)}
	if s := t.in.Current.fallback; s != nil {
		for i := range s.Steps {
			if m, ok := s.Steps[i].Config.(*Message); ok {
				if words, entities := m.Text.Telegram(t.value); richtext.Visible(words) {
					post.Text, post.Entities = firstPart(words, entities)
				}
				break
			}
		}
	}
	t.effects = append(t.effects, Send{post})
}
