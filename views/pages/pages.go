// Package pages holds the page editor: the pages' tabs, the list of blocks,
// the form of an open block, the preview.
//
// The screen is GET …/pages/{page}; ?block={id} opens a block, ?insert={n}
// opens the palette before the block of that index, ?view=look shows the
// preview on a phone. It posts to
//
//	…/pages                                        title           add a page
//	…/pages/{page}                                 title           rename it
//	…/pages/{page}/removal                                         delete it
//	…/pages/{page}/blocks                          kind, at        insert a block
//	…/pages/{page}/blocks/{block}                  revision, and the kind's fields (ReadValues)
//	…/pages/{page}/blocks/{block}/rows             row (RowAct), and the kind's fields
//	…/pages/{page}/blocks/{block}/position         to ("up", "down")
//	…/pages/{page}/blocks/{block}/copies                           duplicate
//	…/pages/{page}/blocks/{block}/removal                          delete
//	…/pages/{page}/blocks/{block}/pictures/{field} file (multipart), upload a picture into the field
//	…/pages/{page}/blocks/{block}/films/{field}    file (multipart), upload a video into the field
//
// Every post is answered 303 to the screen, or 422 with it; htmx takes its
// region from the whole page. Only saving a block differs when HX-Request is
// set: 200 or 422 with the component SaveReply, 409 with BlockForm.
package pages

import (
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
)

// Editor is the screen.
type Editor struct {
	Project page.Project
	// Pages are the tabs, in their order; Page is the id of the open one.
	Pages []Tab
	Page  string
	// Blocks of the open page, in their order.
	Blocks []Block
	// Kinds fill the palette.
	Kinds []spec.Kind
	// Palette is the index before which the palette is open, -1 when it is closed.
	Palette int
	// Look shows the preview instead of the blocks on a phone (?view=look).
	Look bool
	// Categories and Goods are those of the catalogue, for blocks that name them.
	Categories, Goods []Named
	// Preview shows the open page; the zero one shows nothing.
	Preview ui.Preview
	// Adding shows the form of a new page (GET …/pages/{page}?add=page), with Title as typed.
	Adding bool
	// Renaming shows the form of the open page's title (?rename=page).
	Renaming bool
	// Title is as typed in that form; Mistakes are at "title".
	Title    string
	Mistakes page.Mistakes
}

// Forgive takes mistakes off the count at the open page's tab.
func (e *Editor) Forgive(mistakes int) {
	for i := range e.Pages {
		if e.Pages[i].ID == e.Page {
			e.Pages[i].Problems -= mistakes
		}
	}
}

// Tab is one page.
type Tab struct {
	ID, Title string
	// Problems counts what stops a publication on it.
	Problems int
}

// Block is one block of the open page.
type Block struct {
	ID   string
	Kind spec.Kind
	// Gist is what it says, in a few words; "" shows that it is empty.
	Gist string
	// Open shows its form.
	Open bool
	// Values are the fields as they stand in the form, by name: Rich with simple
	// marks, Lines and Goods one a line, Target as it is stored, Image its key,
	// Switch "true" or "false". Rows is how many rows there are; those of the
	// first have names such as "items.0.label".
	Values map[string]string
	// Pictures are the addresses of what the Image and Film fields hold, by name.
	Pictures map[string]string
	// Revision is opaque and comes back as it is; let it be one of this block alone.
	Revision string
	Saved    ui.Saved
	// Mistakes are at the names of fields; a closed block with any is marked.
	Mistakes page.Mistakes
	// Conflict is set when somebody else saved in between (409): the Values of
	// the block are what was typed here, those in Conflict are theirs.
	Conflict map[string]string
	// Focus is what was just done with its rows (?row=…).
	Focus RowAct
	// Came tells why it is open: "first" for somebody who is to fill it in, "up"
	// or "down" for one who moved it (?focus=…).
	Came string
}

// Named is something of the catalogue.
type Named struct{ ID, Name string }
