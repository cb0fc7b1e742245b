package sim

import (
	"slices"
	"time"

	"botyard/internal/telegram"
)

// keptMessages bounds a chat's memory; older messages count as inaccessible.
const keptMessages = 200

// chat is a bot's side of a chat; its bot's mu guards it.
type chat struct {
	telegram.Chat
	// Reachable: the person has started the bot, or the bot is in the group.
	Reachable bool
	// Blocked: the person has blocked the bot.
	Blocked bool
	// Gone is why nothing can be sent any more, the text of a 403; "" if it can.
	Gone string
	// MigratedTo is the supergroup that the group became; 0 otherwise.
	MigratedTo int64
	LastID     int64
	Messages   []telegram.Message
	Menu       *telegram.MenuButton // of this chat alone; nil: the bot's
	Keyboard   *telegram.Markup     // reply keyboard that is shown; nil: none

	toast   *toast
	changed chan struct{} // closed and renewed on a change when somebody watches
	version int64
}

// toast is what answerCallbackQuery had to say.
type toast struct {
	QueryID string `json:"query_id"`
	Text    string `json:"text"`
	Alert   bool   `json:"alert"`
	URL     string `json:"url,omitempty"`
}

// privateChat is the chat with a person, made when there is none; b.mu is held.
func (b *bot) privateChat(u *telegram.User) *chat {
	if c := b.chats[u.ID]; c != nil {
		return c
	}
	return b.addChat(telegram.Chat{
		ID: u.ID, Type: "private", FirstName: u.FirstName, LastName: u.LastName, Username: u.Username,
	})
}

func (b *bot) addChat(facts telegram.Chat) *chat {
	c := &chat{Chat: facts}
	if b.chats == nil {
		b.chats = map[int64]*chat{}
	}
	b.chats[facts.ID] = c
	return c
}

// add gives the message its id, chat and date, and keeps it.
func (c *chat) add(m telegram.Message) telegram.Message {
	c.LastID++
	m.ID, m.Chat, m.Date = c.LastID, c.Chat, time.Now().Unix()
	c.Messages = append(c.Messages, m)
	if extra := len(c.Messages) - keptMessages; extra > 0 {
		c.Messages = slices.Delete(c.Messages, 0, extra)
	}
	c.touch()
	return m
}

// message finds a message that is still kept.
func (c *chat) message(id int64) *telegram.Message {
	i, ok := slices.BinarySearchFunc(c.Messages, id, func(m telegram.Message, id int64) int { return int(m.ID - id) })
	if !ok {
		return nil
	}
	return &c.Messages[i]
}

func (c *chat) remove(id int64) bool {
	before := len(c.Messages)
	c.Messages = slices.DeleteFunc(c.Messages, func(m telegram.Message) bool { return m.ID == id })
	if len(c.Messages) == before {
		return false
	}
	c.touch()
	return true
}

// touch wakes whoever watches the chat.
func (c *chat) touch() {
	c.version++
	if c.changed != nil {
		close(c.changed)
		c.changed = nil
	}
}

// watch is a channel that closes at the next change.
func (c *chat) watch() <-chan struct{} {
	if c.changed == nil {
		c.changed = make(chan struct{})
	}
	return c.changed
}

// destination finds the chat that a call sends to, and whether it may; b.mu is
// held.
func (c *call) destination() (*chat, error) {
	id := c.params.number("chat_id")
	if id == 0 {
		return nil, badRequest("chat_id is empty")
	}
	target := c.bot.chats[id]
	switch {
	case target == nil && c.srv.hasUser(id):
		return nil, forbidden("bot can't initiate conversation with a user")
	case target == nil:
		return nil, badRequest("chat not found")
	case target.MigratedTo != 0:
		e := badRequest("group chat was upgraded to a supergroup chat")
		e.MigrateToChatID = target.MigratedTo
		return nil, e
	case target.Gone != "":
		return nil, forbidden(target.Gone)
	case target.Blocked:
		return nil, forbidden("bot was blocked by the user")
	case !target.Reachable:
		return nil, forbidden("bot can't initiate conversation with a user")
	}
	return target, nil
}
