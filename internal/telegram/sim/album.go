package sim

import (
	"strconv"

	"botyard/internal/telegram"
)

// Bounds of an album.
const (
	leastAlbum = 2
	mostAlbum  = 10
)

// inputMedia is one entry of sendMediaGroup, or editMessageMedia's.
type inputMedia struct {
	Type     string            `json:"type"`
	Media    string            `json:"media"`
	Caption  string            `json:"caption"`
	Entities []telegram.Entity `json:"caption_entities"`
}

// albumSorts are the kinds that an album takes, by what may stand together.
var albumSorts = map[string]string{"photo": "seen", "video": "seen", "document": "document", "audio": "audio"}

func sendMediaGroup(c *call) (any, error) {
	var media []inputMedia
	if err := c.params.object("media", &media); err != nil {
		return nil, err
	}
	switch {
	case c.params.has("reply_markup"):
		return nil, badRequest("reply markup is not allowed in a media group")
	case len(media) < leastAlbum || len(media) > mostAlbum:
		return nil, badRequest("media must contain " + strconv.Itoa(leastAlbum) + "-" + strconv.Itoa(mostAlbum) + " items")
	}
	album := make([]telegram.Message, len(media))
	for n, m := range media {
		switch sort := albumSorts[m.Type]; {
		case sort == "":
			return nil, badRequest("can't use the media of the specified type in the album")
		case sort != albumSorts[media[0].Type]:
			return nil, badRequest("media of these types can't be mixed in an album")
		}
		var err error
		if album[n], err = c.inputMessage(m); err != nil {
			return nil, err
		}
	}
	return c.sendAlbum(album)
}

// inputMessage is a message with the file and caption of an entry.
func (c *call) inputMessage(in inputMedia) (telegram.Message, error) {
	caption, entities, err := checkedText(in.Caption, in.Entities, maxCaption)
	if err != nil {
		return telegram.Message{}, err
	}
	f, err := c.file(in.Type, in.Media, "")
	if err != nil {
		return telegram.Message{}, err
	}
	m := telegram.Message{Caption: caption, CaptionEntities: entities}
	f.putInto(&m, in.Type)
	return m, nil
}

// sendAlbum puts the messages into the chat. Each counts against the limits:
// the first that has no room ends it, and those before it stay.
func (c *call) sendAlbum(album []telegram.Message) (any, error) {
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	target, err := c.destination()
	if err != nil {
		return nil, err
	}
	group := c.srv.random.digits()
	sender := c.bot.me.User
	for n := range album {
		if err := c.srv.spend(c.bot, target); err != nil {
			return nil, badRequest("failed to send message #" + strconv.Itoa(n+1) + ` with the error message "` + err.Error() + `"`)
		}
		m := &album[n]
		m.From, m.MediaGroupID = &sender, group
		*m = target.add(*m)
	}
	c.srv.touch()
	return album, nil
}

func editMessageMedia(c *call) (any, error) {
	var media inputMedia
	if err := c.params.object("media", &media); err != nil {
		return nil, err
	}
	if albumSorts[media.Type] == "" && media.Type != "animation" {
		return nil, badRequest("can't use the media of the specified type in the message")
	}
	next, err := c.inputMessage(media)
	if err != nil {
		return nil, err
	}
	return c.edit(func(m *telegram.Message) error {
		if !carriesFile(m) || m.Voice != nil {
			return badRequest("there is no media in the message to edit")
		}
		if m.MediaGroupID != "" && albumSorts[kindOf(m)] != albumSorts[media.Type] {
			return badRequest("can't change the type of a message in an album")
		}
		m.Text, m.Entities = "", nil
		m.Photo, m.Document, m.Video, m.Voice, m.Audio, m.Animation = next.Photo, next.Document, next.Video, nil, next.Audio, next.Animation
		m.Caption, m.CaptionEntities = next.Caption, next.CaptionEntities
		return nil
	})
}

func carriesFile(m *telegram.Message) bool { return kindOf(m) != "" }

// kindOf is what kind of file a message carries, "" for none.
func kindOf(m *telegram.Message) string {
	switch {
	case len(m.Photo) > 0:
		return "photo"
	case m.Video != nil:
		return "video"
	case m.Document != nil:
		return "document"
	case m.Animation != nil:
		return "animation"
	case m.Audio != nil:
		return "audio"
	case m.Voice != nil:
		return "voice"
	}
	return ""
}
