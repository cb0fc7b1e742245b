package sim

import (
	"fmt"

	"botyard/internal/telegram"
)

// SendPhoto sends a picture, which the bot can get with getFile.
func (u *User) SendPhoto(botID int64, name string, data []byte, caption string) (telegram.Message, error) {
	return u.SendFile(botID, "photo", name, data, caption)
}

// SendFile sends a file as a "photo", "video", "voice", "audio", "animation"
// or "document", which the bot can get with getFile.
func (u *User) SendFile(botID int64, kind, name string, data []byte, caption string) (telegram.Message, error) {
	m, err := u.fileMessage(botID, kind, upload{name, data})
	if err != nil {
		return m, err
	}
	m.Caption = caption
	return u.post(botID, m)
}

// Upload is a picture of an album.
type Upload struct {
	Name string
	Data []byte
}

// SendAlbum sends photos together: as many messages, the caption on the first.
func (u *User) SendAlbum(botID int64, photos []Upload, caption string) ([]telegram.Message, error) {
	group := u.srv.random.digits()
	var sent []telegram.Message
	for _, p := range photos {
		m, err := u.fileMessage(botID, "photo", upload{p.Name, p.Data})
		if err != nil {
			return sent, err
		}
		m.Caption, m.MediaGroupID = caption, group
		caption = ""
		if m, err = u.post(botID, m); err != nil {
			return sent, err
		}
		sent = append(sent, m)
	}
	return sent, nil
}

func (u *User) fileMessage(botID int64, kind string, up upload) (telegram.Message, error) {
	var m telegram.Message
	b, err := u.srv.bot(botID)
	if err != nil {
		return m, err
	}
	f, err := u.srv.newFile(kind, up)
	if err != nil {
		return m, fmt.Errorf("send %s: %w", kind, err)
	}
	b.mu.Lock()
	b.keepFile(f)
	b.mu.Unlock()
	f.putInto(&m, kind)
	return m, nil
}

// ForgetFiles makes every file_id of a bot unknown, as Telegram may.
func (s *Server) ForgetFiles(botID int64) error {
	b, err := s.bot(botID)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.files)
	return nil
}
