package telegram

import "context"

// EditMessageText are the parameters of editMessageText. No ReplyMarkup takes
// the buttons away.
type EditMessageText struct {
	ChatID             int64        `json:"chat_id"`
	MessageID          int64        `json:"message_id"`
	Text               string       `json:"text"`
	ParseMode          string       `json:"parse_mode,omitempty"`
	Entities           []Entity     `json:"entities,omitempty"`
	LinkPreviewOptions *LinkPreview `json:"link_preview_options,omitempty"`
	ReplyMarkup        *Markup      `json:"reply_markup,omitempty"`
}

// EditMessageText replaces the text of a message of the bot's own.
func (c *Client) EditMessageText(ctx context.Context, token Token, p EditMessageText) (Message, error) {
	var m Message
	err := c.Call(ctx, token, "editMessageText", p, &m)
	return m, err
}

// EditMessageCaption replaces the caption of a message with a file; the
// buttons become those of p, or none.
func (c *Client) EditMessageCaption(ctx context.Context, token Token, messageID int64, p SendFile) (Message, error) {
	var m Message
	err := c.Call(ctx, token, "editMessageCaption", without(map[string]any{
		"chat_id": p.ChatID, "message_id": messageID, "caption": p.Caption, "caption_entities": p.Entities, "reply_markup": p.ReplyMarkup,
	}), &m)
	return m, err
}

// EditMessageMedia puts another file, with its caption, in place of a
// message's; the buttons become those of p, or none.
func (c *Client) EditMessageMedia(ctx context.Context, token Token, messageID int64, f InputFile, p SendFile) (Message, error) {
	media, files := inputMedia(f, p.Caption, p.Entities, 0, nil)
	var m Message
	err := c.callWith(ctx, token, "editMessageMedia", without(map[string]any{
		"chat_id": p.ChatID, "message_id": messageID, "media": media, "reply_markup": p.ReplyMarkup,
	}), files, &m)
	return m, err
}

// EditMessageReplyMarkup replaces the buttons under a message; nil takes them
// away.
func (c *Client) EditMessageReplyMarkup(ctx context.Context, token Token, chatID, messageID int64, markup *Markup) error {
	return c.Call(ctx, token, "editMessageReplyMarkup", without(map[string]any{
		"chat_id": chatID, "message_id": messageID, "reply_markup": markup,
	}), nil)
}
