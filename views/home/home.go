// Package home holds the first screen of a project: the checklist until
// launch, the links after it.
package home

import (
	"time"

	"botyard/views/page"
)

// Page is the screen of GET /projects/{id}.
type Page struct {
	Project page.Project
	// Greeted tells that the bot has an answer to /start; Greeting is that answer
	// in plain words, drawn beside the checklist, "" for none.
	Greeted  bool
	Greeting string
	// Paged tells that a page has something on it.
	Paged bool
	// Connected tells that a bot is connected; Username is its name without "@".
	Connected bool
	Username  string
	// Off tells that the bot was disconnected; Restorable that this can be undone.
	Off, Restorable bool
	// Paused tells that support stopped the bot.
	Paused bool
	// Checking tells that Telegram is being asked about the bot, Doubted that it is
	// asked again within a minute: the screen draws itself anew.
	Checking, Doubted bool
	// Trouble tells that the connected bot cannot answer; Troubles say why, and
	// what else needs the owner's attention.
	Trouble  bool
	Troubles []Trouble
	// Blocked counts the people who blocked the bot within a week.
	Blocked int
	// Last is the version that clients see, nil before the first.
	Last *Release
	// Links are shown after the launch: bot, Mini App, site, those that work.
	Links []Link
}

// Release is the version that clients see.
type Release struct {
	Number int
	At     time.Time
	// By is the e-mail of who published it.
	By string
}

// Link is an address that clients open.
type Link struct {
	Kind LinkKind
	// URL is the whole address; it is shown without its scheme.
	URL string
	// QR is the address of a picture of the URL's code (SVG or PNG), "" for none.
	QR string
}

// LinkKind tells what a link opens.
type LinkKind string

// The kinds of links.
const (
	BotLink  LinkKind = "bot"
	AppLink  LinkKind = "app"
	SiteLink LinkKind = "site"
)

// Launched tells whether everything was done once, and the checklist goes.
func (p Page) Launched() bool { return (p.Connected || p.Off) && p.Last != nil }
