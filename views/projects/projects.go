// Package projects holds the list of an account's projects and the form of a
// new one.
package projects

import "botyard/views/page"

// List is the screen of GET /projects.
type List struct {
	// Projects are the rows, the most recent first; none shows how to begin.
	Projects []Row
}

// Row is one project in the list.
type Row struct {
	page.Project
	// State is what the chip says.
	State State
	// Username of the bot without "@", "" when none is connected.
	Username string
}

// State is how a project stands.
type State string

// The states of a project, from a fresh one to a broken one.
const (
	// Draft has never been published, or has no bot.
	Draft State = "draft"
	// Live answers its clients.
	Live State = "live"
	// Connecting waits for Telegram.
	Connecting State = "connecting"
	// Broken has a bot that cannot answer.
	Broken State = "broken"
	// Off is published, and its bot was disconnected.
	Off State = "off"
	// Paused was stopped by support; its messages wait.
	Paused State = "paused"
	// Suspended was stopped by support, with a reason.
	Suspended State = "suspended"
)

// Template is one to choose, shown by the first thing that its bot says.
type Template struct {
	// Name is posted; its words are "projects.template."+Name.
	Name string
	// Says is the bot's greeting, Keys are the first labels of its buttons.
	Says string
	Keys []string
}

// New is the screen of GET /projects/new and of POST /projects when it failed.
// It posts "name", "template", "zone", "phone", "address", "from" and "to".
type New struct {
	// Key tells the form from others: sent twice, it makes one project.
	Key string
	// Name is as it was typed.
	Name string
	// Template is posted as it is; "" stands for "blank".
	Template string
	// Templates can be chosen from; with one or none nothing is asked.
	Templates []Template
	// Phone, Address, From and To are as they were typed: contacts, and the
	// times between which it is open every day.
	Phone, Address, From, To string
	// Mistakes are at "name", "phone", "address" or "hours".
	Mistakes page.Mistakes
	// First tells that the account has no project yet.
	First bool
}
