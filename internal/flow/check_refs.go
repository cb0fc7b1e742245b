package flow

import (
	"strings"

	"botyard/internal/spec"
)

// checkRefs says which steps, scenarios, pages and files are missing that
// steps name, and which steps need a team that is not linked.
func checkRefs(s Scenarios, around Around, path string) (problems []spec.Problem) {
	stepIDs := map[string]bool{}
	for place := range s.All() {
		stepIDs[place.Step.ID] = true
	}
	for place := range s.under(path) {
		parts := place.Step.Parts()
		for _, link := range parts.Links {
			here := spec.Join(place.Path, link.Path...)
			problems = append(problems, checkLink(link.Value, here, s, stepIDs, around)...)
		}
		for _, file := range parts.Files {
			if around.Media != nil && !around.Media(file.Value) {
				problems = append(problems, spec.Problem{Path: spec.Join(place.Path, file.Path...), Code: "no_such_media"})
			}
		}
		if parts.Team && !around.Team {
			problems = append(problems, spec.Problem{Path: place.Path, Code: "no_team", Warning: true})
		}
	}
	return problems
}

func checkLink(to, path string, s Scenarios, stepIDs map[string]bool, around Around) []spec.Problem {
	sort, id := spec.ParseTarget(to)
	switch {
	case sort == "step" && !stepIDs[id]:
		return []spec.Problem{{Path: path, Code: "missing_step"}}
	case sort == "scenario" && s.Find(id) == nil:
		return []spec.Problem{{Path: path, Code: "missing_scenario"}}
	case sort == "page" && around.Page != nil && !around.Page(id):
		return []spec.Problem{{Path: path, Code: "no_such_page"}}
	}
	return nil
}

// checkFields warns of data that are read and never filled, and refuses
// fields that steps fill with values of different sorts.
func checkFields(s Scenarios, around Around, path string) (problems []spec.Problem) {
	types := map[string]FieldType{}
	for _, f := range around.Fields {
		types[f.ID] = f.Type
	}
	for place := range s.All() {
		for _, f := range place.Step.Parts().Fills {
			if _, known := types[f.ID]; !known && f.ID != "" {
				types[f.ID] = f.Type
			}
		}
	}
	for place := range s.under(path) {
		problems = append(problems, checkData(place, types)...)
	}
	return problems
}

func checkData(place Place, types map[string]FieldType) (problems []spec.Problem) {
	parts := place.Step.Parts()
	need := func(id, path string) {
		if _, filled := types[id]; !filled {
			problems = append(problems, spec.Problem{Path: path, Code: "never_filled", Warning: true, Args: map[string]any{"field": id}})
		}
	}
	for _, text := range parts.Texts {
		variablesOf(text.Text, func(name string) {
			if id, isData := strings.CutPrefix(name, dataPrefix); isData {
				need(id, spec.Join(place.Path, text.Path...))
			}
		})
	}
	for _, read := range parts.Reads {
		need(read.Value, spec.Join(place.Path, read.Path...))
	}
	for _, f := range parts.Fills {
		if f.ID != "" && types[f.ID] != f.Type {
			args := map[string]any{"field": f.Title}
			problems = append(problems, spec.Problem{Path: place.Path, Code: "field_types", Args: args})
		}
	}
	return problems
}
