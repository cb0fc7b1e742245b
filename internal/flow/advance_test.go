package flow

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/richtext"
)

func TestAdvanceSendsTheSteps(t *testing.T) {
	t.Parallel()
	r := Compile(parsed(t, whole))
	state, got := Advance(r, State{}, said("/start"))
	want := []Effect{
		{Text: "Добрый день"},
		{Text: "Вы Анна и xтут", Entities: []richtext.Entity{
			{Type: "bold", Offset: 3, Length: 7}, {Type: "italic", Offset: 7, Length: 3},
			{Type: "code", Offset: 10, Length: 1}, {Type: "text_link", Offset: 11, Length: 3, URL: "https://x.example/a?b=1&c=<2>"},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
	if !state.Idle() {
		t.Errorf("state = %+v, want none open", state)
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	var parts []string
	for _, v := range Variables() {
		parts = append(parts, fmt.Sprintf(`"%s=",{"var":%q}`, v.Name, v.Name))
		if v.Label.RU == "" || v.Label.EN == "" {
			t.Errorf("variable %s: want a label in both languages", v.Name)
		}
	}
	r := Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[`+strings.Join(parts, `,"; ",`)+`]`))+`]`))
	e := said("x")
	if got, want := answer(r, e), "first_name=Анна; last_name=Ли; username=anna"; got != want {
		t.Errorf("answer = %q, want %q", got, want)
	}
	e.User.FirstName = "*A*\x00<b>\xff"
	if got, want := answer(r, e), "first_name=*A*<b>\uFFFD; last_name=Ли; username=anna"; got != want {
		t.Errorf("answer = %q, want %q", got, want)
	}
}

func TestVariableAloneThatIsEmptySendsNothing(t *testing.T) {
	t.Parallel()
	r := Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[{"var":"username"}," "]`)+`,`+message("u", `"дальше"`))+`]`))
	if _, got := Advance(r, State{}, Event{Text: "x"}); len(got) != 1 || got[0].Text != "дальше" {
		t.Errorf("effects = %+v, want the second step's only", got)
	}
}

func TestUnknownVariableIsEmpty(t *testing.T) {
	t.Parallel()
	r := Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `["<",{"var":"password"},">"]`))+`]`))
	if got := answer(r, said("x")); got != "<>" {
		t.Errorf("answer = %q, want <>", got)
	}
}

func TestLongTextIsSplit(t *testing.T) {
	t.Parallel()
	r := Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[{"bold":"`+strings.Repeat("😀", 4096)+`"}]`))+`]`))
	_, got := Advance(r, State{}, said("x"))
	if len(got) != 2 {
		t.Fatalf("%d messages, want 2", len(got))
	}
	for i, effect := range got {
		checkEffect(t, effect)
		if len(effect.Entities) != 1 || effect.Entities[0].Length != maxMessage {
			t.Errorf("message %d has entities %+v, want one over all of it", i, effect.Entities)
		}
	}
}

func TestTurnIsBounded(t *testing.T) {
	t.Parallel()
	silent := message("t", `[{"var":"last_name"}]`)
	loud := message("u", `"x"`)
	var steps []string
	for range maxTurnSteps {
		steps = append(steps, silent)
	}
	r := Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, strings.Join(steps[1:], ",")+`,`+loud+`,`+loud)+`]`))
	if _, got := Advance(r, State{}, Event{Text: "x"}); len(got) != 1 {
		t.Errorf("%d messages after %d steps, want that of the last step allowed", len(got), maxTurnSteps)
	}
	steps = steps[:0]
	for range maxTurnEffects + 5 {
		steps = append(steps, loud)
	}
	r = Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, strings.Join(steps, ","))+`]`))
	if _, got := Advance(r, State{}, said("x")); len(got) != maxTurnEffects {
		t.Errorf("%d messages in a turn, want %d", len(got), maxTurnEffects)
	}
	long := message("u", `"`+strings.Repeat("я", 3*maxMessage)+`"`)
	r = Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, strings.Join(steps[:maxTurnEffects-1], ",")+`,`+long)+`]`))
	if _, got := Advance(r, State{}, said("x")); len(got) != maxTurnEffects {
		t.Errorf("%d messages in a turn that ends with a long text, want %d", len(got), maxTurnEffects)
	}
}

func TestValueIsBounded(t *testing.T) {
	t.Parallel()
	e := said("x")
	e.User.FirstName = strings.Repeat("я", 1<<20)
	r := Compile(parsed(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[{"var":"first_name"}]`))+`]`))
	if got := answer(r, e); got != strings.Repeat("я", maxValue/2) {
		t.Errorf("answer has %d bytes, want %d of whole characters", len(got), maxValue)
	}
}

// TestAdvanceIsPure shares one release among goroutines (run it with -race):
// the same arguments give the same result and change nothing.
func TestAdvanceIsPure(t *testing.T) {
	t.Parallel()
	s := parsed(t, whole)
	before, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	r, event := Compile(s), said("Есть ЕЛКА?")
	_, want := Advance(r, State{Version: 3}, event)
	if len(want) == 0 {
		t.Fatal("no effects to compare")
	}
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range 50 {
				state, got := Advance(r, State{Version: 3}, event)
				if diff := cmp.Diff(want, got); diff != "" || state != (State{Version: 3}) {
					t.Errorf("the same turn again: state %+v, effects (-want +got):\n%s", state, diff)
				}
				for i := range got {
					got[i].Text = ""
					clear(got[i].Entities)
				}
			}
		})
	}
	running.Wait()
	if after, _ := json.Marshal(s); string(after) != string(before) {
		t.Errorf("the scenarios were changed to %s", after)
	}
	if event != said("Есть ЕЛКА?") {
		t.Errorf("the event was changed to %+v", event)
	}
}
