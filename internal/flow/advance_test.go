package flow

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"botyard/internal/richtext"
)

func TestAdvanceSendsTheSteps(t *testing.T) {
	t.Parallel()
	got := Advance(input(compiled(t, whole), said("/start")))
	want := []Effect{
		Send{Post{Text: "Добрый день"}},
		Send{Post{Text: "Вы Анна и xтут", Entities: []richtext.Entity{
			{Type: "bold", Offset: 3, Length: 7}, {Type: "italic", Offset: 7, Length: 3},
			{Type: "code", Offset: 10, Length: 1}, {Type: "text_link", Offset: 11, Length: 3, URL: "https://x.example/a?b=1&c=<2>"},
		}}},
	}
	if diff := cmp.Diff(want, got.Effects); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
	if !got.State.Idle() || got.Changed || got.NotUnderstood {
		t.Errorf("result = %+v, want nothing open, changed or misunderstood", got)
	}
	var ran []string
	for _, v := range got.Trace {
		ran = append(ran, v.Scenario+"/"+v.Step)
	}
	if diff := cmp.Diff([]string{"s1/t1", "s1/t2"}, ran); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
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
	r := compiled(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[`+strings.Join(parts, `,"; ",`)+`]`))+`]`)
	in := input(r, said("x"))
	in.Person.Source = "ads"
	in.Project.Card = map[string]string{"project": "Пар", "phone": "+7", "address": "Пушкина, 12", "hours": "с 8 до 22"}
	in.Event.Form.Values = []Value{{Title: "Кофе", Value: "Раф"}, {Title: "Сироп"}, {Title: "Кому", Value: "Анне"}}
	want := "first_name=Анна; last_name=Ли; username=anna; said=x; source=ads; today=07.12.2026; form=Кофе: Раф\nКому: Анне; " +
		"project=Пар; phone=+7; address=Пушкина, 12; hours=с 8 до 22"
	if got := sent(Advance(in).Effects); len(got) != 1 || got[0] != want {
		t.Errorf("answer = %q, want %q", got, want)
	}
	in.Person.FirstName = "*A*\x00<b>\xff"
	if got := sent(Advance(in).Effects)[0]; !strings.HasPrefix(got, "first_name=*A*<b>\uFFFD;") {
		t.Errorf("answer = %q, want the name as it is", got)
	}
}

func TestUserOfTheEvent(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[{"var":"first_name"}]`))+`]`)
	e := said("x")
	e.User.FirstName = "Аня"
	got := Advance(input(r, e))
	if texts := sent(got.Effects); len(texts) != 1 || texts[0] != "Аня" || got.Person.FirstName != "Аня" {
		t.Errorf("answer = %q to %q, want the name that Telegram shows now", texts, got.Person.FirstName)
	}
}

func TestVariableAloneThatIsEmptySendsNothing(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[{"var":"source"}," "]`)+`,`+message("u", `"дальше"`))+`]`)
	if got := answer(r, said("x")); got != "дальше" {
		t.Errorf("answer = %q, want the second step's only", got)
	}
}

func TestUnknownVariableIsEmpty(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `["<",{"var":"password"},">"]`))+`]`)
	if got := answer(r, said("x")); got != "<>" {
		t.Errorf("answer = %q, want <>", got)
	}
}

func TestLongTextIsSplit(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[{"bold":"`+strings.Repeat("😀", 4096)+`"}]`))+`]`)
	got := Advance(input(r, said("x")))
	checkResult(t, got)
	if len(got.Effects) != 2 {
		t.Fatalf("%d messages, want 2", len(got.Effects))
	}
	for i, effect := range got.Effects {
		if entities := posted(effect).Entities; len(entities) != 1 || entities[0].Length != maxMessage {
			t.Errorf("message %d has entities %+v, want one over all of it", i, entities)
		}
	}
}

func TestTurnIsBounded(t *testing.T) {
	t.Parallel()
	const sorry = "Не понял"
	sequence := func(kind string, n int, last string) string {
		all := make([]string, 0, n+1)
		for i := range n {
			all = append(all, fmt.Sprintf(kind, i))
		}
		return `[` + scenario("f", `{"kind":"fallback"}`, message("f1", quote(sorry))) + `,` +
			scenario("s", onStart, strings.Join(append(all, last), ",")) + `]`
	}
	const silent, loud = `{"id":"a%d","kind":"tag","tag":"x"}`, `{"id":"a%d","kind":"message","text":"x"}`
	tests := []struct {
		name, raw string
		sent      int
		over      bool
	}{
		{"as many steps as may be", sequence(silent, maxTurnSteps-1, message("z", `"z"`)), 1, false},
		{"a step more", sequence(silent, maxTurnSteps, message("z", `"z"`)), 1, true},
		{"as many effects as may be", sequence(loud, maxTurnEffects-1, message("z", `"z"`)), maxTurnEffects, false},
		{"an effect more", sequence(loud, maxTurnEffects, message("z", `"z"`)), maxTurnEffects, true},
		{"a long text at the end", sequence(loud, maxTurnEffects-1, message("z", `"`+strings.Repeat("я", 3*maxMessage)+`"`)), maxTurnEffects, true},
	}
	for _, tt := range tests {
		got := Advance(input(compiled(t, tt.raw), said("/start")))
		texts := sent(got.Effects)
		if len(texts) != tt.sent || (texts[len(texts)-1] == sorry) != tt.over || (len(got.Reports) > 0) != tt.over {
			t.Errorf("%s: %d messages, the last %q, reports %v; want %d, and an apology: %v", tt.name, len(texts), texts[len(texts)-1], got.Reports, tt.sent, tt.over)
		}
	}
}

func TestValueIsBounded(t *testing.T) {
	t.Parallel()
	in := input(nil, said("x"))
	in.Person.FirstName = strings.Repeat("я", 1<<20)
	r := compiled(t, `[`+scenario("s", `{"kind":"fallback"}`, message("t", `[{"var":"first_name"}]`))+`]`)
	in.Current = r
	if got := sent(Advance(in).Effects); len(got) != 1 || got[0] != strings.Repeat("я", MaxValue/2) {
		t.Errorf("answer = %.40q…, want %d bytes of whole characters", got, MaxValue)
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
	in := input(Compile(s, Setting{Number: 1}), said("Есть ЕЛКА?"))
	in.State.Open = []Dialogue{{Step: "t1", On: OnWait, Begun: noon.UTC(), Release: 1}}
	want := Advance(in)
	if len(want.Effects) == 0 {
		t.Fatal("no effects to compare")
	}
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range 50 {
				got := Advance(in)
				if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Visit{})); diff != "" {
					t.Errorf("the same turn again (-want +got):\n%s", diff)
				}
				for _, effect := range got.Effects {
					clear(posted(effect).Entities)
				}
				clear(got.State.Open)
			}
		})
	}
	running.Wait()
	if after, _ := json.Marshal(s); string(after) != string(before) {
		t.Errorf("the scenarios were changed to %s", after)
	}
	if in.State.Open[0].Step != "t1" {
		t.Errorf("the state was changed to %+v", in.State)
	}
}
