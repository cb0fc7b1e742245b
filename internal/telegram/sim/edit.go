package sim

import (
	"reflect"
	"time"

	"botyard/internal/telegram"
)

const notModified = "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message"

func editMessageText(c *call) (any, error) {
	text, entities, err := c.formatted("text", "entities", maxText)
	switch {
	case err != nil:
		return nil, err
	case text == "":
		return nil, badRequest("message text is empty")
	}
	return c.edit(func(m *telegram.Message) error {
		if m.Text == "" {
			return badRequest("there is no text in the message to edit")
		}
		m.Text, m.Entities = text, entities
		return nil
	})
}

func editMessageCaption(c *call) (any, error) {
	caption, entities, err := c.formatted("caption", "caption_entities", maxCaption)
	if err != nil {
		return nil, err
	}
	return c.edit(func(m *telegram.Message) error {
		if !carriesFile(m) {
			return badRequest("there is no caption in the message to edit")
		}
		m.Caption, m.CaptionEntities = caption, entities
		return nil
	})
}

func editMessageReplyMarkup(c *call) (any, error) {
	return c.edit(func(*telegram.Message) error { return nil })
}

// edit changes a message of the bot's own; its buttons become those of the
// call, or none.
func (c *call) edit(change func(*telegram.Message) error) (any, error) {
	markup, err := readMarkup(c.params, "reply_markup")
	if err != nil {
		return nil, err
	}
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	target, m, err := c.ownMessage("message to edit not found", "message can't be edited")
	if err != nil {
		return nil, err
	}
	if err := checkEditMarkup(markup, target.Type); err != nil {
		return nil, err
	}
	edited := *m
	if err := change(&edited); err != nil {
		return nil, err
	}
	edited.ReplyMarkup = markup
	if reflect.DeepEqual(edited, *m) {
		return nil, badRequest(notModified)
	}
	edited.EditDate = time.Now().Unix()
	*m = edited
	target.touch()
	c.srv.touch()
	return edited, nil
}

// ownMessage is the message that the call names, if the bot sent it.
func (c *call) ownMessage(absent, foreign string) (*chat, *telegram.Message, error) {
	target, err := c.destination()
	if err != nil {
		return nil, nil, err
	}
	m := target.message(c.params.number("message_id"))
	switch {
	case m == nil:
		return nil, nil, badRequest(absent)
	case m.From == nil || m.From.ID != c.bot.id:
		return nil, nil, badRequest(foreign)
	}
	return target, m, nil
}

// deleteMessage also takes the person's messages in a private chat, as Telegram does.
func deleteMessage(c *call) (any, error) {
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	target, err := c.destination()
	if err != nil {
		return nil, err
	}
	if !target.remove(c.params.number("message_id")) {
		return nil, badRequest("message to delete not found")
	}
	c.srv.touch()
	return true, nil
}
