package flow

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzParse reads anything: nothing panics, and what was read without a
// problem is checked, written, read again and run.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		whole, `[]`, `null`, `[null]`, `{}`, ``, `[{"id":"s","triggers":null,"steps":[null]}]`,
		`[{"id":"s","title":"\ud800","triggers":[],"steps":[]}]`, "[{\"id\":\"\xff\"}]",
		`[{"triggers":[{"kind":"keyword","words":["",null,"  "],"match":""}],"steps":[{"kind":"message","text":null}]}]`,
		`[{"steps":[{"id":"t","kind":"message","text":` + strings.Repeat(`[{"bold":`, 12) + `"x"` + strings.Repeat(`}]`, 12) + `}]}]`,
		`[{"steps":[{"id":"t","kind":"condition","yes":[{"id":"u","kind":"menu","buttons":[{"id":"b","steps":null}]}],"no":[]}]}]`,
		strings.Repeat(`[`, 200), newGenerator(1).scenarios(), newGenerator(2).scenarios(),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, problems := Parse(raw, "/s")
		for _, p := range problems {
			if !strings.HasPrefix(p.Path, "/s") || p.Code == "" {
				t.Errorf("problem %+v has no place or code", p)
			}
		}
		if problems != nil {
			return
		}
		for _, p := range Check(s, "/s") {
			if !strings.HasPrefix(p.Path, "/s") || p.Code == "" {
				t.Errorf("problem %+v has no place or code", p)
			}
		}
		written, err := json.Marshal(s)
		if err != nil {
			t.Fatalf("Marshal: %v", err)
		}
		again, problems := Parse(written, "")
		if problems != nil || !cmp.Equal(s, again, cmpopts.EquateEmpty()) {
			t.Errorf("read again: %v (-want +got):\n%s", problems, cmp.Diff(s, again, cmpopts.EquateEmpty()))
		}
		c := newChat(t, Compile(s, Setting{Number: 1}))
		for _, text := range []string{"/start", "меню", ""} {
			c.says(text)
		}
	})
}

// FuzzAdvance makes scenarios from a seed, lets a visitor do whatever visitors
// may do, and publishes other scenarios in between.
func FuzzAdvance(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed, "Анна \U0001F600 \xff"+strings.Repeat("я", int(seed)))
	}
	updates := updateEvents(f)
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		g := newGenerator(seed)
		c := newChat(t, Compile(parsed(t, g.scenarios()), Setting{Number: 1}))
		c.person.FirstName = text
		c.project.Team = g.IntN(4) > 0
		for n := range 60 {
			if g.IntN(20) == 0 {
				c.publish(g.release(t, int32(n+2)))
			}
			g.anything(c, text, updates)
			c.record = nil
			if t.Failed() {
				t.Fatalf("after %d events of seed %d", n+1, seed)
			}
		}
	})
}

// release is another, which moves people from step to step.
func (g generator) release(t *testing.T, number int32) *Release {
	t.Helper()
	s := parsed(t, g.scenarios())
	moves := map[string]string{}
	ids := []string{"x1"}
	for place := range s.All() {
		ids = append(ids, place.Step.ID)
	}
	for range 5 {
		moves[g.pick(ids...)] = g.pick(ids...)
	}
	return Compile(s, Setting{Number: number, Moves: moves})
}

// anything is something that happens in a chat.
func (g generator) anything(c *chat, text string, updates []Event) {
	switch g.IntN(12) {
	case 0:
		c.says("/start")
	case 1:
		c.says(g.pick(text, g.words(), g.word(), "12", "завтра в 18:30", "/start x1", "Отмена", "‹ Назад"))
	case 2:
		c.sends(g.pick("contact 79001234567", "place 55.7,37.6", "photo photo file", "voice"))
	case 3:
		c.later(g.pick("5s", "3m", "20h", "40h", "800h"))
	case 4:
		c.httpAnswers(g.pick("fails", "{}", `{"k1":1}`, text))
	case 5:
		c.channelAnswers(g.pick("yes", "no", "nothing"))
	case 6:
		c.form(g.pick("f1 Имя="+text, "order A=b; f2 B=c"))
	case 7:
		e := updates[g.IntN(len(updates))]
		e.First = c.first
		c.happen(e)
	case 8:
		c.happen(Event{Kind: []EventKind{Led, Joined, GivenBack, GivenBack, TakenOver, Fired, Answered}[g.IntN(7)], To: g.pick("step:x3", "scenario:s1", text), Call: Call{1, 1}})
	default:
		g.press(c, text)
	}
}

// press is any button that the visitor sees, or none that anybody made.
func (g generator) press(c *chat, text string) {
	ids := slices.Sorted(maps.Keys(c.messages))
	if len(ids) == 0 || g.IntN(10) == 0 {
		c.happen(Event{Kind: Pressed, Button: g.pick(text, "1:x2", "1:x2.3", "99:.start", ":", "1:", "-1:x.skip"), Under: Under{ID: int64(g.IntN(3))}})
		return
	}
	id := ids[g.IntN(len(ids))]
	for _, row := range c.messages[id].Inline {
		for _, b := range row {
			if b.Data != "" && g.IntN(3) == 0 {
				c.happen(Event{Kind: Pressed, Button: b.Data, Under: Under{ID: id, Media: len(c.messages[id].Media) > 0}})
				return
			}
		}
	}
}

// TestSoundScenariosLeaveNoLoop runs scenarios that Check found sound: what
// it let through does not run into the bound of a turn's steps.
func TestSoundScenariosLeaveNoLoop(t *testing.T) {
	t.Parallel()
	sound := 0
	for seed := range uint64(150) {
		s := parsed(t, newGenerator(seed).scenarios())
		codes := strings.Join(told(Check(s, "")), " ")
		if strings.Contains(codes, "loop") {
			continue
		}
		sound++
		c := newChat(t, Compile(s, Setting{Number: 1}))
		for _, text := range []string{"/start", "12", "меню"} {
			c.says(text)
			c.later("1h")
		}
		if said := strings.Join(c.record, "\n"); strings.Contains(said, "report: loop") {
			t.Errorf("seed %d loops, Check said %q:\n%.2000s", seed, codes, said)
		}
	}
	if sound < 50 {
		t.Errorf("%d sound scenarios of 150, want enough to tell", sound)
	}
}
