package flow

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Message sends a text, files, or both.
type Message struct {
	// Text is what is said, with variables; the caption of the files.
	Text richtext.Text `json:"text"`
	// Media is one file, or two to ten for an album.
	Media []Media `json:"media,omitempty"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "message", Shelf: spec.First, Place: 1,
		Title: spec.Words{RU: "Сообщение", EN: "Message"},
		Hint:  spec.Words{RU: "Бот отправляет текст, фото, видео или файл", EN: "The bot sends a text, a photo, a video or a file"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Max: maxMessage, Label: spec.Words{RU: "Текст", EN: "Text"}},
			mediaField(spec.Words{RU: "Фото и файлы", EN: "Photos and files"}),
		},
	}, func() StepConfig { return &Message{} })
}

// Check wants something that Telegram takes.
func (m *Message) Check(path string) []spec.Problem {
	return checkShown(m.Text, m.Media, path, maxAlbum)
}

// Parts are the text and the files.
func (m *Message) Parts() Parts {
	return Parts{Texts: texts("text", m.Text), Files: mediaRefs(m.Media)}
}

// Run sends it.
func (m *Message) Run(t *turn) { t.show(m.Media, m.Text, keyboard{}) }
