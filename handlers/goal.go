package handlers

import (
	"context"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/richtext"
)

// goal is what a new scenario can be for; the catalogue has its words.
type goal struct {
	name     string
	triggers []string
	steps    []string
}

// goals are offered in this order.
var goals = []goal{
	{"answer", []string{"keyword"}, []string{"message"}},
	{"menu", []string{"command"}, []string{"menu"}},
	{"request", []string{"command"}, []string{"question", "question", "submission"}},
	{"link", []string{"deep_link"}, []string{"message"}},
	{"newcomer", []string{"joined"}, []string{"message"}},
	{"content", []string{"content"}, []string{"message"}},
	{"blank", nil, nil},
}

// scenario is a first draft of what the goal asks for.
func (g goal) scenario(ctx context.Context) flow.Scenario {
	s := flow.Scenario{ID: newID("s"), Title: lang.T(ctx, "goal."+g.name+".title"), Triggers: []flow.Trigger{}}
	for _, kind := range g.triggers {
		if t, known := flow.NewTrigger(kind); known {
			s.Triggers = append(s.Triggers, t)
		}
	}
	for _, kind := range g.steps {
		if step, known := newStep(kind); known {
			s.Steps = append(s.Steps, step)
		}
	}
	g.fill(ctx, &s)
	return s
}

// fill writes what is certain to be meant.
func (g goal) fill(ctx context.Context, s *flow.Scenario) {
	for _, t := range s.Triggers {
		if c, is := t.Config.(*flow.Command); is {
			c.Command = g.name
		}
	}
	if g.name != "request" {
		return
	}
	questions := []struct {
		words string
		sort  flow.FieldType
	}{{"goal.request.name", flow.TypeText}, {"goal.request.phone", flow.TypePhone}}
	for i, q := range questions {
		step := s.Steps[i].Config.(*flow.Question)
		step.Text, step.Type, step.Title = richtext.Of(lang.T(ctx, q.words)), q.sort, lang.T(ctx, q.words+"_title")
	}
	submission := s.Steps[2].Config.(*flow.Submission)
	submission.Title, submission.Text = lang.T(ctx, "goal.request.title"), richtext.Of(lang.T(ctx, "goal.request.thanks"))
}

// newStep is a step of a kind as it is inserted: a question with data of its
// own for the answer, a condition with its first test.
func newStep(kind string) (flow.Step, bool) {
	step, known := flow.NewStep(kind, newID("t"))
	switch c := step.Config.(type) {
	case *flow.Question:
		c.Field = newID("f")
	case *flow.SetData:
		c.Field = newID("f")
	case *flow.Condition:
		c.Tests = []flow.Test{{What: "data", Is: "filled"}}
	case *flow.Random:
		c.Ways = []flow.Way{{ID: newID("w"), Share: 1}, {ID: newID("w"), Share: 1}}
	}
	return step, known
}
