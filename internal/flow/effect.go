package flow

import (
	"time"

	"botyard/internal/richtext"
)

// Effect is something that a turn wants to be done. Its ordinal in the turn
// is its seq: with the event's id it says what was done already.
type Effect interface{ effect() }

// Send is a new message to the visitor.
type Send struct {
	Post Post `json:"post"`
}

// Unsaid is a message that came to nothing, since all its variables were empty:
// the visitor gets none, and the owner finds it among what was not sent.
type Unsaid struct{}

// Edit puts another message in place of an earlier one. When Telegram refuses
// that for good, Post is sent as a new message; "not modified" is a success.
type Edit struct {
	// Message is the id of the message.
	Message int64 `json:"message"`
	Post    Post  `json:"post"`
}

// DropKeyboard takes the buttons from an earlier message. A refusal is no matter.
type DropKeyboard struct {
	Message int64 `json:"message"`
}

// Call names a suspended step, in timers, calls and what comes of them: an
// event with another run or generation than the dialogue's is stale.
type Call struct {
	// Run numbers the dialogue, unique in the chat for ever.
	Run int64 `json:"run"`
	// Generation counts how often the dialogue was suspended.
	Generation int `json:"generation"`
}

// StartTimer wants an event Fired with this Call at a moment. A run has one
// timer at a time: a new one takes the place of the old.
type StartTimer struct {
	Call
	At time.Time `json:"at"`
}

// CancelTimer tells that the timer of a run is not needed any more. It saves
// an event and may be left undone: a stale one is ignored.
type CancelTimer struct {
	Run int64 `json:"run"`
}

// CallHTTP wants an event Answered with this Call, within ten seconds in all,
// whatever happens. Rules for addresses, bounds and secrets are the caller's.
type CallHTTP struct {
	Call
	// Method is GET or POST.
	Method string `json:"method"`
	// URL, Headers and Body have project secrets still to be put in.
	URL     Template `json:"url"`
	Headers []Header `json:"headers,omitempty"`
	// Body is JSON or a form, by Type; empty for GET.
	Body Template `json:"body,omitempty"`
	// Type is the Content-Type of Body.
	Type string `json:"type,omitempty"`
	// Take lists the paths whose values the answer shall bring (Extract).
	Take []string `json:"take,omitempty"`
}

// Header is one of a request.
type Header struct {
	Name  string   `json:"name"`
	Value Template `json:"value"`
}

// AskChannel wants an event Answered with this Call that tells whether the
// visitor is subscribed to a channel (getChatMember), within ten seconds.
type AskChannel struct {
	Call
	// Channel is "@name" or a chat id.
	Channel string `json:"channel"`
}

// Submit makes a record of what the visitor left: a request, an order or a booking.
type Submit struct {
	// Step is the id of the step, Title what the owner called it.
	Step  string `json:"step"`
	Title string `json:"title"`
	// Sort is "request", "order" or "booking".
	Sort   string  `json:"sort"`
	Values []Value `json:"values"`
}

// NotifyTeam sends a text to the chat of the team.
type NotifyTeam struct {
	Text     string            `json:"text"`
	Entities []richtext.Entity `json:"entities,omitempty"`
}

// CallPerson asks the team to speak with the visitor: it gets the words and
// then each message of theirs (Relay) until Until, or until it gives the
// visitor back.
type CallPerson struct {
	Text     string            `json:"text"`
	Entities []richtext.Entity `json:"entities,omitempty"`
	Until    time.Time         `json:"until"`
}

// Relay copies the message of the event to the team, which speaks with the
// visitor now.
type Relay struct{}

func (Send) effect()         {}
func (Unsaid) effect()       {}
func (Edit) effect()         {}
func (DropKeyboard) effect() {}
func (StartTimer) effect()   {}
func (CancelTimer) effect()  {}
func (CallHTTP) effect()     {}
func (AskChannel) effect()   {}
func (Submit) effect()       {}
func (NotifyTeam) effect()   {}
func (CallPerson) effect()   {}
func (Relay) effect()        {}
