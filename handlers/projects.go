package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/card"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/secret"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/projects"
)

// showStart leads to where the person's work is: the login, the only project,
// the desk for staff without one, or the list.
func (s *server) showStart(w http.ResponseWriter, r *http.Request) error {
	person := of(r).person
	if person == nil {
		return s.goTo(w, r, "/login")
	}
	rows, err := s.Store.RecentProjects(r.Context(), db.RecentProjectsParams{UserID: person.ID, Most: 2})
	if err != nil {
		return err
	}
	if len(rows) == 1 {
		return s.goTo(w, r, page.Project{ID: strconv.FormatInt(rows[0].ID, 10)}.URL())
	}
	if len(rows) == 0 && person.Role == account.RoleSupport {
		return s.goTo(w, r, "/support")
	}
	return s.goTo(w, r, "/projects")
}

func (s *server) listProjects(w http.ResponseWriter, r *http.Request) error {
	rows, err := s.Store.UserProjects(r.Context(), of(r).person.ID)
	if err != nil {
		return err
	}
	var list projects.List
	for _, row := range rows {
		list.Projects = append(list.Projects, projects.Row{
			Project:  page.Project{ID: strconv.FormatInt(row.ID, 10), Name: row.Name, Published: row.CurrentRelease != nil},
			State:    stateOf(row),
			Username: row.BotUsername,
		})
	}
	return s.render(w, r, http.StatusOK, projects.ListPage(list))
}

func stateOf(row db.UserProjectsRow) projects.State {
	switch {
	case row.SuspendedAt != nil:
		return projects.Suspended
	case row.CurrentRelease == nil || row.BotUsername == "" && !row.HadBot:
		return projects.Draft
	case row.BotUsername == "":
		return projects.Off
	case row.PausedAt != nil:
		return projects.Paused
	case row.BotState == "connected":
		return projects.Live
	case row.BotReason != "":
		return projects.Broken
	}
	return projects.Connecting
}

func (s *server) showNewProject(w http.ResponseWriter, r *http.Request) error {
	form, err := s.newProjectForm(r)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, projects.NewPage(form))
}

func (s *server) newProjectForm(r *http.Request) (projects.New, error) {
	rows, err := s.Store.RecentProjects(r.Context(), db.RecentProjectsParams{UserID: of(r).person.ID, Most: 1})
	form := projects.New{
		Key: r.FormValue("form"), Name: r.FormValue("name"), Template: r.FormValue("template"), First: len(rows) == 0,
		Phone: r.FormValue("phone"), Address: r.FormValue("address"), From: r.FormValue("from"), To: r.FormValue("to"),
	}
	if form.Key == "" {
		form.Key = secret.RandomToken()
	}
	for _, o := range project.Offers(lang.From(r.Context()).Code()) {
		form.Templates = append(form.Templates, offerView(o))
	}
	return form, err
}

// shownKeys is how many buttons of a template's first message are drawn.
const shownKeys = 2

func offerView(o project.Offer) projects.Template {
	t := projects.Template{Name: o.Name, Says: o.First.Text}
	for _, row := range o.First.Inline[:min(len(o.First.Inline), shownKeys)] {
		t.Keys = append(t.Keys, row[0].Label)
	}
	return t
}

// newCard is what the form says of the project, and what is wrong with it.
func newCard(form url.Values) (c card.Card, mistakes page.Mistakes) {
	c = card.Card{Zone: knownZone(form.Get("zone")), Phone: trimmed(form.Get("phone")), Address: trimmed(form.Get("address"))}
	hours, ok := card.ParseSpan(form.Get("from"), form.Get("to"))
	if !ok {
		mistakes = append(mistakes, problemMistake(spec.Problem{Code: "card_hours"}, "hours"))
	}
	for n := range c.Hours.Week {
		c.Hours.Week[n] = hours
	}
	for _, p := range c.Check() {
		mistakes = append(mistakes, problemMistake(p, cardField(p.Path)))
	}
	return c, mistakes
}

func (s *server) createProject(w http.ResponseWriter, r *http.Request) error {
	about, mistakes := newCard(r.PostForm)
	if len(mistakes) > 0 {
		return s.askAgain(w, r, mistakes)
	}
	id, err := s.Projects.Begin(r.Context(), of(r).person.ID, project.New{
		Name: r.PostForm.Get("name"), Template: r.PostForm.Get("template"), Lang: lang.From(r.Context()).Code(), Card: about, Form: r.PostForm.Get("form"),
	})
	if errors.Is(err, project.ErrName) || errors.Is(err, project.ErrTemplate) || errors.Is(err, project.ErrTooMany) {
		return s.refuseProject(w, r, err)
	}
	if err != nil {
		return err
	}
	return s.goTo(w, r, page.Project{ID: strconv.FormatInt(id, 10)}.URL())
}

// knownZone is the browser's zone, "" when it tells none that is known here.
func knownZone(name string) string {
	if _, known := card.Zone(name); !known {
		return ""
	}
	return name
}

func (s *server) refuseProject(w http.ResponseWriter, r *http.Request, why error) error {
	if errors.Is(why, project.ErrTemplate) {
		return s.askAgain(w, r, page.Mistakes{{Key: "problem.not_a_choice", Args: lang.Args{"value": r.FormValue("template")}}})
	}
	if errors.Is(why, project.ErrTooMany) {
		return s.askAgain(w, r, page.Mistakes{{Field: "name", Key: "projects.too_many", Args: lang.Args{"max": project.MaxProjects}}})
	}
	return s.askAgain(w, r, page.Mistakes{nameMistake(r.FormValue("name"))})
}

func (s *server) askAgain(w http.ResponseWriter, r *http.Request, mistakes page.Mistakes) error {
	form, err := s.newProjectForm(r)
	if err != nil {
		return err
	}
	form.Mistakes = mistakes
	return s.render(w, r, http.StatusUnprocessableEntity, projects.NewPage(form))
}

// nameMistake says why a project cannot have this name.
func nameMistake(name string) page.Mistake {
	if n := len([]rune(name)); n > project.MaxName {
		return page.Mistake{Field: "name", Key: "problem.too_long", Args: lang.Args{"n": n, "max": project.MaxName}}
	}
	return page.Mistake{Field: "name", Key: "projects.name_required"}
}
