package flow

import (
	"strings"
	"unicode"

	"botyard/internal/spec"
)

// Keyword starts a scenario when a visitor writes one of some words.
type Keyword struct {
	// Words are compared without regard to case, and ё is е.
	Words []string `json:"words"`
	// Match is how: "exact" (the whole message), "word" (a whole word or
	// phrase of it) or "contains" (anywhere).
	Match string `json:"match"`
}

const (
	maxWords   = 50
	maxKeyword = 64
)

func init() {
	triggers.Add(spec.Kind{
		Name:  "keyword",
		Title: spec.Words{RU: "Слово", EN: "Keyword"},
		Hint:  spec.Words{RU: "Клиент написал слово или фразу", EN: "The client wrote a word or a phrase"},
		Fields: []spec.Field{
			{
				Name: "words", Type: spec.Lines, Required: true, Max: maxKeyword,
				Label: spec.Words{RU: "Слова", EN: "Words"},
				Hint:  spec.Words{RU: "По одному в строке; большие и маленькие буквы не различаются", EN: "One a line; capitals do not matter"},
			},
			{
				Name: "match", Type: spec.Choice,
				Label: spec.Words{RU: "Как сравнивать", EN: "How to compare"},
				Options: []spec.Option{
					{Value: "word", Label: spec.Words{RU: "Слово есть в сообщении", EN: "The message has the word"}},
					{Value: "exact", Label: spec.Words{RU: "Сообщение целиком", EN: "The whole message"}},
					{Value: "contains", Label: spec.Words{RU: "Часть слова тоже подходит", EN: "A part of a word will do"}},
				},
			},
		},
	}, func() TriggerConfig { return &Keyword{} })
}

// Check wants words, not too many, and a known way to compare.
func (k *Keyword) Check(path string) []spec.Problem {
	here := spec.Join(path, "words")
	problems := tooMany(len(k.Words), maxWords, here)
	if len(k.Words) == 0 {
		problems = append(problems, spec.Problem{Path: here, Code: "required"})
	}
	for i, w := range k.Words {
		problems = append(problems, spec.CheckText(w, spec.Join(here, i), true, maxKeyword)...)
	}
	return append(problems, spec.CheckChoice(k.Match, spec.Join(path, "match"), "word", "exact", "contains")...)
}

// Rank puts keywords after commands and buttons.
func (k *Keyword) Rank() Rank { return RankKeyword }

// Matches looks for any of the words.
func (k *Keyword) Matches(e *Event) bool {
	said := fold(e.Text)
	if said == "" {
		return false
	}
	for _, w := range k.Words {
		if k.matchesWord(said, fold(w)) {
			return true
		}
	}
	return false
}

func (k *Keyword) matchesWord(said, word string) bool {
	switch {
	case word == "":
		return false
	case k.Match == "exact":
		return said == word
	case k.Match == "contains":
		return strings.Contains(said, word)
	}
	return containsWhole(said, word)
}

// containsWhole finds word in said where no letter or digit touches it.
func containsWhole(said, word string) bool {
	for from := 0; ; {
		i := strings.Index(said[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		if !endsInWord(said[:start]) && !beginsWithWord(said[end:]) {
			return true
		}
		from = end
	}
}

func endsInWord(s string) bool {
	runes := []rune(s)
	return len(runes) > 0 && isWord(runes[len(runes)-1])
}

func beginsWithWord(s string) bool {
	for _, r := range s {
		return isWord(r)
	}
	return false
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// fold makes texts comparable: small letters, е for ё, single spaces.
func fold(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(strings.ToLower(s)), " "), "ё", "е")
}
