package inbox

import (
	"botyard/internal/flow"
	"botyard/internal/richtext"
	"botyard/internal/telegram"
)

// eventOf turns an update into what the engine knows; false: nothing happened.
func eventOf(u *telegram.Update, bot string) (flow.Event, bool) {
	from := u.From()
	if from == nil {
		return flow.Event{}, false
	}
	e := flow.Event{Bot: bot, User: flow.User{
		FirstName: richtext.Name(from.FirstName), LastName: richtext.Name(from.LastName), Username: from.Username, Language: from.LanguageCode,
	}}
	switch u.Kind() {
	case telegram.KindMessage:
		if u.Message.Events.Any() {
			return e, false // it happened, but nobody said anything
		}
		e.Kind, e.Text = flow.Said, u.Message.Text
		if e.Text == "" {
			e.Text = u.Message.Caption
		}
		e.Content = contentOf(u.Message, from.ID)
	case telegram.KindCallbackQuery:
		e.Kind, e.Button = flow.Pressed, u.CallbackQuery.Data
		e.Under = underOf(u.CallbackQuery.Message)
	case telegram.KindMyChatMember:
		e.Kind = flow.Joined
		return e, u.MyChatMember.Old.Status == "kicked" && u.MyChatMember.New.Status == "member"
	default:
		return e, false
	}
	return e, true
}

// contentOf is what a message has besides words. Somebody's own contact bears
// their id.
func contentOf(m *telegram.Message, from int64) flow.Content {
	c := flow.Content{Files: filesOf(m)}
	if card := m.Contact; card != nil {
		c.Contact = &flow.Contact{Phone: card.PhoneNumber, FirstName: richtext.Name(card.FirstName), LastName: richtext.Name(card.LastName), Own: card.UserID == from}
	}
	place := m.Location
	if m.Venue != nil {
		place = &m.Venue.Location
	}
	if place != nil {
		c.Place = &flow.Point{Latitude: place.Latitude, Longitude: place.Longitude}
	}
	return c
}

// filesOf is the file of a message. Animations come as documents, too: once is
// enough.
func filesOf(m *telegram.Message) []flow.File {
	if n := len(m.Photo); n > 0 {
		return []flow.File{{Kind: "photo", ID: m.Photo[n-1].FileID}}
	}
	for _, f := range []struct {
		kind string
		file *telegram.File
	}{
		{"video", m.Animation}, {"video", m.Video}, {"video", m.VideoNote}, {"voice", m.Voice},
		{"audio", m.Audio}, {"sticker", m.Sticker}, {"file", m.Document},
	} {
		if f.file != nil {
			return []flow.File{{Kind: f.kind, ID: f.file.FileID, Name: f.file.FileName}}
		}
	}
	return nil
}

// underOf is the message with a pressed button. One that is too old to be
// seen has no date, and none can be edited that was sent in another's name.
func underOf(m *telegram.Message) flow.Under {
	if m == nil || m.Date == 0 {
		return flow.Under{}
	}
	media := len(m.Photo) > 0 || m.Video != nil || m.Document != nil || m.Animation != nil || m.Audio != nil
	return flow.Under{ID: m.ID, Media: media}
}
