package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/pages"
	"botyard/views/ui"
)

// editPage changes the blocks of the page that a request names.
func (s *server) editPage(r *http.Request, p scope, change func(d *project.Draft, on int) error) error {
	_, _, err := s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		on := pageIndex(d.Pages, r.PathValue("page"))
		if on < 0 {
			return errNotFound
		}
		return change(d, on)
	})
	return err
}

// editBlock changes one block, at index i of the page's list.
func (s *server) editBlock(r *http.Request, p scope, change func(blocks *[]miniapp.Block, i int) error) error {
	return s.editPage(r, p, func(d *project.Draft, on int) error {
		i := blockIndex(d.Pages[on].Blocks, r.PathValue("block"))
		if i < 0 {
			return errNotFound
		}
		return change(&d.Pages[on].Blocks, i)
	})
}

func (s *server) addBlock(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	kind, known := miniapp.Kinds.Kind(r.PostFormValue("kind"))
	at, err := strconv.Atoi(r.PostFormValue("at"))
	if err != nil || !known {
		return statusError(http.StatusUnprocessableEntity)
	}
	var id string
	err = s.editPage(r, p, func(d *project.Draft, on int) error {
		blocks := &d.Pages[on].Blocks
		id = newBlockID(*blocks)
		return insertBlock(blocks, at, kind, id)
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, p.blockScreen(r.PathValue("page"), id, "first"))
}

func insertBlock(blocks *[]miniapp.Block, at int, kind spec.Kind, id string) error {
	b, problems := readBlock(kind, miniapp.Block{ID: id}, nil)
	if len(*blocks) >= miniapp.MaxBlocks {
		return errFull
	}
	if len(problems) > 0 {
		return statusError(http.StatusUnprocessableEntity)
	}
	*blocks = inserted(*blocks, at, b)
	return nil
}

// neighbours are the places next to a thing in its list, as forms call them.
var neighbours = map[string]int{"up": -1, "down": 1}

func (s *server) moveBlock(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	step, known := neighbours[r.PostFormValue("to")]
	if !known {
		return statusError(http.StatusUnprocessableEntity)
	}
	err = s.editBlock(r, p, func(blocks *[]miniapp.Block, i int) error {
		if to := i + step; to >= 0 && to < len(*blocks) {
			(*blocks)[i], (*blocks)[to] = (*blocks)[to], (*blocks)[i]
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, p.blockScreen(r.PathValue("page"), r.PathValue("block"), r.PostFormValue("to")))
}

func (s *server) copyBlock(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	var id string
	err = s.editBlock(r, p, func(blocks *[]miniapp.Block, i int) error {
		if len(*blocks) >= miniapp.MaxBlocks {
			return errFull
		}
		twin := (*blocks)[i]
		id = newBlockID(*blocks)
		twin.ID = id
		*blocks = slices.Insert(*blocks, i+1, twin)
		return nil
	})
	if err != nil {
		return err
	}
	return s.goTo(w, r, p.blockScreen(r.PathValue("page"), id, "first"))
}

func (s *server) removeBlock(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	toast := page.Toast{Key: "toast.block_removed"}
	err = s.editBlock(r, p, func(blocks *[]miniapp.Block, i int) error {
		toast.Undo = p.undo(removed{What: "block", Page: r.PathValue("page"), At: i}, (*blocks)[i])
		*blocks = slices.Delete(*blocks, i, i+1)
		return nil
	})
	if err != nil {
		return err
	}
	s.toast(r, toast)
	return s.goTo(w, r, p.url("pages", r.PathValue("page")))
}

// blockForm is what somebody typed into a block.
type blockForm struct {
	kind     spec.Kind
	revision string
	values   map[string]string
	typing   bool
	// before is what the form sent last without having been answered.
	before url.Values
}

func readBlockForm(r *http.Request) blockForm {
	return blockForm{revision: r.PostForm.Get("revision"), typing: isFragment(r), before: sentBefore(r.PostForm)}
}

// saveBlock saves what was typed. While it is typed (htmx) a block may be
// unfinished; sent as a form it must be whole.
func (s *server) saveBlock(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	form := readBlockForm(r)
	err = s.editPage(r, p, func(d *project.Draft, on int) error {
		i := blockIndex(d.Pages[on].Blocks, r.PathValue("block"))
		if i < 0 {
			return errNotFound
		}
		form.kind, _ = miniapp.Kinds.Kind(d.Pages[on].Blocks[i].Kind)
		form.values = pages.ReadValues(form.kind, r.PostForm)
		return form.edit(d, on, i)
	})
	if err != nil {
		return s.refuseBlock(w, r, p, form, err)
	}
	if !isFragment(r) {
		s.toast(r, page.Toast{Key: "toast.saved"})
		return s.goTo(w, r, p.blockScreen(r.PathValue("page"), r.PathValue("block"), ""))
	}
	return s.replyBlock(w, r, http.StatusOK, p, func(b *pages.Block) {
		b.Saved = ui.Saved{At: s.Now()}
		b.Mistakes = nil
	})
}

// edit puts the form into a draft, unless the stored block is another than the
// one that was edited, or something is wrong.
func (f blockForm) edit(d *project.Draft, on, i int) error {
	stored := d.Pages[on].Blocks[i]
	if !f.meant(stored) {
		return &editError{}
	}
	changed, problems := readBlock(f.kind, stored, f.values)
	if len(problems) > 0 {
		return f.refused("", problems)
	}
	d.Pages[on].Blocks[i] = changed
	return f.refused(blockPath(on, i), d.Pages.Check("/pages", nil))
}

// meant tells whether the form is for a block as it is stored: it was made for
// it, or the block is what the form says, or said before.
func (f blockForm) meant(stored miniapp.Block) bool {
	at := revisionOf(stored)
	if f.revision == "" || f.revision == at {
		return true
	}
	is := func(values map[string]string) bool {
		said, problems := readBlock(f.kind, stored, values)
		return len(problems) == 0 && revisionOf(said) == at
	}
	return is(f.values) || f.before != nil && is(pages.ReadValues(f.kind, f.before))
}

// refused says which problems at and below path keep the form from being saved.
func (f blockForm) refused(path string, problems []spec.Problem) error {
	var own []fieldProblem
	for _, p := range problems {
		if rest, below := strings.CutPrefix(p.Path, path+"/"); below && !p.Warning {
			own = append(own, fieldProblem{knownField(f.kind, rest), p})
		}
	}
	if len(own) == 0 || f.typing && unfinished(own) {
		return nil
	}
	return &editError{own}
}

// refuseBlock keeps what was typed: with the reasons at its fields, or beside
// what somebody else saved.
func (s *server) refuseBlock(w http.ResponseWriter, r *http.Request, p scope, form blockForm, why error) error {
	refused, mistakes, err := refusedEdit(why, knownField(form.kind, ""))
	if err != nil {
		return err
	}
	typed := func(b *pages.Block) {
		stored := b.Values
		b.Open, b.Values, b.Mistakes = true, form.values, mistakes
		b.Pictures = s.pictures(form.kind, form.values)
		if refused {
			b.Saved.Failed, b.Revision = true, form.revision
		} else {
			b.Conflict = stored
		}
	}
	if refused {
		return s.replyBlock(w, r, http.StatusUnprocessableEntity, p, typed)
	}
	return s.replyBlock(w, r, http.StatusConflict, p, typed)
}

// replyBlock answers with the block that a request names, changed as given: the
// state of its form, the form itself after a conflict, or the whole screen.
func (s *server) replyBlock(w http.ResponseWriter, r *http.Request, status int, p scope, change func(*pages.Block)) error {
	e, err := s.editorOf(r.Context(), p, r.PathValue("page"))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(e.Blocks, func(b pages.Block) bool { return b.ID == r.PathValue("block") })
	if i < 0 {
		return errNotFound
	}
	openBlock(&e, e.Blocks[i].ID)
	change(&e.Blocks[i])
	switch {
	case !isFragment(r) || isUpload(r) || r.PostForm.Has("row"):
		return s.render(w, r, status, pages.EditorPage(e))
	case e.Blocks[i].Conflict != nil:
		return s.fragment(w, r, status, pages.BlockForm(e, e.Blocks[i]))
	}
	return s.fragment(w, r, status, pages.SaveReply(e, e.Blocks[i]))
}

// isUpload tells whether a request sends a file: its region is taken out of the
// whole screen.
func isUpload(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data")
}
