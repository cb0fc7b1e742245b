package pages

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/spec"
	"botyard/views/page"
)

// FieldURL leads to the control of a field of a block; value is what it holds.
func FieldURL(p page.Project, pageID, block string, f spec.Field, value string) string {
	b := Block{ID: block, Values: map[string]string{f.Name: value}}
	return Editor{Project: p, Page: pageID}.url(url.Values{"block": {block}}.Encode()) + "#" + b.controlID(f)
}

// BlockURL is the editor with a block open and in sight; focus tells where the
// keyboard goes: "first", "up", "down", or nowhere.
func BlockURL(p page.Project, pageID, block, focus string) string {
	query := url.Values{"block": {block}}
	if focus != "" {
		query.Set("focus", focus)
	}
	return Editor{Project: p, Page: pageID}.url(query.Encode()) + "#" + Block{ID: block}.id()
}

// url is the open page's screen with a query.
func (e Editor) url(query string) string {
	address := e.Project.URL("pages", e.Page)
	if query != "" {
		address += "?" + query
	}
	return address
}

func (e Editor) openURL(b Block) string {
	return e.url(url.Values{"block": {b.ID}}.Encode()) + "#" + b.id()
}

func (e Editor) insertURL(at int) string { return e.url("insert="+strconv.Itoa(at)) + "#palette" }

func (e Editor) blockURL(b Block, parts ...string) string {
	return e.Project.URL(append([]string{"pages", e.Page, "blocks", b.ID}, parts...)...)
}

func (e Editor) first(b Block) bool { return len(e.Blocks) > 0 && e.Blocks[0].ID == b.ID }

func (e Editor) last(b Block) bool {
	return len(e.Blocks) > 0 && e.Blocks[len(e.Blocks)-1].ID == b.ID
}

// mover is the button to which the keyboard goes when the block was moved: the
// one that moved it, or the other where it can go no further.
func (e Editor) mover(b Block) string {
	switch {
	case b.Came == "up" && e.first(b):
		return "down"
	case b.Came == "down" && e.last(b):
		return "up"
	}
	return b.Came
}

func (b Block) id() string               { return "block-" + b.ID }
func (b Block) formID() string           { return "form-" + b.ID }
func (b Block) savedID() string          { return "saved-" + b.ID }
func (b Block) actID(name string) string { return "act-" + b.ID + "-" + name }

// inputID is the id of the block's field.
func (b Block) inputID(field string) string { return "b-" + b.ID + "-" + dashed(field) }

func (b Block) uploadID(f spec.Field) string { return "upload-" + b.ID + "-" + dashed(f.Name) }

// shelf is the last but one part of the address that takes a field's file.
func shelf(f spec.Field) string {
	if f.Type == spec.Film {
		return "films"
	}
	return "pictures"
}

// dashed makes the name of a row's field one that selectors can have.
func dashed(field string) string { return strings.ReplaceAll(field, ".", "-") }

// uploads sends a chosen file at once, and takes only its field out of the
// page, so that nothing typed beside it is lost.
func (b Block) uploads(e Editor, f spec.Field) templ.Attributes {
	region := "#" + b.inputID(f.Name) + "-field"
	return templ.Attributes{
		"hx-post":    e.blockURL(b, shelf(f), f.Name),
		"hx-trigger": "submit", // atonce.js submits when a file is chosen
		"hx-target":  region,
		"hx-select":  region,
		"hx-swap":    "outerHTML",
		// The place of saving stays: a save that waits for this one has it as its target.
		"hx-select-oob": "#toast:innerHTML,#publication,#page-tabs,#draft-band,#" + b.savedID() + ":innerHTML",
		"hx-sync":       "#main:queue all",
	}
}

func gapID(at int) string { return "gap-" + strconv.Itoa(at) }

func atField(at int) []page.Hidden { return []page.Hidden{{Name: "at", Value: strconv.Itoa(at)}} }

func currentIf(holds bool) templ.Attributes {
	if !holds {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}
