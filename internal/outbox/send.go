package outbox

import (
	"context"
	"errors"
	"strings"

	"botyard/internal/telegram"
)

// delivery is what came of carrying out a message.
type delivery struct {
	messageID int64
	// files are the ids that Telegram gave to what was uploaded.
	files []sentFile
	// left is what is still to be sent of an album of which some arrived.
	left *Message
	// movedTo is the supergroup that the group became.
	movedTo int64
	// member answers a question.
	member bool
}

// errand is one message on its way: whose it is and to whom.
type errand struct {
	*Sender
	ctx         context.Context
	token       telegram.Token
	project     int64
	integration int64
	chat        int64
	// anew tells that the ids of files that the database has do not work.
	anew bool
	delivery
}

// carry brings a message to Telegram. A group that became a supergroup gets it
// under its new id.
func (e *errand) carry(m Message) error {
	err := e.perform(m)
	var api *telegram.APIError
	if telegram.Classify(err) == telegram.ChatMigrated && m.Ask == nil && errors.As(err, &api) {
		e.chat, e.movedTo = api.MigrateToChatID, api.MigrateToChatID
		err = e.perform(m)
	}
	return err
}

func (e *errand) perform(m Message) error {
	switch {
	case m.Ask != nil:
		return e.ask(*m.Ask)
	case m.Unkey != 0:
		e.unkey(m.Unkey)
		return nil
	case m.Edit != 0:
		return e.edit(m)
	}
	return e.post(m)
}

// unkey takes a keyboard away. Whether that worked is no matter: a button that
// stays is answered, too.
func (e *errand) unkey(messageID int64) error {
	err := e.client.EditMessageReplyMarkup(e.ctx, e.token, e.chat, messageID, nil)
	switch telegram.Classify(err) {
	case telegram.NotSent, telegram.RateLimited, telegram.Unauthorized, telegram.Ambiguous:
		return err
	}
	return nil
}

// post sends a message as a new one. Text whose marks Telegram does not
// understand is sent without them.
func (e *errand) post(m Message) error {
	err := e.postOnce(m)
	if telegram.Classify(err) == telegram.BadEntities && len(m.Entities) > 0 {
		m.Entities = nil
		err = e.postOnce(m)
	}
	return err
}

// errNothing is Telegram's answer to a message of nothing, without asking it.
var errNothing = &telegram.APIError{Code: 400, Description: "Bad Request: message text is empty"}

func (e *errand) postOnce(m Message) error {
	var sent telegram.Message
	var err error
	switch {
	case len(m.Files) > 1:
		return e.postAlbum(m)
	case len(m.Files) == 1:
		return e.withFiles(m.Files, func(files []telegram.InputFile) ([]telegram.Message, error) {
			sent, err := e.client.SendFile(e.ctx, e.token, files[0], e.caption(m))
			e.messageID = sent.ID
			return []telegram.Message{sent}, err
		})
	case m.Place != nil:
		sent, err = e.client.SendVenue(e.ctx, e.token, e.chat, *m.Place, m.Markup)
	case m.Contact != nil:
		sent, err = e.client.SendContact(e.ctx, e.token, e.chat, *m.Contact, m.Markup)
	case m.Text == "":
		return errNothing
	default:
		sent, err = e.client.SendMessage(e.ctx, e.token, telegram.SendMessage{
			ChatID: e.chat, Text: m.Text, Entities: m.Entities, ReplyMarkup: m.Markup,
		})
	}
	e.messageID = sent.ID
	return err
}

func (e *errand) caption(m Message) telegram.SendFile {
	return telegram.SendFile{ChatID: e.chat, Caption: m.Text, Entities: m.Entities, ReplyMarkup: m.Markup}
}

// postAlbum sends an album. Of one that was cut short, what did not arrive is left.
func (e *errand) postAlbum(m Message) error {
	err := e.withFiles(m.Files, func(files []telegram.InputFile) ([]telegram.Message, error) {
		sent, err := e.client.SendMediaGroup(e.ctx, e.token, files, e.caption(m))
		if len(sent) > 0 {
			e.messageID = sent[0].ID
		}
		return sent, err
	})
	if n := telegram.SentBefore(err); n > 0 && n < len(m.Files) {
		m.Files, m.Text, m.Entities = m.Files[n:], "", nil
		e.left = &m
	}
	return err
}

// edit puts a message in place of an earlier one. When Telegram refuses that
// for good, it is sent as a new one, and the old one loses its buttons.
func (e *errand) edit(m Message) error {
	err := e.editOnce(m)
	if telegram.Classify(err) == telegram.BadEntities && len(m.Entities) > 0 {
		m.Entities = nil
		err = e.editOnce(m)
	}
	switch telegram.Classify(err) {
	case telegram.EditGone, telegram.Rejected, telegram.MediaRefused, telegram.BadEntities:
	default:
		return err
	}
	old := m.Edit
	m.Edit = 0
	if err = e.post(m); err == nil {
		_ = e.unkey(old)
	}
	return err
}

func (e *errand) editOnce(m Message) error {
	e.messageID = m.Edit
	if len(m.Files) == 0 {
		_, err := e.client.EditMessageText(e.ctx, e.token, telegram.EditMessageText{
			ChatID: e.chat, MessageID: m.Edit, Text: m.Text, Entities: m.Entities, ReplyMarkup: m.Markup,
		})
		return err
	}
	return e.withFiles(m.Files[:1], func(files []telegram.InputFile) ([]telegram.Message, error) {
		sent, err := e.client.EditMessageMedia(e.ctx, e.token, m.Edit, files[0], e.caption(m))
		return []telegram.Message{sent}, err
	})
}

// fileName is what people see of a file that has no name of its own.
func fileName(key, name, mime string) string {
	if name != "" {
		return name
	}
	ext := map[string]string{
		"image/jpeg": ".jpg", "image/png": ".png", "video/mp4": ".mp4", "audio/ogg": ".ogg", "application/pdf": ".pdf",
	}[mime]
	return strings.TrimPrefix(key[max(len(key)-8, 0):], "-") + ext
}
