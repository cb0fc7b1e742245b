package flow

import "botyard/internal/spec"

// Fallback starts a scenario when nothing else understood the visitor.
type Fallback struct{}

func init() {
	triggers.Add(spec.Kind{
		Name: "fallback", Shelf: spec.First, Place: 3,
		Title: spec.Words{RU: "Если бот не понял", EN: "If the bot did not understand"},
		Hint:  spec.Words{RU: "Ничто другое не подошло", EN: "Nothing else matched"},
	}, func() TriggerConfig { return &Fallback{} })
}

// Check finds nothing wrong.
func (f *Fallback) Check(string) []spec.Problem { return nil }

// Rank puts the fallback last.
func (f *Fallback) Rank() Rank { return RankFallback }

// Matcher takes everything.
func (f *Fallback) Matcher() func(e *Event) bool { return func(*Event) bool { return true } }
