package inbox

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/outbox"
	"botyard/internal/richtext"
	"botyard/internal/telegram"
)

const mini = "https://pages.example/m/cafe"

func inlineOf(keys ...telegram.InlineButton) *telegram.Markup {
	return &telegram.Markup{InlineKeyboard: [][]telegram.InlineButton{keys}}
}

func TestEffectsBecomeMessages(t *testing.T) {
	t.Parallel()
	buttons := [][]flow.Button{{{Label: "A", Data: "1:a"}, {Label: "B", URL: "https://b.example/"}}, {{Label: "C", Page: "home"}}}
	for name, test := range map[string]struct {
		effect flow.Effect
		want   outbox.Message
	}{
		"a text": {flow.Send{Post: flow.Post{Text: "hi", Entities: []richtext.Entity{{Type: "text_link", Length: 2, URL: "https://x.example/"}}, Remove: true}},
			outbox.Message{Text: "hi", Entities: []telegram.Entity{{Type: "text_link", Length: 2, URL: "https://x.example/"}}, Markup: &telegram.Markup{RemoveKeyboard: true}}},
		"an edit": {flow.Edit{Message: 5, Post: flow.Post{Text: "hi"}}, outbox.Message{Text: "hi", Edit: 5}},
		"buttons": {flow.Send{Post: flow.Post{Text: "hi", Inline: buttons}}, outbox.Message{Text: "hi", Markup: &telegram.Markup{InlineKeyboard: [][]telegram.InlineButton{
			{{Text: "A", CallbackData: "1:a"}, {Text: "B", URL: "https://b.example/"}}, {{Text: "C", WebApp: &telegram.WebApp{URL: mini + "?page=home"}}}}}}},
		"a keyboard": {flow.Send{Post: flow.Post{Text: "hi", Reply: &flow.Reply{Ask: "contact", Label: "Mine", Words: []string{"Skip"}}}},
			outbox.Message{Text: "hi", Markup: &telegram.Markup{ResizeKeyboard: true, OneTimeKeyboard: true,
				Keyboard: [][]telegram.KeyboardButton{{{Text: "Mine", RequestContact: true}}, {{Text: "Skip"}}}}}},
		"files": {flow.Send{Post: flow.Post{Text: "hi", Media: []flow.Media{{Kind: "photo", Key: "p"}, {Kind: "video", Key: "v"}}}},
			outbox.Message{Text: "hi", Files: []outbox.File{{Kind: telegram.Photo, Key: "p"}, {Kind: telegram.Video, Key: "v"}}}},
		"a place": {flow.Send{Post: flow.Post{Place: &flow.Venue{Point: flow.Point{Latitude: 1, Longitude: 2}, Title: "t", Address: "a"}}},
			outbox.Message{Place: &telegram.Venue{Location: telegram.Location{Latitude: 1, Longitude: 2}, Title: "t", Address: "a"}}},
		"a contact": {flow.Send{Post: flow.Post{Contact: &flow.Card{Phone: "+7", FirstName: "A", LastName: "B"}}},
			outbox.Message{Contact: &telegram.Contact{PhoneNumber: "+7", FirstName: "A", LastName: "B"}}},
		"a keyboard taken away": {flow.DropKeyboard{Message: 5}, outbox.Message{Unkey: 5}},
		"a question": {flow.AskChannel{Call: flow.Call{Run: 8, Generation: 2}, Channel: "@news"},
			outbox.Message{Ask: &outbox.Question{Channel: "@news", Run: 8, Generation: 2}}},
	} {
		got, ok := messageOf(test.effect, mini)
		if diff := cmp.Diff(test.want, got); !ok || diff != "" {
			t.Errorf("%s: message = %t (-want +got):\n%s", name, ok, diff)
		}
	}
	for _, effect := range []flow.Effect{flow.StartTimer{}, flow.CancelTimer{}, flow.Send{}, flow.NotifyTeam{Text: "x"}} {
		if got, ok := messageOf(effect, mini); ok {
			t.Errorf("message of %T = %+v, want none", effect, got)
		}
	}
}

// A page cannot be opened while Telegram takes no Mini App of the bot's.
func TestButtonsOfPagesNeedTheApp(t *testing.T) {
	t.Parallel()
	post := flow.Post{Text: "hi", Inline: [][]flow.Button{{{Label: "A", Data: "1:a"}, {Label: "C", Page: "home"}}, {{Label: "D", Page: "more"}}}}
	got, _ := messageOf(flow.Send{Post: post}, "")
	if diff := cmp.Diff(inlineOf(telegram.InlineButton{Text: "A", CallbackData: "1:a"}), got.Markup); diff != "" {
		t.Errorf("buttons without an app (-want +got):\n%s", diff)
	}
}

func TestClassesOfEvents(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind int16
		age  float64
		want outbox.Class
	}{
		{kindUpdate, 1, outbox.Prompt}, {kindUpdate, 61, outbox.Late}, {kindAnswer, 1, outbox.Prompt},
		{kindTimer, 1, outbox.Notice}, {kindTimer, 100, outbox.Notice},
	} {
		e := &event{WaitingEventsRow: db.WaitingEventsRow{Kind: test.kind, AgeSeconds: test.age}}
		if got := classOf(e); got != test.want {
			t.Errorf("class of kind %d after %v s = %d, want %d", test.kind, test.age, got, test.want)
		}
	}
}
