// Package dialogues holds the conversations that are kept as tests of the bot.
//
// GET …/dialogues lists them, each as it goes now; POST (title) keeps the
// conversation of …/chat. GET …/dialogues/{dialogue} is one of them, POST
// accepts it as it goes now, POST …/removal removes it.
package dialogues

import (
	"context"
	"strconv"

	"botyard/internal/lang"
	"botyard/views/page"
)

// List is all of a project's.
type List struct {
	Project   page.Project
	Dialogues []Dialogue
}

// Dialogue is one, as it goes now.
type Dialogue struct {
	ID    int64
	Title string
	// Turns in their order.
	Turns []Turn
	// Unreadable tells that it was kept by another version of the program.
	Unreadable bool
}

// Page is the screen of one.
type Page struct {
	Project page.Project
	Dialogue
}

// Turn is what the visitor did and what the bot answered.
type Turn struct {
	// Did is what the visitor did, in words.
	Did string
	// Was is how the bot answered when it was kept, Now how it does; Differs
	// tells that these are not the same.
	Was, Now []Saying
	Differs  bool
}

// Saying is one thing that the bot says or does.
type Saying struct {
	// Note is what is told in grey, "" for a message.
	Note string
	Text string
	// Keys are the labels of buttons and the names of files.
	Keys []string
	// Facts are the values of a submission, "name: value".
	Facts []string
}

// Broken counts the turns that go another way.
func (d Dialogue) Broken() (n int) {
	for _, t := range d.Turns {
		if t.Differs {
			n++
		}
	}
	return n
}

// URL is the address of a dialogue.
func (d Dialogue) URL(p page.Project, parts ...string) string {
	return p.URL(append([]string{"dialogues", strconv.FormatInt(d.ID, 10)}, parts...)...)
}

// state is how a dialogue goes, in words, and the look of its badge.
func (d Dialogue) state(ctx context.Context) (look, words string) {
	switch n := d.Broken(); {
	case d.Unreadable:
		return "off", lang.T(ctx, "dialogues.unreadable")
	case n > 0:
		return "bad", lang.N(ctx, "dialogues.broken", n)
	}
	return "live", lang.T(ctx, "dialogues.well")
}
