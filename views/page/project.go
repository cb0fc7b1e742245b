package page

import "net/url"

// Project is what the frame around a project's screens needs of it.
type Project struct {
	// ID is the project's id as it stands in addresses.
	ID string
	// Name is what the owner calls it.
	Name string
	// Picture is the address of the bot's picture, "" shows the first letter.
	Picture string
	// Edits counts what clients do not see yet.
	Edits int
	// Fresh counts the orders and requests that nobody has looked after yet.
	Fresh int
	// Published tells whether there is any version that clients see.
	Published bool
}

// Live tells whether clients see all that the owner does.
func (p Project) Live() bool { return p.Published && p.Edits == 0 }

// URL is the address of the project's home, or of what parts name under it:
// p.URL("bot", "answers", id).
func (p Project) URL(parts ...string) string {
	address := "/projects/" + url.PathEscape(p.ID)
	for _, part := range parts {
		address += "/" + url.PathEscape(part)
	}
	return address
}

// Section is a place in a project's navigation.
type Section string

// The sections of a project.
const (
	Home     Section = "home"
	Orders   Section = "orders"
	Bot      Section = "bot"
	Pages    Section = "pages"
	Catalog  Section = "catalog"
	Releases Section = "releases"
	Settings Section = "settings"
	Audit    Section = "audit"
	Card     Section = "card"
	Chat     Section = "chat"
	Files    Section = "files"
	More     Section = "more"
)
