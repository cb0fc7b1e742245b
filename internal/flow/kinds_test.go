package flow

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

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
				checkFields(t, k, registry.decode)
				checkZero(t, k, registry.decode)
				checkStrict(t, k, registry.decode)
			})
		}
	}
}

func checkWords(t *testing.T, k spec.Kind) {
	t.Helper()
	words := []spec.Words{k.Title, k.Hint}
	for _, f := range k.Fields {
		words = append(words, f.Label)
		if f.Hint != (spec.Words{}) {
			words = append(words, f.Hint)
		}
		for _, o := range f.Options {
			words = append(words, o.Label)
		}
		if (f.Type == spec.Choice) != (len(f.Options) > 1) {
			t.Errorf("field %s has %d options", f.Name, len(f.Options))
		}
	}
	for _, w := range words {
		if strings.TrimSpace(w.RU) == "" || strings.TrimSpace(w.EN) == "" || w.RU == w.EN {
			t.Errorf("%+v: want words in both languages", w)
		}
	}
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

// checkFields compares the form's fields with the configuration's JSON.
func checkFields(t *testing.T, k spec.Kind, decode decoder) {
	t.Helper()
	typ := reflect.TypeOf(zeroOf(t, k, decode)).Elem()
	var inGo, inSpec []string
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		inGo = append(inGo, name)
	}
	for _, f := range k.Fields {
		inSpec = append(inSpec, f.Name)
	}
	if !slices.Equal(inGo, inSpec) {
		t.Errorf("fields of the type = %q, of the form = %q, want the same", inGo, inSpec)
	}
}

// checkZero wants a new configuration to tell what is missing and nothing
// else, to be written and read again, and to run.
func checkZero(t *testing.T, k spec.Kind, decode decoder) {
	t.Helper()
	config := zeroOf(t, k, decode)
	problems := strings.Join(told(config.Check("/x")), " ")
	for _, f := range k.Fields {
		if strings.Contains(problems, "/x/"+f.Name) != f.Required {
			t.Errorf("Check of a new one = %q, want a problem with %s: %v", problems, f.Name, f.Required)
		}
	}
	raw, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	again, found := decode(`{"kind":"` + k.Name + `",` + strings.TrimPrefix(string(raw), "{"))
	if len(k.Fields) > 0 && (found != nil || !reflect.DeepEqual(again, config)) {
		t.Errorf("a new one is written as %s and read as %+v, %v", raw, again, found)
	}
	switch config := config.(type) {
	case StepConfig:
		config.Run(&turn{event: &Event{}})
	case TriggerConfig:
		config.Matcher()(&Event{})
	}
}

func checkStrict(t *testing.T, k spec.Kind, decode decoder) {
	t.Helper()
	if _, problems := decode(`{"kind":"` + k.Name + `","no_such_field":1}`); len(problems) != 1 || problems[0].Code != "unknown_field" {
		t.Errorf("an unknown field gives %v, want unknown_field", problems)
	}
	for _, f := range k.Fields {
		if _, problems := decode(`{"kind":"` + k.Name + `","` + f.Name + `":7}`); len(problems) != 1 || problems[0].Path != "/"+f.Name {
			t.Errorf("a number for %s gives %v, want a problem with it", f.Name, problems)
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
	if want := []string{"command", "keyword", "fallback"}; !slices.Equal(names, want) {
		t.Errorf("order of triggers = %v, want %v", names, want)
	}
}
