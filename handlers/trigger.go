package handlers

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"botyard/internal/flow"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/scenario"
	"botyard/views/ui"
)

// triggerForm is the form of a trigger by its place.
func (k *sketch) triggerForm(ctx context.Context, i int) *scenario.Form {
	t := k.own.Triggers[i]
	kind, _ := flow.TriggerKind(t.Kind)
	f := k.formOf(ctx, kind, t)
	f.ID = "trigger-" + strconv.Itoa(i) + "-form"
	f.URL = scenario.URL(k.frame, k.own.ID, "triggers", strconv.Itoa(i))
	f.Screen = scenario.TriggerURL(k.frame, k.own.ID, strconv.Itoa(i))
	path := spec.Join(k.path, "triggers", i)
	for _, p := range k.problems {
		if p.Code != "required" && len(p.Path) > len(path) && p.Path[:len(path)+1] == path+"/" {
			f.Mistakes = append(f.Mistakes, problemMistake(p, f.Field(p.Path[len(path):])))
		}
	}
	return f
}

// addTrigger adds one of a kind, and opens it where there is something to fill in.
func (s *server) addTrigger(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	t, known := flow.NewTrigger(r.PostForm.Get("kind"))
	if !known {
		return statusError(http.StatusUnprocessableEntity)
	}
	at := 0
	err = s.editScenario(r, p, &project.Edit{What: "added_trigger"}, func(_ *project.Draft, own *flow.Scenario) error {
		if len(own.Triggers) >= flow.MaxTriggers {
			return statusError(http.StatusUnprocessableEntity)
		}
		at, own.Triggers = len(own.Triggers), append(own.Triggers, t)
		return nil
	})
	if err != nil {
		return err
	}
	frame := page.Project{ID: p.id()}
	if kind, _ := flow.TriggerKind(t.Kind); len(kind.Fields) == 0 {
		return s.goTo(w, r, scenario.URL(frame, r.PathValue("scenario"))+"#triggers")
	}
	return s.goTo(w, r, scenario.TriggerURL(frame, r.PathValue("scenario"), strconv.Itoa(at)))
}

// editTrigger changes the trigger that a request names.
func (s *server) editTrigger(r *http.Request, p scope, edit *project.Edit, change func(d *project.Draft, own *flow.Scenario, i int) error) error {
	return s.editScenario(r, p, edit, func(d *project.Draft, own *flow.Scenario) error {
		i, err := strconv.Atoi(r.PathValue("trigger"))
		if err != nil || i < 0 || i >= len(own.Triggers) {
			return errNotFound
		}
		return change(d, own, i)
	})
}

// saveTrigger saves what was typed into a trigger, as saveStep does.
func (s *server) saveTrigger(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	f := readTyped(r)
	edit := project.Edit{What: "edited_trigger", Place: r.PathValue("scenario") + " trigger " + r.PathValue("trigger")}
	err = s.editTrigger(r, p, &edit, func(d *project.Draft, own *flow.Scenario, i int) error {
		changed, err := f.trigger(own.Triggers[i], newVocabulary(r.Context(), d.Scenarios))
		if err == nil {
			own.Triggers[i] = changed
		}
		return err
	})
	if err != nil {
		return s.refuseTrigger(w, r, p, f, err)
	}
	if f.act != "" || !isFragment(r) {
		return s.goTo(w, r, scenario.TriggerURL(page.Project{ID: p.id()}, r.PathValue("scenario"), r.PathValue("trigger")))
	}
	return s.replyTrigger(w, r, p, http.StatusOK, func(form *scenario.Form) { form.Saved = ui.Saved{At: s.Now()} })
}

func (f *typedForm) trigger(stored flow.Trigger, v *vocabulary) (flow.Trigger, error) {
	if kind, _ := flow.TriggerKind(stored.Kind); !f.meant(kind, stored, v) {
		return stored, &editError{}
	}
	raw, err := f.config(stored, v)
	if err != nil {
		return stored, err
	}
	changed, problems := flow.ReadTrigger(withMembers(raw, map[string]string{"kind": stored.Kind}))
	if len(problems) > 0 {
		return stored, f.refused(problems)
	}
	if !f.typing && f.act == "" {
		return changed, f.refused(changed.Config.Check(""))
	}
	return changed, nil
}

func (s *server) refuseTrigger(w http.ResponseWriter, r *http.Request, p scope, f typedForm, why error) error {
	refused, mistakes, err := refusedEdit(why, "")
	if err != nil {
		return err
	}
	status := http.StatusConflict
	if refused {
		status = http.StatusUnprocessableEntity
	}
	return s.replyTrigger(w, r, p, status, func(form *scenario.Form) { f.show(form, refused, mistakes) })
}

func (s *server) replyTrigger(w http.ResponseWriter, r *http.Request, p scope, status int, change func(*scenario.Form)) error {
	k, err := s.sketchOf(r, p)
	if err != nil {
		return err
	}
	i, err := strconv.Atoi(r.PathValue("trigger"))
	if err != nil || i < 0 || i >= len(k.own.Triggers) {
		return errNotFound
	}
	k.form = k.triggerForm(r.Context(), i)
	change(k.form)
	return s.replyForm(w, r, p, status, k, func(_ context.Context, e *scenario.Editor) { e.Triggers[i].Form = k.form })
}

// removeTrigger removes one, and offers to put it back. The form names its
// kind, so that a stale screen removes no other.
func (s *server) removeTrigger(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	edit := project.Edit{What: "removed_trigger"}
	err = s.editTrigger(r, p, &edit, func(_ *project.Draft, own *flow.Scenario, i int) error {
		if kind := r.PostForm.Get("kind"); kind != "" && kind != own.Triggers[i].Kind {
			return errNotFound
		}
		own.Triggers = slices.Delete(own.Triggers, i, i+1)
		return nil
	})
	if err != nil {
		return err
	}
	screen := s.screenOf(p, r.PathValue("scenario"), "", "")
	s.toast(r, page.Toast{Key: "toast.trigger_removed", Undo: p.undoOf(&edit, screen)})
	return s.goTo(w, r, screen+"#triggers")
}
