package handlers

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/pages"
)

const gistMax = 80

// blockValues are the fields of a block as its form shows them.
func blockValues(k spec.Kind, b miniapp.Block) map[string]string {
	raw, _ := json.Marshal(b.Config) // what is in a draft always encodes
	return spec.FormValues(k.Fields, raw, func(name string) string { return name })
}

// readBlock makes a block of what was typed into its form. What the form does
// not edit stays as it is in old.
func readBlock(k spec.Kind, old miniapp.Block, values map[string]string) (miniapp.Block, []spec.Problem) {
	form := url.Values{}
	for name, value := range values {
		form.Set(name, value)
	}
	members := map[string]json.RawMessage{}
	typed := spec.ParseForm(k.Fields, form, func(string) (string, bool) { return "", false })
	if err := json.Unmarshal(typed, &members); err != nil {
		return miniapp.Block{}, []spec.Problem{{Code: "not_json"}}
	}
	keepUnedited(k, old, values, members)
	for name, value := range map[string]string{"id": old.ID, "kind": k.Name} {
		members[name], _ = json.Marshal(value)
	}
	raw, err := json.Marshal(members)
	if err != nil {
		return miniapp.Block{}, []spec.Problem{{Code: "not_json"}}
	}
	item, problems := miniapp.Kinds.Decode(raw, "")
	return miniapp.Block(item), problems
}

// keepUnedited takes over lists that were not sent.
func keepUnedited(k spec.Kind, old miniapp.Block, values map[string]string, members map[string]json.RawMessage) {
	raw, _ := json.Marshal(old.Config)
	var stored map[string]json.RawMessage
	_ = json.Unmarshal(raw, &stored) // a new block has nothing
	for _, f := range k.Fields {
		if _, sent := values[f.Name]; sent || f.Type != spec.Rows {
			continue
		}
		delete(members, f.Name)
		if kept := stored[f.Name]; kept != nil {
			members[f.Name] = kept
		}
	}
}

// blockGist is what a closed block says of itself.
func blockGist(k spec.Kind, b miniapp.Block, values map[string]string) string {
	text := ""
	if w, is := b.Config.(miniapp.Worded); is {
		text = w.Words()
	}
	for _, f := range k.Fields {
		if text == "" && f.Type == spec.Line {
			text = values[f.Name]
		}
	}
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > gistMax {
		return string(runes[:gistMax-1]) + "…"
	}
	return string(runes)
}

// blockView is a block as the editor shows it; problems are those of its draft
// by place, here its own.
func (s *server) blockView(b miniapp.Block, path string, problems []spec.Problem) pages.Block {
	kind, _ := miniapp.Kinds.Kind(b.Kind)
	view := pages.Block{ID: b.ID, Kind: kind, Values: blockValues(kind, b), Revision: revisionOf(b)}
	view.Gist = blockGist(kind, b, view.Values)
	view.Pictures = s.pictures(kind, view.Values)
	view.Mistakes = blockMistakes(kind, path, problems)
	return view
}

// pictures are the addresses of a block's pictures, by field.
func (s *server) pictures(k spec.Kind, values map[string]string) map[string]string {
	out := map[string]string{}
	for name, value := range values {
		if f, found := fieldAt(k.Fields, name); found && (f.Type == spec.Image || f.Type == spec.Film) && value != "" {
			out[name] = s.pagesBase() + project.MediaPath + value
		}
	}
	return out
}

// fieldAt finds a field by its whole name, "media" or "items.2.media".
func fieldAt(fields []spec.Field, name string) (spec.Field, bool) {
	first, rest, inside := strings.Cut(name, ".")
	for _, f := range fields {
		if f.Name != first {
			continue
		}
		if !inside || f.Type != spec.Rows {
			return f, !inside
		}
		_, below, _ := strings.Cut(rest, ".")
		return fieldAt(f.Fields, below)
	}
	return spec.Field{}, false
}

// blockMistakes are the problems at and below path that stop a publication, at
// the fields of the block's form.
func blockMistakes(k spec.Kind, path string, problems []spec.Problem) (out page.Mistakes) {
	for _, p := range problems {
		if rest, below := strings.CutPrefix(p.Path, path+"/"); below && !p.Warning {
			out = append(out, problemMistake(p, knownField(k, rest)))
		}
	}
	return out
}

// knownField is the control beside which a mistake stands whose place in the
// block is path: its own, else that of what it is in, so that every mistake is seen.
func knownField(k spec.Kind, path string) string {
	name := strings.ReplaceAll(path, "/", ".")
	for name != "" {
		if f, found := fieldAt(k.Fields, name); found && f.Name != "id" {
			return name
		}
		i := strings.LastIndexByte(name, '.')
		name = name[:max(i, 0)]
	}
	if len(k.Fields) == 0 {
		return path
	}
	return k.Fields[0].Name
}

func pageIndex(all miniapp.Pages, id string) int {
	return slices.IndexFunc(all, func(p miniapp.Page) bool { return p.ID == id })
}

func blockIndex(blocks []miniapp.Block, id string) int {
	return slices.IndexFunc(blocks, func(b miniapp.Block) bool { return b.ID == id })
}

func blockPath(page, block int) string { return spec.Join("/pages", page, "blocks", block) }

// newBlockID is an id that no block of the page has.
func newBlockID(blocks []miniapp.Block) string {
	for n := len(blocks) + 1; ; n++ {
		if id := "b" + strconv.Itoa(n); blockIndex(blocks, id) < 0 {
			return id
		}
	}
}

// newPageID is an id of a page's title that no page has.
func newPageID(all miniapp.Pages, title string) string {
	base := strings.Trim(project.Slug(title), "-")
	if base == project.Slug("") {
		base = "page"
	}
	return freeID(base, 36, func(id string) bool { return pageIndex(all, id) >= 0 })
}

// freeID is base or, when that is taken, base with a number behind at most so
// many of its bytes.
func freeID(base string, most int, taken func(id string) bool) string {
	id := base
	for n := 2; taken(id); n++ {
		id = base[:min(len(base), most)] + "-" + strconv.Itoa(n)
	}
	return id
}

// editorOf is the editor with one page open.
func (s *server) editorOf(ctx context.Context, p scope, pageID string) (pages.Editor, error) {
	frame, err := s.frame(ctx, p)
	if err != nil {
		return pages.Editor{}, err
	}
	draft, _, err := s.Projects.Draft(ctx, p.ID)
	if err != nil {
		return pages.Editor{}, err
	}
	on := pageIndex(draft.Pages, pageID)
	if on < 0 {
		return pages.Editor{}, errNotFound
	}
	problems, err := s.Projects.Check(ctx, p.ID, draft)
	if err != nil {
		return pages.Editor{}, err
	}
	e := pages.Editor{Project: frame, Page: pageID, Palette: -1, Kinds: pages.Ordered(miniapp.Kinds.Kinds()), Title: draft.Pages[on].Title}
	e.Preview = s.preview(p, frame, pageID)
	for _, c := range draft.Catalog.Categories {
		e.Categories = append(e.Categories, pages.Named{ID: c.ID, Name: c.Name})
	}
	for _, g := range draft.Catalog.Products {
		e.Goods = append(e.Goods, pages.Named{ID: g.ID, Name: g.Name})
	}
	for i, pg := range draft.Pages {
		e.Pages = append(e.Pages, pages.Tab{ID: pg.ID, Title: pg.Title, Problems: countBlocking(problems, spec.Join("/pages", i))})
	}
	for i, b := range draft.Pages[on].Blocks {
		e.Blocks = append(e.Blocks, s.blockView(b, blockPath(on, i), problems))
	}
	return e, nil
}

func countBlocking(problems []spec.Problem, path string) (n int) {
	for _, p := range problems {
		if !p.Warning && strings.HasPrefix(p.Path, path+"/") {
			n++
		}
	}
	return n
}
