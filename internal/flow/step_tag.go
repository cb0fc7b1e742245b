package flow

import "botyard/internal/spec"

// TagStep puts a tag on the client or takes it off.
type TagStep struct {
	// Action is "add" or "remove".
	Action string `json:"action"`
	// Tag is the tag's name, at most 64 characters.
	Tag string `json:"tag"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "tag", Place: 2,
		Title: spec.Words{RU: "Метка", EN: "Tag"},
		Hint:  spec.Words{RU: "Поставить клиенту метку или снять", EN: "Put a tag on the client or take it off"},
		Fields: []spec.Field{
			{Name: "action", Type: spec.Choice, Label: spec.Words{RU: "Что сделать", EN: "What to do"}, Options: []spec.Option{
				{Value: "add", Label: spec.Words{RU: "Поставить", EN: "Put on"}},
				{Value: "remove", Label: spec.Words{RU: "Снять", EN: "Take off"}},
			}},
			{Name: "tag", Type: spec.Tag, Required: true, Max: MaxTag, Label: spec.Words{RU: "Метка", EN: "Tag"}},
		},
	}, func() StepConfig { return &TagStep{Action: "add"} })
}

// Check wants a name.
func (s *TagStep) Check(path string) []spec.Problem {
	problems := spec.CheckText(s.Tag, spec.Join(path, "tag"), true, MaxTag)
	return append(problems, spec.CheckChoice(s.Action, spec.Join(path, "action"), "add", "remove")...)
}

// Run puts the tag on or takes it off.
func (s *TagStep) Run(t *turn) { t.tag(s.Tag, s.Action != "remove") }
