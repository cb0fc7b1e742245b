package handlers

import (
	"net/http"
	"slices"
	"strconv"

	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/pages"
)

// showPages opens the first page.
func (s *server) showPages(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if len(draft.Pages) == 0 {
		return s.showNoPages(w, r, http.StatusOK, p, "", nil)
	}
	return s.goTo(w, r, p.url("pages", draft.Pages[0].ID))
}

// showNoPages asks for the title of the first page.
func (s *server) showNoPages(w http.ResponseWriter, r *http.Request, status int, p scope, title string, mistakes page.Mistakes) error {
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	return s.render(w, r, status, pages.EditorPage(pages.Editor{Project: frame, Adding: true, Palette: -1, Title: title, Mistakes: mistakes}))
}

// showEditor shows a page's blocks; the query says what is open.
func (s *server) showEditor(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	e, err := s.editorOf(r.Context(), p, r.PathValue("page"))
	if err != nil {
		return err
	}
	query := r.URL.Query()
	e.Look = query.Get("view") == "look"
	e.Adding, e.Renaming = query.Get("add") == "page", query.Get("rename") == "page"
	if e.Adding {
		e.Title = ""
	}
	if at, err := strconv.Atoi(query.Get("insert")); err == nil && at >= 0 && at <= len(e.Blocks) {
		e.Palette = at
	}
	openBlock(&e, query.Get("block"))
	tellOpen(&e, func(b *pages.Block) {
		b.Came = query.Get("focus")
		b.Focus, _ = pages.ReadRowAct(query)
		if isFragment(r) {
			b.Saved.At = s.Now() // who comes from an upload or another post has nothing unsaved
		}
	})
	return s.render(w, r, http.StatusOK, pages.EditorPage(e))
}

// openBlock opens a block's form. What is merely still empty is not held
// against somebody who is about to fill it in, neither there nor at the tab.
func openBlock(e *pages.Editor, id string) {
	for i := range e.Blocks {
		if b := &e.Blocks[i]; b.ID == id {
			found := len(b.Mistakes)
			b.Open = true
			b.Mistakes = slices.DeleteFunc(b.Mistakes, func(m page.Mistake) bool { return m.Key == "problem.required" })
			e.Forgive(found - len(b.Mistakes))
		}
	}
}

// tellOpen tells the open block, if any, how it came to be so.
func tellOpen(e *pages.Editor, tell func(b *pages.Block)) {
	for i := range e.Blocks {
		if e.Blocks[i].Open {
			tell(&e.Blocks[i])
		}
	}
}

func (s *server) addPage(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	title, problems := pageTitle(r)
	if len(problems) > 0 {
		return s.refuseTitle(w, r, p, "", title, problems)
	}
	var id string
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		if len(d.Pages) >= miniapp.MaxPages {
			return &editError{[]fieldProblem{{"title", spec.Problem{Code: "too_many", Args: lang.Args{"max": miniapp.MaxPages}}}}}
		}
		id = newPageID(d.Pages, title)
		d.Pages = append(d.Pages, miniapp.Page{ID: id, Title: title, Blocks: []miniapp.Block{}})
		return nil
	})
	if err != nil {
		return s.refusePage(w, r, p, "", title, err)
	}
	return s.goTo(w, r, p.url("pages", id))
}

func (s *server) renamePage(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	id := r.PathValue("page")
	title, problems := pageTitle(r)
	if len(problems) > 0 {
		return s.refuseTitle(w, r, p, id, title, problems)
	}
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		on := pageIndex(d.Pages, id)
		if on < 0 {
			return errNotFound
		}
		d.Pages[on].Title = title
		return nil
	})
	if err != nil {
		return s.refusePage(w, r, p, id, title, err)
	}
	return s.goTo(w, r, p.url("pages", id))
}

func pageTitle(r *http.Request) (string, []spec.Problem) {
	title := richtext.Name(r.PostFormValue("title"))
	return title, spec.CheckText(title, "/title", true, 80)
}

func (s *server) refusePage(w http.ResponseWriter, r *http.Request, p scope, pageID, title string, why error) error {
	refused, mistakes, err := refusedEdit(why, "title")
	if err != nil || !refused {
		return err
	}
	return s.renderTitle(w, r, p, pageID, title, mistakes)
}

func (s *server) refuseTitle(w http.ResponseWriter, r *http.Request, p scope, pageID, title string, problems []spec.Problem) error {
	return s.renderTitle(w, r, p, pageID, title, page.Mistakes{problemMistake(problems[0], "title")})
}

// renderTitle shows the form of a title again: of a new page when pageID is "".
func (s *server) renderTitle(w http.ResponseWriter, r *http.Request, p scope, pageID, title string, mistakes page.Mistakes) error {
	open := pageID
	if open == "" {
		draft, _, err := s.Projects.Draft(r.Context(), p.ID)
		if err != nil {
			return err
		}
		if len(draft.Pages) == 0 {
			return s.showNoPages(w, r, http.StatusUnprocessableEntity, p, title, mistakes)
		}
		open = draft.Pages[0].ID
	}
	e, err := s.editorOf(r.Context(), p, open)
	if err != nil {
		return err
	}
	e.Adding, e.Renaming, e.Title, e.Mistakes = pageID == "", pageID != "", title, mistakes
	return s.render(w, r, http.StatusUnprocessableEntity, pages.EditorPage(e))
}

// removePage removes a page, but never the last, and offers to put it back.
func (s *server) removePage(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	toast := page.Toast{Key: "toast.page_removed"}
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		on := pageIndex(d.Pages, r.PathValue("page"))
		if on < 0 {
			return errNotFound
		}
		if len(d.Pages) == 1 {
			return statusError(http.StatusUnprocessableEntity)
		}
		toast.Undo = p.undo(removed{What: "page", At: on}, d.Pages[on])
		toast.Args = lang.Args{"title": d.Pages[on].Title}
		d.Pages = slices.Delete(d.Pages, on, on+1)
		return nil
	})
	if err != nil {
		return err
	}
	s.toast(r, toast)
	return s.goTo(w, r, p.url("pages"))
}

// blockScreen is the editor with a block open; focus is as in pages.BlockURL.
func (p scope) blockScreen(pageID, block, focus string) string {
	return pages.BlockURL(page.Project{ID: p.id()}, pageID, block, focus)
}
