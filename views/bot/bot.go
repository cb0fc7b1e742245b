// Package bot holds the section "Bot": its connection to Telegram, and what it
// answers.
//
// The screen is GET …/bot; ?how shows where the key of a bot comes from. It
// posts to
//
//	…/bot                          token, take_over ("yes")   connect a bot
//	…/bot/disconnection                                       disconnect
//	…/bot/reconnection                                        take that back
//	…/bot/takeover                                            take it back from another service
//
// Every post is answered 303 to the screen, or 422 with it; htmx takes its
// region from the whole page. What stands beside the connection is told in
// views/scenario.
package bot

import (
	"time"

	"botyard/views/page"
	"botyard/views/scenario"
)

// Page is the screen.
type Page struct {
	Project    page.Project
	Connection Connection
	Scenarios  scenario.List
	// Puzzles are what clients wrote that nothing but the fallback answered, the most frequent first.
	Puzzles []Puzzle
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
	// Paused: connected, and stopped by support; messages wait.
	Paused State = "paused"
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
	// Why is the code of why it is Paused.
	Why string
	// Restorable tells that the bot was disconnected a moment ago, and can be
	// connected again without its key.
	Restorable bool
	// Checking tells that Telegram is being asked about the bot, Doubted that it
	// did not know the key and is asked again within a minute: the card draws
	// itself anew.
	Checking, Doubted bool
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
