package flow

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tree has a list of every sort beneath others: buttons, yes and no, ways.
const tree = `[{"id":"s","title":"","triggers":[{"kind":"command","command":"start"}],"steps":[
 {"id":"m","kind":"menu","text":"?","columns":"1","answer":"here","buttons":[
  {"id":"b1","label":"A","steps":[{"id":"c","kind":"condition","match":"all","tests":[{"what":"new","is":"yes"}],
    "yes":[{"id":"y","kind":"message","text":"yes"}],"no":[{"id":"r","kind":"random","ways":[{"share":1},{"share":1,"steps":[{"id":"w","kind":"goto","to":"step:y"}]}]}]}]},
  {"id":"b2","label":"B","to":"step:c"}]}]}]`

func lists(s *Scenario) (all []string) {
	for place := range (Scenarios{*s}).All() {
		for _, b := range place.Step.Branches() {
			all = append(all, b.Name)
		}
	}
	return all
}

func TestBranchesHaveNames(t *testing.T) {
	t.Parallel()
	s := parsed(t, tree)[0]
	if got, want := strings.Join(lists(&s), " "), "m.b1 m.b2 c.yes c.no r.ways.0 r.ways.1"; got != want {
		t.Errorf("lists = %q, want %q", got, want)
	}
	for id, want := range map[string]string{"m": "", "c": "m.b1", "y": "c.yes", "w": "r.ways.1"} {
		if got, at, found := s.ListOf(id); got != want || at != 0 || !found {
			t.Errorf("ListOf(%s) = %q, %d, %t, want the first of %q", id, got, at, found, want)
		}
	}
	if _, _, found := s.ListOf("b1"); found {
		t.Error("ListOf finds a button")
	}
}

func TestEditListChangesThatListAlone(t *testing.T) {
	t.Parallel()
	for _, name := range append([]string{""}, lists(&parsed(t, tree)[0])...) {
		s := parsed(t, tree)[0]
		before := asJSON(t, s)
		err := s.EditList(name, func(list Steps) (Steps, error) {
			step, known := NewStep("end", "new")
			if !known {
				t.Fatal("no step can be made")
			}
			return append(slices.Clone(list), step), nil
		})
		if got, _, _ := s.ListOf("new"); err != nil || got != name {
			t.Errorf("EditList(%q) = %v, the step is in %q", name, err, got)
			continue
		}
		without := strings.Replace(asJSON(t, s), `{"id":"new","kind":"end"}`, "", 1)
		if plain(without) != plain(before) {
			t.Errorf("EditList(%q) made\n%s of\n%s", name, without, before)
		}
	}
}

// plain is JSON without what an empty or a longer list changes.
func plain(s string) string {
	for _, odd := range []string{",", `"steps":[]`, `"steps":[`, "[", "]"} {
		s = strings.ReplaceAll(s, odd, "")
	}
	return s
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestEditListRefuses(t *testing.T) {
	t.Parallel()
	s := parsed(t, tree)[0]
	before := asJSON(t, s)
	no := errors.New("no")
	for name, want := range map[string]error{"x.y": ErrNoList, "m.b9": ErrNoList, "m": ErrNoList, "c.yes": no, "": no} {
		err := s.EditList(name, func(Steps) (Steps, error) { return nil, no })
		if !errors.Is(err, want) {
			t.Errorf("EditList(%q) = %v, want %v", name, err, want)
		}
	}
	if got := asJSON(t, s); got != before {
		t.Errorf("a refused edit changed the scenario: %s", got)
	}
}

func TestCopyHasIdsOfItsOwn(t *testing.T) {
	t.Parallel()
	s := parsed(t, tree)[0]
	before := asJSON(t, s)
	n := 0
	twin, err := s.Copy(func(prefix string) string { n++; return "new" + prefix + strconv.Itoa(n) })
	if err != nil {
		t.Fatal(err)
	}
	if problems := strings.Join(told(Check(Scenarios{s, twin}, "")), " "); strings.Contains(problems, "duplicate_id") || strings.Contains(problems, "missing_step") {
		t.Errorf("Check of both = %v, want ids of their own and links that lead somewhere", problems)
	}
	if got := asJSON(t, s); got != before {
		t.Errorf("copying changed the scenario: %s", got)
	}
	raw := asJSON(t, twin)
	for _, old := range []string{`"step:y"`, `"step:c"`, `"id":"b1"`} {
		if strings.Contains(raw, old) {
			t.Errorf("the copy has %s, want its own: %s", old, raw)
		}
	}
}

func TestNewOfEveryKind(t *testing.T) {
	t.Parallel()
	for _, k := range StepKinds() {
		if s, known := NewStep(k.Name, "x"); !known || s.ID != "x" || s.Config == nil {
			t.Errorf("NewStep(%s) = %+v, %t", k.Name, s, known)
		}
	}
	for _, k := range TriggerKinds() {
		if trigger, known := NewTrigger(k.Name); !known || trigger.Config == nil {
			t.Errorf("NewTrigger(%s) = %+v, %t", k.Name, trigger, known)
		}
	}
	if _, known := NewStep(`x","id":"y`, "x"); known {
		t.Error("NewStep makes a step of no kind")
	}
}

func TestComparisonsOfEveryTest(t *testing.T) {
	t.Parallel()
	for _, o := range testFields()[0].Options {
		ways, _ := Comparisons(o.Value, "yes")
		if len(ways) == 0 {
			t.Errorf("%s can be compared in no way", o.Value)
		}
		for _, way := range ways {
			test := Test{What: o.Value, Is: way.Value, Field: "f", Value: "1"}
			if problems := strings.Join(told(test.check("")), " "); strings.Contains(problems, "not_a_choice") {
				t.Errorf("%s cannot be compared by %s: %v", o.Value, way.Value, problems)
			}
		}
	}
	if _, asks := Comparisons("data", "filled"); asks {
		t.Error("whether data are filled in wants a value")
	}
}
