package handlers

import (
	"errors"
	"net/http"

	"botyard/db"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/richtext"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/settings"
)

func (s *server) showSettings(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.renderSettings(w, r, http.StatusOK, p, s.settingsOf(p))
}

func (s *server) settingsOf(p scope) settings.Project {
	return settings.Project{Name: p.Name, Address: p.Slug, Language: p.Language, Site: s.Projects.PageURL(miniapp.Site, "")}
}

func (s *server) renderSettings(w http.ResponseWriter, r *http.Request, status int, p scope, screen settings.Project) error {
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	screen.Project = frame
	return s.render(w, r, status, settings.ProjectPage(screen))
}

func (s *server) saveSettings(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	form, name := s.readSettings(r, p)
	if len(form.Mistakes) == 0 {
		form.Mistakes, err = s.storeSettings(r, p, name, form)
	}
	if len(form.Mistakes) > 0 {
		return s.renderSettings(w, r, http.StatusUnprocessableEntity, p, form)
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.saved"})
	return s.goTo(w, r, p.url("settings"))
}

// readSettings reads the form, and the name as it would be kept.
func (s *server) readSettings(r *http.Request, p scope) (form settings.Project, name string) {
	form = s.settingsOf(p)
	form.Name, form.Address, form.Language = r.PostForm.Get("name"), r.PostForm.Get("address"), r.PostForm.Get("language")
	name, err := project.CleanName(form.Name)
	if err != nil {
		form.Mistakes = append(form.Mistakes, nameMistake(form.Name))
	}
	if _, known := lang.Parse(form.Language); !known {
		form.Mistakes = append(form.Mistakes, notAChoice("language", form.Language))
	}
	return form, name
}

func notAChoice(field, value string) page.Mistake {
	return page.Mistake{Field: field, Key: "problem.not_a_choice", Args: lang.Args{"value": value}}
}

func (s *server) storeSettings(r *http.Request, p scope, name string, form settings.Project) (page.Mistakes, error) {
	switch err := s.Projects.SetAddress(r.Context(), p.ID, form.Address); {
	case errors.Is(err, project.ErrAddressShape):
		return page.Mistakes{{Field: "address", Key: "settings.address_bad"}}, nil
	case errors.Is(err, project.ErrAddressTaken):
		return page.Mistakes{{Field: "address", Key: "settings.address_taken"}}, nil
	case err != nil:
		return nil, err
	}
	return nil, s.Store.RenameProject(r.Context(), db.RenameProjectParams{Name: name, Language: form.Language, ProjectID: p.ID})
}

// removeProject deletes a project for good, when its name was typed.
func (s *server) removeProject(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if typed := r.PostFormValue("name"); richtext.Name(typed) != richtext.Name(p.Name) {
		screen := s.settingsOf(p)
		screen.Removal = settings.Removal{Typed: typed, Mistakes: page.Mistakes{{Field: "name", Key: "settings.remove_other"}}}
		return s.renderSettings(w, r, http.StatusUnprocessableEntity, p, screen)
	}
	if err := s.Projects.Delete(r.Context(), p.ID); err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.project_removed", Args: lang.Args{"name": p.Name}})
	return s.goTo(w, r, "/projects")
}

func (s *server) showMore(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, settings.MorePage(settings.More{Project: frame}))
}
