package flow

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestStateIsReadStrictly(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		`{"version":1}`: true,
		`{"version":1,"open":[{"run":9,"generation":2,"release":3,"step":"q1","on":"question","begun":"2026-12-07T07:00:00Z","since":"2026-12-07T07:00:00Z"}]}`: true,
		`{"version":2}`:                  false,
		`{"version":1,"mood":"good"}`:    false,
		`{"version":1,"open":[{"a":1}]}`: false,
		`{"version":"1"}`:                false,
		`{"version":1} `:                 true,
		`[]`:                             false,
		`{"version":1,"open":[` + strings.TrimSuffix(strings.Repeat(`{},`, maxOpen+1), ",") + `]}`: false,
		`{"version":1,"silent":"` + strings.Repeat("x", MaxState) + `"}`:                           false,
	} {
		var s State
		err := json.Unmarshal([]byte(raw), &s)
		if (err == nil) != want || err != nil && !errors.Is(err, ErrState) {
			t.Errorf("Unmarshal(%.80s) = %v, want it read: %v", raw, err, want)
		}
	}
}

func TestStateIdleAndEqual(t *testing.T) {
	t.Parallel()
	open := State{Version: 1, Open: []Dialogue{{Step: "a", Release: 2}, {Step: "b", Release: 1}, {Step: "c", Release: 2}}}
	for _, tt := range []struct {
		a, b State
		want bool
	}{
		{State{}, State{Version: 1}, true},
		{State{}, State{Open: []Dialogue{}}, true},
		{open, open, true},
		{open, State{}, false},
		{open, State{Version: 1, Open: open.Open[:2]}, false},
		{State{}, State{Silent: noon}, false},
	} {
		if got := tt.a.Equal(tt.b); got != tt.want {
			t.Errorf("%+v equals %+v = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
	if !(State{}).Idle() || open.Idle() || (State{Silent: noon}).Idle() {
		t.Error("Idle: want it of the first only")
	}
	if diff := cmp.Diff([]int32{2, 1}, open.Releases()); diff != "" {
		t.Errorf("Releases (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, open.Steps()); diff != "" {
		t.Errorf("Steps (-want +got):\n%s", diff)
	}
}

// TestBiggestState fills a state as far as it goes.
func TestBiggestState(t *testing.T) {
	t.Parallel()
	id := func(n int) string { return fmt.Sprintf("%s%03d", strings.Repeat("x", 37), n) }
	var asked []string
	for i := range maxAsked {
		asked = append(asked, id(i))
	}
	s := State{Version: stateVersion, Silent: noon.UTC()}
	for i := range maxOpen {
		s.Open = append(s.Open, Dialogue{
			Call: Call{1<<61 + int64(i), 1 << 30}, Release: 1 << 30, Step: id(i), Part: id(i), On: OnWait,
			Begun: noon.UTC(), Since: noon.UTC(), Until: noon.UTC(), Asked: asked, Menu: id(i), Keyboard: true,
		})
	}
	stored(t, s)
}

// waiting are scenarios of n keywords that each wait for a day.
func waiting(n int) string {
	var all []string
	for i := range n {
		all = append(all, scenario(fmt.Sprint("s", i), fmt.Sprintf(`{"kind":"keyword","words":["w%d"]}`, i),
			fmt.Sprintf(`{"id":"w%d","kind":"wait","amount":20,"unit":"days"},`, i)+message(fmt.Sprint("t", i), quote(fmt.Sprint("done", i)))))
	}
	return "[" + strings.Join(all, ",") + "," + scenario("q", `{"kind":"keyword","words":["ask"]}`, `{"id":"q1","kind":"question","text":"?","type":"text","field":"f","title":"F"}`) + "]"
}

func TestOldestWaitMakesRoom(t *testing.T) {
	t.Parallel()
	c := newChat(t, compiled(t, waiting(maxOpen+3)))
	for i := range maxOpen + 3 {
		c.happen(Event{Kind: Led, To: fmt.Sprint("scenario:s", i)})
	}
	c.says("ask")
	if len(c.state.Open) != maxOpen || c.state.question() < 0 || len(c.timers) != maxOpen-1 {
		t.Errorf("%d dialogues open, a question at %d, %d timers; want %d, the question among them", len(c.state.Open), c.state.question(), len(c.timers), maxOpen)
	}
	if steps := c.state.Steps(); slices.Contains(steps, "w3") || !slices.Contains(steps, "w4") {
		t.Errorf("open steps = %v, want the last ones", steps)
	}
}

func TestDialogueEndsAfterThirtyDays(t *testing.T) {
	t.Parallel()
	r := compiled(t, waiting(1))
	for _, tt := range []struct {
		after time.Duration
		want  string
	}{{MaxAge - time.Minute, ""}, {MaxAge + time.Minute, "Нужно"}} {
		c := newChat(t, r)
		c.says("ask")
		c.now = c.now.Add(tt.after)
		got := c.happen(Event{Text: "ответ"})
		if done := c.person.Data["f"] == "ответ"; done != (tt.want == "") || !got.State.Idle() {
			t.Errorf("after %v the answer was kept: %v, and %d are open; want %v and none", tt.after, done, len(got.State.Open), tt.want == "")
		}
	}
}

func TestStaleCallsAreIgnored(t *testing.T) {
	t.Parallel()
	c := newChat(t, compiled(t, waiting(1)))
	c.says("w0")
	due := c.state.Open[0].Call
	for _, call := range []Call{{due.Run, due.Generation + 1}, {due.Run, due.Generation - 1}, {due.Run + 1, due.Generation}, {}} {
		if got := c.happen(Event{Kind: Fired, Call: call}); len(got.Effects) > 0 || len(got.State.Open) != 1 {
			t.Errorf("a timer of %+v gives %v, want nothing", call, got.Effects)
		}
	}
	if got := c.happen(Event{Kind: Answered, Call: due}); len(got.Effects) > 0 || len(got.State.Open) != 1 {
		t.Errorf("an answer to a wait gives %v, want nothing", got.Effects)
	}
	if got := sent(c.happen(Event{Kind: Fired, Call: due}).Effects); len(got) != 1 || got[0] != "done0" {
		t.Errorf("the timer gives %q, want done0", got)
	}
	if got := c.happen(Event{Kind: Fired, Call: due}); len(got.Effects) > 0 {
		t.Errorf("the timer once more gives %v, want nothing", got.Effects)
	}
}

// TestGenerationsOfARun has a second wait in the run of the first.
func TestGenerationsOfARun(t *testing.T) {
	t.Parallel()
	c := newChat(t, compiled(t, `[`+scenario("s", onStart, `{"id":"w1","kind":"wait"},{"id":"w2","kind":"wait"},`+message("t", `"дальше"`))+`]`))
	c.says("/start")
	first := c.state.Open[0].Call
	c.happen(Event{Kind: Fired, Call: first})
	second := c.state.Open[0].Call
	if second.Run != first.Run || second.Generation == first.Generation {
		t.Errorf("calls %+v and %+v, want one run and two generations", first, second)
	}
	if got := c.happen(Event{Kind: Fired, Call: first}); len(got.Effects) > 0 {
		t.Errorf("the first timer again gives %v, want nothing", got.Effects)
	}
	if got := sent(c.happen(Event{Kind: Fired, Call: second}).Effects); len(got) != 1 {
		t.Errorf("the second timer gives %q, want the step behind it", got)
	}
}

// TestRunsAreUnique begins two dialogues with one event.
func TestRunsAreUnique(t *testing.T) {
	t.Parallel()
	wait := func(id string) string { return `{"id":"` + id + `","kind":"wait","amount":1,"unit":"days"}` }
	c := newChat(t, compiled(t, `[`+scenario("a", `{"kind":"joined"}`, wait("w1"))+`,`+scenario("b", onStart, wait("w2"))+`]`))
	c.says("/start")
	if len(c.state.Open) != 2 || c.state.Open[0].Run == c.state.Open[1].Run {
		t.Errorf("open = %+v, want two of different runs", c.state.Open)
	}
}

func TestGoneRelease(t *testing.T) {
	t.Parallel()
	question := func(step, then string) *Release {
		return Compile(parsed(t, `[`+scenario("s", onStart, `{"id":"`+step+`","kind":"question","text":"?","type":"text","field":"f","title":"F"},`+message("t", quote(then)))+`,`+
			scenario("f", `{"kind":"fallback"}`, message("u", `"Не понял"`))+`]`), Setting{Number: 2})
	}
	for _, tt := range []struct{ step, want string }{{"q1", "Новый"}, {"q2", "Не понял"}} {
		in := input(question(tt.step, "Новый"), said("да"))
		in.State = State{Open: []Dialogue{{Release: 1, Step: "q1", On: OnQuestion, Begun: noon.UTC()}}}
		got := Advance(in)
		if texts := sent(got.Effects); len(texts) != 1 || texts[0] != tt.want || !got.State.Idle() {
			t.Errorf("with step %s the answer is %q, want %q", tt.step, texts, tt.want)
		}
		if (len(got.Reports) > 0) != (tt.step == "q2") {
			t.Errorf("with step %s reports = %v", tt.step, got.Reports)
		}
	}
}
