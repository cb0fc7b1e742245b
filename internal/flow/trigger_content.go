package flow

import "botyard/internal/spec"

// ContentTrigger starts a scenario when a visitor sends something besides words.
type ContentTrigger struct {
	// Content is "contact", "location", "photo", "video", "voice", "file" or "any".
	Content string `json:"content"`
}

func init() {
	triggers.Add(spec.Kind{
		Name: "content", Place: 5,
		Title: spec.Words{RU: "Фото, файл, контакт или место", EN: "A photo, file, contact or place"},
		Hint:  spec.Words{RU: "Клиент прислал не слова", EN: "The client sent something that is not words"},
		Fields: []spec.Field{
			{Name: "content", Type: spec.Choice, Label: spec.Words{RU: "Что прислал", EN: "What was sent"}, Options: []spec.Option{
				{Value: "any", Label: spec.Words{RU: "Что угодно", EN: "Anything"}},
				{Value: "contact", Label: spec.Words{RU: "Контакт", EN: "A contact"}},
				{Value: "location", Label: spec.Words{RU: "Место на карте", EN: "A place on the map"}},
				{Value: "photo", Label: spec.Words{RU: "Фото", EN: "A photo"}},
				{Value: "video", Label: spec.Words{RU: "Видео", EN: "A video"}},
				{Value: "voice", Label: spec.Words{RU: "Голосовое сообщение", EN: "A voice message"}},
				{Value: "file", Label: spec.Words{RU: "Файл", EN: "A file"}},
			}},
		},
	}, func() TriggerConfig { return &ContentTrigger{Content: "any"} })
}

// Check wants a known sort.
func (c *ContentTrigger) Check(path string) []spec.Problem {
	return spec.CheckChoice(c.Content, spec.Join(path, "content"), "any", "contact", "location", "photo", "video", "voice", "file")
}

// Rank puts content before the fallback.
func (c *ContentTrigger) Rank() Rank { return RankContent }

// Matcher looks for the sort. A caption does not hinder.
func (c *ContentTrigger) Matcher() func(e *Event) bool {
	return func(e *Event) bool {
		sent := e.Content
		switch {
		case e.Kind != Said:
			return false
		case sent.Contact != nil:
			return c.Content == "contact" || c.Content == "any"
		case sent.Place != nil:
			return c.Content == "location" || c.Content == "any"
		}
		for _, f := range sent.Files {
			if c.Content == "any" || c.Content == f.Kind {
				return true
			}
		}
		return false
	}
}
