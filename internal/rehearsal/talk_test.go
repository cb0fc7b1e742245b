package rehearsal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/internal/flow"
)

// cafe is a bot with everything that a rehearsal shows.
const cafe = `[
 {"id":"s1","title":"Start","triggers":[{"kind":"command","command":"start"}],"steps":[
  {"id":"t1","kind":"menu","text":["Hello, ",{"var":"first_name"}],"columns":"2","answer":"here","buttons":[
   {"id":"b1","label":"Prices","steps":[{"id":"t2","kind":"message","text":"Soup 5"}]},
   {"id":"b2","label":"Book","steps":[
    {"id":"t3","kind":"question","text":"How many?","type":"number","field":"f1","title":"Guests"},
    {"id":"t4","kind":"submission","title":"Table","sort":"booking","text":"Thank you"},
    {"id":"t5","kind":"wait","mode":"for","amount":2,"unit":"hours","late":"go"},
    {"id":"t6","kind":"message","text":"How was it?"}]},
   {"id":"b3","label":"Call","steps":[{"id":"t7","kind":"http","method":"GET","url":"https://api.example.com/","as":"json","take":[{"path":"n","field":"f2","title":"N","type":"text"}],"failed":[{"id":"t8","kind":"message","text":"down"}]},
    {"id":"t9","kind":"message","text":["n is ",{"var":"data:f2"}]}]},
   {"id":"b4","label":"Phone","to":"contact","field":"f3"},
   {"id":"b5","label":"Person","steps":[{"id":"t10","kind":"person","text":"wait please"}]}]}]},
 {"id":"s2","title":"Back","triggers":[{"kind":"joined","what":"came_back"}],"steps":[{"id":"t11","kind":"message","text":"again"}]},
 {"id":"s3","title":"Fallback","triggers":[{"kind":"fallback"}],"steps":[{"id":"t12","kind":"message","text":"what?"}]}]`

var begin = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// staged compiles scenarios for rehearsing.
func staged(t testing.TB, scenarios string) Stage {
	t.Helper()
	parsed, problems := flow.Parse([]byte(scenarios), "")
	if problems != nil {
		t.Fatalf("the scenarios do not parse: %v", problems)
	}
	return Stage{
		Release: flow.Compile(parsed, flow.Setting{}), Scenarios: parsed, Zone: time.UTC, Draft: 1,
		Project: func(time.Time) flow.Project { return flow.Project{Lang: "en", Team: true} },
	}
}

// seen is a talk as a few words a line.
func (t *Talk) seen() (lines []string) {
	for _, l := range t.Lines {
		switch l.Kind {
		case Bot:
			words := "bot: " + l.Post.Text
			for _, row := range l.Post.Inline {
				for _, b := range row {
					words += " [" + b.Label + "]"
				}
			}
			lines = append(lines, words)
		case Ran:
			var ran []string
			for _, s := range l.Steps {
				ran = append(ran, s.Step)
			}
			lines = append(lines, "ran "+strings.Join(ran, " "))
		default:
			lines = append(lines, strings.TrimSpace(fmt.Sprint(l.Kind, " ", l.Code, l.Share, " ", l.Text)))
		}
	}
	return lines
}

// press presses the button with the label under the last message that has it.
func (t *Talk) press(tt testing.TB, s Stage, label string, at time.Time) {
	tt.Helper()
	for _, l := range slices.Backward(t.Lines) {
		if l.Kind != Bot {
			continue
		}
		for _, row := range l.Post.Inline {
			for _, b := range row {
				if b.Label == label && t.Do(s, Deed{Do: "press", Message: l.ID, Text: b.Data}, at) {
					return
				}
			}
		}
	}
	tt.Fatalf("there is no button %q in %v", label, t.seen())
}

func wantSeen(t *testing.T, talk *Talk, want ...string) {
	t.Helper()
	got := talk.seen()
	if got = got[max(0, len(got)-len(want)):]; !slices.Equal(got, want) {
		t.Errorf("the talk ends with\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func started(s Stage) Talk {
	talk := Begin(Visitor{Name: "Ann", New: true})
	talk.Do(s, Deed{Do: "say", Text: "/start"}, begin)
	return talk
}

func TestMenuIsChangedInPlace(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	wantSeen(t, &talk, "said  /start", "ran t1", "bot: Hello, Ann [Prices] [Book] [Call] [Phone] [Person]")
	talk.press(t, s, "Prices", begin)
	wantSeen(t, &talk, "bot: Soup 5 [‹ Back]", "pressed  Prices", "ran t2")
	talk.press(t, s, "‹ Back", begin)
	wantSeen(t, &talk, "bot: Hello, Ann [Prices] [Book] [Call] [Phone] [Person]", "pressed  Prices", "ran t2", "pressed  ‹ Back", "ran t1")
	if talk.Do(s, Deed{Do: "press", Message: 1, Text: "0:none"}, begin) || talk.Do(s, Deed{Do: "press", Message: 9, Text: "0:b1"}, begin) {
		t.Error("a button that nobody sees was pressed")
	}
}

func TestSubmissionAndWait(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	talk.press(t, s, "Book", begin)
	talk.Do(s, Deed{Do: "say", Text: "four"}, begin)
	talk.Do(s, Deed{Do: "say", Text: "4"}, begin)
	if got := talk.Person.Data["f1"]; got != "4" {
		t.Fatalf("guests = %q, want 4", got)
	}
	if until, waiting := talk.Waits(); !waiting || !until.Equal(begin.Add(2*time.Hour)) {
		t.Fatalf("waits until %s, %t, want 11:00", until, waiting)
	}
	if talk.First {
		t.Error("who wrote is still new")
	}
	if talk.CatchUp(s, begin.Add(time.Hour)) || talk.Do(s, Deed{Do: "wait"}, begin.Add(time.Hour)) {
		t.Error("the wait ended an hour early")
	}
	if !talk.Skip(s, begin.Add(time.Hour)) || talk.Skip(s, begin) {
		t.Error("want one wait that can be skipped, once")
	}
	wantSeen(t, &talk, "note skipped", "ran t5 t6", "bot: How was it? [‹ Back]")
	if got := talk.Now(begin); !got.Equal(begin.Add(time.Hour)) {
		t.Errorf("the talk's clock = %s, want an hour ahead", got)
	}
	i := slices.IndexFunc(talk.Lines, func(l Line) bool { return l.Code == "submission" })
	if i < 0 || talk.Lines[i].Text != "Table" || talk.Lines[i].Values[0].Value != "4" {
		t.Errorf("the submission = %+v", talk.Lines)
	}
}

func TestARunHasOneTimer(t *testing.T) {
	t.Parallel()
	talk := Begin(Visitor{})
	for _, hours := range []time.Duration{1, 2} {
		talk.effect(flow.StartTimer{Call: flow.Call{Run: 7}, At: begin.Add(hours * time.Hour)}, begin)
	}
	if until, _ := talk.Waits(); len(talk.Timers) != 1 || !until.Equal(begin.Add(2*time.Hour)) {
		t.Errorf("timers = %v, want the later one alone", talk.Timers)
	}
	talk.effect(flow.CancelTimer{Run: 7}, begin)
	if _, waiting := talk.Waits(); waiting {
		t.Error("a cancelled timer waits")
	}
}

func TestWaitsEndByThemselves(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	talk.press(t, s, "Book", begin)
	talk.Do(s, Deed{Do: "say", Text: "4"}, begin)
	if !talk.CatchUp(s, begin.Add(3*time.Hour)) {
		t.Fatal("the wait did not end")
	}
	wantSeen(t, &talk, "bot: How was it? [‹ Back]")
}

func TestCallsAreAnsweredByHand(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	talk.press(t, s, "Call", begin)
	if len(talk.Asked) != 1 || talk.Asked[0].HTTP == nil {
		t.Fatalf("asked = %+v, want a call", talk.Asked)
	}
	talk.Do(s, Deed{Do: "answer", Answer: flow.Answer{OK: true, Status: 200, Values: map[string]string{"n": "7"}}}, begin)
	wantSeen(t, &talk, "bot: n is 7 [‹ Back]")
	talk.Do(s, Deed{Do: "say", Text: "/start"}, begin)
	talk.press(t, s, "Call", begin)
	talk.Do(s, Deed{Do: "answer"}, begin)
	if got := talk.seen(); !slices.Contains(got, "bot: down [‹ Back]") && !slices.Contains(got, "bot: down") {
		t.Errorf("the talk = %v, want the exit for failures", got)
	}
	if talk.Do(s, Deed{Do: "answer"}, begin) {
		t.Error("a call was answered that nobody made")
	}
}

func TestContactAndPerson(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	talk.press(t, s, "Phone", begin)
	if talk.Keys == nil || talk.Keys.Ask != "contact" {
		t.Fatalf("keys = %+v, want one that asks for the contact", talk.Keys)
	}
	talk.Do(s, Deed{Do: "share", Text: "contact"}, begin)
	if talk.Keys != nil || talk.Person.Data["f3"] != Phone {
		t.Errorf("keys = %v, phone = %q, want none and the visitor's", talk.Keys, talk.Person.Data["f3"])
	}
	talk.Do(s, Deed{Do: "say", Text: "/start"}, begin)
	talk.press(t, s, "Person", begin)
	talk.Do(s, Deed{Do: "say", Text: "hello?"}, begin)
	wantSeen(t, &talk, "said  hello?", "done relayed")
	if !talk.Do(s, Deed{Do: "give_back"}, begin) || talk.Do(s, Deed{Do: "give_back"}, begin) {
		t.Error("want that the visitor is given back, once")
	}
	talk.Do(s, Deed{Do: "say", Text: "hello?"}, begin)
	wantSeen(t, &talk, "said  hello?", "ran t12", "note puzzled", "bot: what?")
}

func TestReturningVisitorKeepsTheirData(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	talk.press(t, s, "Book", begin)
	talk.Do(s, Deed{Do: "say", Text: "4"}, begin)
	again := Begin(talk.Again("Bob"))
	if again.First || again.Person.Data["f1"] != "4" || again.Person.FirstName != "Bob" {
		t.Errorf("the returning visitor = %+v", again.Person)
	}
	again.Do(s, Deed{Do: "return"}, begin)
	wantSeen(t, &again, "note returned", "ran t11", "bot: again")
	again.Do(s, Deed{Do: "lead", Text: "step:t2"}, begin)
	wantSeen(t, &again, "ran t2", "bot: Soup 5 [‹ Back]")
}

func TestEditedDraftGoesOn(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	talk.press(t, s, "Book", begin)
	without := staged(t, `[{"id":"s3","title":"","triggers":[{"kind":"fallback"}],"steps":[{"id":"t12","kind":"message","text":"other"}]}]`)
	without.Draft = 2
	talk.Do(without, Deed{Do: "say", Text: "4"}, begin)
	if got := talk.seen(); !slices.Contains(got, "note step_gone") || got[len(got)-2] != "bot: other" || talk.Draft != 2 {
		t.Errorf("the talk = %v, want that the step is gone, and the new draft", got)
	}
}

func TestTalkIsStored(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	talk.press(t, s, "Book", begin)
	raw, err := talk.Encode()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	kept.Do(s, Deed{Do: "say", Text: "4"}, begin)
	talk.Do(s, Deed{Do: "say", Text: "4"}, begin)
	if !slices.Equal(kept.seen(), talk.seen()) || !kept.State.Equal(talk.State) {
		t.Errorf("after storing: %v, want %v", kept.seen(), talk.seen())
	}
	for _, odd := range []string{"", "[]", "{}", `{"version":2}`} {
		if _, err := Decode([]byte(odd)); err == nil {
			t.Errorf("Decode(%s) gives no error", odd)
		}
	}
}

func TestTalkIsBounded(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := started(s)
	for range 2 * maxLines {
		talk.Do(s, Deed{Do: "say", Text: strings.Repeat("ы", 4096)}, begin)
	}
	raw, err := talk.Encode()
	if err != nil || len(raw) > MaxTalk {
		t.Fatalf("%d bytes, %v, want at most %d", len(raw), err, MaxTalk)
	}
	if len(talk.Lines) > maxLines || len(talk.Deeds) > MaxDeeds || talk.Whole {
		t.Errorf("%d lines, %d deeds, whole %t, want bounds and not whole", len(talk.Lines), len(talk.Deeds), talk.Whole)
	}
	if kept, err := Decode(raw); err != nil || !kept.Do(s, Deed{Do: "say", Text: "/start"}, begin) {
		t.Errorf("the shortened talk does not go on: %v", err)
	}
}
