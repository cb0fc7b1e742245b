package sim

import (
	"bytes"
	"image"
	_ "image/gif"  // pictures that may be sent
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"botyard/internal/telegram"
)

const (
	maxPhoto     = 10 << 20 // bytes
	maxPhotoSide = 10_000   // width and height together
	maxPhotoTurn = 20       // of one side to the other
	maxKeptFiles = 500      // of a bot; the oldest are forgotten
)

// file is something uploaded to a bot, or sent to it; its bot's mu guards it.
type file struct {
	ID     string `json:"id"`
	Unique string `json:"unique"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Path   string `json:"path"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	Data   []byte `json:"data"`
}

// attached is the file that a send brings or names.
func (c *call) attached(kind string) (*file, error) { return c.file(kind, c.params.text(kind), kind) }

// file is what a value stands for: "attach://name" or nothing for an upload
// (of the field otherwise), else the id of a file of that kind.
func (c *call) file(kind, value, field string) (*file, error) {
	if name, ok := strings.CutPrefix(value, "attach://"); ok {
		field = name
	}
	up, ok := c.files[field]
	if !ok {
		f, err := c.bot.fileByID(value)
		if err == nil && f.Kind != kind {
			return nil, badRequest("can't use file of type " + f.Kind + " as " + kind)
		}
		return f, err
	}
	f, err := c.srv.newFile(kind, up)
	if err != nil {
		return nil, err
	}
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	c.bot.keepFile(f)
	c.srv.touch()
	return f, nil
}

// fileByID finds a file of this bot; ids of other bots do not work.
func (b *bot) fileByID(id string) (*file, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f := b.files[id]; f != nil {
		return f, nil
	}
	if id == "" {
		return nil, badRequest("there is no file in the request")
	}
	return nil, badRequest("wrong file identifier/HTTP URL specified")
}

func (s *Server) newFile(kind string, up upload) (*file, error) {
	f := &file{ID: "AgAC" + s.random.text(40), Unique: s.random.text(15), Name: up.name, Kind: kind, Data: up.data}
	f.Path = kind + "s/file_" + s.random.digits()[:6] + path.Ext(up.name)
	if len(up.data) == 0 {
		return nil, badRequest("file must be non-empty")
	}
	if kind == "photo" {
		return f, f.measure()
	}
	return f, nil
}

func (f *file) measure() error {
	if len(f.Data) > maxPhoto {
		return badRequest("file is too big")
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(f.Data))
	if err != nil {
		return badRequest("IMAGE_PROCESS_FAILED")
	}
	f.Width, f.Height = size.Width, size.Height
	long, short := max(f.Width, f.Height), min(f.Width, f.Height)
	if f.Width+f.Height > maxPhotoSide || long > maxPhotoTurn*short {
		return badRequest("PHOTO_INVALID_DIMENSIONS")
	}
	return nil
}

// keepFile remembers the file, and forgets some other one when there are too
// many; b.mu is held.
func (b *bot) keepFile(f *file) {
	if b.files == nil {
		b.files = map[string]*file{}
	}
	for id := range b.files {
		if len(b.files) < maxKeptFiles {
			break
		}
		delete(b.files, id)
	}
	b.files[f.ID] = f
}

// putInto makes the message carry the file.
func (f *file) putInto(m *telegram.Message, kind string) {
	if kind == "photo" {
		m.Photo = []telegram.PhotoSize{{
			FileID: f.ID, FileUniqueID: f.Unique, Width: f.Width, Height: f.Height, FileSize: int64(len(f.Data)),
		}}
		return
	}
	facts := &telegram.File{
		FileID: f.ID, FileUniqueID: f.Unique, FileName: f.Name,
		MimeType: mime.TypeByExtension(path.Ext(f.Name)), FileSize: int64(len(f.Data)),
	}
	switch kind {
	case "document":
		m.Document = facts
	case "video":
		m.Video = facts
	case "voice":
		m.Voice = facts
	case "audio":
		m.Audio = facts
	case "animation":
		m.Animation = facts
	}
}

func getFile(c *call) (any, error) {
	f, err := c.bot.fileByID(c.params.text("file_id"))
	if err != nil {
		return nil, badRequest("invalid file_id")
	}
	return telegram.File{FileID: f.ID, FileUniqueID: f.Unique, FileSize: int64(len(f.Data)), FilePath: f.Path}, nil
}

// serveFile answers /file/bot<token>/<path>.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	token, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/file/bot"), "/")
	b := s.botOf(telegram.Token(token))
	if b == nil {
		writeAnswer(w, nil, refuse(401, "Unauthorized"))
		return
	}
	f := b.fileAt(name)
	if f == nil {
		writeAnswer(w, nil, refuse(404, "Not Found"))
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(f.Data)))
	_, _ = w.Write(f.Data)
}

func (b *bot) fileAt(name string) *file {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.files {
		if f.Path == name {
			return f
		}
	}
	return nil
}
