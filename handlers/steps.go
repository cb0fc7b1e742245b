package handlers

import (
	"net/http"
	"slices"

	"botyard/internal/flow"
	"botyard/internal/project"
	"botyard/views/page"
	"botyard/views/scenario"
)

// screenOf is the editor with a step open, or closed when step is "".
func (s *server) screenOf(p scope, scenarioID, step, field string) string {
	frame := page.Project{ID: p.id()}
	if step == "" {
		return scenario.URL(frame, scenarioID)
	}
	return scenario.StepURL(frame, scenarioID, step, field)
}

// editStep changes the list that holds the step which a request names; i is
// its place there.
func (s *server) editStep(r *http.Request, p scope, edit *project.Edit, change func(list flow.Steps, i int) (flow.Steps, error)) error {
	return s.editScenario(r, p, edit, func(_ *project.Draft, own *flow.Scenario) error {
		name, i, found := own.ListOf(r.PathValue("step"))
		if !found {
			return errNotFound
		}
		return own.EditList(name, func(list flow.Steps) (flow.Steps, error) { return change(list, i) })
	})
}

// addStep inserts a step of a kind into a list. A message that nobody has
// written yet gives way when it is all that the list has.
func (s *server) addStep(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	step, known := newStep(r.PostForm.Get("kind"))
	if !known {
		return statusError(http.StatusUnprocessableEntity)
	}
	list, before := r.PostForm.Get("list"), r.PostForm.Get("before")
	err = s.editScenario(r, p, &project.Edit{What: "added_step"}, func(_ *project.Draft, own *flow.Scenario) error {
		return own.EditList(list, func(steps flow.Steps) (flow.Steps, error) {
			if len(steps) == 1 && untouched(steps[0]) && step.Kind != "message" {
				steps = nil
			}
			if len(steps) >= flow.MaxSteps {
				return nil, errFull
			}
			return inserted(steps, stepIndex(steps, before), step), nil
		})
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, s.screenOf(p, r.PathValue("scenario"), step.ID, firstField(step.Kind)))
}

// firstField is the first thing to fill in of a new step.
func firstField(kind string) string {
	k, _ := flow.StepKind(kind)
	for _, f := range k.Fields {
		if f.Fields == nil {
			return f.Name
		}
	}
	return ""
}

// stepIndex is the place of a step in a list, its end when it is not there.
func stepIndex(list flow.Steps, id string) int {
	if i := slices.IndexFunc(list, func(s flow.Step) bool { return s.ID == id }); i >= 0 {
		return i
	}
	return len(list)
}

// moveStep moves a step up or down in its list, or before another of its list
// ("before", "" for the end).
func (s *server) moveStep(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	to, before := r.PostForm.Get("to"), r.PostForm.Get("before")
	err = s.editStep(r, p, &project.Edit{What: "moved_step"}, func(list flow.Steps, i int) (flow.Steps, error) {
		step := list[i]
		rest := slices.Delete(slices.Clone(list), i, i+1)
		switch to {
		case "up":
			return inserted(rest, i-1, step), nil
		case "down":
			return inserted(rest, i+1, step), nil
		case "before":
			return inserted(rest, stepIndex(rest, before), step), nil
		}
		return nil, statusError(http.StatusUnprocessableEntity)
	})
	if err != nil {
		return err
	}
	open := r.PathValue("step")
	if to == "before" {
		return s.goTo(w, r, scenario.LevelURL(page.Project{ID: p.id()}, r.PathValue("scenario"), r.PostForm.Get("list")))
	}
	return s.goTo(w, r, s.screenOf(p, r.PathValue("scenario"), open, ""))
}

// copyStep puts a copy of a step, with all beneath it, behind it.
func (s *server) copyStep(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	var id string
	err = s.editStep(r, p, &project.Edit{What: "copied_step"}, func(list flow.Steps, i int) (flow.Steps, error) {
		if len(list) >= flow.MaxSteps {
			return nil, errFull
		}
		twin, err := list[i : i+1].Copy(newID)
		if err != nil {
			return nil, err
		}
		id = twin[0].ID
		return slices.Insert(list, i+1, twin[0]), nil
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, s.screenOf(p, r.PathValue("scenario"), id, ""))
}

// removeStep removes a step with all beneath it, and offers to put it back.
func (s *server) removeStep(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	edit, list := project.Edit{What: "removed_step"}, ""
	err = s.editScenario(r, p, &edit, func(_ *project.Draft, own *flow.Scenario) error {
		name, i, found := own.ListOf(r.PathValue("step"))
		if !found {
			return errNotFound
		}
		list = name
		return own.EditList(name, func(steps flow.Steps) (flow.Steps, error) { return slices.Delete(steps, i, i+1), nil })
	})
	if err != nil {
		return err
	}
	screen := scenario.LevelURL(page.Project{ID: p.id()}, r.PathValue("scenario"), list)
	s.toast(r, page.Toast{Key: "toast.step_removed", Undo: p.undoOf(&edit, screen)})
	return s.goTo(w, r, screen)
}

// addButton adds a button to a menu, with an empty answer beneath it. It asks
// for nothing but the label.
func (s *server) addButton(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	label := []rune(trimmed(r.PostForm.Get("label")))
	label = label[:min(len(label), flow.MaxLabel)]
	id, list := r.PathValue("step"), ""
	err = s.editScenario(r, p, &project.Edit{What: "added_button"}, func(_ *project.Draft, own *flow.Scenario) error {
		step := (flow.Scenarios{*own}).FindStep(id)
		if step == nil {
			return errNotFound
		}
		menu, is := step.Config.(*flow.Menu)
		if !is || len(menu.Buttons) >= flow.MaxChoices {
			return statusError(http.StatusUnprocessableEntity)
		}
		if len(label) == 0 {
			return nil
		}
		answer, _ := newStep("message")
		menu.Buttons = append(menu.Buttons, flow.Choice{ID: newID("b"), Label: string(label), Steps: flow.Steps{answer}})
		list, _, _ = own.ListOf(id)
		return nil
	})
	if err != nil {
		return err
	}
	if r.PostForm.Get("open") != "" {
		return s.goTo(w, r, s.screenOf(p, r.PathValue("scenario"), id, ""))
	}
	return s.goTo(w, r, scenario.LevelURL(page.Project{ID: p.id()}, r.PathValue("scenario"), list))
}
