package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/spec"
)

func gotoStep(id, to string) string { return fmt.Sprintf(`{"id":%q,"kind":"goto","to":%q}`, id, to) }

func condition(id, yes, no string) string {
	return fmt.Sprintf(`{"id":%q,"kind":"condition","tests":[{"what":"new","is":"yes"}],"yes":[%s],"no":[%s]}`, id, yes, no)
}

func menuOf(id string, buttons ...string) string {
	return fmt.Sprintf(`{"id":%q,"kind":"menu","text":"Меню","buttons":[%s]}`, id, strings.Join(buttons, ","))
}

func buttonTo(id, more string) string { return fmt.Sprintf(`{"id":%q,"label":"Да",%s}`, id, more) }

func one(steps ...string) string { return `[` + scenario("s", onStart, strings.Join(steps, ",")) + `]` }

func TestCheckWays(t *testing.T) {
	t.Parallel()
	hi := func(id string) string { return message(id, `"x"`) }
	wait := `{"id":"w","kind":"wait"}`
	const end = `{"id":"e","kind":"end"}`
	tests := []struct {
		name, raw string
		want      []string
	}{
		{"in a row", one(hi("a"), hi("b")), nil},
		{"behind the end", one(hi("a"), end, hi("b"), hi("c")), []string{"unreachable? /0/steps/2"}},
		{"behind a jump", one(hi("a"), gotoStep("g", "step:c"), hi("b"), hi("c")), []string{"unreachable? /0/steps/2"}},
		{"both branches end", one(condition("c", end, gotoStep("g", "step:z")), hi("b")) + "", []string{"missing_step /0/steps/0/no/0/to", "unreachable? /0/steps/1"}},
		{"one branch goes on", one(condition("c", end, hi("d")), hi("b")), nil},
		{"an empty branch goes on", one(condition("c", end, ""), hi("b")), nil},
		{"behind a menu whose buttons lead away", one(menuOf("m", buttonTo("b1", `"to":"https://x.example/"`)), hi("b")), []string{"unreachable? /0/steps/1"}},
		{"behind a menu with an answer", one(menuOf("m", buttonTo("b1", `"steps":[`+hi("a")+`]`)), hi("b")), nil},
		{"an answer that a target hides", one(menuOf("m", buttonTo("b1", `"to":"scenario:s","steps":[`+hi("a")+`,`+hi("a2")+`]`))), []string{"unreachable? /0/steps/0/buttons/0/steps/0"}},
		{"the list for failures ends", one(`{"id":"h","kind":"http","url":"https://api.example.com/","failed":[`+end+`]}`, hi("b")), nil},
		{"a scenario that nothing starts", `[` + scenario("s", onStart, hi("a")) + `,` + scenario("u", "", hi("b")+`,`+end+`,`+hi("c")) + `]`, []string{"never_starts? /1"}},
		{"a scenario that a button starts", `[` + scenario("s", onStart, menuOf("m", buttonTo("b1", `"to":"scenario:u"`))) + `,` + scenario("u", "", hi("b")) + `]`, nil},
		{"a button of nothing", one(menuOf("m", buttonTo("b1", `"steps":[]`))), []string{"no_action /0/steps/0/buttons/0"}},
		{"a button that a trigger answers", `[` + scenario("s", onStart, menuOf("m", buttonTo("b1", `"steps":[]`))) + `,` + scenario("u", `{"kind":"button","button":"b1"}`, hi("b")) + `]`, nil},
		{"a loop", one(hi("a"), hi("b"), gotoStep("g", "step:b")), []string{"loop /0/steps/1"}},
		{"a step that leads to itself", one(gotoStep("g", "step:g")), []string{"loop /0/steps/0"}},
		{"a loop over two scenarios", `[` + scenario("s", onStart, hi("a")+`,`+gotoStep("g", "scenario:u")) + `,` + scenario("u", "", gotoStep("h", "scenario:s")) + `]`, []string{"loop /0/steps/0"}},
		{"a loop that waits", one(hi("a"), wait, gotoStep("g", "step:a")), nil},
		{"a loop through a question", one(`{"id":"q","kind":"question","text":"?","field":"f"}`, gotoStep("g", "step:q")), nil},
		{"a loop through a menu", one(menuOf("m", buttonTo("b1", `"to":"step:m"`), buttonTo("b2", `"steps":[`+gotoStep("g", "step:m")+`]`))), nil},
		{"a loop with a way out", one(hi("a"), condition("c", gotoStep("g", "step:a"), "")), []string{"maybe_loop? /0/steps/0"}},
		{"a loop whose ways all come back", one(hi("a"), condition("c", gotoStep("g", "step:a"), gotoStep("h", "step:c"))), []string{"loop /0/steps/0"}},
		{"a wait that may be over", one(`{"id":"q","kind":"question","text":"?","field":"f","type":"date"}`, `{"id":"w","kind":"wait","mode":"before","field":"f"}`, gotoStep("g", "step:w")), []string{"loop /0/steps/1"}},
		{"a wait that stops when it is over", one(`{"id":"q","kind":"question","text":"?","field":"f","type":"date"}`, `{"id":"w","kind":"wait","mode":"before","field":"f","late":"stop"}`, gotoStep("g", "step:w")), nil},
		{"two loops", one(condition("c", gotoStep("g", "step:c"), gotoStep("h", "step:h"))), []string{"maybe_loop? /0/steps/0", "loop /0/steps/0/no/0"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, told(Check(parsed(t, tt.raw), ""))); diff != "" {
			t.Errorf("%s: Check (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestCheckRefs(t *testing.T) {
	t.Parallel()
	around := Around{
		Page: func(id string) bool { return id == "home" }, Media: func(key string) bool { return key == "k1" },
		Fields: []Field{{"known", "Известное", TypeDate}},
	}
	question := func(id, field, typ string) string {
		return fmt.Sprintf(`{"id":%q,"kind":"question","text":"?","field":%q,"type":%q}`, id, field, typ)
	}
	tests := []struct {
		name, raw string
		want      []string
	}{
		{"targets that are there", one(menuOf("m", buttonTo("b1", `"to":"page:home"`), buttonTo("b2", `"to":"step:m"`), buttonTo("b3", `"to":"scenario:s"`), buttonTo("b4", `"to":"tg://resolve?domain=x"`))), nil},
		{"targets that are not", one(menuOf("m", buttonTo("b1", `"to":"page:shop"`), buttonTo("b2", `"to":"step:b1"`), buttonTo("b3", `"to":"scenario:m"`), buttonTo("b4", `"to":"page:"`))),
			[]string{"no_such_page /0/steps/0/buttons/0/to", "missing_step /0/steps/0/buttons/1/to", "missing_scenario /0/steps/0/buttons/2/to", "no_such_page /0/steps/0/buttons/3/to"}},
		{"targets that no button opens", one(menuOf("m", buttonTo("b1", `"to":"tel:+7900"`), buttonTo("b2", `"to":"http://localhost/"`), buttonTo("b3", `"to":"somewhere"`), buttonTo("b4", `"to":"contact"`))),
			[]string{"no_button_address /0/steps/0/buttons/0/to", "no_button_address /0/steps/0/buttons/1/to", "bad_address /0/steps/0/buttons/2/to", "required /0/steps/0/buttons/3/field"}},
		{"files", one(`{"id":"t","kind":"message","text":"x","media":[{"kind":"photo","key":"k1"},{"kind":"photo","key":"k2"}]}`), []string{"no_such_media /0/steps/0/media/1/key"}},
		{"a team that is not there", one(`{"id":"n","kind":"notify","text":"x"}`, `{"id":"p","kind":"person","text":"x"}`), []string{"no_team? /0/steps/0", "no_team? /0/steps/1"}},
		{"data that nothing fills", one(message("t", `[{"bold":[{"var":"data:f"}]},{"var":"data:known"},{"var":"data:g"}]`), question("q", "g", "text"), `{"id":"w","kind":"wait","mode":"before","field":"h"}`,
			`{"id":"c","kind":"condition","tests":[{"what":"data","field":"i","is":"filled"}]}`, `{"id":"s1","kind":"submission","title":"x","fields":[{"field":"j"}]}`),
			[]string{"may_be_empty? /0/steps/0/text", "never_filled? /0/steps/0/text", "never_filled? /0/steps/2/field", "never_filled? /0/steps/3/tests/0/field", "never_filled? /0/steps/4/fields/0/field"}},
		{"data filled otherwise", one(question("q", "f", "number"), question("r", "f", "text"), question("u", "known", "text")), []string{"field_types /0/steps/1", "field_types /0/steps/2"}},
		{"buttons share the ids of steps", one(message("b1", `"x"`), menuOf("m", buttonTo("b1", `"to":"step:m"`), buttonTo("", `"to":"step:m"`), buttonTo("b 3", `"to":"step:m"`))),
			[]string{"duplicate_id /0/steps/1/buttons/0/id", "required /0/steps/1/buttons/1/id", "bad_id /0/steps/1/buttons/2/id"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, told(around.Check(parsed(t, tt.raw), ""))); diff != "" {
			t.Errorf("%s: Check (-want +got):\n%s", tt.name, diff)
		}
	}
	around.Team = true
	if got := told(around.Check(parsed(t, one(`{"id":"n","kind":"notify","text":"x"}`)), "")); got != nil {
		t.Errorf("Check with a team = %v, want nothing", got)
	}
}

func TestCheckDepthAndSize(t *testing.T) {
	t.Parallel()
	nested := func(depth int) string {
		inner := message("leaf", `"x"`)
		for i := range depth {
			inner = condition(fmt.Sprint("c", i), inner, "")
		}
		return one(inner)
	}
	if got := told(Check(parsed(t, nested(maxDepth)), "")); got != nil {
		t.Errorf("at the bound Check = %v, want nothing", got)
	}
	if got := told(Check(parsed(t, nested(maxDepth+1)), "")); len(got) != 1 || !strings.HasPrefix(got[0], "too_deep ") {
		t.Errorf("a level deeper Check = %v, want too_deep", got)
	}
	if _, problems := Parse([]byte(nested(60)), "/s"); len(problems) != 1 || problems[0].Code != "too_deep" {
		t.Errorf("Parse of sixty levels = %v, want too_deep", problems)
	}
	var list []string
	for i := range 16 {
		var steps []string
		for j := range maxSteps {
			steps = append(steps, message(fmt.Sprintf("t%d_%d", i, j), `"x"`))
		}
		list = append(list, scenario(fmt.Sprint("s", i), onStart, strings.Join(steps, ",")))
	}
	codes := told(Check(parsed(t, "["+strings.Join(list, ",")+"]"), ""))
	if !slices.Contains(codes, "too_many ") {
		t.Errorf("Check of %d steps = %.200v, want too_many", 16*maxSteps, codes)
	}
}

func TestProblemsOfWaysHaveWhatTheirWordsNeed(t *testing.T) {
	t.Parallel()
	raw := one(menuOf("m", buttonTo("b1", `"steps":[]`)), message("t", `[{"var":"data:f"}]`), `{"id":"w","kind":"wait","amount":99,"unit":"days"}`)
	want := map[string]map[string]any{
		"no_action": {"label": "Да"}, "never_filled": {"field": "f"}, "bad_wait": {"max": 29},
	}
	got := map[string]map[string]any{}
	for _, p := range Check(parsed(t, raw), "") {
		if want[p.Code] != nil {
			got[p.Code] = p.Args
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
}

func TestNestedProblemsHaveTheirPlace(t *testing.T) {
	t.Parallel()
	raw := one(menuOf("m", buttonTo("b1", `"steps":[{"id":"c","kind":"condition","yes":[{"id":"x","kind":"dance"},{"id":"y","kind":"message","colour":1}]}]`)))
	_, problems := Parse([]byte(raw), "/scenarios")
	want := []string{
		"unknown_kind /scenarios/0/steps/0/buttons/0/steps/0/yes/0/kind", "unknown_field /scenarios/0/steps/0/buttons/0/steps/0/yes/1/colour",
	}
	if diff := cmp.Diff(want, told(problems)); diff != "" {
		t.Errorf("Parse (-want +got):\n%s", diff)
	}
}

// TestChecksOfKinds tells what each kind finds wrong with itself.
func TestChecksOfKinds(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"kind":"message"}`: "required /text", `{"kind":"message","media":[{"kind":"photo","key":"k"}]}`: "",
		`{"kind":"message","media":[{"kind":"photo"},{"kind":"gif","key":"k"}]}`:            "required /media/0/key not_a_choice /media/1/kind mixed_album /media",
		`{"kind":"message","media":[{"kind":"photo","key":"a"},{"kind":"file","key":"b"}]}`: "mixed_album /media", `{"kind":"message","media":[{"kind":"voice","key":"a"},{"kind":"voice","key":"b"}]}`: "mixed_album /media",
		`{"kind":"message","media":[{"kind":"photo","key":"a"}],"text":"` + strings.Repeat("я", 1025) + `"}`:                                 "long_caption? /text",
		`{"kind":"message","text":[{"var":"first_name","or":"` + strings.Repeat("я", 65) + `"}]}`:                                            "too_long /text",
		`{"kind":"menu","text":"x","columns":"4","answer":"there"}`:                                                                          "required /buttons not_a_choice /columns not_a_choice /answer",
		`{"kind":"menu","text":"x","media":[{"kind":"photo","key":"a"},{"kind":"photo","key":"b"}],"buttons":[{"id":"b","label":"\u200b"}]}`: "too_many /media required /buttons/0/label",
		`{"kind":"question","text":"?","field":"f","type":"colour","columns":"0"}`:                                                           "not_a_choice /columns not_a_choice /type", `{"kind":"question","text":"?","field":"f","type":"choice"}`: "required /options",
		`{"kind":"question","text":"?","field":"f","type":"choice","options":[{"label":""}],"retry":" "}`: "required /retry required /options/0/label", `{"kind":"question","text":"?","field":"a b"}`: "bad_id /field",
		`{"kind":"condition","match":"most"}`: "not_a_choice /match required /tests", `{"kind":"submission","sort":"letter","fields":[{}]}`: "required /title not_a_choice /sort required /fields/0/field",
		`{"kind":"person","text":"x","note":[{"var":"y"}]}`: "unknown_variable /note", `{"kind":"data","field":"f","action":"burn","type":"x"}`: "not_a_choice /action not_a_choice /type required /value",
		`{"kind":"tag","tag":"` + strings.Repeat("я", 65) + `","action":"x"}`: "too_long /tag not_a_choice /action", `{"kind":"goto","to":"page:home"}`: "bad_target /to", `{"kind":"goto","to":"https://x.example/"}`: "bad_target /to",
		`{"kind":"place","point":"91,0"}`: "bad_point /point", `{"kind":"place","point":"55.7"}`: "bad_point /point", `{"kind":"place","point":"NaN,1"}`: "bad_point /point", `{"kind":"place","point":"55.7, 37.6"}`: "",
		`{"kind":"contact","phone":"112","first_name":"x"}`: "bad_phone /phone", `{"kind":"rating","text":"x","low":"x","high":"x","good":"1","link":"tel:1","field":"a b"}`: "not_a_choice /good required /label bad_id /field no_button_address /link",
		`{"kind":"subscribed","channel":"parcoffee"}`: "bad_channel /channel", `{"kind":"subscribed","channel":"-1001234567890"}`: "", `{"kind":"subscribed","channel":"@par"}`: "bad_channel /channel",
		`{"kind":"random","ways":[{"share":1}]}`: "required /ways", `{"kind":"random","ways":[{"share":0},{"share":0}]}`: "no_share /ways", `{"kind":"random","ways":[{"share":-1},{"share":1001}]}`: "bad_number /ways/0/share bad_number /ways/1/share",
		`{"kind":"end"}`: "",
	} {
		item, problems := steps.Decode([]byte(raw), "")
		if problems != nil {
			t.Fatalf("%s: %v", raw, problems)
		}
		if got := strings.Join(told(item.Config.Check("")), " "); got != want {
			t.Errorf("Check(%.120s) = %q, want %q", raw, got, want)
		}
	}
}

func TestScenarioFieldsAndOutline(t *testing.T) {
	t.Parallel()
	s := parsed(t, one(`{"id":"q","kind":"question","text":["Как вас ",{"bold":"зовут"},"?"],"field":"name"}`,
		menuOf("m", buttonTo("b1", `"to":"contact","field":"tel","steps":[{"id":"d","kind":"data","field":"n","title":"Счёт","type":"number","value":"1"}]`)),
		`{"id":"q2","kind":"question","text":"`+strings.Repeat("слово ", 20)+`","field":"long"}`, `{"id":"q3","kind":"question","text":"?","field":"name","title":"Другое"}`))
	want := []Field{{"name", "Как вас зовут", TypeText}, {"tel", "Да", TypePhone}, {"n", "Счёт", TypeNumber}, {"long", "слово слово слово слово слово слово слов…", TypeText}}
	if diff := cmp.Diff(want, s.Fields()); diff != "" {
		t.Errorf("Fields (-want +got):\n%s", diff)
	}
	var outline []string
	for p := range s.All() {
		outline = append(outline, fmt.Sprintf("%d %s %s", p.Depth, p.Step.ID, p.Path))
	}
	wantOutline := []string{"0 q /0/steps/0", "0 m /0/steps/1", "1 d /0/steps/1/buttons/0/steps/0", "0 q2 /0/steps/2", "0 q3 /0/steps/3"}
	if diff := cmp.Diff(wantOutline, outline); diff != "" {
		t.Errorf("All (-want +got):\n%s", diff)
	}
	if got := s.FindStep("d"); got == nil || got.Kind != "data" || s.FindStep("b1") != nil {
		t.Errorf("FindStep(d) = %v, FindStep(b1) = %v, want a step and none", got, s.FindStep("b1"))
	}
	if got := s.NewID("b"); got != "b2" {
		t.Errorf("NewID(b) = %q, want b2: a button has b1", got)
	}
	if spec.Blocking(Check(s, "")) {
		t.Errorf("Check = %v, want nothing that blocks", told(Check(s, "")))
	}
}
