package miniapp

import (
	"encoding/json"
	"fmt"
	"slices"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"botyard/internal/spec"
)

// The bounds of a manifest.
const (
	// MaxBytes is the most bytes of the pages' JSON.
	MaxBytes = 256 << 10
	// MaxPages is the most pages of a project.
	MaxPages = 100
	// MaxBlocks is the most blocks of a page.
	MaxBlocks = 200
	titleMax  = 100
)

// Page is one page: a Mini App shows it as a screen, a site at an address of its own.
type Page struct {
	// ID is unique among the pages, and the last part of the page's address.
	ID string `json:"id"`
	// Title is shown in navigation and in the browser's title, at most 100 characters.
	Title string `json:"title"`
	// Foot puts the link to the page at the foot instead of the head: a policy,
	// a consent.
	Foot bool `json:"foot,omitempty"`
	// Hidden leaves the page out of head and foot: only links lead there.
	Hidden bool `json:"hidden,omitempty"`
	// Blocks in the order in which they are shown.
	Blocks []Block `json:"blocks"`
}

// Pages are the pages of a project; the first is where visitors enter.
type Pages []Page

// MarshalJSON writes an array, an empty one when there are no pages.
func (p Pages) MarshalJSON() ([]byte, error) {
	return jsonx.Marshal([]Page(p), jsontext.AllowInvalidUTF8(true))
}

// Page finds a page by its id; "" is the first.
func (p Pages) Page(id string) (Page, bool) {
	for _, page := range p {
		if page.ID == id || id == "" {
			return page, true
		}
	}
	return Page{}, false
}

// has tells whether the page has a block of the kind.
func (p Page) has(kind string) bool {
	return slices.ContainsFunc(p.Blocks, func(b Block) bool { return b.Kind == kind })
}

// orderPage is the id of the first page with an order, "" without one.
func (p Pages) orderPage() string {
	for _, page := range p {
		if page.has("order") {
			return page.ID
		}
	}
	return ""
}

// checkout is the first order of the pages, nil without one.
func (p Pages) checkout() *Checkout {
	for _, page := range p {
		for _, b := range page.Blocks {
			if c, ok := b.Config.(*Checkout); ok {
				return c
			}
		}
	}
	return nil
}

// ParsePages reads pages strictly and says what cannot be stored: too many
// bytes, what the types do not know, ids that are missing or taken. What may
// be stored in a draft and not published (an empty heading, a link to no
// page) is told by Check.
func ParsePages(raw []byte, path string) (Pages, []spec.Problem) {
	if len(raw) > MaxBytes {
		return nil, []spec.Problem{{Path: path, Code: "too_big", Args: map[string]any{"max": MaxBytes, "n": len(raw)}}}
	}
	parts, problems := list(raw, path, MaxPages)
	if problems != nil {
		return nil, problems
	}
	pages, seen := make(Pages, 0, len(parts)), map[string]bool{}
	for i, part := range parts {
		page, wrong := parsePage(part, spec.Join(path, i))
		pages = append(pages, page)
		if wrong == nil {
			wrong = spec.CheckID(page.ID, spec.Join(path, i), seen)
		}
		problems = append(problems, wrong...)
	}
	if problems != nil {
		return nil, problems
	}
	return pages, nil
}

func parsePage(raw []byte, path string) (Page, []spec.Problem) {
	var shape struct {
		ID     string         `json:"id"`
		Title  string         `json:"title"`
		Foot   bool           `json:"foot"`
		Hidden bool           `json:"hidden"`
		Blocks jsontext.Value `json:"blocks"`
	}
	if problems := spec.Decode(raw, &shape, path); problems != nil {
		return Page{}, problems
	}
	page := Page{ID: shape.ID, Title: shape.Title, Foot: shape.Foot, Hidden: shape.Hidden, Blocks: []Block{}}
	if shape.Blocks == nil {
		return page, nil
	}
	at := spec.Join(path, "blocks")
	parts, problems := list(shape.Blocks, at, MaxBlocks)
	seen := map[string]bool{}
	for i, part := range parts {
		item, wrong := Kinds.Decode(json.RawMessage(part), spec.Join(at, i))
		if wrong == nil {
			wrong = spec.CheckID(item.ID, spec.Join(at, i), seen)
		}
		page.Blocks = append(page.Blocks, Block(item))
		problems = append(problems, wrong...)
	}
	return page, problems
}

// list splits a JSON array of at most most elements.
func list(raw []byte, path string, most int) ([]jsontext.Value, []spec.Problem) {
	if jsontext.Value(raw).Kind() != '[' {
		if problems := spec.Decode(raw, new(any), path); problems != nil {
			return nil, problems
		}
		return nil, []spec.Problem{{Path: path, Code: "wrong_type"}}
	}
	var parts []jsontext.Value
	if problems := spec.Decode(raw, &parts, path); problems != nil {
		return nil, problems
	}
	if len(parts) > most {
		return nil, []spec.Problem{{Path: path, Code: "too_many", Args: map[string]any{"max": most, "n": len(parts)}}}
	}
	return parts, nil
}

// SampleID is the block that says that a page is a sample; while it is there,
// the owner is warned.
const SampleID = "sample"

// Check says what stands in the way of publishing the pages. media tells
// whether the project has a medium with that key; nil asks nobody.
func (p Pages) Check(path string, media func(key string) bool) (problems []spec.Problem) {
	for i, page := range p {
		at := spec.Join(path, i)
		problems = append(problems, spec.CheckText(page.Title, spec.Join(at, "title"), true, titleMax)...)
		for j, b := range page.Blocks {
			if page.Foot && b.ID == SampleID {
				problems = append(problems, spec.Problem{Path: spec.Join(at, "blocks", j), Code: "sample_page", Warning: true})
			}
			problems = append(problems, p.checkBlock(b.Config, spec.Join(at, "blocks", j), media)...)
		}
	}
	return problems
}

func (p Pages) checkBlock(c Config, path string, media func(string) bool) []spec.Problem {
	problems := c.Check(path)
	if l, ok := c.(Linker); ok {
		for _, link := range l.Links(path) {
			problems = append(problems, p.checkLink(link)...)
		}
	}
	if m, ok := c.(Pictured); ok && media != nil {
		for _, picture := range m.Pictures(path) {
			if !media(picture.Value) {
				problems = append(problems, spec.Problem{Path: picture.Path, Code: "no_such_media"})
			}
		}
	}
	return problems
}

func (p Pages) checkLink(link Reference) []spec.Problem {
	switch sort, id := spec.ParseTarget(link.Value); sort {
	case "url":
		return nil
	case "page":
		if _, found := p.Page(id); found && id != "" {
			return nil
		}
		return []spec.Problem{{Path: link.Path, Code: "no_such_page"}}
	}
	if link.InText {
		return []spec.Problem{{Path: link.Path, Code: "bad_address"}}
	}
	return []spec.Problem{{Path: link.Path, Code: "bad_target"}}
}

// Media lists the keys of all media that the pages show, each once.
func (p Pages) Media() []string {
	var keys []string
	seen := map[string]bool{}
	for _, page := range p {
		for _, b := range page.Blocks {
			if m, ok := b.Config.(Pictured); ok {
				for _, r := range m.Pictures("") {
					if !seen[r.Value] {
						seen[r.Value] = true
						keys = append(keys, r.Value)
					}
				}
			}
		}
	}
	return keys
}

// String never prints what people wrote.
func (p Pages) String() string { return fmt.Sprintf("%d pages", len(p)) }
