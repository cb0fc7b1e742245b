// Package bot holds the section "Bot": its connection to Telegram, and what it
// answers.
//
// The screen is GET …/bot; ?how shows where the key of a bot comes from. It
// posts to
//
//	…/bot                          token, take_over ("yes")   connect a bot
//	…/bot/disconnection                                       disconnect
//	…/bot/takeover                                            take it back from another service
//	…/bot/answers                  keywords                   add a keyword answer, perhaps to such words
//	…/bot/answers/{id}             revision, text; of a keyword answer also keywords, match
//	…/bot/answers/{id}/removal                                delete
//
// Every post is answered 303 to the screen, or 422 with it; htmx takes its
// region from the whole page. Only saving an answer differs when HX-Request is
// set: 200 or 422 with the component SaveReply, 409 with AnswerForm.
package bot

import (
	"time"

	"botyard/views/page"
	"botyard/views/ui"
)

// Page is the screen.
type Page struct {
	Project    page.Project
	Connection Connection
	// Start answers /start, Fallback what nothing else answers.
	Start, Fallback Answer
	// Keywords are the keyword answers in their order.
	Keywords []Answer
	// Puzzles are what clients wrote that only Fallback answered, the most frequent first.
	Puzzles []Puzzle
	// Open is the id of an answer to scroll to and focus, e.g. the one just added; "" for none.
	Open string
}

// Puzzle is a text that the bot did not understand.
type Puzzle struct {
	Words string
	// Times is how often it came, People from how many, Last when for the last time.
	Times, People int
	Last          time.Time
}

// State is how the connection stands.
type State string

// The states of a connection.
const (
	// None: no bot, the form is shown.
	None State = "none"
	// Connecting: stored, Telegram has not confirmed yet; the card asks again by itself.
	Connecting State = "connecting"
	// Connected: messages arrive and are answered.
	Connected State = "connected"
	// Revoked: Telegram no longer takes the token; the form asks for the new one.
	Revoked State = "revoked"
	// Foreign: another service took the bot's messages; a button takes the bot back.
	Foreign State = "foreign"
	// Failing: Telegram refuses or cannot be reached; it is tried again by itself.
	Failing State = "failing"
)

// Connection is the card at the top.
type Connection struct {
	State State
	// Username is without "@", Name and Picture as in Telegram; all "" without a bot.
	Username, Name, Picture string
	// Since is when this state began.
	Since time.Time
	// Host is who holds the bot in Foreign, e.g. "hook.example.com".
	Host string
	// Reason is the catalogue key of why it is Failing, e.g. "bot.reason.network".
	Reason     string
	ReasonArgs map[string]any
	// RetryAt is when Failing is tried again, zero when unknown.
	RetryAt time.Time
	// OtherReader tells that another program fetches the bot's messages as well.
	OtherReader bool
	// How opens the drawing of where the key of a bot comes from.
	How bool
	// Form is what came back from connecting.
	Form ConnectForm
}

// ConnectForm is the form of a token. The token is never sent back.
type ConnectForm struct {
	// Mistakes are at "token" or "take_over".
	Mistakes page.Mistakes
	// Host names the service that holds the bot, when the consent is asked for.
	Host string
}

// HasForm tells whether the card shows the form of a token.
func (c Connection) HasForm() bool {
	return c.State == None || c.State == Revoked || len(c.Form.Mistakes) > 0
}

// Match is how a keyword is compared with a message.
type Match string

// The ways to compare; the values are those of the form's "match".
const (
	Exact    Match = "exact"
	Contains Match = "contains"
	Word     Match = "word"
)

// Matches lists the ways in the order of the form.
var Matches = []Match{Word, Contains, Exact}

// Role tells what makes the bot give an answer.
type Role string

// The roles.
const (
	StartRole    Role = "start"
	KeywordRole  Role = "keyword"
	FallbackRole Role = "fallback"
)

// Answer is one thing that the bot says.
type Answer struct {
	// ID stands in addresses: the scenario's id, or "start" and "fallback".
	ID   string
	Role Role
	// Keywords are one a line, Match tells how they are compared (keyword answers only).
	Keywords string
	Match    Match
	// Text has simple marks (richtext.Marks), variables by lang.Variable.
	Text string
	// Revision is opaque and comes back as it is. Let it be one of this answer
	// alone, so that saving one does not make the others stale.
	Revision string
	// Saved is what the state beside the title says.
	Saved ui.Saved
	// Mistakes are at "keywords", "match" or "text".
	Mistakes page.Mistakes
	// Conflict is set when somebody else saved in between (409).
	Conflict *Conflict
}

// Conflict holds what somebody else saved; the Answer around it holds what was
// typed here, and the revision of theirs.
type Conflict struct {
	// Keywords and Text are theirs, Match too.
	Keywords, Text string
	Match          Match
}
