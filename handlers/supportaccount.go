package handlers

import (
	"errors"
	"net/http"
	"strconv"

	"botyard/db"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/views/page"
)

// suspendOwner suspends the account of a project's owner, for a reason that
// the owner reads.
func (s *server) suspendOwner(w http.ResponseWriter, r *http.Request) error {
	p, err := s.deskProject(r)
	if err != nil {
		return err
	}
	own, err := s.Store.IsOneself(r.Context(), db.IsOneselfParams{AccountID: p.AccountID, UserID: of(r).person.ID})
	if err != nil {
		return err
	}
	if own {
		return s.renderDeskBot(w, r, http.StatusUnprocessableEntity, p, page.Mistakes{{Field: "reason", Key: "desk.suspend_own"}})
	}
	err = s.Projects.SuspendAccount(r.Context(), p.AccountID, r.PostFormValue("reason"))
	if errors.Is(err, project.ErrReason) {
		wrong := page.Mistakes{{Field: "reason", Key: "desk.reason_missing", Args: lang.Args{"max": project.MaxReason}}}
		return s.renderDeskBot(w, r, http.StatusUnprocessableEntity, p, wrong)
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.desk_suspended"})
	return s.goTo(w, r, deskURL(p.ID))
}

// resumeOwner lets the account go on.
func (s *server) resumeOwner(w http.ResponseWriter, r *http.Request) error {
	p, err := s.deskProject(r)
	if err != nil {
		return err
	}
	if p.SuspendedAt != nil {
		if err := s.Projects.ResumeAccount(r.Context(), p.AccountID); err != nil {
			return err
		}
		s.toast(r, page.Toast{Key: "toast.desk_let_go"})
	}
	return s.goTo(w, r, deskURL(p.ID))
}

// deskURL is the address of a project's bot at the desk.
func deskURL(project int64) string { return "/support/projects/" + strconv.FormatInt(project, 10) }
