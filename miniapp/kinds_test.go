package miniapp

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"botyard/internal/spec"
)

// TestKinds holds every registered kind to what its forms, its types in
// TypeScript and its checks promise.
func TestKinds(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	for _, k := range Kinds.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			if len(samples[k.Name]) == 0 {
				t.Fatal("no sample block in this test")
			}
			checkWords(t, k.Title, k.Hint)
			checkFieldWords(t, k.Fields)
			config := decodeBlock(t, `{"id":"b","kind":"`+k.Name+`"}`).Config
			checkFields(t, reflect.TypeOf(config).Elem(), k.Fields)
			checkRequired(t, k)
			checkMax(t, k.Name, samples[k.Name][0], "", k.Fields)
			checkLooks(t, k)
			for _, sample := range samples[k.Name] {
				checkDrawn(t, r, sample)
			}
		})
	}
}

func decodeBlock(t *testing.T, raw string) Block {
	t.Helper()
	item, problems := Kinds.Decode([]byte(raw), "")
	if problems != nil {
		t.Fatalf("Decode(%s) = %v, want none", raw, problems)
	}
	return Block(item)
}

func checkWords(t *testing.T, words ...spec.Words) {
	t.Helper()
	for _, w := range words {
		if w.RU == "" || w.EN == "" {
			t.Errorf("%+v: want words in both languages", w)
		}
	}
}

func checkFieldWords(t *testing.T, fields []spec.Field) {
	t.Helper()
	for _, f := range fields {
		checkWords(t, f.Label)
		if f.Hint != (spec.Words{}) {
			checkWords(t, f.Hint)
		}
		for _, o := range f.Options {
			checkWords(t, o.Label)
		}
		checkFieldWords(t, f.Fields)
	}
}

// checkFields compares the field specs with the configuration's JSON.
func checkFields(t *testing.T, typ reflect.Type, fields []spec.Field) {
	t.Helper()
	var inGo, inSpec []string
	for i := range typ.NumField() {
		name, options, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		inGo = append(inGo, name+" "+options)
		if f := fields[min(i, len(fields)-1)]; f.Type == spec.Rows {
			checkFields(t, typ.Field(i).Type.Elem(), f.Fields)
		}
	}
	for _, f := range fields {
		options := "omitempty"
		if f.Required {
			options = ""
		}
		inSpec = append(inSpec, f.Name+" "+options)
	}
	if !slices.Equal(inGo, inSpec) {
		t.Errorf("fields of %v = %q, of the spec = %q, want the same", typ, inGo, inSpec)
	}
}

func checkRequired(t *testing.T, k spec.Kind) {
	t.Helper()
	problems := decodeBlock(t, `{"id":"b","kind":"`+k.Name+`"}`).Config.Check("/b")
	for _, f := range k.Fields {
		told := strings.Contains(codes(problems), "required /b/"+f.Name)
		if told != f.Required {
			t.Errorf("Check(empty) tells that %s is required: %v, want %v", f.Name, told, f.Required)
		}
	}
}

// checkMax makes each text one character too long, in records of lists as well.
func checkMax(t *testing.T, kind, sample, at string, fields []spec.Field) {
	t.Helper()
	for _, f := range fields {
		if f.Type == spec.Rows {
			checkMax(t, kind, sample, at+"/"+f.Name+"/0", f.Fields)
		}
		if f.Max == 0 || f.Type == spec.Goods {
			continue
		}
		for extra, want := range map[int]bool{0: false, 1: true} {
			var value any = strings.Repeat("ы", f.Max+extra)
			if f.Type == spec.Lines {
				value = []any{value}
			}
			raw := with(t, sample, at+"/"+f.Name, value)
			problems := decodeBlock(t, raw).Config.Check("")
			if told := strings.Contains(codes(problems), "too_long "+at+"/"+f.Name); told != want {
				// Only a choice has options to check.
				if strings.HasSuffix(at+"/"+f.Name, "/options") {
					continue
				}
				t.Errorf("Check(%s%s/%s of %d characters) tells too_long: %v, want %v", kind, at, f.Name, f.Max+extra, told, want)
			}
		}
	}
}

// with is a JSON document with another value at a place.
func with(t *testing.T, document, at string, value any) string {
	t.Helper()
	var root any
	if err := json.Unmarshal([]byte(document), &root); err != nil {
		t.Fatal(err)
	}
	names := strings.Split(at, "/")[1:]
	v := root
	for _, name := range names[:len(names)-1] {
		if list, ok := v.([]any); ok {
			v = list[0]
		} else {
			v = v.(map[string]any)[name]
		}
	}
	v.(map[string]any)[names[len(names)-1]] = value
	raw, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// checkLooks wants a sample of each look, and an unknown one refused.
func checkLooks(t *testing.T, k spec.Kind) {
	t.Helper()
	for _, f := range k.Fields {
		if f.Name != "look" {
			continue
		}
		for _, o := range f.Options {
			if !strings.Contains(strings.Join(samples[k.Name], ""), `"look":"`+o.Value+`"`) {
				t.Errorf("no sample has the look %s", o.Value)
			}
		}
		problems := decodeBlock(t, with(t, samples[k.Name][0], "/look", "huge")).Config.Check("")
		if !strings.Contains(codes(problems), "not_a_choice /look") {
			t.Errorf("Check(look huge) = %q, want not_a_choice", codes(problems))
		}
	}
}

func checkDrawn(t *testing.T, r *Renderer, sample string) {
	t.Helper()
	m := onPage(t, sample)
	problems := m.Check(nil)
	if spec.Blocking(problems) {
		t.Errorf("Check(%s) = %v, want no refusal", sample, problems)
	}
	for _, as := range []As{App, Site} {
		if _, err := r.Render(t.Context(), m, Options{As: as, MediaBase: "/media/"}); err != nil {
			t.Errorf("Render(%s) as %s: %v", sample, as, err)
		}
	}
}
