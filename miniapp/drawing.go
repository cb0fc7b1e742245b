package miniapp

import (
	"encoding/json"
	"fmt"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// eager is how many blocks from the top have pictures that are loaded at once:
// those that the first screen may show.
const eager = 3

// drawing turns the blocks of a page into what the runtime gets.
type drawing struct {
	m Manifest
	o Options
	// page and block are what is being drawn, index the block's place.
	page  Page
	block Block
	index int
	// titled tells that the page has its h1.
	titled bool
}

// drawnPage is a page as the runtime gets it.
type drawnPage struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Href  string `json:"href"`
	// Foot is true at the foot, false nowhere, and not there in the head.
	Foot   *bool        `json:"foot,omitempty"`
	Blocks []drawnBlock `json:"blocks"`
}

// drawnBlock is a block as the runtime gets it.
type drawnBlock struct {
	ID, Kind string
	body     any
}

// MarshalJSON writes {"id":…,"kind":…} and what the kind has drawn.
func (b drawnBlock) MarshalJSON() ([]byte, error) {
	head, err := json.Marshal(struct {
		ID   string `json:"id"`
		Kind string `json:"kind"`
	}{b.ID, b.Kind})
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", b.Kind, err)
	}
	body, err := json.Marshal(b.body)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", b.Kind, err)
	}
	if len(body) == len("{}") {
		return head, nil
	}
	return append(append(head[:len(head)-1], ','), body[1:]...), nil
}

// The ids of the blocks that no owner has placed; a dot keeps them apart from
// those of owners.
const (
	titleID = "title."
	barID   = "bar."
)

// drawPage gives a page its blocks, a title when none of them is one, and the
// bar of the cart just before the order or at the end.
func (d *drawing) drawPage(p Page) drawnPage {
	d.page, d.titled = p, false
	blocks := make([]drawnBlock, 0, len(p.Blocks)+2)
	if !p.has("heading") {
		blocks = append(blocks, drawnBlock{titleID, "heading", drawnHeading{Tag: "h1", Look: "hidden", Text: p.Title}})
	}
	bar := d.bar()
	for i, b := range p.Blocks {
		if b.Kind == "order" && bar != nil {
			blocks, bar = append(blocks, *bar), nil
		}
		d.block, d.index = b, i
		blocks = append(blocks, drawnBlock{b.ID, b.Kind, b.Config.drawn(d)})
	}
	if bar != nil {
		blocks = append(blocks, *bar)
	}
	return drawnPage{ID: p.ID, Title: p.Title, Href: d.address(p.ID), Foot: place(p), Blocks: blocks}
}

// place tells the runtime where the link to a page is.
func place(p Page) *bool {
	if p.Hidden || p.Foot {
		foot := !p.Hidden
		return &foot
	}
	return nil
}

// drawnBar is the cart in one line.
type drawnBar struct {
	To string `json:"to"`
}

func (d *drawing) bar() *drawnBlock {
	order := d.m.Pages.orderPage()
	if order == "" {
		return nil
	}
	return &drawnBlock{barID, "bar", drawnBar{To: d.address(order)}}
}

// address is the page's own; the first page has the project's.
func (d *drawing) address(page string) string {
	switch {
	case len(d.m.Pages) == 0 || page == d.m.Pages[0].ID:
		return d.o.BasePath
	case d.o.As == App:
		return d.o.BasePath + "?page=" + page
	}
	return d.o.BasePath + "/" + page
}

// href is the address that a target leads to.
func (d *drawing) href(to string) string {
	if sort, id := spec.ParseTarget(to); sort == "page" {
		return d.address(id)
	}
	return to
}

// rich is a passage with addresses instead of targets.
func (d *drawing) rich(t richtext.Text) richtext.Text {
	out := make(richtext.Text, len(t))
	for i, n := range t {
		n.Children = d.rich(n.Children)
		if n.Kind == richtext.Link {
			n.Value = d.href(n.Value)
		}
		out[i] = n
	}
	return out
}

// say is a text in the project's language.
func (d *drawing) say(w spec.Words) string { return d.m.say(w) }

// or is what the owner wrote, else the words.
func (d *drawing) or(written string, w spec.Words) string {
	if written != "" {
		return written
	}
	return d.say(w)
}

// drawnPicture are the attributes of a picture.
type drawnPicture struct {
	Src      string `json:"src"`
	Alt      string `json:"alt"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
	Loading  string `json:"loading,omitempty"`
	Decoding string `json:"decoding"`
}

// picture is an uploaded picture, nil without a key. One far below is loaded
// when it comes near; one whose size is known does not move the page.
func (d *drawing) picture(key, alt string) *drawnPicture {
	if key == "" {
		return nil
	}
	p := &drawnPicture{Src: d.o.MediaBase + key, Alt: alt, Decoding: "async"}
	if size, known := d.m.Sizes[key]; known {
		p.Width, p.Height = size[0], size[1]
	}
	if d.index >= eager {
		p.Loading = "lazy"
	}
	return p
}

// RuntimeTypes are what the runtime gets: the manifest, and the kinds that it
// draws by their names, the registered ones and those that only the program
// places. The values matter by their types, from which TypeScript is generated.
func RuntimeTypes() (manifest any, kinds map[string]any) {
	d := &drawing{m: Manifest{Pages: Pages{{ID: "a"}}}}
	kinds = map[string]any{"bar": drawnBar{}}
	for _, k := range Kinds.Kinds() {
		item, _ := Kinds.Decode(json.RawMessage(`{"kind":"`+k.Name+`"}`), "")
		kinds[k.Name] = item.Config.drawn(d)
	}
	return manifestJSON{}, kinds
}
