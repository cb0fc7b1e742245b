package flow

import (
	"time"
	"unicode/utf8"

	"botyard/internal/richtext"
)

// say sends a text, in several messages when the variables made it too long;
// the keyboard stands under the last. A text of nothing is not sent, unless
// it has a keyboard; the owner is told of it (Unsaid).
func (t *turn) say(text richtext.Text, keys keyboard) {
	words, entities := text.Telegram(t.value)
	t.sayWords(words, entities, keys)
}

// keyboard is what stands under a message: at most one of the two.
type keyboard struct {
	inline [][]Button
	reply  *Reply
}

func (k keyboard) none() bool { return len(k.inline) == 0 && k.reply == nil }

func (t *turn) sayWords(words string, entities []richtext.Entity, keys keyboard) {
	if entities == nil {
		words = plainText(words)
	}
	parts := visibleParts(words, entities)
	if len(parts) == 0 && !keys.none() {
		parts = []richtext.Message{{Words: t.words(wordsChoose)}}
	}
	if len(parts) == 0 {
		t.emit(Unsaid{})
	}
	for i, part := range parts {
		p := Post{Text: part.Words, Entities: part.Entities}
		if i == len(parts)-1 {
			p.Inline, p.Reply = keys.inline, keys.reply
		}
		t.post(p)
	}
}

// visibleParts splits words into messages that Telegram takes.
func visibleParts(words string, entities []richtext.Entity) []richtext.Message {
	var parts []richtext.Message
	for _, part := range richtext.Split(words, entities, maxMessage) {
		if richtext.Visible(part.Words) {
			parts = append(parts, part)
		}
	}
	return parts
}

// firstPart is the first message of words that are visible.
func firstPart(words string, entities []richtext.Entity) (string, []richtext.Entity) {
	parts := visibleParts(words, entities)
	if len(parts) == 0 {
		return "", nil
	}
	return parts[0].Words, parts[0].Entities
}

// show sends files with a text: as their caption where it fits, else behind
// them.
func (t *turn) show(media []Media, text richtext.Text, keys keyboard) {
	for media = sendable(media); len(media) > 1 && !together(media); media = media[1:] {
		t.post(Post{Media: media[:1]})
	}
	words, entities := text.Telegram(t.value)
	p := Post{Media: media}
	switch {
	case len(media) == 0:
		t.sayWords(words, entities, keys)
	case p.keyless() && !keys.none() || units(words) > maxCaption:
		t.post(p)
		t.sayWords(words, entities, keys)
	default:
		if richtext.Visible(words) {
			p.Text, p.Entities = words, entities
		}
		p.Inline, p.Reply = keys.inline, keys.reply
		t.post(p)
	}
}

// post sends one message, in place of another where the turn wants that and
// Telegram can.
func (t *turn) post(p Post) {
	p = p.clean()
	if t.unkey && len(p.Inline) == 0 && !p.keyless() {
		p.Remove, t.unkey = p.Reply == nil, false
	}
	var effect Effect = Send{p}
	if under := t.replace; under.ID != 0 {
		t.replace = Under{}
		if p.kind() == "text" && !under.Media || p.kind() == "media" && under.Media {
			effect = Edit{under.ID, p}
		} else {
			t.emit(DropKeyboard{under.ID})
		}
	}
	if t.emit(effect) {
		t.last = len(t.effects)
	}
}

// units counts a text as Telegram's entities do.
func units(s string) int {
	n := utf8.RuneCountInString(s)
	for _, r := range s {
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// finish gives the last message of an answer its way back.
func (t *turn) finish() {
	ways := t.ways()
	if t.last == 0 || len(ways) == 0 || !t.restsHere() {
		return
	}
	p := posted(t.effects[t.last-1])
	switch {
	case p == nil || p.Reply != nil:
	case p.keyless():
		t.sayWords(t.words(wordsNext), nil, keyboard{inline: [][]Button{ways}})
	default:
		next := *p
		next.Remove = false
		next.Inline = append(next.Inline[:len(next.Inline):len(next.Inline)], ways)
		t.effects[t.last-1] = reposted(t.effects[t.last-1], next)
	}
}

// restsHere tells whether the visitor is left with what was said: nothing is
// asked, and nothing comes at once.
func (t *turn) restsHere() bool {
	switch t.on {
	case "":
		return true
	case OnWait:
		return t.dialogue.Until.Sub(t.now) >= time.Minute
	}
	return false
}

// ways are the buttons Back, to the menu that led here, and To the start.
func (t *turn) ways() []Button {
	menu := t.release.byID[t.dialogue.Menu]
	if menu == nil {
		return nil
	}
	ways := []Button{t.button(t.words(wordsBack), menu.ID, "")}
	if start := t.in.Current.start; start != nil && (menu.scenario.ID != start.ID || menu.menu != nil) {
		ways = append(ways, t.button(t.words(wordsStart), "", startPart))
	}
	return ways
}

// posted is the message of an effect, nil when it is none.
func posted(e Effect) *Post {
	switch e := e.(type) {
	case Send:
		return &e.Post
	case Edit:
		return &e.Post
	}
	return nil
}

func reposted(e Effect, p Post) Effect {
	if edit, ok := e.(Edit); ok {
		edit.Post = p
		return edit
	}
	return Send{p}
}

// sayCanceled ends a question that the visitor cancelled.
func (t *turn) sayCanceled() {
	keys := keyboard{}
	if ways := t.ways(); len(ways) > 0 {
		keys.inline = [][]Button{ways}
	} else if t.in.Current.start != nil {
		keys.inline = [][]Button{{t.button(t.words(wordsStart), "", startPart)}}
	}
	if t.unkey {
		t.post(Post{Text: t.words(wordsCanceled)})
		return
	}
	t.sayWords(t.words(wordsCanceled), nil, keys)
}
