package handlers

import (
	"context"
	"net/http"
	"strconv"

	"botyard/db"
	"botyard/views/page"
	"botyard/views/suspension"
)

// scope is a project as the person who is signed in may see it.
type scope struct{ db.UserProjectRow }

// project loads the project of a request through the person's own scope:
// somebody else's is not found, and a suspended one is a suspendedError.
func (s *server) project(r *http.Request) (scope, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return scope{}, errNotFound
	}
	row, err := s.Store.UserProject(r.Context(), db.UserProjectParams{UserID: of(r).person.ID, ProjectID: id})
	if err == nil && row.SuspendedAt != nil {
		err = &suspendedError{suspension.Owner{Project: row.Name, Reason: row.SuspendedReason, Since: *row.SuspendedAt}}
	}
	if err == nil {
		of(r).zone = row.Card.Location()
	}
	return scope{row}, err
}

// frame is what the bars around a project's screen show.
func (s *server) frame(ctx context.Context, p scope) (page.Project, error) {
	edits, err := s.Projects.Changes(ctx, p.ID, p.CurrentRelease)
	if err != nil {
		return page.Project{}, err
	}
	fresh, err := s.Store.NewSubmissions(ctx, db.NewSubmissionsParams{ProjectID: p.ID, Most: freshCount})
	if err != nil {
		return page.Project{}, err
	}
	return page.Project{ID: p.id(), Name: p.Name, Edits: edits, Fresh: int(fresh), Published: p.CurrentRelease != nil}, nil
}

func (p scope) id() string { return strconv.FormatInt(p.ID, 10) }

// url is an address within the project.
func (p scope) url(parts ...string) string { return page.Project{ID: p.id()}.URL(parts...) }
