package miniapp

import "encoding/json"

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
	// Bot is the address of the bot, "" without one.
	Bot string
	// Pages and Theme of the release.
	Pages Pages
	Theme Theme
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
}

// manifestJSON is the manifest as the runtime gets it (runtime/types.ts).
type manifestJSON struct {
	As    As                `json:"as"`
	Lang  string            `json:"lang"`
	Slug  string            `json:"slug"`
	Name  string            `json:"name"`
	Base  string            `json:"base"`
	Media string            `json:"media"`
	Sizes map[string][2]int `json:"sizes,omitempty"`
	Bot   string            `json:"bot,omitempty"`
	Page  string            `json:"page"`
	Pages Pages             `json:"pages"`
}

// json encodes the manifest so that it can stand inside a script element:
// encoding/json escapes <, >, &, U+2028 and U+2029.
func (m Manifest) json(o Options, page Page) ([]byte, error) {
	return json.Marshal(manifestJSON{
		As: o.As, Lang: m.lang(), Slug: m.Slug, Name: m.Name, Base: o.BasePath,
		Media: o.MediaBase, Sizes: m.Sizes, Bot: m.Bot, Page: page.ID, Pages: m.Pages,
	})
}

func (m Manifest) lang() string {
	if m.Lang == "ru" {
		return "ru"
	}
	return "en"
}
