package flow

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/spec"
)

// scenario is JSON of one that has the parts and nothing else wrong.
func scenario(id, triggers, steps string) string {
	return fmt.Sprintf(`{"id":%s,"title":"","triggers":[%s],"steps":[%s]}`, quote(id), triggers, steps)
}

// message is JSON of a step that sends a text, itself JSON.
func message(id, text string) string {
	return fmt.Sprintf(`{"id":%s,"kind":"message","text":%s}`, quote(id), text)
}

func quote(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

const onStart = `{"kind":"command","command":"start"}`

func TestCheck(t *testing.T) {
	t.Parallel()
	hi := message("t1", `"Привет"`)
	tests := []struct {
		name, raw string
		want      []string
	}{
		{"sound", whole, nil},
		{"empty", `[]`, []string{"no_start? /sc"}},
		{"silent to /start", `[` + scenario("s", `{"kind":"fallback"}`, hi) + `]`, []string{"no_start? /sc"}},
		{"ids", `[` + scenario("", onStart, hi) + `,` + scenario("а", "", message("t2", `"x"`)) + `,` + scenario("s", "", message("t1", `"x"`)) + `,` + scenario("s", "", message("t 4", `"x"`)) + `]`,
			[]string{"required /sc/0/id", "bad_id /sc/1/id", "duplicate_id /sc/2/steps/0/id", "duplicate_id /sc/3/id", "bad_id /sc/3/steps/0/id",
				"never_starts? /sc/1", "never_starts? /sc/2", "never_starts? /sc/3"}},
		{"title too long", `[{"id":"s","title":"` + strings.Repeat("ы", 101) + `","triggers":[` + onStart + `],"steps":[` + hi + `]}]`, []string{"too_long /sc/0/title"}},
		{"NUL", `[` + scenario("s", onStart, message("t1", `"a\u0000b"`)) + `]`, []string{"bad_character /sc/0/steps/0/text"}},
		{"commands", `[` + scenario("s", onStart+`,{"kind":"command"},{"kind":"command","command":"Start"},{"kind":"command","command":"a-b"},{"kind":"command","command":"`+strings.Repeat("a", 33)+`"}`, hi) + `]`,
			[]string{"bad_command /sc/0/triggers/1/command", "bad_command /sc/0/triggers/2/command", "bad_command /sc/0/triggers/3/command", "bad_command /sc/0/triggers/4/command"}},
		{"the same command twice", `[` + scenario("s", onStart, hi) + `,` + scenario("u", `{"kind":"fallback"},`+onStart, message("t2", `"x"`)) + `]`, []string{"duplicate_trigger? /sc/1/triggers/1/command"}},
		{"keywords", `[` + scenario("s", onStart+`,{"kind":"keyword"},{"kind":"keyword","words":["a"," ","`+strings.Repeat("ы", 65)+`"],"match":"fuzzy"}`, hi) + `]`,
			[]string{"required /sc/0/triggers/1/words", "required /sc/0/triggers/2/words/1", "too_long /sc/0/triggers/2/words/2", "not_a_choice /sc/0/triggers/2/match"}},
		{"no steps", `[` + scenario("s", onStart, "") + `]`, []string{"no_steps? /sc/0/steps"}},
		{"empty texts", `[` + scenario("s", onStart, message("a", `""`)+`,`+message("b", `" \n"`)+`,`+message("c", `[{"bold":" "}]`)+`,{"id":"d","kind":"message"}`) + `]`,
			[]string{"required /sc/0/steps/0/text", "required /sc/0/steps/1/text", "required /sc/0/steps/2/text", "required /sc/0/steps/3/text"}},
		{"a variable is a text", `[` + scenario("s", onStart, message("t1", `[{"var":"first_name"}]`)) + `]`, nil},
		{"longest text", `[` + scenario("s", onStart, message("t1", `"`+strings.Repeat("ы", 4096)+`"`)) + `]`, nil},
		{"too long text", `[` + scenario("s", onStart, message("t1", `["`+strings.Repeat("ы", 4096)+`",{"var":"username"}]`)) + `]`, []string{"too_long /sc/0/steps/0/text"}},
		{"nothing to see", `[` + scenario("s", onStart, message("t1", `"\u200b \u2060"`)) + `]`, []string{"required /sc/0/steps/0/text"}},
		{"a variable that may be empty", `[` + scenario("s", onStart, message("t1", `[{"bold":[{"var":"last_name"}]}," "]`)) + `]`, []string{"may_be_empty? /sc/0/steps/0/text"}},
		{"a variable with other words", `[` + scenario("s", onStart, message("t1", `[{"var":"last_name","or":"friend"}]`)) + `]`, nil},
		{"a variable that never is empty", `[` + scenario("s", onStart, message("t1", `[{"var":"first_name"}]`)) + `]`, nil},
		{"unknown variable, deep", `[` + scenario("s", onStart, message("t1", `[{"bold":[{"italic":[{"var":"password"}]}]}]`)) + `]`, []string{"unknown_variable /sc/0/steps/0/text"}},
		{"bad link", `[` + scenario("s", onStart, message("t1", `["a",{"link":"javascript:alert(1)","text":"b"},{"link":"","text":"c"}]`)) + `]`,
			[]string{"bad_address /sc/0/steps/0/text", "bad_address /sc/0/steps/0/text"}},
	}
	for _, tt := range tests {
		got := told(Check(parsed(t, tt.raw), "/sc"))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: Check (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestCheckBoundsNumbers(t *testing.T) {
	t.Parallel()
	list := func(n int, element func(i int) string) string {
		var all []string
		for i := range n {
			all = append(all, element(i))
		}
		return strings.Join(all, ",")
	}
	step := func(i int) string { return message(fmt.Sprint("t", i), `"x"`) }
	command := func(i int) string { return fmt.Sprintf(`{"kind":"command","command":"c%d"}`, i) }
	words := func(n int) string {
		return `{"kind":"keyword","words":[` + list(n, func(i int) string { return fmt.Sprintf("%q", fmt.Sprint("w", i)) }) + `]}`
	}
	whole := func(scenarios, triggers, steps, n int) string {
		more := list(scenarios-1, func(i int) string { return scenario(fmt.Sprint("s", i), "", "") })
		return `[` + scenario("s", onStart+","+words(n)+","+list(triggers-2, command), list(steps, step)) + `,` + more + `]`
	}
	if got := told(Check(parsed(t, whole(500, 50, 200, 50)), "")); got != nil {
		t.Errorf("at the bounds Check = %v, want none", got)
	}
	want := []string{"too_many ", "too_many /0/triggers", "too_many /0/triggers/1/words", "too_many /0/steps"}
	if diff := cmp.Diff(want, told(Check(parsed(t, whole(501, 51, 201, 51)), ""))); diff != "" {
		t.Errorf("over the bounds Check (-want +got):\n%s", diff)
	}
}

func TestProblemsHaveWhatTheirWordsNeed(t *testing.T) {
	t.Parallel()
	raw := `[` + scenario("s", onStart+`,`+onStart+`,{"kind":"keyword","words":["a"],"match":"fuzzy"}`,
		message("t1", `[{"var":"password"},"`+strings.Repeat("ы", 4096)+`"]`)+`,`+message("t1", `"x"`)) + `]`
	want := map[string]map[string]any{
		"duplicate_trigger": {"value": "/start"},
		"not_a_choice":      {"value": "fuzzy"},
		"unknown_variable":  {"name": "password"},
		"too_long":          {"max": 4096, "n": 4097},
		"duplicate_id":      {"id": "t1"},
	}
	got := map[string]map[string]any{}
	for _, p := range Check(parsed(t, raw), "") {
		got[p.Code] = p.Args
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
}

func TestWarningsDoNotStopAPublication(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		`[]`: false,
		`[` + scenario("s", `{"kind":"fallback"}`, "") + `]`:   false,
		`[` + scenario("s", onStart, message("t", `""`)) + `]`: true,
	} {
		if got := spec.Blocking(Check(parsed(t, raw), "")); got != want {
			t.Errorf("Blocking(Check(%s)) = %v, want %v", raw, got, want)
		}
	}
}
