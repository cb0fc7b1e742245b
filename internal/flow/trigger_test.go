package flow

import (
	"strings"
	"testing"
)

func TestKeywordMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		match, word, text string
		want              bool
	}{
		{"exact", "меню", "меню", true},
		{"exact", "меню", "  МЕНЮ \n", true},
		{"exact", "меню", "меню!", false},
		{"exact", "меню", "дай меню", false},
		{"exact", "цены  и\tадрес", "Цены и  адрес", true},
		{"exact", "ёлка", "елка", true},
		{"exact", "елка", "ЁЛКА", true},
		{"exact", "ёлка", "е\u0308лка", true},
		{"exact", "чай", "чаи\u0306", true},
		{"word", "меню", "меню", true},
		{"word", "меню", "А меню-то есть?", true},
		{"word", "меню", "(меню)", true},
		{"word", "меню", "«Меню»…", true},
		{"word", "меню", "меню,цены", true},
		{"word", "мен", "меню", false},
		{"word", "еню", "меню", false},
		{"word", "кот", "кот2", false},
		{"word", "кот", "котёнок, кот", true},
		{"word", "кот", "скот и кот", true},
		{"word", "за", "за\u0301мок", false},
		{"word", "на на", "она на на", true},
		{"word", "на на", "она на она на на", true},
		{"word", "на на", "она на нас", false},
		{"word", "a a", "xa a a", true},
		{"word", "c++", "люблю C++ и Go", true},
		{"word", "+", "1+2", false},
		{"word", "👍", "ок 👍🏽", true},
		{"word", "адрес", "какой у вас\nАдрес", true},
		{"contains", "мен", "Меню", true},
		{"contains", "ещё", "нЕЩе", true},
		{"contains", "меню", "мен ю", false},
		{"", "меню", "дай меню", true},
		{"word", "", "меню", false},
		{"contains", " ", "дай меню", false},
		{"exact", "", "", false},
		{"word", "меню", "", false},
		{"contains", "меню", "м\xffеню", false},
	}
	for _, tt := range tests {
		e := said(tt.text)
		k := &Keyword{Words: []string{"никогда", tt.word}, Match: tt.match}
		if got := k.Matcher()(&e); got != tt.want {
			t.Errorf("%s %q matches %q = %v, want %v", tt.match, tt.word, tt.text, got, tt.want)
		}
	}
}

func TestCommandTrigger(t *testing.T) {
	t.Parallel()
	r := numbered(t, `{"kind":"command","command":"help"}`, `{"kind":"command","command":"start"}`)
	for text, want := range map[string]string{
		"/help": "0", "/start": "1", "/Start@coffeebot ads": "1", "/start@TeaBot": "", "/star": "", "start": "", "/starts": "",
	} {
		if got := answer(r, said(text)); got != want {
			t.Errorf("answer to %q = %q, want %q", text, got, want)
		}
	}
}

func TestCommandWithoutNameStartsNothing(t *testing.T) {
	t.Parallel()
	r := numbered(t, `{"kind":"command"}`)
	if got := answer(r, said("привет")); got != "" {
		t.Errorf("answer = %q, want none", got)
	}
}

func TestPrecedence(t *testing.T) {
	t.Parallel()
	const (
		fallback = `{"kind":"fallback"}`
		start    = `{"kind":"command","command":"start"}`
		word     = `{"kind":"keyword","words":["start","меню"],"match":"word"}`
		contains = `{"kind":"keyword","words":["мен"],"match":"contains"}`
	)
	tests := []struct {
		name     string
		triggers []string
		text     string
		want     string
	}{
		{"command before keyword and fallback", []string{fallback, word, start}, "/start", "2"},
		{"keyword before fallback", []string{fallback, word, start}, "меню", "1"},
		{"fallback last", []string{fallback, word, start}, "что?", "0"},
		{"the first keyword wins", []string{contains, word}, "меню", "0"},
		{"its place decides, not its match", []string{word, contains}, "меню", "0"},
		{"the first fallback wins", []string{fallback, fallback}, "что?", "0"},
		{"the first of equal commands wins", []string{start, start}, "/start", "0"},
		{"an unknown command is asked as words", []string{fallback, `{"kind":"keyword","words":["help"],"match":"word"}`}, "/help", "1"},
		{"content without words", []string{word, fallback}, "", "1"},
		{"nothing matches", []string{start, word}, "что?", ""},
		{"two triggers of one scenario", []string{word + "," + start, fallback}, "/start", "0"},
	}
	for _, tt := range tests {
		if got := answer(numbered(t, tt.triggers...), said(tt.text)); got != tt.want {
			t.Errorf("%s: answer to %q = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestOldMenuIsAnsweredByTheStart(t *testing.T) {
	t.Parallel()
	press := Event{ID: 1, Now: noon, Kind: Pressed, Button: "3:b7", Bot: "CoffeeBot"}
	r := numbered(t, `{"kind":"fallback"}`, `{"kind":"command","command":"start"}`)
	if got, want := answer(r, press), wordsOutdated.RU+"|1"; got != want {
		t.Errorf("answer to a press = %q, want %q", got, want)
	}
	if got, want := answer(numbered(t, `{"kind":"fallback"}`), press), wordsOutdated.RU; got != want {
		t.Errorf("answer to a press without a start = %q, want %q", got, want)
	}
}

// TestWholeWordIsFoundInTime has a message in which the word is everywhere and
// nowhere whole: looking at the whole beginning each time would take minutes.
func TestWholeWordIsFoundInTime(t *testing.T) {
	t.Parallel()
	e := said(strings.Repeat("а", 500_000) + " а")
	k := &Keyword{Words: []string{"а"}, Match: "word"}
	if !k.Matcher()(&e) {
		t.Error("did not find the last word")
	}
}
