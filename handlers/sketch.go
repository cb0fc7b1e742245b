package handlers

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/scenario"
)

// sketch is what the screen of a scenario is drawn from.
type sketch struct {
	frame page.Project
	draft project.Draft
	own   *flow.Scenario
	// path is the scenario's own in the draft.
	path  string
	words *vocabulary
	// problems of the scenario, and those of each step by its id; their paths
	// begin at the step.
	problems []spec.Problem
	steps    map[string][]spec.Problem
	// open is the id of the step whose form is shown, field that of the field to focus.
	open, field string
	// mending tells that the person came to fill in what is empty.
	mending bool
	// chain are the names of the lists from the scenario's own to the one that
	// a phone shows.
	chain []string
	// form replaces the open form, with what was typed.
	form *scenario.Form
	// files are what the project has uploaded, to be chosen from.
	files []scenario.File
}

// sketchOf reads a project's draft with all that is wrong with it. The query
// says what is open.
func (s *server) sketchOf(r *http.Request, p scope) (*sketch, error) {
	ctx := r.Context()
	frame, err := s.frame(ctx, p)
	if err != nil {
		return nil, err
	}
	draft, problems, err := s.checkedDraft(ctx, p)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(draft.Scenarios, func(x flow.Scenario) bool { return x.ID == r.PathValue("scenario") })
	if i < 0 {
		return nil, errNotFound
	}
	k := &sketch{frame: frame, draft: draft, own: &draft.Scenarios[i], path: spec.Join("/scenarios", i), words: newVocabulary(ctx, draft.Scenarios)}
	if k.files, err = s.fileChoices(ctx, p.ID); err != nil {
		return nil, err
	}
	k.sort(problems)
	query := r.URL.Query()
	k.show(query.Get("step"), query.Get("at"))
	k.field, k.mending = query.Get("field"), query.Has("mend")
	return k, nil
}

// sort keeps the problems of this scenario, and gives each step its own.
func (k *sketch) sort(problems []spec.Problem) {
	stepAt := map[string]string{}
	for place := range (flow.Scenarios{*k.own}).All() {
		stepAt[k.path+strings.TrimPrefix(place.Path, "/0")] = place.Step.ID
	}
	k.steps = map[string][]spec.Problem{}
	for _, p := range problems {
		if p.Path != k.path && !strings.HasPrefix(p.Path, k.path+"/") {
			continue
		}
		k.problems = append(k.problems, p)
		if path, id := owner(stepAt, p.Path); id != "" {
			p.Path = strings.TrimPrefix(p.Path, path)
			k.steps[id] = append(k.steps[id], p)
		}
	}
	slices.SortStableFunc(k.problems, func(a, b spec.Problem) int { return warning(a) - warning(b) })
}

// owner is the step in which a place lies, the innermost.
func owner(stepAt map[string]string, path string) (at, id string) {
	for path != "" {
		if id := stepAt[path]; id != "" {
			return path, id
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
	return "", ""
}

// warning sorts what only warns behind what stops a publication.
func warning(p spec.Problem) int {
	if p.Warning {
		return 1
	}
	return 0
}

// show opens a step, and the list that a phone shows: the step's own, else the
// named one. What is not there is not shown.
func (k *sketch) show(step, list string) {
	if name, _, found := k.own.ListOf(step); found {
		k.open, list = step, name
	}
	k.chain = k.lineage(list)
}

// lineage are the names of the lists from the scenario's own to the named one;
// just the first when there is none of that name.
func (k *sketch) lineage(list string) []string {
	var chain []string
	for list != "" {
		id, _, _ := strings.Cut(list, ".")
		holder, _, found := k.own.ListOf(id)
		if !found || k.branch(list) == nil {
			return []string{""}
		}
		chain = append(chain, list)
		list = holder
	}
	chain = append(chain, "")
	slices.Reverse(chain)
	return chain
}

// branch finds a list beneath a step by its name, nil when there is none.
func (k *sketch) branch(list string) *flow.Branch {
	id, _, _ := strings.Cut(list, ".")
	step := (flow.Scenarios{*k.own}).FindStep(id)
	if step == nil {
		return nil
	}
	for _, b := range step.Branches() {
		if b.Name == list {
			return &b
		}
	}
	return nil
}

// editor is the screen.
func (k *sketch) editor(ctx context.Context, undo, redo *project.Edit) scenario.Editor {
	e := scenario.Editor{Project: k.frame, ID: k.own.ID, Title: k.own.Title, Top: k.top(ctx), Crumbs: k.crumbs(ctx)}
	for i := range k.draft.Scenarios {
		other := &k.draft.Scenarios[i]
		e.Others = append(e.Others, scenario.Link{
			Title: scenarioTitle(ctx, other), URL: scenario.URL(k.frame, other.ID), Here: other.ID == k.own.ID,
		})
	}
	for i, t := range k.own.Triggers {
		e.Triggers = append(e.Triggers, scenario.Trigger{
			Sentence: k.words.sentence(ctx, k.draft.Scenarios, t), Bad: k.blocked(spec.Join(k.path, "triggers", i)),
		})
	}
	e.Problems = k.toMend(ctx)
	e.Undo, e.Redo = editView(undo), editView(redo)
	return e
}

func editView(e *project.Edit) *scenario.Edit {
	if e == nil {
		return nil
	}
	return &scenario.Edit{What: e.What, Title: e.Title}
}

// blocked tells whether something at or below a path is wrong.
func (k *sketch) blocked(path string) bool {
	return slices.ContainsFunc(k.problems, func(p spec.Problem) bool {
		return wrong(p) && (p.Path == path || strings.HasPrefix(p.Path, path+"/"))
	})
}

// crumbs lead from the scenario to the list that a phone shows.
func (k *sketch) crumbs(ctx context.Context) (crumbs []scenario.Link) {
	for i, list := range k.chain {
		l := scenario.Link{Title: scenarioTitle(ctx, k.own), URL: scenario.LevelURL(k.frame, k.own.ID, list), Here: i == len(k.chain)-1}
		if b := k.branch(list); b != nil {
			l.Title = k.branchLabel(ctx, b)
		}
		crumbs = append(crumbs, l)
	}
	return crumbs
}

// toMend are the problems with the addresses of their fields.
func (k *sketch) toMend(ctx context.Context) (all []scenario.Problem) {
	g := guide{k.frame, k.draft}
	for _, p := range k.problems {
		where, url := g.scenario(ctx, k.own, k.words, k.path, p.Path)
		p = named(ctx, p)
		all = append(all, scenario.Problem{Problem: p, Where: where, URL: url})
	}
	return all
}

// named words the kind of a problem about one.
func named(ctx context.Context, p spec.Problem) spec.Problem {
	name, _ := p.Args["kind"].(string)
	kind, known := flow.StepKind(name)
	if !known {
		kind, known = flow.TriggerKind(name)
	}
	if known {
		p.Args = lang.Args{"kind": lang.Words(ctx, kind.Title)}
	}
	return p
}
