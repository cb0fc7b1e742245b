package telegram

import (
	"context"
	"errors"
	"slices"
	"strconv"
)

// SendMessage are the parameters of sendMessage. Text is 1 to 4096 characters
// after parsing; give Entities or ParseMode, not both.
type SendMessage struct {
	ChatID              int64            `json:"chat_id"`
	Text                string           `json:"text"`
	ParseMode           string           `json:"parse_mode,omitempty"`
	Entities            []Entity         `json:"entities,omitempty"`
	LinkPreviewOptions  *LinkPreview     `json:"link_preview_options,omitempty"`
	DisableNotification bool             `json:"disable_notification,omitempty"`
	ProtectContent      bool             `json:"protect_content,omitempty"`
	ReplyParameters     *ReplyParameters `json:"reply_parameters,omitempty"`
	ReplyMarkup         *Markup          `json:"reply_markup,omitempty"`
}

// LinkPreview says whether a link in the text is previewed.
type LinkPreview struct {
	IsDisabled bool   `json:"is_disabled,omitempty"`
	URL        string `json:"url,omitempty"`
}

// ReplyParameters name the message that is replied to.
type ReplyParameters struct {
	MessageID                int64 `json:"message_id"`
	AllowSendingWithoutReply bool  `json:"allow_sending_without_reply,omitempty"`
}

// SendMessage sends a text and returns the message as Telegram keeps it.
func (c *Client) SendMessage(ctx context.Context, token Token, p SendMessage) (Message, error) {
	var m Message
	err := c.Call(ctx, token, "sendMessage", p, &m)
	return m, err
}

// FileKind is what a file is sent as.
type FileKind string

// The kinds, as the Bot API names them.
const (
	Photo    FileKind = "photo"
	Video    FileKind = "video"
	Voice    FileKind = "voice"
	Document FileKind = "document"
)

// InputFile is a file to send: one that Telegram has, by its id, or one that
// is uploaded.
type InputFile struct {
	Kind FileKind
	// ID is the file_id that the same bot got for it earlier; "" uploads File.
	ID string
	// File is uploaded; its Field is set by the call.
	File Attachment
}

// SendFile are the parameters of sendPhoto, sendVideo, sendVoice and
// sendDocument beside the file. Caption is at most 1024 characters.
type SendFile struct {
	ChatID      int64
	Caption     string
	Entities    []Entity
	ReplyMarkup *Markup
}

// SendFile sends one file.
func (c *Client) SendFile(ctx context.Context, token Token, f InputFile, p SendFile) (Message, error) {
	kind := string(f.Kind)
	params := map[string]any{"chat_id": p.ChatID, "caption": p.Caption, "caption_entities": p.Entities, "reply_markup": p.ReplyMarkup}
	var files []Attachment
	params[kind], files = f.reference(kind, nil)
	var m Message
	err := c.callWith(ctx, token, fileMethods[f.Kind], without(params), files, &m)
	return m, err
}

var fileMethods = map[FileKind]string{Photo: "sendPhoto", Video: "sendVideo", Voice: "sendVoice", Document: "sendDocument"}

// reference is how a call names the file, and the uploads with it.
func (f InputFile) reference(field string, files []Attachment) (any, []Attachment) {
	if f.ID != "" {
		return f.ID, files
	}
	f.File.Field = field
	return "attach://" + field, append(files, f.File)
}

// without takes out what is empty, so that it is left out of the call.
func without(params map[string]any) map[string]any {
	for name, value := range params {
		switch v := value.(type) {
		case string:
			if v == "" {
				delete(params, name)
			}
		case []Entity:
			if len(v) == 0 {
				delete(params, name)
			}
		case *Markup:
			if v == nil {
				delete(params, name)
			}
		}
	}
	return params
}

// inputMedia is one file of an album, or what stands in place of another.
func inputMedia(f InputFile, caption string, entities []Entity, n int, files []Attachment) (map[string]any, []Attachment) {
	media := map[string]any{"type": string(f.Kind), "caption": caption, "caption_entities": entities}
	media["media"], files = f.reference("file"+strconv.Itoa(n), files)
	return without(media), files
}

// SendMediaGroup sends an album of two to ten files: photos and videos, or
// documents. The caption, on the first, counts for all; an album has no
// keyboard. The messages come in the order of the files.
func (c *Client) SendMediaGroup(ctx context.Context, token Token, group []InputFile, p SendFile) ([]Message, error) {
	var media []map[string]any
	var files []Attachment
	for n, f := range group {
		var one map[string]any
		one, files = inputMedia(f, p.Caption, p.Entities, n, files)
		media = append(media, one)
		p.Caption, p.Entities = "", nil
	}
	var sent []Message
	err := c.callWith(ctx, token, "sendMediaGroup", map[string]any{"chat_id": p.ChatID, "media": media}, files, &sent)
	return sent, err
}

// SendVenue sends a place on the map: a venue when it has a title, else a bare
// point.
func (c *Client) SendVenue(ctx context.Context, token Token, chatID int64, v Venue, markup *Markup) (Message, error) {
	params := map[string]any{
		"chat_id": chatID, "latitude": v.Location.Latitude, "longitude": v.Location.Longitude, "reply_markup": markup,
	}
	method := "sendLocation"
	if v.Title != "" {
		method = "sendVenue"
		params["title"], params["address"] = v.Title, v.Address
	}
	var m Message
	err := c.Call(ctx, token, method, without(params), &m)
	return m, err
}

// SendContact sends somebody's phone number.
func (c *Client) SendContact(ctx context.Context, token Token, chatID int64, card Contact, markup *Markup) (Message, error) {
	params := map[string]any{
		"chat_id": chatID, "phone_number": card.PhoneNumber, "first_name": card.FirstName, "last_name": card.LastName, "reply_markup": markup,
	}
	var m Message
	err := c.Call(ctx, token, "sendContact", without(params), &m)
	return m, err
}

// callWith is Call, or Upload when there are files.
func (c *Client) callWith(ctx context.Context, token Token, method string, params map[string]any, files []Attachment, result any) error {
	if len(files) == 0 {
		return c.Call(ctx, token, method, params, result)
	}
	return c.Upload(ctx, token, method, params, files, result)
}

// GetChatMember tells how a person stands in a chat, by its id or "@name". A
// bot hears it of channels in which it is an administrator. One whom the chat
// never saw has left it.
func (c *Client) GetChatMember(ctx context.Context, token Token, chat string, userID int64) (ChatMember, error) {
	var id any = chat
	if n, err := strconv.ParseInt(chat, 10, 64); err == nil {
		id = n
	}
	var m ChatMember
	err := c.Call(ctx, token, "getChatMember", map[string]any{"chat_id": id, "user_id": userID}, &m)
	var api *APIError
	if errors.As(err, &api) && slices.Contains(strangers, api.detail()) {
		return ChatMember{Status: "left"}, nil
	}
	return m, err
}

// strangers are the refusals for a person whom a chat does not know.
var strangers = []string{"user not found", "participant_id_invalid", "member not found", "user_not_participant"}

// Within tells whether the person is in the chat.
func (m ChatMember) Within() bool {
	switch m.Status {
	case "creator", "administrator", "member":
		return true
	}
	return m.Status == "restricted" && m.IsMember
}

// SentFileID is the id under which Telegram keeps the file of a sent message,
// "" when it has none of that kind.
func (m *Message) SentFileID(kind FileKind) string {
	var f *File
	switch {
	case kind == Photo && len(m.Photo) > 0:
		return m.Photo[len(m.Photo)-1].FileID
	case kind == Video:
		f = m.Video
	case kind == Voice:
		f = m.Voice
	case kind == Document:
		f = m.Document
	}
	if f == nil {
		return ""
	}
	return f.FileID
}
