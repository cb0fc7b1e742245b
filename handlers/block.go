package handlers

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/project"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/pages"
)

const gistMax = 80

// blockValues are the fields of a block as its form shows them.
func blockValues(k spec.Kind, b miniapp.Block) map[string]string {
	raw, _ := json.Marshal(b.Config)
	var stored map[string]json.RawMessage
	_ = json.Unmarshal(raw, &stored) // what was just written
	values := map[string]string{}
	for _, f := range k.Fields {
		values[f.Name] = fieldText(f.Type, stored[f.Name])
	}
	return values
}

func fieldText(t spec.FieldType, raw json.RawMessage) string {
	switch t {
	case spec.Rich:
		var text richtext.Text
		_ = json.Unmarshal(raw, &text) // an absent field is empty
		return text.Marks(func(name string) string { return name })
	case spec.Lines:
		var all []string
		_ = json.Unmarshal(raw, &all)
		return strings.Join(all, "\n")
	}
	var s string
	_ = json.Unmarshal(raw, &s)
	return s
}

// readBlock makes a block of what was typed into its form. What the form does
// not edit stays as it is in old.
func readBlock(k spec.Kind, old miniapp.Block, values map[string]string) (miniapp.Block, []spec.Problem) {
	raw, _ := json.Marshal(old.Config)
	var stored map[string]json.RawMessage
	_ = json.Unmarshal(raw, &stored) // a new block has nothing
	members := map[string]any{"id": old.ID, "kind": k.Name}
	for _, f := range k.Fields {
		if !pages.Edits(f) {
			if kept := stored[f.Name]; kept != nil {
				members[f.Name] = kept
			}
		} else if value := fieldValue(f.Type, values[f.Name]); value != nil {
			members[f.Name] = value
		}
	}
	raw, err := json.Marshal(members)
	if err != nil {
		return miniapp.Block{}, []spec.Problem{{Code: "not_json"}}
	}
	item, problems := miniapp.Kinds.Decode(raw, "")
	return miniapp.Block(item), problems
}

func fieldValue(t spec.FieldType, value string) any {
	switch {
	case t == spec.Lines:
		return lines(value)
	case value == "":
		return nil
	case t == spec.Rich:
		return richtext.ParseMarks(value, func(string) (string, bool) { return "", false })
	}
	return value
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
	for _, f := range k.Fields {
		if f.Type == spec.Image && values[f.Name] != "" {
			out[f.Name] = s.pagesBase() + project.MediaPath + values[f.Name]
		}
	}
	return out
}

// blockMistakes are the problems at and below path that stop a publication, at
// the fields of the block's form.
func blockMistakes(k spec.Kind, path string, problems []spec.Problem) (out page.Mistakes) {
	for _, p := range problems {
		if rest, below := strings.CutPrefix(p.Path, path+"/"); below && !p.Warning {
			field, _, _ := strings.Cut(rest, "/")
			out = append(out, problemMistake(p, knownField(k, field)))
		}
	}
	return out
}

// knownField keeps a mistake visible when its field has no control.
func knownField(k spec.Kind, field string) string {
	if slices.ContainsFunc(k.Fields, func(f spec.Field) bool { return f.Name == field }) || len(k.Fields) == 0 {
		return field
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
	for n := 1; ; n++ {
		id := base
		if n > 1 {
			id = base[:min(len(base), 36)] + "-" + strconv.Itoa(n)
		}
		if pageIndex(all, id) < 0 {
			return id
		}
	}
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
	e := pages.Editor{Project: frame, Page: pageID, Palette: -1, Kinds: pages.Ordered(offeredKinds()), Title: draft.Pages[on].Title}
	e.Preview = s.previewURL(p, pageID)
	for i, pg := range draft.Pages {
		e.Pages = append(e.Pages, pages.Tab{ID: pg.ID, Title: pg.Title, Problems: countBlocking(problems, spec.Join("/pages", i))})
	}
	for i, b := range draft.Pages[on].Blocks {
		e.Blocks = append(e.Blocks, s.blockView(b, blockPath(on, i), problems))
	}
	return e, nil
}

// offeredKinds are the kinds whose blocks can be finished in their forms.
func offeredKinds() []spec.Kind {
	return slices.DeleteFunc(miniapp.Kinds.Kinds(), func(k spec.Kind) bool {
		return k.Name == "products" || slices.ContainsFunc(k.Fields, func(f spec.Field) bool { return f.Required && !pages.Edits(f) })
	})
}

func countBlocking(problems []spec.Problem, path string) (n int) {
	for _, p := range problems {
		if !p.Warning && strings.HasPrefix(p.Path, path+"/") {
			n++
		}
	}
	return n
}
