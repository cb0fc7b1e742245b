package flow

import (
	"strings"
	"testing"

	"botyard/internal/richtext"
)

func TestTrialCode(t *testing.T) {
	t.Parallel()
	code := strings.Repeat("a", 43)
	for text, want := range map[string]string{
		"/start draft-" + code: code, "/start@bot draft-" + code: code, "/start draft-" + code + "b": "", "/start draft-short": "",
		"/help draft-" + code: "", "draft-" + code: "", "/start": "",
	} {
		e := Event{Text: text, Bot: "bot"}
		if got := e.TakeTrialCode(); got != want || want != "" && e.Text != "/start" {
			t.Errorf("TakeTrialCode(%q) = %q and leaves %q, want %q", text, got, e.Text, want)
		}
	}
}

// TestOnTrial: one mark a turn, within Telegram's limits and with the entities
// where they were.
func TestOnTrial(t *testing.T) {
	t.Parallel()
	photo := []Media{{Kind: "photo", Key: "k"}}
	long := strings.Repeat("я", maxMessage)
	for name, test := range map[string]struct {
		post  Post
		posts int
	}{
		"text":       {Post{Text: "one"}, 1},
		"full text":  {Post{Text: long}, 2},
		"photo":      {Post{Media: photo}, 1},
		"caption":    {Post{Media: photo, Text: "one"}, 1},
		"long":       {Post{Media: photo, Text: long[:2*maxCaption]}, 2},
		"place":      {Post{Place: &Venue{}}, 2},
		"contact":    {Post{Contact: &Card{Phone: "1"}}, 2},
		"with marks": {Post{Text: "a bold", Entities: []richtext.Entity{{Type: "bold", Offset: 2, Length: 4}}}, 1},
	} {
		got := OnTrial([]Effect{DropKeyboard{1}, Send{test.post}}, "en")
		var marks, posts int
		for _, e := range got {
			p := posted(e)
			if p == nil {
				continue
			}
			posts++
			marks += strings.Count(p.Text, "/leave_draft")
			if most := map[bool]int{true: maxCaption, false: maxMessage}[len(p.Media) > 0]; units(p.Text) > most {
				t.Errorf("%s: %d units, want at most %d", name, units(p.Text), most)
			}
			for _, m := range p.Entities {
				if bold := string([]rune(p.Text)[m.Offset-1 : m.Offset-1+m.Length]); bold != "bold" {
					t.Errorf("%s: bold = %q, want the same words as before", name, bold)
				}
			}
		}
		if marks != 1 || posts != test.posts {
			t.Errorf("%s: %d marks in %d messages, want 1 in %d", name, marks, posts, test.posts)
		}
	}
}

func TestOnTrialTellsWhatWouldBeDone(t *testing.T) {
	t.Parallel()
	said := strings.Repeat("w", 3*maxMessage)
	effects := OnTrial([]Effect{
		Submit{Title: "R", Values: []Value{{Title: "Name", Value: said}}}, NotifyTeam{Text: said}, CallPerson{}, StartTimer{Call: Call{Run: 1}},
	}, "ru")
	for i, want := range []string{"заявка", "команда", "человека"} {
		p := posted(effects[i])
		if p == nil || !strings.Contains(p.Text, want) || units(p.Text) > maxMessage {
			t.Errorf("effect %d = %.80v, want a message about %q within the limits", i, effects[i], want)
		}
	}
	if _, stays := effects[3].(StartTimer); !stays {
		t.Errorf("effect 3 = %v, want the timer", effects[3])
	}
}
