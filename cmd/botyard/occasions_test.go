package main

import (
	"strings"
	"testing"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

func TestContactsAreGivenAndTaken(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("phone_bot", startRuns(`
		{"id": "t1", "kind": "contact", "phone": "+7 900 000-00-00", "first_name": "Cafe"},
		{"id": "t2", "kind": "question", "text": "Your phone?", "type": "phone", "field": "phone", "cancel": true},
		{"id": "t3", "kind": "message", "text": ["Noted: ", {"var": "data:phone"}]}`))
	anna := r.dialog(bot)
	card := anna.asks("/start")
	if card.Contact == nil || card.Contact.FirstName != "Cafe" {
		t.Fatalf("first message = %+v, want the card", card)
	}
	if m := anna.reads(); m.Text != "Your phone?" {
		t.Fatalf("second message = %+v, want the question", m)
	}
	view, err := anna.visitor.View(bot.ID)
	if err != nil || view.Keyboard == nil || !view.Keyboard.Keyboard[0][0].RequestContact {
		t.Fatalf("keyboard = %+v, %v, want one that asks for the contact", view.Keyboard, err)
	}
	if _, err := anna.visitor.SendContact(bot.ID, "79001234567"); err != nil {
		t.Fatal(err)
	}
	if m := anna.reads(); m.Text != "Noted: +79001234567" {
		t.Errorf("answer = %q, want the number", m.Text)
	}
	if view, err = anna.visitor.View(bot.ID); err != nil || view.Keyboard != nil {
		t.Errorf("keyboard = %+v, %v, want none any more", view.Keyboard, err)
	}
}

func TestWhatPeopleSendStartsScenarios(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	var scenarios []string
	for _, content := range []string{"contact", "location", "photo", "video", "voice", "file"} {
		scenarios = append(scenarios, `{"id": "s-`+content+`", "title": "x", "triggers": [{"kind": "content", "content": "`+content+`"}],
			"steps": [{"id": "t-`+content+`", "kind": "message", "text": "a `+content+`"}]}`)
	}
	_, bot := r.sending("hearing_bot", `[`+strings.Join(scenarios, ",")+`]`)
	anna := r.dialog(bot)
	for content, send := range map[string]func() error{
		"contact":  func() error { _, err := anna.visitor.SendContact(bot.ID, "7900"); return err },
		"location": func() error { _, err := anna.visitor.SendLocation(bot.ID, telegram.Location{Latitude: 1}); return err },
		"photo":    func() error { _, err := anna.visitor.SendPhoto(bot.ID, "a.png", pictureOf(t, 9), "look"); return err },
		"video": func() error {
			_, err := anna.visitor.SendFile(bot.ID, "video", "a.mp4", []byte("film"), "")
			return err
		},
		"voice": func() error { _, err := anna.visitor.SendFile(bot.ID, "voice", "a.ogg", []byte("hm"), ""); return err },
		"file": func() error {
			_, err := anna.visitor.SendFile(bot.ID, "document", "a.pdf", []byte("x"), "")
			return err
		},
	} {
		if err := send(); err != nil {
			t.Fatal(err)
		}
		if m := anna.reads(); m.Text != "a "+content {
			t.Errorf("answer to a %s = %q", content, m.Text)
		}
	}
}

func TestPeopleComeAndComeBack(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("welcoming_bot", `[
		{"id": "s1", "title": "New", "triggers": [{"kind": "joined", "what": "subscribed"}], "steps": [{"id": "t1", "kind": "message", "text": "Welcome"}]},
		{"id": "s2", "title": "Back", "triggers": [{"kind": "joined", "what": "came_back"}], "steps": [{"id": "t2", "kind": "message", "text": "Welcome back"}]},
		{"id": "s3", "title": "Start", "triggers": [{"kind": "command", "command": "start"}], "steps": [{"id": "t3", "kind": "message", "text": "Hello"}]}]`)
	anna := r.dialog(bot)
	first, second := anna.asks("/start"), anna.reads()
	if first.Text != "Welcome" || second.Text != "Hello" {
		t.Fatalf("answers to the first words = %q, %q, want both", first.Text, second.Text)
	}
	if err := anna.visitor.Block(bot.ID); err != nil {
		t.Fatal(err)
	}
	if err := anna.visitor.Unblock(bot.ID); err != nil {
		t.Fatal(err)
	}
	if m := anna.reads(); m.Text != "Welcome back" {
		t.Errorf("answer to who came back = %q", m.Text)
	}
}

func TestChannelsAreAskedWhoIsSubscribed(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("gate_bot", startRuns(`
		{"id": "t1", "kind": "subscribed", "channel": "@the_news",
			"yes": [{"id": "t2", "kind": "message", "text": "Come in"}], "no": [{"id": "t3", "kind": "message", "text": "Subscribe first"}]}`))
	anna := r.dialog(bot)
	if m := anna.asks("/start"); m.Text != "Come in" {
		t.Errorf("answer while the channel does not tell = %q, want that nobody is kept out", m.Text)
	}
	r.sim.AddChannel(telegram.Chat{Username: "the_news", Title: "News"}, bot.ID)
	if m := anna.asks("/start"); m.Text != "Subscribe first" {
		t.Errorf("answer to a stranger = %q", m.Text)
	}
	if err := anna.visitor.Subscribe("@the_news", true); err != nil {
		t.Fatal(err)
	}
	if m := anna.asks("/start"); m.Text != "Come in" {
		t.Errorf("answer to a subscriber = %q", m.Text)
	}
	r.waitFor("the end of the questions", "NOT EXISTS (SELECT FROM outbox)")
	if got := r.logged(); got != "sent" {
		t.Errorf("outcomes = %q, want that questions are no messages", got)
	}
}

func TestStepsThatLeadElsewhere(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("leading_bot", `[
		{"id": "s1", "title": "Start", "triggers": [{"kind": "command", "command": "start"}], "steps": [
			{"id": "t1", "kind": "random", "ways": [
				{"share": 1, "steps": [{"id": "t2", "kind": "message", "text": "Heads"}]},
				{"share": 0, "steps": [{"id": "t3", "kind": "message", "text": "Tails"}]}]},
			{"id": "t4", "kind": "goto", "to": "scenario:s2"},
			{"id": "t5", "kind": "message", "text": "Never"}]},
		{"id": "s2", "title": "End", "triggers": [{"kind": "keyword", "words": ["end"]}], "steps": [
			{"id": "t6", "kind": "message", "text": "There"}, {"id": "t7", "kind": "end"}, {"id": "t8", "kind": "message", "text": "Never"}]}]`)
	anna := r.dialog(bot)
	for i, text := range []string{"/start", "end"} {
		if _, err := anna.visitor.Send(bot.ID, text); err != nil {
			t.Fatal(err)
		}
		for _, want := range [][]string{{"Heads", "There"}, {"There"}}[i] {
			if m := anna.reads(); m.Text != want {
				t.Errorf("answer to %s = %q, want %q", text, m.Text, want)
			}
		}
	}
}

func TestPlacesAndAlbumsAreAskedFor(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("asking_files_bot", startRuns(`
		{"id": "t1", "kind": "question", "text": "Where?", "type": "location", "field": "place"},
		{"id": "t2", "kind": "question", "text": "Photos?", "type": "file", "field": "photos"},
		{"id": "t3", "kind": "message", "text": ["At ", {"var": "data:place"}, " ", {"var": "data:photos"}]}`))
	anna := r.dialog(bot)
	anna.asks("/start")
	view, err := anna.visitor.View(bot.ID)
	if err != nil || view.Keyboard == nil || !view.Keyboard.Keyboard[0][0].RequestLocation {
		t.Fatalf("keyboard = %+v, %v, want one that asks for the place", view.Keyboard, err)
	}
	if _, err := anna.visitor.SendLocation(bot.ID, telegram.Location{Latitude: 55.75, Longitude: 37.62}); err != nil {
		t.Fatal(err)
	}
	if m := anna.reads(); m.Text != "Photos?" {
		t.Fatalf("second question = %q", m.Text)
	}
	photos := []sim.Upload{{Name: "a.png", Data: pictureOf(t, 1)}, {Name: "b.png", Data: pictureOf(t, 2)}, {Name: "c.png", Data: pictureOf(t, 3)}}
	if _, err := anna.visitor.SendAlbum(bot.ID, photos, "these"); err != nil {
		t.Fatal(err)
	}
	if m := anna.reads(); m.Text != "At 55.750000,37.620000 📎 3" {
		t.Errorf("answer to an album = %q, want that it was one answer of three", m.Text)
	}
}
