package flow

import (
	"strings"
)

// EventKind is what happened.
type EventKind int

// The kinds of events.
const (
	// Said: a visitor sent a message, with words or without.
	Said EventKind = iota
	// Pressed: a visitor pressed a button under a message.
	Pressed
)

// Event is something that happened in a private chat with the bot.
type Event struct {
	Kind EventKind
	// Text is what was said, or a caption; "" for other content.
	Text string
	// Button is the callback data of a press.
	Button string
	// User is who did it.
	User User
	// Bot is the bot's own username, without @.
	Bot string
}

// User is a visitor as Telegram shows them; any field may be empty.
type User struct {
	FirstName, LastName, Username, Language string
}

// command splits "/name@bot payload". name is "" when the text is no command,
// or one for another bot.
func (e *Event) command() (name, payload string) {
	rest, slash := strings.CutPrefix(e.Text, "/")
	if !slash || e.Kind != Said {
		return "", ""
	}
	name, payload, _ = strings.Cut(rest, " ")
	name, bot, addressed := strings.Cut(name, "@")
	if addressed && !strings.EqualFold(bot, e.Bot) {
		return "", ""
	}
	return strings.ToLower(name), strings.TrimSpace(payload)
}

// Source is where a visitor came from: the payload of /start, else "".
func (e *Event) Source() string {
	if name, payload := e.command(); name == "start" {
		return cut(payload, 64)
	}
	return ""
}
