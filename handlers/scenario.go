package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"botyard/internal/flow"
	"botyard/internal/project"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/scenario"
)

// showScenario is the editor of one scenario; the query says what is open.
func (s *server) showScenario(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	k, err := s.sketchOf(r, p)
	if err != nil {
		return err
	}
	e, err := s.scenarioEditor(r, p, k)
	if err != nil {
		return err
	}
	query := r.URL.Query()
	if e.Renaming = query.Has("rename"); e.Renaming {
		e.Typed = e.Title
	}
	s.openTrigger(r, k, &e, query.Get("trigger"))
	if query.Has("insert") {
		s.openPalette(k, &e, query.Get("insert"))
	}
	return s.render(w, r, http.StatusOK, scenario.EditorPage(e))
}

func (s *server) scenarioEditor(r *http.Request, p scope, k *sketch) (scenario.Editor, error) {
	undo, redo, err := s.Projects.Turns(r.Context(), p.ID)
	if err != nil {
		return scenario.Editor{}, err
	}
	return k.editor(r.Context(), undo, redo), nil
}

// openPalette opens it in the list that a phone shows, before the named step
// or at the end.
func (s *server) openPalette(k *sketch, e *scenario.Editor, before string) {
	list := k.chain[len(k.chain)-1]
	if name, _, found := k.own.ListOf(before); !found || name != list {
		before = ""
	}
	e.Palette = &scenario.Palette{List: list, Before: before, Kinds: flow.StepKinds()}
}

// openTrigger opens the form of a trigger by its place, or the palette ("new").
func (s *server) openTrigger(r *http.Request, k *sketch, e *scenario.Editor, place string) {
	e.TriggerKinds = flow.TriggerKinds()
	e.AddingTrigger = place == "new"
	i, err := strconv.Atoi(place)
	if err == nil && i >= 0 && i < len(e.Triggers) {
		e.Triggers[i].Form = k.triggerForm(r.Context(), i)
	}
}

// editScenario changes the scenario that a request names.
func (s *server) editScenario(r *http.Request, p scope, edit *project.Edit, change func(d *project.Draft, own *flow.Scenario) error) error {
	_, err := s.Projects.EditScenarios(r.Context(), p.ID, edit, func(d *project.Draft) error {
		own := d.Scenarios.Find(r.PathValue("scenario"))
		if own == nil {
			return errNotFound
		}
		edit.Title = scenarioTitle(r.Context(), own)
		err := change(d, own)
		if errors.Is(err, flow.ErrNoList) {
			return errNotFound
		}
		return err
	})
	return err
}

// renameScenario changes the title.
func (s *server) renameScenario(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	title := richtext.Name(r.PostForm.Get("title"))
	problems := spec.CheckText(title, "/title", true, 100)
	if len(problems) == 0 {
		err = s.editScenario(r, p, &project.Edit{What: "renamed"}, func(_ *project.Draft, own *flow.Scenario) error {
			own.Title = title
			return nil
		})
		if err != nil {
			return err
		}
		return s.goTo(w, r, s.nextScreen(r, p))
	}
	return s.refuseScenarioTitle(w, r, p, title, page.Mistakes{problemMistake(problems[0], "title")})
}

func (s *server) refuseScenarioTitle(w http.ResponseWriter, r *http.Request, p scope, title string, mistakes page.Mistakes) error {
	if r.PostForm.Get("next") == p.url("bot") {
		screen, err := s.botScreen(r, p)
		if err != nil {
			return err
		}
		screen.Scenarios.Renaming, screen.Scenarios.Typed, screen.Scenarios.Mistakes = r.PathValue("scenario"), title, mistakes
		return s.renderBotPage(w, r, http.StatusUnprocessableEntity, screen)
	}
	k, err := s.sketchOf(r, p)
	if err != nil {
		return err
	}
	e, err := s.scenarioEditor(r, p, k)
	if err != nil {
		return err
	}
	e.Renaming, e.Typed, e.Mistakes = true, title, mistakes
	return s.render(w, r, http.StatusUnprocessableEntity, scenario.EditorPage(e))
}

// nextScreen is where a form says that the person wants to be, within the bot's section.
func (s *server) nextScreen(r *http.Request, p scope) string {
	home := p.url("bot")
	next := localPath(r.PostForm.Get("next"))
	if next == home || len(next) > len(home) && next[:len(home)+1] == home+"/" {
		return next
	}
	return home
}

// turnHistory takes the last edit back, or does it again.
func (s *server) turnHistory(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	toast := page.Toast{Key: "toast.undone"}
	switch r.PostForm.Get("to") {
	case "undo":
		number, _ := strconv.ParseInt(r.PostForm.Get("edit"), 10, 64) // none: the last
		err = s.Projects.Undo(r.Context(), p.ID, number)
	case "redo":
		toast.Key = "toast.redone"
		err = s.Projects.Redo(r.Context(), p.ID)
	default:
		return statusError(http.StatusUnprocessableEntity)
	}
	if errors.Is(err, project.ErrNothingToTurn) {
		toast.Key, err = "toast.cannot_undo", nil
	}
	if err != nil {
		return err
	}
	s.toast(r, toast)
	return s.goTo(w, r, s.screenThatIs(r, p, s.nextScreen(r, p)))
}

// screenThatIs is the editor's screen as long as its scenario is there, else the list.
func (s *server) screenThatIs(r *http.Request, p scope, next string) string {
	u, err := url.Parse(next)
	if err != nil {
		return p.url("bot")
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	for i := range draft.Scenarios {
		if err == nil && u.Path == p.url("bot", "scenarios", draft.Scenarios[i].ID) {
			return next
		}
	}
	return p.url("bot")
}

// undoOf is the toast's way back from an edit.
func (p scope) undoOf(e *project.Edit, next string) *page.Undo {
	if e.Number == 0 {
		return nil
	}
	return &page.Undo{Action: p.url("bot", "history"), Fields: []page.Hidden{
		{Name: "to", Value: "undo"}, {Name: "edit", Value: strconv.FormatInt(e.Number, 10)}, {Name: "next", Value: next},
	}}
}
