package flow

import (
	"slices"
	"strings"

	"botyard/internal/richtext"
)

// Post is one message as Telegram takes it: a text; one file of a kind with
// the text as its caption; an album; a place or a contact. It is within
// Telegram's limits.
type Post struct {
	Text     string            `json:"text,omitempty"`
	Entities []richtext.Entity `json:"entities,omitempty"`
	// Media is one file, or two to ten for an album, which has no keyboard.
	Media   []Media    `json:"media,omitempty"`
	Place   *Venue     `json:"place,omitempty"`
	Contact *Card      `json:"contact,omitempty"`
	Inline  [][]Button `json:"inline,omitempty"`
	// Reply is a keyboard in place of the visitor's own, for one use.
	Reply *Reply `json:"reply,omitempty"`
	// Remove takes an earlier Reply away.
	Remove bool `json:"remove,omitempty"`
}

// Media is an uploaded file of the project.
type Media struct {
	// Kind is "photo", "video", "voice" or "file".
	Kind string `json:"kind"`
	// Key of the file among the project's media.
	Key string `json:"key"`
}

// Venue is a place on the map; without a title it is a bare point.
type Venue struct {
	Point
	Title   string `json:"title,omitempty"`
	Address string `json:"address,omitempty"`
}

// Card is somebody's contact.
type Card struct {
	Phone     string `json:"phone"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name,omitempty"`
}

// Button is one of an inline keyboard: exactly one of Data, URL and Page is set.
type Button struct {
	Label string `json:"label"`
	// Data comes back in an event Pressed; at most 64 bytes.
	Data string `json:"data,omitempty"`
	// URL is http, https or tg.
	URL string `json:"url,omitempty"`
	// Page is the id of a page of the project, to be opened as a Mini App.
	Page string `json:"page,omitempty"`
}

// Reply is a keyboard of which one button asks for something and the others
// are words that come back as they are.
type Reply struct {
	// Ask is "contact" or "location", with the words on its button.
	Ask   string `json:"ask"`
	Label string `json:"label"`
	// Words are further buttons, one a row.
	Words []string `json:"words,omitempty"`
}

// Limits of Telegram (Bot API), in UTF-16 units where characters are meant,
// which is never more than Telegram counts.
const (
	maxMessage = 4096
	maxCaption = 1024
	maxLabel   = 64
	maxData    = 64
	maxAlbum   = 10
	maxButtons = 100
)

// keyless tells that Telegram takes no keyboard with the post.
func (p Post) keyless() bool { return len(p.Media) > 1 }

// kind is the sort of a post that can stand in another's place: "text",
// "media", or "" when it cannot.
func (p Post) kind() string {
	switch {
	case p.Place != nil || p.Contact != nil || p.Reply != nil || p.Remove:
		return ""
	case len(p.Media) == 0:
		return "text"
	case len(p.Media) == 1 && p.Media[0].Kind != "voice":
		return "media"
	}
	return ""
}

// clean is the post without what no text may hold; drafts that were never
// checked may have it.
func (p Post) clean() Post {
	for i, row := range p.Inline {
		for j, b := range row {
			if clean := plainText(b.Label); clean != b.Label {
				row = slices.Clone(row)
				row[j].Label = clean
				p.Inline = slices.Clone(p.Inline)
				p.Inline[i] = row
			}
		}
	}
	if c := p.Contact; c != nil {
		p.Contact = &Card{plainText(c.Phone), plainText(c.FirstName), plainText(c.LastName)}
	}
	if v := p.Place; v != nil {
		p.Place = &Venue{v.Point, plainText(v.Title), plainText(v.Address)}
	}
	return p
}

// plainText is s as PostgreSQL and Telegram keep it.
func plainText(s string) string {
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
