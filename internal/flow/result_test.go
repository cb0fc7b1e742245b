package flow

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"botyard/internal/richtext"
)

// checkResult wants a turn within its bounds, and messages that Telegram and
// PostgreSQL take.
func checkResult(t testing.TB, r Result) {
	t.Helper()
	if len(r.Effects) > maxTurnEffects || len(r.Trace) > maxTurnSteps {
		t.Errorf("%d effects and %d steps in a turn, want at most %d and %d", len(r.Effects), len(r.Trace), maxTurnEffects, maxTurnSteps)
	}
	for _, effect := range r.Effects {
		if p := posted(effect); p != nil {
			checkPost(t, *p)
		}
		checkOther(t, effect)
		raw, err := json.Marshal(effect)
		_, submits := effect.(Submit)
		if err != nil || !submits && strings.Contains(string(raw), `\u0000`) {
			t.Errorf("%#v cannot be stored: %v", effect, err)
		}
	}
	checkPerson(t, r.Person)
}

func checkPerson(t testing.TB, p Person) {
	t.Helper()
	for field, value := range p.Data {
		if len(value) > MaxValue || value == "" || !utf8.ValidString(value) {
			t.Errorf("data %s = %.50q… (%d bytes), want a value of at most %d", field, value, len(value), MaxValue)
		}
	}
	if p.size() > MaxData || len(p.Tags) > MaxTags {
		t.Errorf("%d bytes of data and %d tags, want at most %d and %d", p.size(), len(p.Tags), MaxData, MaxTags)
	}
}

func checkOther(t testing.TB, effect Effect) {
	t.Helper()
	switch e := effect.(type) {
	case NotifyTeam:
		checkPost(t, Post{Text: e.Text, Entities: e.Entities})
	case CallPerson:
		if e.Text != "" {
			checkPost(t, Post{Text: e.Text, Entities: e.Entities})
		}
	case Edit:
		if e.Message == 0 || e.Post.kind() == "" {
			t.Errorf("an edit of %d that Telegram refuses: %+v", e.Message, e.Post)
		}
	case DropKeyboard:
		if e.Message == 0 {
			t.Error("an edit of no message")
		}
	case StartTimer:
		if e.At.IsZero() || e.Run == 0 {
			t.Errorf("a timer that cannot be set: %+v", e)
		}
	}
}

func checkPost(t testing.TB, p Post) {
	t.Helper()
	most := maxMessage
	if len(p.Media) > 0 {
		most = maxCaption
	}
	units := len(utf16.Encode([]rune(p.Text)))
	bare := len(p.Media) > 0 || p.Place != nil || p.Contact != nil
	switch {
	case units > most:
		t.Errorf("a text of %d UTF-16 units, want at most %d", units, most)
	case !richtext.Visible(p.Text) && (!bare || p.Text != ""):
		t.Errorf("a message of nothing: %q", p.Text)
	case !utf8.ValidString(p.Text) || strings.ContainsRune(p.Text, 0):
		t.Errorf("a message that cannot be stored: %q", p.Text)
	case len(p.Media) > maxAlbum || len(p.Media) > 1 && (p.Inline != nil || p.Reply != nil || p.Remove):
		t.Errorf("an album that Telegram refuses: %+v", p)
	case p.Inline != nil && p.Reply != nil || p.Remove && (p.Inline != nil || p.Reply != nil):
		t.Errorf("two keyboards under one message: %+v", p)
	}
	for _, entity := range p.Entities {
		if entity.Offset < 0 || entity.Length <= 0 || entity.Offset+entity.Length > units {
			t.Errorf("entity %+v is not within %d units", entity, units)
		}
	}
	checkKeyboard(t, p)
}

func checkKeyboard(t testing.TB, p Post) {
	t.Helper()
	n := 0
	for _, row := range p.Inline {
		if n += len(row); len(row) == 0 || len(row) > 8 {
			t.Errorf("a row of %d buttons", len(row))
		}
		for _, b := range row {
			checkButton(t, b)
		}
	}
	if n > maxButtons {
		t.Errorf("%d buttons, want at most %d", n, maxButtons)
	}
	if p.Reply != nil && (!richtext.Visible(p.Reply.Label) || p.Reply.Ask == "") {
		t.Errorf("a keyboard of nothing: %+v", p.Reply)
	}
}

func checkButton(t testing.TB, b Button) {
	t.Helper()
	set := 0
	for _, s := range []string{b.Data, b.URL, b.Page} {
		if s != "" {
			set++
		}
	}
	if set != 1 || !richtext.Visible(b.Label) || !utf8.ValidString(b.Label) || len(b.Data) > maxData || !utf8.ValidString(b.Data) {
		t.Errorf("a button that Telegram refuses: %+v", b)
	}
	if u, err := url.Parse(b.URL); err != nil || b.URL != "" && u.Scheme != "tg" && !strings.Contains(u.Host, ".") {
		t.Errorf("a button with an address that Telegram refuses: %q", b.URL)
	}
}
