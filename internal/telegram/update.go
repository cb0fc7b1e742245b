package telegram

import (
	"encoding/json"
	"time"
)

// Kind names the payload of an update, as allowed_updates does.
type Kind string

// The kinds that are decoded; any other update has its payload in Other.
const (
	KindMessage           Kind = "message"
	KindEditedMessage     Kind = "edited_message"
	KindChannelPost       Kind = "channel_post"
	KindEditedChannelPost Kind = "edited_channel_post"
	KindCallbackQuery     Kind = "callback_query"
	KindMyChatMember      Kind = "my_chat_member"
)

// Update is one event from Telegram. At most one of the pointers is meant to
// be set; the first in the order of the fields counts.
type Update struct {
	ID                int64              `json:"update_id"`
	Message           *Message           `json:"message"`
	CallbackQuery     *CallbackQuery     `json:"callback_query"`
	MyChatMember      *ChatMemberUpdated `json:"my_chat_member"`
	EditedMessage     *Message           `json:"edited_message"`
	ChannelPost       *Message           `json:"channel_post"`
	EditedChannelPost *Message           `json:"edited_channel_post"`

	// OtherKind and Other are name and payload of an update of a kind that is
	// not decoded, known to Telegram's documentation or not.
	OtherKind string          `json:"-"`
	Other     json.RawMessage `json:"-"`

	// Unreadable names the first field whose type is not what we expect; ""
	// when all fitted. What could be read is there.
	Unreadable string `json:"-"`
}

// Kind is which of the decoded kinds the update is, or "" for any other.
func (u *Update) Kind() Kind {
	switch {
	case u.Message != nil:
		return KindMessage
	case u.CallbackQuery != nil:
		return KindCallbackQuery
	case u.MyChatMember != nil:
		return KindMyChatMember
	case u.EditedMessage != nil:
		return KindEditedMessage
	case u.ChannelPost != nil:
		return KindChannelPost
	case u.EditedChannelPost != nil:
		return KindEditedChannelPost
	}
	return ""
}

// AnyMessage is the message that the update is or is about: for a button
// press, the one with the button. It may be nil.
func (u *Update) AnyMessage() *Message {
	switch u.Kind() {
	case KindMessage:
		return u.Message
	case KindCallbackQuery:
		return u.CallbackQuery.Message
	case KindEditedMessage:
		return u.EditedMessage
	case KindChannelPost:
		return u.ChannelPost
	case KindEditedChannelPost:
		return u.EditedChannelPost
	}
	return nil
}

// Chat is where the update happened, or nil when it has no chat.
func (u *Update) Chat() *Chat {
	if u.Kind() == KindMyChatMember {
		return &u.MyChatMember.Chat
	}
	if m := u.AnyMessage(); m != nil {
		return &m.Chat
	}
	return nil
}

// ChatID is the id of Chat. A press on a message sent in inline mode has no
// chat and counts for the private one, which has the person's id. 0: none.
func (u *Update) ChatID() int64 {
	if c := u.Chat(); c != nil {
		return c.ID
	}
	if u.CallbackQuery != nil {
		return u.CallbackQuery.From.ID
	}
	return 0
}

// IsPrivate tells whether it happened between the bot and one person.
func (u *Update) IsPrivate() bool {
	c := u.Chat()
	return c != nil && c.Type == "private"
}

// From is the person who caused the update; nil for channels and unknown kinds.
func (u *Update) From() *User {
	switch u.Kind() {
	case KindCallbackQuery:
		return &u.CallbackQuery.From
	case KindMyChatMember:
		return &u.MyChatMember.From
	}
	if m := u.AnyMessage(); m != nil {
		return m.From
	}
	return nil
}

// SentAt is the date that the update itself bears: when the message was sent
// or edited, or the membership changed. A button press has none: zero time.
func (u *Update) SentAt() time.Time {
	switch u.Kind() {
	case KindCallbackQuery, "":
		return time.Time{}
	case KindMyChatMember:
		return unixTime(u.MyChatMember.Date)
	}
	m := u.AnyMessage()
	return unixTime(max(m.Date, m.EditDate))
}

func unixTime(sec int64) time.Time {
	if sec <= 0 {
		return time.Time{}
	}
	return time.Unix(sec, 0)
}
