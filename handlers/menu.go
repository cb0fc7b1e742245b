package handlers

import (
	"net/http"
	"slices"

	"botyard/internal/project"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/site"
)

func (s *server) showMenu(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	screen := site.Menu{}
	if screen.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	for _, pg := range draft.Pages {
		screen.Pages = append(screen.Pages, site.Entry{ID: pg.ID, Title: pg.Title, Place: placeOf(pg), Look: s.previewURL(ticket{Project: p.ID}, pg.ID)})
	}
	if len(draft.Pages) > 0 {
		screen.Preview = s.preview(p, screen.Project, draft.Pages[0].ID)
		screen.Preview.Blocks = ""
	}
	screen.Legal = len(project.LegalPages(p.Name, p.Language, p.Card, draft.Pages)) > 0
	return s.render(w, r, http.StatusOK, site.MenuPage(screen))
}

func placeOf(pg miniapp.Page) string {
	switch {
	case pg.Hidden:
		return "hidden"
	case pg.Foot:
		return "foot"
	}
	return "head"
}

// saveMenu moves a page in the order, or its link to another place.
func (s *server) saveMenu(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	place, step := r.PostForm.Get("place"), neighbours[r.PostForm.Get("to")]
	if !slices.Contains(site.Places, place) && step == 0 {
		return statusError(http.StatusUnprocessableEntity)
	}
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		i := pageIndex(d.Pages, r.PostForm.Get("page"))
		if i < 0 {
			return errNotFound
		}
		if step == 0 {
			d.Pages[i].Foot, d.Pages[i].Hidden = place == "foot", place == "hidden"
		} else if to := i + step; to >= 0 && to < len(d.Pages) {
			d.Pages[i], d.Pages[to] = d.Pages[to], d.Pages[i]
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, p.url("menu"))
}

// makeLegal adds the pages of the law that are not there yet.
func (s *server) makeLegal(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		more := project.LegalPages(p.Name, p.Language, p.Card, d.Pages)
		if len(d.Pages)+len(more) > miniapp.MaxPages {
			return statusError(http.StatusUnprocessableEntity)
		}
		d.Pages = append(d.Pages, more...)
		return nil
	})
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.legal_made"})
	return s.goTo(w, r, p.url("menu"))
}
