package flow

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

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
		Name: "keyword", Shelf: spec.First, Place: 2,
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
	}, func() TriggerConfig { return &Keyword{Match: "word"} })
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

// Matcher looks for any of the words.
func (k *Keyword) Matcher() func(e *Event) bool {
	find := k.compare()
	words := make([]string, 0, len(k.Words))
	for _, w := range k.Words {
		if w = fold(w); w != "" {
			words = append(words, w)
		}
	}
	return func(e *Event) bool {
		said := e.folded()
		return slices.ContainsFunc(words, func(w string) bool { return find(said, w) })
	}
}

func (k *Keyword) compare() func(said, word string) bool {
	switch k.Match {
	case "exact":
		return func(said, word string) bool { return said == word }
	case "contains":
		return strings.Contains
	}
	return containsWhole
}

// containsWhole finds word in said where no letter or digit touches it.
func containsWhole(said, word string) bool {
	_, first := utf8.DecodeRuneInString(word)
	for from := 0; ; {
		i := strings.Index(said[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		before, _ := utf8.DecodeLastRuneInString(said[:start])
		behind, _ := utf8.DecodeRuneInString(said[end:])
		if !isWord(before) && !isWord(behind) {
			return true
		}
		from = start + first
	}
}

// isWord takes marks too: a stress on the last letter does not end a word.
func isWord(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }

// Fold makes a text comparable, as keywords are compared with it: what folds to
// the same is the same to them.
func Fold(text string) string { return fold(text) }

// fold makes texts comparable: composed small letters, е for ё, single spaces.
func fold(s string) string {
	s = strings.ToLower(norm.NFC.String(s))
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "ё", "е")
}
