// Package outbox sends messages: from a row that a turn left to an end that is
// known. A message is marked as started before its first byte leaves, so that
// after a crash it is known which may have arrived.
package outbox

import (
	"encoding/json"
	"fmt"

	"botyard/internal/richtext"
)

// Message is the payload of an outbox row.
type Message struct {
	Text     string            `json:"text"`
	Entities []richtext.Entity `json:"entities,omitempty"`
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

// Class orders what a bot sends: the lower class first.
type Class int16

// The classes.
const (
	// Prompt answers someone who wrote less than a minute ago.
	Prompt Class = 1
	// Late answers someone who has waited longer.
	Late Class = 2
	// Notice is what nobody waits for this moment: what a timer brought about.
	Notice Class = 3
)
