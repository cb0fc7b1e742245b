package flow

import (
	"regexp"
	"strings"
	"time"
)

// EventKind is what happened.
type EventKind int

// The kinds of events.
const (
	// Said: a visitor sent a message, with words or without.
	Said EventKind = iota
	// Pressed: a visitor pressed a button under a message.
	Pressed
	// Fired: the timer of a wait has come.
	Fired
	// Answered: an HTTP call or a question to a channel has its answer.
	Answered
	// Submitted: a visitor sent a form or an order from a page.
	Submitted
	// Joined: a visitor let the bot in again after blocking it.
	Joined
	// Led: someone else starts a step or a scenario here: the preview, a
	// tester's link.
	Led
	// TakenOver: somebody of the team speaks with the visitor; the bot keeps silent.
	TakenOver
	// GivenBack: the team gave the visitor back to the bot.
	GivenBack
)

// Event is something that happened in a private chat with the bot. Which
// fields hold depends on Kind.
type Event struct {
	// ID is the event's own, unique in the chat: dialogues are numbered by
	// it, and chance is drawn from it. It is below 2^58.
	ID int64
	// Now is the time of the turn, in the project's time zone.
	Now  time.Time
	Kind EventKind
	// Bot is the bot's own username, without @.
	Bot string
	// User is who did it, as Telegram shows them at the moment. When it is
	// empty, as of events that do not come from Telegram, Person.User holds.
	User User
	// First tells of a Said or Pressed that the visitor is new to the project.
	First bool

	// Text of Said: what was said, or a caption; "" for other content.
	Text string
	// Content of Said: what was sent besides words; an album is one event.
	Content Content

	// Button of Pressed: the callback data.
	Button string
	// Under of Pressed: the message that has the button.
	Under Under

	// Call of Fired and Answered: what the effect had.
	Call Call
	// Answer of Answered.
	Answer Answer

	// Form of Submitted.
	Form Form

	// To of Led: "step:…" or "scenario:…".
	To string

	comparable string
}

// Content is what a message has besides words.
type Content struct {
	Files   []File
	Contact *Contact
	Place   *Point
}

// File is something that a visitor sent.
type File struct {
	// Kind is "photo", "video", "voice", "audio", "sticker" or "file".
	Kind string `json:"kind"`
	// ID is Telegram's file_id, of the bot in question only.
	ID string `json:"id"`
	// Name of the file, often "".
	Name string `json:"name,omitempty"`
}

// Contact is a phone number that a visitor shared.
type Contact struct {
	Phone, FirstName, LastName string
	// Own tells that it is the visitor's, not somebody else's.
	Own bool
}

// Point is a place on the map, in degrees.
type Point struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Under is the message under which a button was pressed.
type Under struct {
	// ID is the message's, 0 when it cannot be edited any more.
	ID int64
	// Media tells that it is a photo, a video or a file with a caption.
	Media bool
}

// Answer is what came of a call.
type Answer struct {
	// OK tells that the call got an answer of 2xx, or that the channel told.
	OK bool `json:"ok"`
	// Status is HTTP's, 0 without an answer.
	Status int `json:"status,omitempty"`
	// Values by the paths that the call wanted to be taken (see Extract).
	Values map[string]string `json:"values,omitempty"`
	// Member tells that the visitor is subscribed to the channel.
	Member bool `json:"member,omitempty"`
}

// Form is what a page sent.
type Form struct {
	// ID is the block's.
	ID string `json:"id"`
	// Order tells an order from a form.
	Order bool `json:"order,omitempty"`
	// Values in the order of the form.
	Values []Value `json:"values,omitempty"`
}

// Value is one filled field.
type Value struct {
	// Field is its id in the clients' data, "" when it is not kept there.
	Field string `json:"field,omitempty"`
	// Title is what people call it.
	Title string `json:"title"`
	// Type is the field's, "" when it is not known.
	Type FieldType `json:"type,omitempty"`
	// Value as people read it.
	Value string `json:"value"`
}

// User is a visitor as Telegram shows them; any field may be empty.
type User struct {
	FirstName, LastName, Username, Language string
}

// commandHead is a command as Telegram's clients mark it: "/start, " is one,
// "/start/now" and "/startует" are not.
var commandHead = regexp.MustCompile(`^/([A-Za-z0-9_]+)(?:@([A-Za-z0-9_]+))?(?:[^\pL\pN\pM_/<>@]|$)`)

// command splits "/name@bot payload". name is "" when the text is no command,
// or one for another bot.
func (e *Event) command() (name, payload string) {
	if e.Kind != Said || !strings.HasPrefix(e.Text, "/") {
		return "", ""
	}
	head := commandHead.FindStringSubmatch(e.Text)
	if head == nil {
		return "", ""
	}
	if bot := head[2]; bot != "" && !strings.EqualFold(bot, e.Bot) {
		return "", ""
	}
	return strings.ToLower(head[1]), strings.TrimSpace(e.Text[len(head[0]):])
}

// folded is the text as keywords compare it, made once.
func (e *Event) folded() string {
	if e.comparable == "" {
		e.comparable = fold(e.Text)
	}
	return e.comparable
}

// Source is where a visitor came from: the payload of /start, else "".
func (e *Event) Source() string {
	if name, payload := e.command(); name == "start" {
		return cut(payload, 64)
	}
	return ""
}
