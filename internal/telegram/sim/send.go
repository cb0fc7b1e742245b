package sim

import (
	"slices"

	"botyard/internal/telegram"
)

const (
	maxText    = 4096 // characters of a message's text
	maxCaption = 1024 // characters of a caption
)

func sendMessage(c *call) (any, error) {
	text, entities, err := c.formatted("text", "entities", maxText)
	switch {
	case err != nil:
		return nil, err
	case text == "":
		return nil, badRequest("message text is empty")
	}
	return c.send(telegram.Message{Text: text, Entities: entities})
}

// sendFile sends a file of that kind: uploaded, or by a file_id.
func sendFile(kind string) method {
	return func(c *call) (any, error) {
		caption, entities, err := c.formatted("caption", "caption_entities", maxCaption)
		if err != nil {
			return nil, err
		}
		f, err := c.attached(kind)
		if err != nil {
			return nil, err
		}
		m := telegram.Message{Caption: caption, CaptionEntities: entities}
		f.putInto(&m, kind)
		return c.send(m)
	}
}

// send puts the message into the chat, when everything about it is right and
// no limit stands against it.
func (c *call) send(m telegram.Message) (any, error) {
	markup, err := readMarkup(c.params, "reply_markup")
	if err != nil {
		return nil, err
	}
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	target, err := c.destination()
	if err != nil {
		return nil, err
	}
	if err := checkMarkup(markup, target.Type); err != nil {
		return nil, err
	}
	if m.ReplyTo, err = c.replyTo(target); err != nil {
		return nil, err
	}
	if err := c.srv.spend(c.bot, target); err != nil {
		return nil, err
	}
	sender := c.bot.me.User
	m.From = &sender
	showMarkup(target, &m, markup)
	c.srv.touch()
	return target.add(m), nil
}

// showMarkup puts an inline keyboard on the message; any other is the chat's.
func showMarkup(target *chat, m *telegram.Message, markup *telegram.Markup) {
	switch {
	case markup == nil:
	case len(markup.InlineKeyboard) > 0:
		m.ReplyMarkup = markup
	case markup.RemoveKeyboard:
		target.Keyboard = nil
	case len(markup.Keyboard) > 0:
		target.Keyboard = markup
	}
}

// replyTo is the message replied to, nil when the call replies to none.
func (c *call) replyTo(target *chat) (*telegram.Message, error) {
	reply := telegram.ReplyParameters{
		MessageID:                c.params.number("reply_to_message_id"),
		AllowSendingWithoutReply: c.params.flag("allow_sending_without_reply"),
	}
	if err := c.params.object("reply_parameters", &reply); err != nil {
		return nil, err
	}
	if reply.MessageID == 0 {
		return nil, nil
	}
	if m := target.message(reply.MessageID); m != nil {
		shown := *m
		shown.ReplyTo = nil // Telegram never nests them
		return &shown, nil
	}
	if reply.AllowSendingWithoutReply {
		return nil, nil
	}
	return nil, badRequest("message to be replied not found")
}

var chatActions = []string{
	"typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
	"upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note",
}

func sendChatAction(c *call) (any, error) {
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	if _, err := c.destination(); err != nil {
		return nil, err
	}
	if !slices.Contains(chatActions, c.params.text("action")) {
		return nil, badRequest("wrong parameter action in request")
	}
	return true, nil
}
