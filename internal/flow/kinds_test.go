package flow

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// decoder reads a step or a trigger and gives its configuration.
type decoder func(raw string) (spec.Checker, []spec.Problem)

func decodeStep(raw string) (spec.Checker, []spec.Problem) {
	item, problems := steps.Decode([]byte(raw), "")
	return item.Config, problems
}

func decodeTrigger(raw string) (spec.Checker, []spec.Problem) {
	item, problems := triggers.Decode([]byte(raw), "")
	return item.Config, problems
}

// TestKinds holds every registered kind to what its form, its storage and the
// engine expect of it.
func TestKinds(t *testing.T) {
	t.Parallel()
	for sort, registry := range map[string]struct {
		kinds  []spec.Kind
		decode decoder
		find   func(string) (spec.Kind, bool)
	}{
		"step":    {StepKinds(), decodeStep, StepKind},
		"trigger": {TriggerKinds(), decodeTrigger, TriggerKind},
	} {
		if len(registry.kinds) == 0 {
			t.Errorf("no %s is registered", sort)
		}
		for _, k := range registry.kinds {
			t.Run(sort+"/"+k.Name, func(t *testing.T) {
				t.Parallel()
				if found, ok := registry.find(k.Name); !ok || found.Title != k.Title {
					t.Errorf("%s is not found by its name", k.Name)
				}
				checkWords(t, k)
				compareFields(t, k.Fields, reflect.TypeOf(zeroOf(t, k, registry.decode)).Elem())
				checkZero(t, k, registry.decode)
				checkStrict(t, k, registry.decode)
			})
		}
	}
}

// technical words are ours, and no owner's (the catalogue has the same rule).
var technical = regexp.MustCompile(`(?i)манифест|слаг|вебхук|webhook|очеред|json|идентификатор|\bid\b|триггер|trigger|релиз|черновик|подписчик|фолб|slug|queue|token|токен|payload|fallback|subscriber`)

func checkWords(t *testing.T, k spec.Kind) {
	t.Helper()
	words := append([]spec.Words{k.Title, k.Hint}, fieldWords(t, k.Fields)...)
	for _, w := range words {
		if strings.TrimSpace(w.RU) == "" || strings.TrimSpace(w.EN) == "" || w.RU == w.EN && strings.ContainsAny(w.EN, "abc") {
			t.Errorf("%+v: want words in both languages", w)
		}
		if technical.MatchString(w.RU + " " + w.EN) {
			t.Errorf("%+v: want no technical words", w)
		}
	}
}

func fieldWords(t *testing.T, fields []spec.Field) (words []spec.Words) {
	t.Helper()
	for _, f := range fields {
		words = append(words, f.Label)
		if f.Hint != (spec.Words{}) {
			words = append(words, f.Hint)
		}
		for _, o := range f.Options {
			words = append(words, o.Label)
		}
		if (f.Type == spec.Choice) != (len(f.Options) > 1) || (f.Type == spec.Rows) != (len(f.Fields) > 0) {
			t.Errorf("field %s has %d options and %d fields of a row", f.Name, len(f.Options), len(f.Fields))
		}
		if f.When.Field != "" && !slices.ContainsFunc(fields, func(o spec.Field) bool { return o.Name == f.When.Field }) {
			t.Errorf("field %s is shown by %s, which there is not", f.Name, f.When.Field)
		}
		words = append(words, fieldWords(t, f.Fields)...)
	}
	return words
}

// zeroOf decodes the kind without a field.
func zeroOf(t *testing.T, k spec.Kind, decode decoder) spec.Checker {
	t.Helper()
	config, problems := decode(`{"kind":"` + k.Name + `"}`)
	if problems != nil {
		t.Fatalf("a %s without fields does not decode: %v", k.Name, problems)
	}
	return config
}

// compareFields compares a form's fields with the JSON of the type they edit,
// and the types of each.
func compareFields(t *testing.T, fields []spec.Field, typ reflect.Type) {
	t.Helper()
	var inGo, inSpec []string
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		inGo = append(inGo, name)
	}
	for _, f := range fields {
		inSpec = append(inSpec, f.Name)
	}
	if !slices.Equal(inGo, inSpec) {
		t.Errorf("fields of %s = %q, of its form = %q, want the same", typ, inGo, inSpec)
		return
	}
	for i, f := range fields {
		if got := controlOf(f, typ.Field(i).Type); got != "" {
			t.Errorf("field %s of %s: %s", f.Name, typ, got)
		}
		if f.Type == spec.Rows {
			compareFields(t, f.Fields, typ.Field(i).Type.Elem())
		}
	}
}

// controlOf tells what is wrong with the control of a field of a type.
func controlOf(f spec.Field, typ reflect.Type) string {
	want := reflect.String
	switch f.Type {
	case spec.Rich, spec.Lines, spec.Rows, spec.Steps:
		want = reflect.Slice
	case spec.Number:
		want = reflect.Int
	case spec.Switch:
		want = reflect.Bool
	}
	if typ.Kind() != want || (f.Type == spec.Steps) != (typ == reflect.TypeFor[Steps]()) || (f.Type == spec.Rich) != (typ == reflect.TypeFor[richtext.Text]()) {
		return "its control does not edit a " + typ.String()
	}
	return ""
}

// checkZero wants a new configuration to tell what is missing, to be written
// and read again, and to run.
func checkZero(t *testing.T, k spec.Kind, decode decoder) {
	t.Helper()
	config := zeroOf(t, k, decode)
	problems := strings.Join(told(config.Check("/x")), " ")
	for _, f := range k.Fields {
		if f.Required && !strings.Contains(problems, "/x/"+f.Name) {
			t.Errorf("Check of a new one = %q, want a problem with %s", problems, f.Name)
		}
	}
	for _, p := range config.Check("/x") {
		field, _, _ := strings.Cut(strings.TrimPrefix(p.Path, "/x/"), "/")
		if !slices.ContainsFunc(k.Fields, func(f spec.Field) bool { return f.Name == field }) {
			t.Errorf("Check of a new one tells of %s, which is no field", p.Path)
		}
	}
	raw, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	again, found := decode(strings.TrimSuffix(`{"kind":"`+k.Name+`",`+strings.TrimPrefix(string(raw), "{"), ",}") + map[bool]string{true: "}"}[string(raw) == "{}"])
	if found != nil || !reflect.DeepEqual(again, config) {
		t.Errorf("a new one is written as %s and read as %+v, %v", raw, again, found)
	}
	runZero(t, k, config)
}

// runZero runs a new configuration with every kind of event.
func runZero(t *testing.T, k spec.Kind, config spec.Checker) {
	t.Helper()
	step, ok := config.(StepConfig)
	if !ok {
		for kind := Said; kind <= GivenBack; kind++ {
			config.(TriggerConfig).Matcher()(&Event{Kind: kind, Text: "x"})
		}
		return
	}
	start := Trigger{Kind: "command", Config: &Command{Command: "start"}}
	c := newChat(t, Compile(Scenarios{{ID: "s", Triggers: []Trigger{start}, Steps: Steps{{ID: "x", Kind: k.Name, Config: step}}}}, Setting{Number: 1}))
	for range 2 {
		c.says("/start")
		for kind := Said; kind <= GivenBack; kind++ {
			c.happen(Event{Kind: kind, Text: "x", Button: "1:x.1", To: "step:x", Call: c.call})
		}
	}
}

func checkStrict(t *testing.T, k spec.Kind, decode decoder) {
	t.Helper()
	if _, problems := decode(`{"kind":"` + k.Name + `","no_such_field":1}`); len(problems) != 1 || problems[0].Code != "unknown_field" {
		t.Errorf("an unknown field gives %v, want unknown_field", problems)
	}
	for _, f := range k.Fields {
		if _, problems := decode(`{"kind":"` + k.Name + `","` + f.Name + `":{"7":7}}`); len(problems) != 1 || problems[0].Path != "/"+f.Name {
			t.Errorf("an object for %s gives %v, want a problem with it", f.Name, problems)
		}
	}
}

// TestRanks holds the order in which product and form say triggers are asked.
func TestRanks(t *testing.T) {
	t.Parallel()
	var names []string
	for _, k := range TriggerKinds() {
		names = append(names, k.Name)
	}
	rank := func(name string) Rank {
		config, _ := decodeTrigger(`{"kind":"` + name + `"}`)
		return config.(TriggerConfig).Rank()
	}
	slices.SortFunc(names, func(a, b string) int { return int(rank(a) - rank(b)) })
	if want := []string{"command", "button", "deep_link", "keyword", "shout", "expression", "content", "page", "joined", "fallback"}; !slices.Equal(names, want) {
		t.Errorf("order of triggers = %v, want %v", names, want)
	}
}

// TestPalette holds what is offered first, and what is for the experienced.
func TestPalette(t *testing.T) {
	t.Parallel()
	var names []string
	for _, k := range StepKinds() {
		if k.Name != "echo" {
			names = append(names, k.Name)
		}
	}
	want := "message menu question condition submission person data tag goto wait notify place contact rating subscribed end random http"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("palette = %s, want %s", got, want)
	}
}
