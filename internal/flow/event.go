package flow

import (
	"regexp"
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

	comparable string
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
	head := commandHead.FindStringSubmatch(e.Text)
	if head == nil || e.Kind != Said {
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
