package flow

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// whole has every kind and every mark.
const whole = `[
 {"id":"s1","title":"Приветствие",
  "triggers":[{"kind":"command","command":"start"},{"kind":"keyword","words":["Ёлка","c++"],"match":"contains"},{"kind":"fallback"}],
  "steps":[
   {"id":"t1","kind":"message","text":"Добрый день"},
   {"id":"t2","kind":"message","text":["Вы ",{"bold":[{"var":"first_name"},{"italic":" и "}]},{"code":"x"},{"link":"https://x.example/a?b=1&c=<2>","text":"тут"}]}]},
 {"id":"s2","title":"","triggers":[],"steps":[]}]`

func TestParseRoundTrip(t *testing.T) {
	t.Parallel()
	first := parsed(t, whole)
	raw, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	second := parsed(t, string(raw))
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("Parse(Marshal(s)) (-want +got):\n%s", diff)
	}
	var stored Scenarios
	if err := json.Unmarshal(raw, &stored); err != nil {
		t.Fatalf("Unmarshal of what was stored: %v", err)
	}
	if diff := cmp.Diff(first, stored); diff != "" {
		t.Errorf("Unmarshal(Marshal(s)) (-want +got):\n%s", diff)
	}
	var in, out any
	if json.Unmarshal([]byte(whole), &in) != nil || json.Unmarshal(raw, &out) != nil {
		t.Fatal("not JSON")
	}
	if diff := cmp.Diff(in, out); diff != "" {
		t.Errorf("what is written differs from what was read (-read +written):\n%s", diff)
	}
}

func TestParseTellsEveryProblemWithItsPlace(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, raw string
		want      []string
	}{
		{"not a list", `{}`, []string{"wrong_type /scenarios"}},
		{"cut off", `[{"id":"s"`, []string{"truncated /scenarios/0"}},
		{"trailing data", `[] []`, []string{"not_json /scenarios"}},
		{"unknown field", `[{"id":"s","colour":"red"}]`, []string{"unknown_field /scenarios/0/colour"}},
		{"duplicate key", `[{"id":"s","id":"s"}]`, []string{"duplicate_key /scenarios/0/id"}},
		{"unknown kinds", `[{"triggers":[{"kind":"nod"}],"steps":[{"id":"t","kind":"dance"}]}]`,
			[]string{"unknown_kind /scenarios/0/triggers/0/kind", "unknown_kind /scenarios/0/steps/0/kind"}},
		{"no kind", `[{"steps":[{"id":"t"}]}]`, []string{"unknown_kind /scenarios/0/steps/0/kind"}},
		{"a trigger has no id", `[{"triggers":[{"id":"x","kind":"fallback"}]}]`, []string{"unknown_field /scenarios/0/triggers/0/id"}},
		{"wrong types", `[{"triggers":[{"kind":"keyword","words":"меню"}],"steps":[{"id":1,"kind":"message"}]}]`,
			[]string{"wrong_type /scenarios/0/triggers/0/words", "wrong_type /scenarios/0/steps/0/id"}},
		{"one in each element", `[{"id":1},{"title":2},{"id":"ok"},[]]`,
			[]string{"wrong_type /scenarios/0/id", "wrong_type /scenarios/1/title", "wrong_type /scenarios/3"}},
		{"field of another kind", `[{"triggers":[{"kind":"fallback","words":[]}]}]`, []string{"unknown_field /scenarios/0/triggers/0/words"}},
		{"case matters", `[{"ID":"s"}]`, []string{"unknown_field /scenarios/0/ID"}},
	}
	for _, tt := range tests {
		_, problems := Parse([]byte(tt.raw), "/scenarios")
		if diff := cmp.Diff(tt.want, told(problems)); diff != "" {
			t.Errorf("%s: Parse(%s) (-want +got):\n%s", tt.name, tt.raw, diff)
		}
	}
}

func TestParseKeepsListsAndDefaults(t *testing.T) {
	t.Parallel()
	got := parsed(t, `[{"id":"s","triggers":[{"kind":"keyword","words":["меню"]}]}]`)
	want := Scenarios{{
		ID: "s", Triggers: []Trigger{{Kind: "keyword", Config: &Keyword{Words: []string{"меню"}, Match: "word"}}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Parse (-want +got):\n%s", diff)
	}
}

func TestStoredScenarioOfANewerProgram(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		`[{"id":"s","title":"","triggers":[{"kind":"telepathy"}],"steps":[]}]`,
		`[{"id":"s","title":"","triggers":[],"steps":[{"id":"t","kind":"message","text":"a","colour":"red"}]}]`,
	} {
		var s Scenarios
		if err := json.Unmarshal([]byte(raw), &s); !cmp.Equal(err, errStored, cmpopts.EquateErrors()) {
			t.Errorf("Unmarshal(%s) = %v, want errStored", raw, err)
		}
	}
}

func TestFindAndNewID(t *testing.T) {
	t.Parallel()
	s := parsed(t, whole)
	if got := s.Find("s2"); got != &s[1] {
		t.Errorf("Find(s2) = %v, want the second", got)
	}
	if got := s.Find("t1"); got != nil {
		t.Errorf("Find of a step = %v, want nil", got)
	}
	for prefix, want := range map[string]string{"s": "s3", "t": "t3", "x": "x1"} {
		if got := s.NewID(prefix); got != want {
			t.Errorf("NewID(%q) = %q, want %q", prefix, got, want)
		}
	}
}
