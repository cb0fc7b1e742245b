package handlers

import (
	"errors"
	"net/http"
	"strconv"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/lang"
	"botyard/internal/project"
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
	return projects.New{Name: r.FormValue("name"), Template: r.FormValue("template"), First: len(rows) == 0}, err
}

func (s *server) createProject(w http.ResponseWriter, r *http.Request) error {
	id, err := s.Projects.Create(r.Context(), of(r).person.ID, r.PostForm.Get("name"), r.PostForm.Get("template"), lang.From(r.Context()).Code())
	if errors.Is(err, project.ErrName) || errors.Is(err, project.ErrTemplate) {
		return s.refuseProject(w, r, err)
	}
	if err != nil {
		return err
	}
	return s.goTo(w, r, page.Project{ID: strconv.FormatInt(id, 10)}.URL())
}

func (s *server) refuseProject(w http.ResponseWriter, r *http.Request, why error) error {
	form, err := s.newProjectForm(r)
	if err != nil {
		return err
	}
	form.Mistakes = page.Mistakes{nameMistake(form.Name)}
	if errors.Is(why, project.ErrTemplate) {
		form.Mistakes = page.Mistakes{{Key: "problem.not_a_choice", Args: lang.Args{"value": form.Template}}}
	}
	return s.render(w, r, http.StatusUnprocessableEntity, projects.NewPage(form))
}

// nameMistake says why a project cannot have this name.
func nameMistake(name string) page.Mistake {
	if n := len([]rune(name)); n > project.MaxName {
		return page.Mistake{Field: "name", Key: "problem.too_long", Args: lang.Args{"n": n, "max": project.MaxName}}
	}
	return page.Mistake{Field: "name", Key: "projects.name_required"}
}
