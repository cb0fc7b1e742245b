package miniapp

import (
	"encoding/json"
	"time"
)

// As is the way in which a page is shown.
type As string

// The two ways of showing a page.
const (
	// App is inside Telegram.
	App As = "app"
	// Site is in a browser.
	Site As = "site"
)

// Manifest is what a release shows and what the runtime must know of its project.
type Manifest struct {
	// Name of the project, as visitors read it.
	Name string
	// Slug is the project's part of its addresses.
	Slug string
	// Lang of the runtime's own words: "ru", else English.
	Lang string
	// Zone of the project's times; nil is UTC.
	Zone *time.Location
	// Bot is the address of the bot, "" without one.
	Bot string
	// Logo is the key of the project's picture, "" without one.
	Logo string
	// Pages, Catalog and Theme of the release.
	Pages   Pages
	Catalog Catalog
	Theme   Theme
	// Sizes are the width and height of media in pixels, by key; where one
	// is known, the page does not jump when the picture comes.
	Sizes map[string][2]int
}

// Options say how and where a page is shown.
type Options struct {
	// As is App or Site.
	As As
	// Page is the id of the page; "" is the first.
	Page string
	// BasePath is the path of the first page, e.g. "/s/cafe".
	BasePath string
	// MediaBase is what a medium's key is appended to, e.g. "/media/".
	MediaBase string
	// More is the address of what Manifest.Goods gives. With it only the
	// products that a page shows first come with its document; "" puts all of
	// them in.
	More string
	// Forms say how forms stand, by their ids ("page.block"), when a page
	// answers to what was sent without scripts.
	Forms map[string]FormState
	// Cart are the quantities that were sent with them, by item.
	Cart map[string]int
}

// FormState is how a form stands.
type FormState struct {
	// Values are what was typed, by field.
	Values map[string]string `json:"values,omitempty"`
	// Problems are words by path, "/values/phone".
	Problems map[string]string `json:"problems,omitempty"`
	// Note is what is said of the whole.
	Note string `json:"note,omitempty"`
	// Done is the answer, when it was accepted.
	Done *Receipt `json:"done,omitempty"`
}

// Receipt is the answer to a submission: its number in the project and, of an
// order, its total in minor units.
type Receipt struct {
	Number int64 `json:"number"`
	Total  int64 `json:"total,omitempty"`
}

// manifestJSON is the manifest as the runtime gets it (runtime/types.ts).
type manifestJSON struct {
	As    As           `json:"as"`
	Lang  string       `json:"lang"`
	Slug  string       `json:"slug"`
	Name  string       `json:"name"`
	Base  string       `json:"base"`
	Bot   string       `json:"bot,omitempty"`
	Page  string       `json:"page"`
	Pages []drawnPage  `json:"pages"`
	Words runtimeWords `json:"words"`
	// Money is before, after, thousands, point and digits of sums.
	Money []any       `json:"money" ts:"[string, string, string, string, number]"`
	Goods []drawnGood `json:"goods"`
	More  string      `json:"more,omitempty"`
	// Order tells that something can be ordered.
	Order bool                 `json:"order,omitempty"`
	Cart  map[string]int       `json:"cart"`
	Forms map[string]FormState `json:"forms"`
}

// json encodes the manifest so that it can stand inside a script element:
// encoding/json escapes <, >, &, U+2028 and U+2029. only leaves out the blocks
// of other pages, which a drawing of this one does not need.
func (m Manifest) json(o Options, page Page, goods []Product, only bool) ([]byte, error) {
	d := &drawing{m: m, o: o}
	money := styleOfMoney(m.Catalog.Currency, m.lang())
	out := manifestJSON{
		As: o.As, Lang: m.lang(), Slug: m.Slug, Name: m.Name, Base: o.BasePath, Bot: m.Bot, Page: page.ID, Words: m.words(),
		Money: []any{money.before, money.after, money.thousands, money.point, money.digits},
		Order: m.Pages.orderPage() != "", Cart: map[string]int{}, Forms: o.Forms,
	}
	if len(goods) < len(m.Catalog.Products) {
		out.More = o.More
	}
	if o.As == App {
		out.Bot = "" // the visitor is there
	}
	if out.Forms == nil {
		out.Forms = map[string]FormState{}
	}
	for item, n := range o.Cart {
		out.Cart[":"+item] = n
	}
	for _, p := range m.Pages {
		if only && p.ID != page.ID {
			p.Blocks = nil
		}
		out.Pages = append(out.Pages, d.drawPage(p))
	}
	d.index = eager
	out.Goods = d.goods(goods)
	return json.Marshal(out)
}

func (m Manifest) lang() string {
	if m.Lang == "ru" {
		return "ru"
	}
	return "en"
}

func (m Manifest) zone() *time.Location {
	if m.Zone == nil {
		return time.UTC
	}
	return m.Zone
}
