// Package desk holds the support desk: which bot is stuck, why, and the ways to
// put it right. Staff see every tenant here, so its bar is dark.
//
// GET /support and GET /support/undelivered are its two sections; a bot has a
// page at /support/projects/{id}, what gave up at …/letters/{event}. They post to
//
//	/support/projects/{id}/pause                why             let its messages wait
//	/support/projects/{id}/resumption                           go on
//	/support/projects/{id}/letters/{event}/opening              show what is in it
//	/support/projects/{id}/suspension           reason          suspend the owner's account
//	/support/projects/{id}/suspension/removal                   let it go on
//	/support/undelivered/attempts               reason, project, event   try again
//	/support/undelivered/removals               the same                 forget
package desk

import (
	"strconv"
	"time"

	"botyard/views/page"
)

// Section is a place in the desk's bar.
type Section string

// The sections.
const (
	QueuesSection      Section = "queues"
	UndeliveredSection Section = "undelivered"
)

// Queues is the screen of GET /support.
type Queues struct {
	Totals Totals
	// Bots are the worst first; Every counts them all, From is the number of the first.
	Bots        []Bot
	Every, From int
	// Query is what was searched for, "" for nothing.
	Query string
	// Older and Newer lead to the neighbouring pages, "" for none.
	Older, Newer string
	// Causes are what gave up, by cause.
	Causes []Cause
}

// Totals are the installation in a few figures.
type Totals struct {
	Connected, Waiting, Unsent, Dead, Received, Sent int
	// Oldest is how long the one who has waited longest has waited.
	Oldest time.Duration
	// At is when this was measured, zero for never.
	At time.Time
}

// Bot is a bot and its project at the desk.
type Bot struct {
	Project int64
	Name    string
	// Username is without "@", "" without a bot.
	Username string
	// Waiting events and Unsent messages; Retrying are those of the events that failed before.
	Waiting, Unsent, Retrying int
	// Bytes of the waiting events.
	Bytes int64
	// Oldest is how long the first of them has waited.
	Oldest time.Duration
	// Received and Sent are of the last minute.
	Received, Sent int
	// Dead counts what gave up.
	Dead int
	// State is how the bot stands with Telegram.
	State State
	// Delivered is when the last update came, zero for not lately.
	Delivered time.Time
	// Pending is how many updates wait at Telegram, Complaint what Telegram says
	// of its last failed delivery, with its time.
	Pending     int
	Complaint   string
	ComplaintAt time.Time
	// Error is the code of what went wrong last, "" for nothing; ErrorAt may be zero.
	Error   string
	ErrorAt time.Time
	// About is what was searched for and led here: a chat or an update, 0 for neither.
	About int64
}

// State is how a bot stands.
type State string

// The states.
const (
	NoBot      State = "none"
	Connecting State = "connecting"
	Connected  State = "connected"
	Complained State = "complained" // connected, but Telegram fails to deliver
	Revoked    State = "revoked"
	Foreign    State = "foreign"
	Failing    State = "failing"
	Paused     State = "paused"
	Suspended  State = "suspended"
)

// Cause is what gave up, or did not arrive, for one reason.
type Cause struct {
	// Code is worded by lang ("cause."+Code).
	Code  string
	Count int
	// Bots counts the bots that it concerns, 1 on a bot's own page.
	Bots int
	Last time.Time
	// Letters are the newest ones that gave up so; nil for messages that did not arrive.
	Letters []Letter
	// Project narrows the buttons to a project, 0 for all; Username is its bot's.
	Project  int64
	Username string
}

// Letter is an event that gave up.
type Letter struct {
	Project, Event int64
	Username       string
	At             time.Time
	Attempts       int
}

// Undelivered is the screen of GET /support/undelivered.
type Undelivered struct {
	Causes []Cause
	// Failed are messages that did not arrive in the last day.
	Failed []Cause
	// Unknown are the newest messages of which nobody knows whether they arrived.
	Unknown []Send
}

// Send is a message that left, or may have.
type Send struct {
	Project  int64
	Username string
	Chat     int64
	At       time.Time
}

// BotPage is the screen of a bot.
type BotPage struct {
	Bot Bot
	// Owners are e-mails; Address is the whole address of the site.
	Owners, Address string
	Account         int64
	Created         time.Time
	// Release is the number of the published version, 0 for none.
	Release int
	// PausedBy stopped it, at PausedAt, for the reason PausedWhy (a code).
	PausedBy, PausedWhy string
	PausedAt            time.Time
	Suspension          Suspension
	// Stuck are the first waiting events.
	Stuck  []Event
	Causes []Cause
	Failed []Cause
	// Unknown are sends of which nobody knows.
	Unknown []Send
	// Chat is what was searched for, nil when it is no chat of this bot.
	Chat *Chat
	// Update is what was searched for, nil when it is no update of this bot.
	Update *Update
}

// Suspension is how the owner's account stands.
type Suspension struct {
	// Since is zero when it is not suspended.
	Since  time.Time
	Reason string
	// Mistakes are at "reason".
	Mistakes page.Mistakes
}

// Event is a waiting event.
type Event struct {
	Number, Chat int64
	// Kind is "update", "timer", "http_answer" or "command".
	Kind     string
	At, Next time.Time
	Attempts int
	// Error is a code, "" for none.
	Error string
}

// Chat is what happened in a chat of late, without words.
type Chat struct {
	ID    int64
	Lines []Line
}

// Line is one message of a chat.
type Line struct {
	At time.Time
	// Outcome is "received", "sent", "failed", "unknown" or "expired"; Code says why.
	Outcome, Code string
}

// Update is what receipt did with an update.
type Update struct {
	ID int64
	At time.Time
	// Skipped says why it started nothing, "" when it did.
	Skipped string
}

// LetterPage is the screen of one event that gave up.
type LetterPage struct {
	Letter
	Reason string
	// Content is the event; what is personal in it is masked unless Open.
	Content []Piece
	Open    bool
}

// Piece is a piece of text that is shown, or one that is not.
type Piece struct {
	Text   string
	Masked bool
}

// Pauses are the codes of reasons for which a bot is paused.
var Pauses = []string{"asked", "loop", "look"}

func (b Bot) url(parts ...string) string { return projectURL(b.Project, parts...) }

func projectURL(project int64, parts ...string) string {
	url := "/support/projects/" + strconv.FormatInt(project, 10)
	for _, p := range parts {
		url += "/" + p
	}
	return url
}

// here leads to the bot's page, and there to what was searched for.
func (b Bot) here() string {
	if b.About == 0 {
		return b.url()
	}
	return b.url() + "?about=" + strconv.FormatInt(b.About, 10)
}

func (l Letter) url(parts ...string) string {
	return projectURL(l.Project, append([]string{"letters", strconv.FormatInt(l.Event, 10)}, parts...)...)
}

// choice are the fields that tell which letters are meant.
func choice(reason string, project, event int64) []page.Hidden {
	fields := []page.Hidden{{Name: "reason", Value: reason}}
	if project != 0 {
		fields = append(fields, page.Hidden{Name: "project", Value: strconv.FormatInt(project, 10)})
	}
	if event != 0 {
		fields = append(fields, page.Hidden{Name: "event", Value: strconv.FormatInt(event, 10)})
	}
	return fields
}
