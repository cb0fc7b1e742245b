package handlers

import (
	"context"
	"slices"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/scenario"
)

// shownLevels is how many lists beneath one another an outline shows.
const shownLevels = 3

// top is the list with which the outline begins: far enough up that the one
// that a phone shows is in it.
func (k *sketch) top(ctx context.Context) scenario.Level {
	list := k.chain[max(0, len(k.chain)-shownLevels)]
	if b := k.branch(list); b != nil {
		return k.level(ctx, list, b.Steps, 1)
	}
	return k.level(ctx, "", k.own.Steps, 1)
}

// level draws a list; depth counts from the outline's own.
func (k *sketch) level(ctx context.Context, name string, steps flow.Steps, depth int) scenario.Level {
	l := scenario.Level{Name: name, Here: name == k.chain[len(k.chain)-1]}
	l.Leads = !l.Here && slices.Contains(k.chain, name)
	for i := range steps {
		l.Steps = append(l.Steps, k.step(ctx, &steps[i], depth))
	}
	return l
}

func (k *sketch) step(ctx context.Context, s *flow.Step, depth int) scenario.Step {
	kind, _ := flow.StepKind(s.Kind)
	view := scenario.Step{ID: s.ID, Kind: kind, Gist: k.words.gist(ctx, s), Menu: s.Kind == "menu"}
	view.Bad = slices.ContainsFunc(k.steps[s.ID], wrong)
	view.Leaves = k.leaves(s, view.Gist)
	if to, is := s.Config.(*flow.GoTo); is {
		view.Goes = k.goes(ctx, to.To)
		view.Gist = ""
		if view.Goes != nil {
			view.Gist = view.Goes.Title
		}
	}
	for _, b := range s.Branches() {
		branch := k.branchView(ctx, s, b, depth)
		view.Branches = append(view.Branches, branch)
		view.Leads = view.Leads || branch.Level.Here || branch.Level.Leads
	}
	if s.ID == k.open {
		view.Form = k.stepForm(ctx, s)
	}
	return view
}

// leaves are the data that a step fills, where its gist does not say so.
func (k *sketch) leaves(s *flow.Step, gist string) string {
	var all []string
	for _, f := range s.Parts().Fills {
		if name := k.words.field(f.ID); name != "" && !strings.HasPrefix(gist, strings.TrimSuffix(name, "…")) {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

func (k *sketch) branchView(ctx context.Context, s *flow.Step, b flow.Branch, depth int) scenario.Branch {
	view := scenario.Branch{Pressed: b.Pressed, URL: k.into(b), Count: written(b.Steps), Folded: depth >= shownLevels}
	view.Label = k.branchLabel(ctx, &b)
	if len(b.Steps) > 0 {
		view.Gist = k.words.gist(ctx, &b.Steps[0])
	}
	if c := choiceOf(s, b); c != nil {
		if b.Closed {
			view.Goes = k.goes(ctx, c.To)
		}
		view.Bad = k.badButton(s, b)
	}
	view.Level = scenario.Level{Name: b.Name}
	if !view.Folded {
		view.Level = k.level(ctx, b.Name, b.Steps, depth+1)
	}
	view.Bad = view.Bad || k.badBelow(b.Steps)
	return view
}

// into is where a list is shown; when all that is in it is a message that
// nobody has written yet, that is open.
func (k *sketch) into(b flow.Branch) string {
	if len(b.Steps) == 1 && untouched(b.Steps[0]) {
		return scenario.StepURL(k.frame, k.own.ID, b.Steps[0].ID, "text")
	}
	return scenario.LevelURL(k.frame, k.own.ID, b.Name)
}

// untouched tells that a step is a message in which nothing is.
func untouched(s flow.Step) bool {
	m, is := s.Config.(*flow.Message)
	return is && len(m.Text) == 0 && len(m.Media) == 0
}

// written counts the steps of a list, and none when nothing is in them yet.
func written(steps flow.Steps) int {
	if len(steps) == 1 && untouched(steps[0]) {
		return 0
	}
	return count(steps)
}

func count(steps flow.Steps) (n int) {
	for range (flow.Scenarios{{Steps: steps}}).All() {
		n++
	}
	return n
}

// choiceOf is the button that leads into a list, nil when none does.
func choiceOf(s *flow.Step, b flow.Branch) *flow.Choice {
	menu, is := s.Config.(*flow.Menu)
	if !is {
		return nil
	}
	for i := range menu.Buttons {
		if b.Name == s.ID+"."+menu.Buttons[i].ID {
			return &menu.Buttons[i]
		}
	}
	return nil
}

func (k *sketch) badButton(s *flow.Step, b flow.Branch) bool {
	beside := spec.Join("", b.Path[:len(b.Path)-1]...)
	return slices.ContainsFunc(k.steps[s.ID], func(p spec.Problem) bool {
		return wrong(p) && (p.Path == beside || strings.HasPrefix(p.Path, beside+"/"))
	})
}

// wrong tells a mistake from what is merely still empty.
func wrong(p spec.Problem) bool { return !p.Warning && p.Code != "required" }

func (k *sketch) badBelow(steps flow.Steps) bool {
	for place := range (flow.Scenarios{{Steps: steps}}).All() {
		if slices.ContainsFunc(k.steps[place.Step.ID], wrong) {
			return true
		}
	}
	return false
}

// branchLabel is what a list is called: its button, or the words of its field.
func (k *sketch) branchLabel(ctx context.Context, b *flow.Branch) string {
	id, _, _ := strings.Cut(b.Name, ".")
	step := (flow.Scenarios{*k.own}).FindStep(id)
	if c := choiceOf(step, *b); c != nil {
		if c.Label == "" {
			return lang.T(ctx, "scenario.unlabelled")
		}
		return c.Label
	}
	kind, _ := flow.StepKind(step.Kind)
	if len(b.Path) == 3 {
		return rowLabel(ctx, kind, b)
	}
	for _, f := range kind.Fields {
		if f.Name == b.Path[0] {
			return lang.Words(ctx, f.Label)
		}
	}
	return lang.Words(ctx, kind.Title)
}

// rowLabel numbers a list of a row: "Way 2".
func rowLabel(ctx context.Context, kind spec.Kind, b *flow.Branch) string {
	n, _ := b.Path[1].(int)
	for _, f := range kind.Fields {
		if f.Name == b.Path[0] && len(f.Fields) > 0 {
			return lang.Words(ctx, f.Fields[0].Label) + " " + lang.Number(ctx, n+1)
		}
	}
	return lang.Words(ctx, kind.Title)
}

// goes is where a target leads, in words; nil for on.
func (k *sketch) goes(ctx context.Context, to string) *scenario.Link {
	switch sort, id := spec.ParseTarget(to); sort {
	case "step":
		for place := range k.draft.Scenarios.All() {
			if place.Step.ID == id {
				return &scenario.Link{Title: k.stepName(ctx, place.Step), URL: scenario.StepURL(k.frame, place.Scenario.ID, id, "")}
			}
		}
		return &scenario.Link{Title: lang.T(ctx, "scenario.gone")}
	case "scenario":
		if s := k.draft.Scenarios.Find(id); s != nil {
			return &scenario.Link{Title: scenarioTitle(ctx, s), URL: scenario.URL(k.frame, id)}
		}
		return &scenario.Link{Title: lang.T(ctx, "scenario.gone")}
	case "page":
		if pg, found := k.draft.Pages.Page(id); found {
			return &scenario.Link{Title: lang.T(ctx, "scenario.page", "title", pg.Title), URL: k.frame.URL("pages", id)}
		}
		return &scenario.Link{Title: lang.T(ctx, "scenario.gone")}
	case "url":
		return &scenario.Link{Title: id}
	}
	return nil
}

// stepName is a step as it is called where something leads to it.
func (k *sketch) stepName(ctx context.Context, s *flow.Step) string {
	kind, _ := flow.StepKind(s.Kind)
	if gist := k.words.gist(ctx, s); gist != "" {
		return lang.Words(ctx, kind.Title) + ": " + gist
	}
	return lang.Words(ctx, kind.Title)
}

// stepForm is the open step's form. What is merely still empty is not held
// against somebody who is about to fill it in.
func (k *sketch) stepForm(ctx context.Context, s *flow.Step) *scenario.Form {
	if k.form != nil {
		return k.form
	}
	kind, _ := flow.StepKind(s.Kind)
	f := k.formOf(ctx, kind, s)
	f.ID = "s-" + s.ID
	f.URL = scenario.URL(k.frame, k.own.ID, "steps", s.ID)
	f.Screen = scenario.StepURL(k.frame, k.own.ID, s.ID, "")
	f.Focus, f.Files, f.Uploads = k.field, k.files, f.URL+"/files"
	for _, p := range k.steps[s.ID] {
		if p.Code != "required" || k.mending {
			f.Mistakes = append(f.Mistakes, problemMistake(named(ctx, p), f.Field(p.Path)))
		}
	}
	return f
}
