package sim

import (
	"fmt"
	"regexp"
	"slices"
	"unicode/utf16"

	"botyard/internal/telegram"
)

// User is a person who uses bots. Its methods do what the person does in a
// Telegram app, and return when the bot's update is queued.
type User struct {
	telegram.User
	srv *Server
}

// User is the person with that id, made or renamed as described. An id of 0
// makes a new person; a missing name is made up.
func (s *Server) User(u telegram.User) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	for u.ID == 0 || u.ID == s.nextUser {
		u.ID = s.nextUser
		s.nextUser++
		if s.users[u.ID] != nil {
			u.ID = 0
		}
	}
	if known := s.users[u.ID]; known != nil && u.FirstName == "" {
		return &User{*known, s}
	}
	if u.FirstName == "" {
		u.FirstName = fmt.Sprintf("Visitor %d", u.ID%1000)
	}
	if u.LanguageCode == "" {
		u.LanguageCode = "en"
	}
	s.users[u.ID] = &u
	s.touch()
	return &User{u, s}
}

// FindUser is the person with that id.
func (s *Server) FindUser(id int64) (*User, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if u := s.users[id]; u != nil {
		return &User{*u, s}, nil
	}
	return nil, fmt.Errorf("user %d: %w", id, ErrNoUser)
}

func (s *Server) hasUser(id int64) bool {
	_, err := s.FindUser(id)
	return err == nil
}

// inChat runs f with the person's chat with the bot, the bot locked.
func (u *User) inChat(botID int64, f func(*bot, *chat) error) error {
	b, err := u.srv.bot(botID)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return f(b, b.privateChat(&u.User))
}

// Send writes a text to the bot: words, or a command such as "/start". It
// returns the message as it stands in the chat.
func (u *User) Send(botID int64, text string) (telegram.Message, error) {
	return u.post(botID, telegram.Message{Text: text, Entities: commandEntities(text)})
}

// Start opens t.me/<bot>?start=payload and presses Start; "" for no payload.
func (u *User) Start(botID int64, payload string) (telegram.Message, error) {
	text := "/start"
	if payload != "" {
		text += " " + payload
	}
	return u.Send(botID, text)
}

// SendContact shares the person's own phone number.
func (u *User) SendContact(botID int64, phone string) (telegram.Message, error) {
	return u.post(botID, telegram.Message{Contact: &telegram.Contact{
		PhoneNumber: phone, FirstName: u.FirstName, LastName: u.LastName, UserID: u.ID,
	}})
}

// SendLocation shares a place.
func (u *User) SendLocation(botID int64, at telegram.Location) (telegram.Message, error) {
	return u.post(botID, telegram.Message{Location: &at})
}

// SendAppData is what a Mini App sends with web_app_data_send; button is the
// text of the key that opened it.
func (u *User) SendAppData(botID int64, button, data string) (telegram.Message, error) {
	return u.post(botID, telegram.Message{WebAppData: &telegram.WebAppData{Data: data, ButtonText: button}})
}

// post puts the person's message into the chat and tells the bot. Writing to
// a bot the first time starts it.
func (u *User) post(botID int64, m telegram.Message) (telegram.Message, error) {
	err := u.inChat(botID, func(b *bot, c *chat) error {
		if c.Blocked {
			return ErrBlocked
		}
		c.Reachable = true
		m.From = &u.User
		m = c.add(m)
		_, err := b.put("message", laneKey{"message", c.ID}, m)
		return err
	})
	return m, err
}

var leadingCommand = regexp.MustCompile(`^/[A-Za-z0-9_]+(@[A-Za-z0-9_]+)?`)

// commandEntities marks a command at the beginning, as Telegram does.
func commandEntities(text string) []telegram.Entity {
	command := leadingCommand.FindString(text)
	if command == "" {
		return nil
	}
	return []telegram.Entity{{Type: "bot_command", Length: len(utf16.Encode([]rune(command)))}}
}

// Edit changes the text of a message that the person has sent.
func (u *User) Edit(botID, messageID int64, text string) error {
	return u.inChat(botID, func(b *bot, c *chat) error {
		m := c.message(messageID)
		if m == nil || m.From == nil || m.From.ID != u.ID {
			return ErrNoMessage
		}
		edited := *m
		edited.Text, edited.Entities, edited.EditDate = text, commandEntities(text), m.Date+1
		*m = edited
		c.touch()
		_, err := b.put("edited_message", laneKey{"message", c.ID}, edited)
		return err
	})
}

// Press taps the inline button with that label, or that callback data, under
// a message, and returns the id of the query that the bot should answer.
func (u *User) Press(botID, messageID int64, button string) (string, error) {
	id := u.srv.random.digits()
	err := u.inChat(botID, func(b *bot, c *chat) error {
		m, pressed, err := c.button(messageID, button)
		if err != nil {
			return err
		}
		if pressed.CallbackData == "" {
			return ErrNoButton
		}
		b.notePress(id, c.ID)
		_, err = b.put("callback_query", laneKey{"callback_query", u.ID}, telegram.CallbackQuery{
			ID: id, From: u.User, Message: m, ChatInstance: chatInstance(b.id, c.ID), Data: pressed.CallbackData,
		})
		return err
	})
	return id, err
}

// button finds a button under a message by its label or callback data.
func (c *chat) button(messageID int64, name string) (*telegram.Message, *telegram.InlineButton, error) {
	m := c.message(messageID)
	if m == nil {
		return nil, nil, ErrNoMessage
	}
	if m.ReplyMarkup != nil {
		for _, b := range slices.Concat(m.ReplyMarkup.InlineKeyboard...) {
			if b.Text == name || b.CallbackData == name {
				shown := *m
				return &shown, &b, nil
			}
		}
	}
	return nil, nil, fmt.Errorf("button %q: %w", name, ErrNoButton)
}

// chatInstance is opaque and stays the same for a chat.
func chatInstance(botID, chatID int64) string {
	return fmt.Sprint(botID*1_000_003 ^ chatID)
}

// Block stops the bot.
func (u *User) Block(botID int64) error { return u.setBlocked(botID, true) }

// Unblock lets the bot write again, as "Restart bot" does.
func (u *User) Unblock(botID int64) error { return u.setBlocked(botID, false) }

func (u *User) setBlocked(botID int64, blocked bool) error {
	return u.inChat(botID, func(b *bot, c *chat) error {
		if c.Blocked == blocked {
			return nil
		}
		c.Blocked = blocked
		c.touch()
		was, is := "member", "kicked"
		if !blocked {
			was, is = is, was
		}
		return b.member(c, u.User, was, is)
	})
}

// member tells the bot that its place in a chat changed; b.mu is held.
func (b *bot) member(c *chat, by telegram.User, was, is string) error {
	_, err := b.put("my_chat_member", laneKey{"my_chat_member", c.ID}, telegram.ChatMemberUpdated{
		Chat: c.Chat, From: by, Date: now(),
		Old: telegram.ChatMember{Status: was, User: b.me.User}, New: telegram.ChatMember{Status: is, User: b.me.User},
	})
	return err
}
