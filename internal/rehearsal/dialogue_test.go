package rehearsal

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/flow"
)

// recorded is a dialogue of a booking, with a wait that was skipped.
func recorded(t *testing.T, s Stage) Dialogue {
	t.Helper()
	talk := started(s)
	talk.press(t, s, "Book", begin.Add(time.Minute))
	talk.Do(s, Deed{Do: "say", Text: "4"}, begin.Add(2*time.Minute))
	talk.Skip(s, begin.Add(3*time.Minute))
	talk.Do(s, Deed{Do: "say", Text: "/start"}, begin.Add(4*time.Minute))
	d, ok := talk.Record(About{Name: "Par", Lang: "en"}, s)
	if !ok {
		t.Fatalf("the talk cannot be kept: %+v", d.Turns)
	}
	raw, ok := d.Encode()
	if !ok {
		t.Fatal("the dialogue is too big")
	}
	kept, err := DecodeDialogue(raw)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func TestDialogueGoesAsBefore(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	d := recorded(t, s)
	if got := d.Differs(d.Play(s)); got != nil {
		t.Errorf("differing turns = %v, want none", got)
	}
	want := []Saying{{Kind: Bot, Text: "Hello, Ann", Keys: []string{"Prices", "Book", "Call", "Phone", "Person"}}}
	if diff := cmp.Diff(want, d.Turns[0].Says); diff != "" {
		t.Errorf("the first turn (-want +got):\n%s", diff)
	}
	if got := d.Turns[2].Says; got[0].Code != "submission" || got[0].Values[0].Value != "4" || got[1].Text != "Thank you" {
		t.Errorf("the third turn = %+v, want a submission and thanks", got)
	}
	if got := d.Turns[1].Deed.Label; got != "Book" {
		t.Errorf("the label of the button = %q", got)
	}
}

func TestDialogueTellsWhatIsDifferent(t *testing.T) {
	t.Parallel()
	d := recorded(t, staged(t, cafe))
	for edit, want := range map[string][]int{
		`"Thank you"|"Thanks"`:              {2},
		`"label":"Prices"|"label":"Menu"`:   {0, 4},
		`"amount":2|"amount":5`:             nil,       // a wait may last longer
		`"id":"b2"|"id":"b9"`:               {1, 2, 3}, // the button is another one
		`"Hello, "|"Hi, "`:                  {0, 4},
		`"sort":"booking"|"sort":"request"`: nil,
		`"title":"Guests"|"title":"People"`: {2},
	} {
		before, after, _ := strings.Cut(edit, "|")
		s := staged(t, strings.Replace(cafe, before, after, 1))
		if got := d.Differs(d.Play(s)); !slices.Equal(got, want) {
			t.Errorf("%s: differing turns = %v, want %v", edit, got, want)
		}
	}
}

// TestDialogueKeepsItsTime skips a wait of two days, and asks what day it is.
func TestDialogueKeepsItsTime(t *testing.T) {
	t.Parallel()
	s := staged(t, strings.NewReplacer(`"amount":2,"unit":"hours"`, `"amount":2,"unit":"days"`, `"what?"`, `[{"var":"today"}]`).Replace(cafe))
	talk := started(s)
	talk.press(t, s, "Book", begin)
	talk.Do(s, Deed{Do: "say", Text: "4"}, begin)
	talk.Skip(s, begin)
	talk.Do(s, Deed{Do: "say", Text: "when?"}, begin)
	wantSeen(t, &talk, "bot: 02.12.2026")
	d, ok := talk.Record(About{Lang: "en"}, s)
	if got := d.Turns[4].Says[1].Text; !ok || got != "02.12.2026" {
		t.Errorf("a second time it is %s, %t, want the same day", got, ok)
	}
	talk.Do(s, Deed{Do: "say", Text: "when?"}, begin.Add(5*24*time.Hour))
	d, _ = talk.Record(About{Lang: "en"}, s)
	longer := staged(t, strings.NewReplacer(`"amount":2,"unit":"hours"`, `"amount":4,"unit":"days"`, `"what?"`, `[{"var":"today"}]`).Replace(cafe))
	if got := d.Differs(d.Play(longer)); !slices.Equal(got, []int{4}) {
		t.Errorf("behind a longer wait the turns %v differ, want the next alone", got)
	}
}

func TestPartOfATalkIsNoDialogue(t *testing.T) {
	t.Parallel()
	s := staged(t, cafe)
	talk := Begin(Visitor{Name: "Ann"})
	if _, ok := talk.Record(About{}, s); ok {
		t.Error("a talk in which nothing happened was kept")
	}
	talk = started(s)
	talk.press(t, s, "Book", begin)
	gone := staged(t, strings.Replace(cafe, `"id":"b2"`, `"id":"b9"`, 1))
	if _, ok := talk.Record(About{}, gone); ok {
		t.Error("a talk was kept whose button is gone")
	}
	for range MaxDeeds {
		talk.Do(s, Deed{Do: "say", Text: "x"}, begin)
	}
	if _, ok := talk.Record(About{}, s); ok {
		t.Error("a talk was kept of which a part is missing")
	}
}

func TestDialogueKeepsWhatTheProjectSaid(t *testing.T) {
	t.Parallel()
	s := staged(t, strings.Replace(cafe, `"Soup 5"`, `[{"var":"phone"}]`, 1))
	about := About{Name: "Par", Lang: "en"}
	about.Card.Phone = "+7 1"
	stage := about.Stage(s.Release, s.Scenarios)
	talk := started(stage)
	talk.press(t, stage, "Prices", begin)
	d, ok := talk.Record(about, stage)
	if !ok || d.Turns[1].Says[0].Text != "+7 1" {
		t.Fatalf("kept = %t, %+v", ok, d.Turns)
	}
	if got := d.Differs(d.Play(d.About.Stage(s.Release, s.Scenarios))); got != nil {
		t.Errorf("differing turns = %v, want none whatever the card says now", got)
	}
}

// FuzzTalk lets a visitor do anything: nothing breaks, and a talk that is
// whole goes the same way again.
func FuzzTalk(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	f.Add([]byte{2, 0, 7, 3, 4, 1, 1, 1, 9, 0, 4})
	s := staged(f, cafe)
	f.Fuzz(func(t *testing.T, deeds []byte) {
		talk, at := started(s), begin
		for _, b := range deeds {
			at = at.Add(time.Duration(b) * time.Minute)
			talk.CatchUp(s, at)
			talk.random(s, int(b), at)
		}
		if _, err := talk.Encode(); err != nil {
			t.Fatal(err)
		}
		if d, ok := talk.Record(About{Lang: "en"}, s); ok {
			if got := d.Differs(d.Play(s)); got != nil {
				t.Fatalf("a second time the turns %v go another way", got)
			}
		}
	})
}

// random does something that b says.
func (t *Talk) random(s Stage, b int, at time.Time) {
	words := []string{"/start", "4", "hello", ""}
	shares := []string{"contact", "location", "photo"}
	switch b % 6 {
	case 0:
		t.Do(s, Deed{Do: "say", Text: words[b/6%4]}, at)
	case 1:
		t.Do(s, Deed{Do: "share", Text: shares[b/6%3]}, at)
	case 2:
		t.Skip(s, at)
	case 3:
		t.Do(s, Deed{Do: "answer", Answer: flow.Answer{OK: b/6%2 == 0}}, at)
	case 4:
		t.Do(s, Deed{Do: []string{"return", "give_back"}[b/6%2]}, at)
	case 5:
		for _, l := range slices.Backward(t.Lines) {
			if l.Kind == Bot && len(l.Post.Inline) > 0 {
				row := l.Post.Inline[b/6%len(l.Post.Inline)]
				t.Do(s, Deed{Do: "press", Message: l.ID, Text: row[0].Data}, at)
				return
			}
		}
	}
}
