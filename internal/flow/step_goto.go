package flow

import "botyard/internal/spec"

// GoTo lets the run go on elsewhere.
type GoTo struct {
	// To is "step:…" or "scenario:…".
	To string `json:"to"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "goto", Place: 3,
		Title: spec.Words{RU: "Перейти", EN: "Go to"},
		Hint:  spec.Words{RU: "Продолжить с другого шага или сценария", EN: "Go on with another step or scenario"},
		Fields: []spec.Field{
			{Name: "to", Type: spec.Target, Required: true, Label: spec.Words{RU: "Куда", EN: "Where to"}},
		},
	}, func() StepConfig { return &GoTo{} })
}

// Check wants a step or a scenario; whether there is one is checked with all.
func (g *GoTo) Check(path string) []spec.Problem {
	if g.To == "" {
		return []spec.Problem{{Path: spec.Join(path, "to"), Code: "required"}}
	}
	if sort, _ := spec.ParseTarget(g.To); sort != "step" && sort != "scenario" {
		return []spec.Problem{{Path: spec.Join(path, "to"), Code: "bad_target"}}
	}
	return nil
}

// Parts is the link.
func (g *GoTo) Parts() Parts {
	if g.To == "" {
		return Parts{Course: Ends}
	}
	return Parts{Course: Ends, Links: []Link{{Ref{at("to"), g.To}, true}}}
}

// Run goes there.
func (g *GoTo) Run(t *turn) { t.jump(g.To) }
