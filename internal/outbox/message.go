// Package outbox sends messages: from a row that a turn left to an end that is
// known. A message is marked as started before its first byte leaves, so that
// after a crash it is known which may have arrived.
package outbox

import (
	"encoding/json"
	"fmt"

	"botyard/internal/telegram"
)

// Message is the payload of an outbox row: a message to send, one to put in
// place of another, a keyboard to take away, or a question to a channel. A
// text of its own, files with it as their caption, a place and a contact
// exclude each other.
type Message struct {
	Text     string            `json:"text,omitempty"`
	Entities []telegram.Entity `json:"entities,omitempty"`
	// Files are one, or two to ten for an album, which has no keyboard.
	Files   []File            `json:"files,omitempty"`
	Place   *telegram.Venue   `json:"place,omitempty"`
	Contact *telegram.Contact `json:"contact,omitempty"`
	Markup  *telegram.Markup  `json:"markup,omitempty"`
	// Edit is the id of the message in whose place this one stands; when
	// Telegram refuses that for good, it is sent as a new one.
	Edit int64 `json:"edit,omitempty"`
	// Unkey is the id of a message that loses its buttons; nothing else is set.
	Unkey int64 `json:"unkey,omitempty"`
	// Ask is a question; nothing else is set.
	Ask *Question `json:"ask,omitempty"`
}

// File is an uploaded file of the project.
type File struct {
	Kind telegram.FileKind `json:"kind"`
	// Key of the file among the project's media.
	Key string `json:"key"`
}

// Encode makes the payload.
func (m Message) Encode() ([]byte, error) {
	payload, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode a message: %w", err)
	}
	return payload, nil
}

func decodeMessage(payload []byte) (Message, error) {
	var m Message
	if err := json.Unmarshal(payload, &m); err != nil {
		return m, fmt.Errorf("decode a message: %w", err)
	}
	return m, nil
}

// words are what a person reads of it.
func (m Message) words() string {
	switch {
	case m.Place != nil:
		return m.Place.Title
	case m.Contact != nil:
		return m.Contact.FirstName + " " + m.Contact.PhoneNumber
	}
	return m.Text
}

// quiet tells that a message is none to people: its end is not logged.
func (m Message) quiet() bool { return m.Ask != nil || m.Unkey != 0 }

// counts is how many messages Telegram counts it as; an edit and a question
// are none.
func (m Message) counts() int {
	if m.Edit != 0 || m.Unkey != 0 || m.Ask != nil {
		return 0
	}
	return max(len(m.Files), 1)
}

// Class orders what a bot sends: the lower class first.
type Class int16

// The classes.
const (
	// Prompt answers someone who wrote less than a minute ago.
	Prompt Class = 1
	// Late answers someone who has waited longer.
	Late Class = 2
	// Notice comes by itself: after a wait, or because something happened.
	Notice Class = 3
	// Bulk goes to many at once.
	Bulk Class = 4
)

// classes is how many there are.
const classes = 4
