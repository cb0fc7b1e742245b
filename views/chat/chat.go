// Package chat is the conversation with the draft, as a messenger shows it.
//
// GET …/chat shows it. POST …/chat/beginnings (who,
// name, from, back), …/messages (text or share or link), …/presses (message,
// button), …/skips, …/answers (ok, value-N), …/returns (how), …/settings
// (name, time, calls).
package chat

import (
	"context"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/richtext"
	"botyard/views/page"
	"botyard/views/ui"
)

// Region is the id of the part that a reply draws anew.
const Region = "talk"

// Page is the screen.
type Page struct {
	Project page.Project
	// Bot is what the bot is called.
	Bot string
	// Back is from where the talk was opened, "" for the bot's screen.
	Back  string
	Lines []Line
	// Keys are in place of the visitor's keyboard, nil for none.
	Keys *Keys
	// Until is when the next wait ends, zero without one; in the talk's time.
	Until time.Time
	// Asked is a call that wants an answer, nil without one.
	Asked *Asked
	// Changed tells that the draft was edited since.
	Changed bool
	// Silent tells that somebody of the team speaks with the visitor.
	Silent bool
	// Now is the talk's time, Moved that it is not the real one.
	Now   time.Time
	Moved bool
	// Visitor is who writes.
	Visitor Visitor
	// Links are the payloads by which the scenarios know where from.
	Links []string
	// CanCall tells that calls can really be made, Calls that they are.
	CanCall, Calls bool
	// Refresh is in how many seconds something happens by itself, 0 for nothing.
	Refresh int
}

// Visitor is who writes to the bot.
type Visitor struct {
	Name string
	// New tells that they began as somebody who never wrote.
	New bool
	// Known are their data and tags, in words.
	Known []Fact
}

// Fact is something that the bot remembers.
type Fact struct{ Title, Value string }

// Line is one thing that is seen.
type Line struct {
	// Kind is "said", "bot", "pressed", "ran", "done" or "note".
	Kind string
	At   time.Time
	// ID of a message of the bot.
	ID    int64
	Words []richtext.Segment
	// Share is what was sent besides words, "" for nothing.
	Share string
	Media []Media
	Place *Place
	Card  *Card
	Rows  [][]Key
	Steps []Step
	// Code names what was done or is told: the words are "chat.done."+Code and "chat.note."+Code.
	Code  string
	Facts []Fact
}

// Media is a file of a message.
type Media struct {
	// Kind is "photo", "video", "voice" or "file", URL where it is.
	Kind, URL string
}

// Place is a point on the map.
type Place struct{ Title, Address, Map string }

// Card is somebody's contact.
type Card struct{ Name, Phone string }

// Key is a button under a message: exactly one of Data and URL is set.
type Key struct{ Label, Data, URL string }

// Keys are in place of the visitor's keyboard.
type Keys struct {
	// Ask is "contact" or "location", with the words on its button.
	Ask, Label string
	// Words are further buttons.
	Words []string
}

// Step is one that ran.
type Step struct{ Kind, Words, URL string }

// Asked is a call that wants an answer.
type Asked struct {
	// Channel is whose subscribers are asked for; "" when it is a call.
	Channel string
	// Host is where the call goes, Method how.
	Host, Method string
	// Take are the paths whose values the answer brings.
	Take []string
}

func (p Page) url(parts ...string) string {
	return p.Project.URL(append([]string{"chat"}, parts...)...)
}

// posts are the attributes of a form that draws the region anew.
func (p Page) posts(parts ...string) templ.Attributes {
	address := p.url(parts...)
	attrs := ui.Swaps(address, Region)
	attrs["method"], attrs["action"] = "post", templ.SafeURL(address)
	return attrs
}

// back is where the arrow leads.
func (p Page) back() templ.SafeURL {
	if p.Back != "" {
		return templ.SafeURL(p.Back)
	}
	return templ.SafeURL(p.Project.URL("bot"))
}

// refreshes asks for the region again when something is to happen by itself.
func (p Page) refreshes() templ.Attributes {
	if p.Refresh == 0 {
		return nil
	}
	return templ.Attributes{
		"hx-get": p.url(), "hx-target": "#" + Region, "hx-select": "#" + Region, "hx-swap": "outerHTML",
		"hx-trigger": "load delay:" + strconv.Itoa(p.Refresh) + "s",
	}
}

func (l Line) keyID(row, n int) string {
	return "key-" + strconv.FormatInt(l.ID, 10) + "-" + strconv.Itoa(row) + "-" + strconv.Itoa(n)
}

// note is what a grey line says.
func (l Line) note(ctx context.Context) string {
	key := "chat." + l.Kind + "." + l.Code
	if l.Code == "" || !lang.Has(key) {
		key = "chat.note.other"
	}
	return lang.T(ctx, key)
}

// plain is the line's words without marks.
func (l Line) plain() (words string) {
	for _, s := range l.Words {
		words += s.Words
	}
	return words
}

// album tells that the line is several pictures.
func (l Line) album() bool { return len(l.Media) > 1 }

func who(v Visitor) string {
	if v.New {
		return "new"
	}
	return "returning"
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

// words are the kind of the step, and what it says.
func (s Step) words() string {
	if s.Words == "" {
		return s.Kind
	}
	return s.Kind + ": " + s.Words
}
