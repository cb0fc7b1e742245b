package sim

import (
	"fmt"

	"botyard/internal/telegram"
)

// AddToGroup lets the person add a bot to a group, which is made when the bot
// has not seen it. A payload is that of ?startgroup=.
func (u *User) AddToGroup(botID int64, group telegram.Chat, payload string) error {
	b, err := u.srv.bot(botID)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.chats[group.ID]
	if c == nil {
		c = b.addChat(group)
	}
	c.Reachable, c.Gone = true, ""
	if err := b.member(c, u.User, "left", "member"); err != nil || payload == "" {
		return err
	}
	text := "/start@" + b.me.Username + " " + payload
	return u.postIn(b, c, telegram.Message{Text: text, Entities: commandEntities(text)})
}

// SendIn writes a text in a group that the bot is in.
func (u *User) SendIn(botID, groupID int64, text string) error {
	return u.inGroup(botID, groupID, func(b *bot, c *chat) error {
		return u.postIn(b, c, telegram.Message{Text: text, Entities: commandEntities(text)})
	})
}

// RemoveFromGroup lets the person kick the bot.
func (u *User) RemoveFromGroup(botID, groupID int64) error {
	return u.inGroup(botID, groupID, func(b *bot, c *chat) error {
		c.Gone = "bot was kicked from the " + c.Type + " chat"
		return b.member(c, u.User, "member", "kicked")
	})
}

// MigrateGroup turns a group into a supergroup with another id.
func (u *User) MigrateGroup(botID, groupID, newID int64) error {
	return u.inGroup(botID, groupID, func(b *bot, c *chat) error {
		if err := u.postIn(b, c, telegram.Message{MigrateTo: newID}); err != nil {
			return err
		}
		c.MigratedTo = newID
		facts := c.Chat
		facts.ID, facts.Type = newID, "supergroup"
		super := b.addChat(facts)
		super.Reachable = true
		return u.postIn(b, super, telegram.Message{MigrateFrom: groupID})
	})
}

func (u *User) inGroup(botID, groupID int64, f func(*bot, *chat) error) error {
	b, err := u.srv.bot(botID)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.chats[groupID]
	if c == nil || c.Type == "private" {
		return fmt.Errorf("bot %d is not in group %d: %w", botID, groupID, ErrNoMessage)
	}
	return f(b, c)
}

func (u *User) postIn(b *bot, c *chat, m telegram.Message) error {
	m.From = &u.User
	_, err := b.put("message", laneKey{"message", c.ID}, c.add(m))
	return err
}
