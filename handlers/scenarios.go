package handlers

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/scenario"
)

// scenarioList is the list of a project's scenarios, as the query asks for it.
func (s *server) scenarioList(r *http.Request, p scope, frame page.Project) (scenario.List, error) {
	ctx := r.Context()
	draft, problems, err := s.checkedDraft(ctx, p)
	if err != nil {
		return scenario.List{}, err
	}
	undo, redo, err := s.Projects.Turns(ctx, p.ID)
	if err != nil {
		return scenario.List{}, err
	}
	query := r.URL.Query()
	l := scenario.List{Project: frame, Total: len(draft.Scenarios), Search: trimmed(query.Get("q")), Adding: query.Has("add"), Undo: editView(undo), Redo: editView(redo)}
	words := newVocabulary(ctx, draft.Scenarios)
	for i := range draft.Scenarios {
		own := &draft.Scenarios[i]
		row := words.row(ctx, draft.Scenarios, own)
		row.Problems = countBlocking(problems, spec.Join("/scenarios", i))
		if words.mentions(ctx, row, own, l.Search) {
			l.Rows = append(l.Rows, row)
		}
		if own.ID == query.Get("rename") {
			l.Renaming, l.Typed = own.ID, own.Title
		}
	}
	for _, g := range goals {
		l.Goals = append(l.Goals, g.name)
	}
	return l, nil
}

func (v *vocabulary) row(ctx context.Context, all flow.Scenarios, own *flow.Scenario) scenario.Row {
	row := scenario.Row{ID: own.ID, Title: own.Title, Steps: count(own.Steps)}
	for _, t := range own.Triggers {
		row.When = append(row.When, v.sentence(ctx, all, t))
	}
	if len(own.Steps) > 0 {
		row.Gist = v.gist(ctx, &own.Steps[0])
	}
	return row
}

// mentions tells whether a scenario has words in it: in its title, in what
// starts it, or in anything that it says.
func (v *vocabulary) mentions(ctx context.Context, row scenario.Row, own *flow.Scenario, words string) bool {
	words = strings.ToLower(words)
	if words == "" || strings.Contains(strings.ToLower(row.Title), words) {
		return true
	}
	if slices.ContainsFunc(row.When, func(w scenario.Sentence) bool { return strings.Contains(strings.ToLower(w.Text(ctx)), words) }) {
		return true
	}
	for place := range (flow.Scenarios{*own}).All() {
		if v.says(place.Step, words) {
			return true
		}
	}
	return false
}

// says tells whether a step's texts or buttons have words in them.
func (v *vocabulary) says(s *flow.Step, words string) bool {
	kind, _ := flow.StepKind(s.Kind)
	for name, value := range v.values(kind, s) {
		if !strings.HasSuffix(name, "id") && strings.Contains(strings.ToLower(value), words) {
			return true
		}
	}
	return false
}

// addScenario makes one for a goal, and opens it. It may be an answer to words
// that the bot did not understand, which it need not remember any longer.
func (s *server) addScenario(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(goals, func(g goal) bool { return g.name == r.PostForm.Get("goal") })
	if i < 0 {
		return statusError(http.StatusUnprocessableEntity)
	}
	made, words := goals[i].scenario(r.Context()), r.PostForm.Get("keywords")
	answerTo(&made, words)
	if err := s.keepScenario(r, p, &made); err != nil {
		return err
	}
	if words != "" {
		if err := s.Store.ForgetNotUnderstood(r.Context(), db.ForgetNotUnderstoodParams{ProjectID: p.ID, Folded: flow.Fold(words)}); err != nil {
			return fmt.Errorf("forget what has an answer: %w", err)
		}
	}
	if len(made.Triggers) > 0 && (words != "" || spec.Blocking(made.Triggers[0].Config.Check(""))) {
		return s.goTo(w, r, scenario.TriggerURL(page.Project{ID: p.id()}, made.ID, "0"))
	}
	return s.goTo(w, r, p.url("bot", "scenarios", made.ID))
}

func (s *server) keepScenario(r *http.Request, p scope, made *flow.Scenario) error {
	edit := project.Edit{What: "added_scenario", Title: made.Title}
	_, err := s.Projects.EditScenarios(r.Context(), p.ID, &edit, func(d *project.Draft) error {
		if len(d.Scenarios) >= flow.MaxScenarios {
			return statusError(http.StatusUnprocessableEntity)
		}
		made.Triggers = withoutTaken(made.Triggers, d.Scenarios)
		d.Scenarios = append(d.Scenarios, *made)
		return nil
	})
	return err
}

// answerTo lets a scenario that words start be started by these.
func answerTo(s *flow.Scenario, words string) {
	for _, t := range s.Triggers {
		if k, is := t.Config.(*flow.Keyword); is && words != "" {
			k.Words = lines(shortened(words))
			s.Title = clipTitle(shortened(words))
		}
	}
}

// shortened is as much of a text as a keyword may have, without its breaks and
// the marks at its end.
func shortened(words string) string {
	words = strings.TrimRight(strings.Join(strings.Fields(words), " "), "?!.,… ")
	runes := []rune(words)
	return string(runes[:min(len(runes), 64)])
}

// withoutTaken leaves out commands that another scenario has already.
func withoutTaken(triggers []flow.Trigger, all flow.Scenarios) []flow.Trigger {
	return slices.DeleteFunc(triggers, func(t flow.Trigger) bool {
		own, is := t.Config.(*flow.Command)
		return is && slices.ContainsFunc(all, func(s flow.Scenario) bool {
			return slices.ContainsFunc(s.Triggers, func(other flow.Trigger) bool {
				c, is := other.Config.(*flow.Command)
				return is && c.Command == own.Command
			})
		})
	})
}

// copyScenario makes one more of it, which nothing starts: two with the same
// triggers would be in each other's way.
func (s *server) copyScenario(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	edit := project.Edit{What: "copied_scenario"}
	err = s.editScenario(r, p, &edit, func(d *project.Draft, own *flow.Scenario) error {
		if len(d.Scenarios) >= flow.MaxScenarios {
			return statusError(http.StatusUnprocessableEntity)
		}
		twin, err := own.Copy(newID)
		if err != nil {
			return err
		}
		twin.Title = clipTitle(lang.T(r.Context(), "scenario.copy_of", "title", scenarioTitle(r.Context(), own)))
		twin.Triggers = []flow.Trigger{}
		at := slices.IndexFunc(d.Scenarios, func(x flow.Scenario) bool { return x.ID == own.ID })
		d.Scenarios = slices.Insert(d.Scenarios, at+1, twin)
		return nil
	})
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.scenario_copied", Args: lang.Args{"title": edit.Title}, Undo: p.undoOf(&edit, p.url("bot"))})
	return s.goTo(w, r, p.url("bot"))
}

func clipTitle(title string) string {
	if r := []rune(title); len(r) > flow.MaxTitle {
		return string(r[:flow.MaxTitle])
	}
	return title
}

// removeScenario removes one, and offers to put it back.
func (s *server) removeScenario(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	edit := project.Edit{What: "removed_scenario"}
	err = s.editScenario(r, p, &edit, func(d *project.Draft, own *flow.Scenario) error {
		d.Scenarios = slices.DeleteFunc(d.Scenarios, func(x flow.Scenario) bool { return x.ID == own.ID })
		return nil
	})
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.scenario_removed", Args: lang.Args{"title": edit.Title}, Undo: p.undoOf(&edit, p.url("bot"))})
	return s.goTo(w, r, p.url("bot"))
}
