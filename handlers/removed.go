package handlers

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"botyard/internal/flow"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
)

// removed tells what was taken out of a draft, and from where. It travels in
// the form of the toast that offers to put it back.
type removed struct {
	// What is "page", "block" or "product".
	What string
	// Page is the id of a block's page.
	Page string
	// At is its place in its list.
	At int
}

// undo is the form that puts something back.
func (p scope) undo(what removed, content any) *page.Undo {
	raw, err := json.Marshal(content)
	if err != nil {
		return nil
	}
	return &page.Undo{Action: p.url("restorations"), Fields: []page.Hidden{
		{Name: "what", Value: what.What}, {Name: "page", Value: what.Page},
		{Name: "at", Value: strconv.Itoa(what.At)}, {Name: "content", Value: string(raw)},
	}}
}

// restore puts back what was removed. What comes in is read as strictly as a
// whole draft: anybody could have written it.
func (s *server) restore(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	at, err := strconv.Atoi(r.PostForm.Get("at"))
	if err != nil {
		return statusError(http.StatusBadRequest)
	}
	what := removed{What: r.PostForm.Get("what"), Page: r.PostForm.Get("page"), At: at}
	content := []byte(r.PostForm.Get("content"))
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error { return what.putBack(d, content) })
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.restored"})
	return s.goTo(w, r, what.screen(p, content))
}

// screen is where that which is back is seen.
func (u removed) screen(p scope, content []byte) string {
	var back struct{ ID string }
	_ = json.Unmarshal(content, &back) // it was read by putBack
	switch u.What {
	case "product":
		return p.url("catalog")
	case "page":
		return p.url("pages", back.ID)
	}
	return p.blockScreen(u.Page, back.ID, "first")
}

func (u removed) putBack(d *project.Draft, content []byte) error {
	var problems []spec.Problem
	switch u.What {
	case "page":
		var back miniapp.Pages
		back, problems = miniapp.ParsePages(asList(content), "")
		d.Pages = inserted(d.Pages, u.At, back...)
	case "block":
		problems = u.putBlockBack(d, content)
	case "product":
		problems = u.putProductBack(d, content)
	default:
		return statusError(http.StatusBadRequest)
	}
	if len(problems) > 0 || !sound(d) {
		return statusError(http.StatusUnprocessableEntity)
	}
	return nil
}

func (u removed) putBlockBack(d *project.Draft, content []byte) []spec.Problem {
	item, problems := miniapp.Kinds.Decode(content, "")
	on := pageIndex(d.Pages, u.Page)
	if on < 0 {
		return []spec.Problem{{Code: "no_such_page"}}
	}
	d.Pages[on].Blocks = inserted(d.Pages[on].Blocks, u.At, miniapp.Block(item))
	return problems
}

func (u removed) putProductBack(d *project.Draft, content []byte) []spec.Problem {
	list := slices.Concat([]byte(`{"currency":"`+d.Catalog.Currency+`","products":[`), content, []byte("]}"))
	back, problems := miniapp.ParseCatalog(list, "")
	d.Catalog.Products = inserted(d.Catalog.Products, u.At, back.Products...)
	return problems
}

// sound tells whether a draft with something put back can be kept: not when it
// is there already, as after pressing undo twice.
func sound(d *project.Draft) bool {
	raw, err := json.Marshal(d)
	if err != nil {
		return false
	}
	_, problems := project.ParseDraft(raw)
	return len(problems) == 0 && !slices.ContainsFunc(flow.Check(d.Scenarios, ""), func(p spec.Problem) bool {
		return p.Code == "duplicate_id" || p.Code == "too_many"
	})
}

func asList(content []byte) []byte { return slices.Concat([]byte("["), content, []byte("]")) }

// inserted puts items before place at of a list, or at its end.
func inserted[L ~[]T, T any](list L, at int, items ...T) L {
	return slices.Insert(list, min(max(at, 0), len(list)), items...)
}
