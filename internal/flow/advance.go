package flow

import (
	"slices"
	"time"
)

// Input is all that a turn depends on. Advance changes none of it.
type Input struct {
	// Current is the release in force.
	Current *Release
	// Others are the releases of the dialogues that are open, by their
	// numbers, as far as they still exist (State.Releases).
	Others map[int32]*Release
	// State of the chat.
	State State
	// Person who writes.
	Person Person
	// Project is what holds outside releases.
	Project Project
	// Event that happened.
	Event Event
}

// Project is what texts and conditions use of a project's settings.
type Project struct {
	// Lang of the bot's own words, "ru" or "en".
	Lang string
	// Card has the values of the variables "project", "phone", "address" and
	// "hours", ready to be read.
	Card map[string]string
	// Closed tells that the opening hours say so at the time of the event.
	Closed bool
	// Team tells that the chat of a team is linked.
	Team bool
	// Silence is how long the bot keeps silent when a person took over; zero
	// means two hours.
	Silence time.Duration
}

// Result is what came of an event.
type Result struct {
	// State of the chat now.
	State State
	// Person as they are now; Changed tells that data or tags are others.
	Person  Person
	Changed bool
	// Effects in their order.
	Effects []Effect
	// Trace is the steps that ran, in their order.
	Trace []Visit
	// NotUnderstood tells that nothing but the fallback took what was said.
	NotUnderstood bool
	// Reports are for the owner.
	Reports []Report
}

// Visit is a step that ran.
type Visit struct {
	// Scenario and Step are ids.
	Scenario, Step string
	// Release of the step.
	Release int32

	effects int
}

// Report is something that the owner should know.
type Report struct {
	// Code is "loop" or "too_much" (more than a turn may do, with steps that
	// run again and again or without), "no_team" (the team is needed and has
	// no chat), "channel_silent" (it does not tell who is subscribed),
	// "data_full", "tags_full", "wait_too_long" or "step_gone" (people stood
	// on a step that is no more).
	Code string
	// Steps are the ids that it is about; of a loop those that it goes through.
	Steps []string
}

// Bounds of a turn.
const (
	maxTurnSteps   = 100
	maxTurnEffects = 30
)

// Advance runs one event. What it returns depends on its argument alone.
func Advance(in Input) Result {
	t := turn{in: &in, event: &in.Event, person: in.Person, release: in.Current}
	t.state = State{Open: slices.Clone(in.State.Open), Silent: in.State.Silent}
	t.now = in.Event.Now.UTC().Truncate(time.Second)
	if in.Event.User != (User{}) {
		t.person.User = in.Event.User
	}
	t.expire()
	t.handle()
	if t.state.Version = stateVersion; len(t.state.Open) == 0 {
		t.state.Open = nil
	}
	if t.state.Idle() {
		t.state = State{}
	}
	return Result{
		State: t.state, Person: t.person, Changed: t.changed, Effects: t.effects,
		Trace: t.trace, NotUnderstood: t.puzzled, Reports: t.reports,
	}
}

// handle gives the event to what takes it.
func (t *turn) handle() {
	switch t.event.Kind {
	case Fired:
		t.fired()
	case Answered:
		t.answered()
	case TakenOver:
		t.hush()
	case GivenBack:
		t.state.Silent = time.Time{}
	default:
		t.visited()
	}
}

// visited handles what a visitor does, unless somebody of the team speaks
// with them.
func (t *turn) visited() {
	if t.silent() && t.event.Kind != Led {
		if t.event.Kind == Said {
			t.emit(Relay{})
		}
		return
	}
	switch t.event.Kind {
	case Said:
		t.said()
	case Pressed:
		t.pressed()
	case Submitted:
		for _, v := range t.event.Form.Values {
			t.set(v.Field, v.Value)
		}
		t.start(t.release.match(t.event, RankPage))
	case Joined:
		t.start(t.release.match(t.event, RankJoined))
	case Led:
		t.lead()
	}
}

// said asks in the order of the ranks: a command, the open question, then
// the rest. A newcomer's first words run what is for newcomers before.
func (t *turn) said() {
	if t.event.First && t.start(t.release.match(t.event, RankJoined)) && t.state.question() >= 0 {
		return
	}
	if s := t.commanded(); s != nil {
		t.start(s)
		return
	}
	if i := t.state.question(); i >= 0 && t.resume(i) {
		return
	}
	if t.start(t.release.matchBetween(t.event, RankKeyword, RankContent)) {
		return
	}
	t.puzzled = true
	t.start(t.release.fallback)
}

// commanded finds the scenario of a command. A /start that says where from
// prefers the deep link that knows it.
func (t *turn) commanded() *Scenario {
	if name, payload := t.event.command(); name == "start" && payload != "" {
		if s := t.release.match(t.event, RankDeepLink); s != nil {
			return s
		}
	}
	return t.release.match(t.event, RankCommand)
}

// lead starts what somebody else chose.
func (t *turn) lead() {
	if n := t.release.target(t.event.To); n != nil {
		t.begin(n, n.menuID())
	}
}

// start begins a scenario; false: there is none.
func (t *turn) start(s *Scenario) bool {
	if s == nil {
		return false
	}
	t.begin(t.release.first(s), "")
	return true
}
