package inbox

import (
	"net/url"
	"time"

	"botyard/internal/flow"
	"botyard/internal/outbox"
	"botyard/internal/richtext"
	"botyard/internal/telegram"
)

// promptAge is how old an event may be for its answer to be a prompt one.
const promptAge = time.Minute

// classOf is how urgent is what an event brings about.
func classOf(e *event) outbox.Class {
	switch {
	case e.Kind == kindTimer:
		return outbox.Notice
	case e.AgeSeconds > promptAge.Seconds():
		return outbox.Late
	}
	return outbox.Prompt
}

// enqueue turns the effects of a turn that go to Telegram into rows of the
// outbox, each under its ordinal.
func (t *turns) enqueue(e *event, now running, effects []flow.Effect) error {
	class := classOf(e)
	m, born := &t.messages, time.Now().Add(-seconds(e.AgeSeconds))
	for seq, effect := range effects {
		message, ok := messageOf(effect, now.app)
		if !ok {
			continue
		}
		payload, err := message.Encode()
		if err != nil {
			return err
		}
		m.Projects, m.Events, m.Seqs = append(m.Projects, e.ProjectID), append(m.Events, e.EventID), append(m.Seqs, int16(seq))
		m.Integrations, m.Chats = append(m.Integrations, e.IntegrationID), append(m.Chats, e.ChatID)
		m.Classes, m.Payloads, m.Received = append(m.Classes, int16(class)), append(m.Payloads, payload), append(m.Received, e.ReceivedAt)
		t.replies = append(t.replies, outbox.Reply{
			Project: e.ProjectID, Event: e.EventID, Seq: int16(seq), Integration: e.IntegrationID, Chat: e.ChatID,
			Class: class, Message: message, Born: born,
		})
	}
	return nil
}

// messageOf is what an effect brings to the visitor's chat; false: nothing.
// app is the address of the Mini App.
func messageOf(effect flow.Effect, app string) (outbox.Message, bool) {
	switch e := effect.(type) {
	case flow.Send:
		return posted(e.Post, app)
	case flow.Edit:
		m, ok := posted(e.Post, app)
		m.Edit = e.Message
		return m, ok
	case flow.Unsaid:
		return outbox.Message{}, true
	case flow.DropKeyboard:
		return outbox.Message{Unkey: e.Message}, true
	case flow.AskChannel:
		return outbox.Message{Ask: &outbox.Question{Channel: e.Channel, Run: e.Run, Generation: e.Generation}}, true
	}
	return outbox.Message{}, false
}

// posted is a post as the outbox sends it; false: it is empty.
func posted(p flow.Post, app string) (outbox.Message, bool) {
	m := outbox.Message{Text: p.Text, Entities: entitiesOf(p.Entities), Markup: markupOf(p, app)}
	for _, f := range p.Media {
		m.Files = append(m.Files, outbox.File{Kind: fileKinds[f.Kind], Key: f.Key})
	}
	if v := p.Place; v != nil {
		m.Place = &telegram.Venue{Location: telegram.Location(v.Point), Title: v.Title, Address: v.Address}
	}
	if c := p.Contact; c != nil {
		m.Contact = &telegram.Contact{PhoneNumber: c.Phone, FirstName: c.FirstName, LastName: c.LastName}
	}
	return m, m.Text != "" || len(m.Files) > 0 || m.Place != nil || m.Contact != nil
}

var fileKinds = map[string]telegram.FileKind{
	"photo": telegram.Photo, "video": telegram.Video, "voice": telegram.Voice, "file": telegram.Document,
}

func entitiesOf(entities []richtext.Entity) []telegram.Entity {
	var all []telegram.Entity
	for _, e := range entities {
		all = append(all, telegram.Entity{Type: e.Type, Offset: e.Offset, Length: e.Length, URL: e.URL})
	}
	return all
}

// markupOf is a post's keyboard, nil without one.
func markupOf(p flow.Post, app string) *telegram.Markup {
	rows := inlineRows(p.Inline, app)
	switch {
	case len(rows) > 0:
		return &telegram.Markup{InlineKeyboard: rows}
	case p.Reply != nil:
		return &telegram.Markup{Keyboard: replyRows(*p.Reply), ResizeKeyboard: true, OneTimeKeyboard: true}
	case p.Remove:
		return &telegram.Markup{RemoveKeyboard: true}
	}
	return nil
}

// inlineRows are the buttons under a message. One that opens a page is left
// out while Telegram takes no Mini App of the bot's.
func inlineRows(rows [][]flow.Button, app string) [][]telegram.InlineButton {
	var all [][]telegram.InlineButton
	for _, row := range rows {
		var keys []telegram.InlineButton
		for _, b := range row {
			key := telegram.InlineButton{Text: b.Label, CallbackData: b.Data, URL: b.URL}
			if b.Page != "" {
				if app == "" {
					continue
				}
				key.WebApp = &telegram.WebApp{URL: app + "?page=" + url.QueryEscape(b.Page)}
			}
			keys = append(keys, key)
		}
		if len(keys) > 0 {
			all = append(all, keys)
		}
	}
	return all
}

func replyRows(r flow.Reply) [][]telegram.KeyboardButton {
	ask := telegram.KeyboardButton{Text: r.Label, RequestContact: r.Ask == "contact", RequestLocation: r.Ask == "location"}
	rows := [][]telegram.KeyboardButton{{ask}}
	for _, word := range r.Words {
		rows = append(rows, []telegram.KeyboardButton{{Text: word}})
	}
	return rows
}
