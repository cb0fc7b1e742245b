package handlers

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/ui"
)

// dataPrefix begins the names of variables that are the clients' data.
const dataPrefix = "data:"

// vocabulary is what people call the variables of a project's texts, and the
// clients' data. No two have the same name.
type vocabulary struct {
	order  []string
	names  map[string]string
	byName map[string]string
	fields []flow.Field
}

func newVocabulary(ctx context.Context, scenarios flow.Scenarios) *vocabulary {
	v := &vocabulary{names: map[string]string{}, byName: map[string]string{}, fields: scenarios.Fields()}
	for _, known := range flow.Variables() {
		v.add(known.Name, lang.Words(ctx, known.Label))
	}
	for i := range v.fields {
		f := &v.fields[i]
		if strings.TrimSpace(f.Title) == "" {
			f.Title = lang.T(ctx, "scenario.answer")
		}
		f.Title = v.add(dataPrefix+f.ID, f.Title)
	}
	for _, known := range flow.Variables() { // in a language that the interface had before
		for _, name := range []string{known.Label.RU, known.Label.EN} {
			if v.byName[name] == "" {
				v.byName[name] = known.Name
			}
		}
	}
	return v
}

// add gives a variable its name, with a number behind it when it is taken.
func (v *vocabulary) add(variable, name string) string {
	own := name
	for n := 2; v.byName[own] != ""; n++ {
		own = name + " " + strconv.Itoa(n)
	}
	v.order, v.names[variable], v.byName[own] = append(v.order, variable), own, variable
	return own
}

// name is what people call a variable.
func (v *vocabulary) name(variable string) string {
	if name, known := v.names[variable]; known {
		return name
	}
	return strings.TrimPrefix(variable, dataPrefix)
}

// variable finds one by what people call it.
func (v *vocabulary) variable(name string) (string, bool) {
	variable, known := v.byName[name]
	return variable, known
}

// insertions are the variables that a text can hold.
func (v *vocabulary) insertions() []ui.Insertion {
	out := make([]ui.Insertion, len(v.order))
	for i, variable := range v.order {
		out[i] = ui.Insertion{Label: v.names[variable], Text: "[" + v.names[variable] + "]"}
	}
	return out
}

// values are the fields of a step or trigger as its form shows them.
func (v *vocabulary) values(k spec.Kind, item any) map[string]string {
	raw, err := json.Marshal(item)
	if err != nil {
		raw = nil // a form of empty fields
	}
	return spec.FormValues(k.Fields, raw, v.name)
}

// field is what people call a field of the clients' data, "" for none.
func (v *vocabulary) field(id string) string {
	for _, f := range v.fields {
		if f.ID == id {
			return f.Title
		}
	}
	return ""
}
