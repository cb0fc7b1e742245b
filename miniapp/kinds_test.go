package miniapp

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"botyard/internal/spec"
)

// samples are one publishable block of each kind.
var samples = map[string]string{
	"button":  `{"id":"b","kind":"button","label":"Позвонить","to":"tel:+70000000000"}`,
	"heading": `{"id":"b","kind":"heading","text":"Меню"}`,
	"image":   `{"id":"b","kind":"image","media":"` + key + `","alt":"Чашка"}`,
	"text":    `{"id":"b","kind":"text","text":["а ",{"bold":["б ",{"italic":"в"}]},{"code":"г"},{"link":"https://x.example/","text":["д"]},"\n\nе"]}`,
}

// TestKinds holds every registered kind to what its forms, its types in
// TypeScript and its checks promise.
func TestKinds(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	for _, k := range Kinds.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			sample, found := samples[k.Name]
			if !found {
				t.Fatal("no sample block in this test")
			}
			checkWords(t, k)
			checkFields(t, k)
			checkRequired(t, k)
			checkMax(t, k, sample)
			checkDrawn(t, r, sample)
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

func checkWords(t *testing.T, k spec.Kind) {
	t.Helper()
	words := []spec.Words{k.Title, k.Hint}
	for _, f := range k.Fields {
		words = append(words, f.Label)
		for _, o := range f.Options {
			words = append(words, o.Label)
		}
	}
	for _, w := range words {
		if w.RU == "" || w.EN == "" {
			t.Errorf("%+v: want words in both languages", w)
		}
	}
}

// checkFields compares the field specs with the configuration's JSON.
func checkFields(t *testing.T, k spec.Kind) {
	t.Helper()
	config := decodeBlock(t, `{"id":"b","kind":"`+k.Name+`"}`).Config
	typ := reflect.TypeOf(config).Elem()
	var inGo, inSpec []string
	for i := range typ.NumField() {
		name, options, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		inGo = append(inGo, name+" "+options)
	}
	for _, f := range k.Fields {
		options := "omitempty"
		if f.Required {
			options = ""
		}
		inSpec = append(inSpec, f.Name+" "+options)
	}
	if !slices.Equal(inGo, inSpec) {
		t.Errorf("fields of the type = %q, of the spec = %q, want the same", inGo, inSpec)
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

func checkMax(t *testing.T, k spec.Kind, sample string) {
	t.Helper()
	for _, f := range k.Fields {
		if f.Max == 0 {
			continue
		}
		for extra, want := range map[int]bool{0: false, 1: true} {
			var members map[string]any
			if err := json.Unmarshal([]byte(sample), &members); err != nil {
				t.Fatal(err)
			}
			members[f.Name] = strings.Repeat("ы", f.Max+extra)
			raw, _ := json.Marshal(members)
			problems := decodeBlock(t, string(raw)).Config.Check("")
			if told := strings.Contains(codes(problems), "too_long /"+f.Name); told != want {
				t.Errorf("Check(%s of %d characters) tells too_long: %v, want %v", f.Name, f.Max+extra, told, want)
			}
		}
	}
}

func checkDrawn(t *testing.T, r *Renderer, sample string) {
	t.Helper()
	m := Manifest{Pages: Pages{{ID: "home", Title: "A", Blocks: []Block{decodeBlock(t, sample)}}}}
	if problems := m.Pages.Check("", nil); problems != nil {
		t.Errorf("Check(sample) = %v, want none", problems)
	}
	for _, as := range []As{App, Site} {
		if _, err := r.Render(t.Context(), m, Options{As: as}); err != nil {
			t.Errorf("Render(%s) as %s: %v", sample, as, err)
		}
	}
}
