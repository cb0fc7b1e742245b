package flow

import (
	"fmt"
	"strings"
	"testing"
)

// project200 is a project of 200 steps: a start menu of six buttons, each with
// a menu of answers beneath it, questions with a condition and a submission,
// and forty keywords.
func project200() string {
	var menu []string
	steps := 2
	for i := range 6 {
		var answers []string
		for j := range 3 {
			answers = append(answers, fmt.Sprintf(`{"id":"b%d_%d","label":"Ответ %d","steps":[%s]}`, i, j, j, message(fmt.Sprintf("a%d_%d", i, j), `["Капучино ",{"bold":"240"},", ",{"var":"first_name","or":"гость"}]`)))
			steps++
		}
		menu = append(menu, fmt.Sprintf(`{"id":"b%d","label":"Раздел %d","steps":[{"id":"m%d","kind":"menu","text":"Что интересно?","buttons":[%s]}]}`, i, i, i, strings.Join(answers, ",")))
		steps++
	}
	scenarios := []string{
		scenario("s0", onStart, message("t0", `["Добрый день, ",{"var":"first_name"},"!"]`)+`,{"id":"m","kind":"menu","text":["Открыты ",{"var":"hours"}],"buttons":[`+strings.Join(menu, ",")+`]}`),
		scenario("sf", `{"kind":"fallback"}`, message("tf", `"Не понял"`)),
		scenario("sq", `{"kind":"keyword","words":["стол"]}`, `
			{"id":"q1","kind":"question","text":"Сколько вас?","type":"number","field":"n","title":"Гостей"},
			{"id":"q2","kind":"question","text":"Телефон?","type":"phone","field":"tel","title":"Телефон"},
			{"id":"c1","kind":"condition","tests":[{"what":"data","field":"n","is":"more","value":"4"}],
				"yes":[`+message("t1", `"Вас много"`)+`],"no":[`+message("t2", `"Вас мало"`)+`]},
			{"id":"sb","kind":"submission","title":"Бронь","text":"Ждём"}`),
	}
	steps += 7
	for i := 0; steps < 200; i++ {
		var list []string
		for j := 0; j < 5 && steps < 200; j++ {
			list = append(list, message(fmt.Sprintf("k%d_%d", i, j), `"Ответ на слово"`))
			steps++
		}
		scenarios = append(scenarios, scenario(fmt.Sprintf("k%d", i), fmt.Sprintf(`{"kind":"keyword","words":["слово%d","другое%d"]}`, i, i), strings.Join(list, ",")))
	}
	return "[" + strings.Join(scenarios, ",") + "]"
}

func BenchmarkAdvance(b *testing.B) {
	r := compiled(b, project200())
	asked := Advance(input(r, said("стол"))).State
	benchmarks := []struct {
		name  string
		state State
		event Event
	}{
		{"start", State{}, said("/start")},
		{"press", State{}, Event{ID: 1, Now: noon, Kind: Pressed, Button: "1:b3", Under: Under{ID: 5}}},
		{"keyword", State{}, said("а есть слово20?")},
		{"answer", asked, said("12")},
		{"fallback", State{}, said("что-то совсем другое")},
		{"nothing", State{}, Event{ID: 1, Now: noon, Kind: Fired, Call: Call{9, 9}}},
	}
	for _, bb := range benchmarks {
		in := input(r, bb.event)
		in.State = bb.state
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Advance(in)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	s := parsed(b, project200())
	b.ReportAllocs()
	for b.Loop() {
		Compile(s, Setting{Number: 1})
	}
}

func BenchmarkCheck(b *testing.B) {
	s := parsed(b, project200())
	b.ReportAllocs()
	for b.Loop() {
		Check(s, "")
	}
}

func TestProjectOf200Steps(t *testing.T) {
	t.Parallel()
	s := parsed(t, project200())
	if n := s.count(); n != 200 {
		t.Errorf("%d steps, want 200", n)
	}
	if got := told(Check(s, "")); len(got) != 0 {
		t.Errorf("Check = %v, want nothing", got)
	}
}
