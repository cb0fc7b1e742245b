package sim

import (
	"time"
	"unicode/utf8"
)

const (
	callbackLife  = 150 * time.Second
	maxAnswerText = 200 // characters
)

// answerCallbackQuery: a press can be answered once, and not too late.
func answerCallbackQuery(c *call) (any, error) {
	b := c.bot
	id := c.params.text("callback_query_id")
	b.mu.Lock()
	defer b.mu.Unlock()
	press, ok := b.presses[id]
	delete(b.presses, id)
	switch {
	case !ok || c.srv.clock.elapsed()-press.at > callbackLife:
		return nil, badRequest("query is too old and response timeout expired or query ID is invalid")
	case utf8.RuneCountInString(c.params.text("text")) > maxAnswerText:
		return nil, badRequest("MESSAGE_TOO_LONG")
	}
	if target := b.chats[press.chat]; target != nil {
		target.toast = &toast{id, c.params.text("text"), c.params.flag("show_alert"), c.params.text("url")}
		target.touch()
	}
	return true, nil
}

// press is a button press that was not answered yet.
type press struct {
	chat int64
	at   time.Duration
}

// notePress remembers a press and forgets those too old to answer; b.mu is held.
func (b *bot) notePress(id string, chatID int64) {
	now := b.srv.clock.elapsed()
	for old, p := range b.presses {
		if now-p.at > callbackLife {
			delete(b.presses, old)
		}
	}
	if b.presses == nil {
		b.presses = map[string]press{}
	}
	b.presses[id] = press{chatID, now}
}
