package flow

import (
	"os"
	"path/filepath"
	"testing"

	"botyard/internal/telegram"
)

// updateEvents are what the inbox makes of Telegram's updates, also of odd ones.
func updateEvents(t testing.TB) []Event {
	t.Helper()
	files, err := filepath.Glob("../telegram/testdata/updates/*.json")
	if err != nil || len(files) < 70 {
		t.Fatalf("found %d updates, want all: %v", len(files), err)
	}
	var events []Event
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		u, err := telegram.ParseUpdate(raw)
		if err != nil {
			continue
		}
		events = append(events, eventOf(&u))
	}
	return events
}

func eventOf(u *telegram.Update) Event {
	switch u.Kind() {
	case telegram.KindCallbackQuery:
		e := Event{Kind: Pressed, Button: u.CallbackQuery.Data}
		if m := u.CallbackQuery.Message; m != nil && m.Date != 0 {
			e.Under = Under{ID: m.ID, Media: len(m.Photo) > 0}
		}
		return e
	case telegram.KindMyChatMember:
		return Event{Kind: Joined}
	}
	e := Event{}
	m := u.AnyMessage()
	if m == nil {
		return e
	}
	if e.Text = m.Text; e.Text == "" {
		e.Text = m.Caption
	}
	if c := m.Contact; c != nil {
		e.Content.Contact = &Contact{Phone: c.PhoneNumber, FirstName: c.FirstName, LastName: c.LastName}
	}
	if p := m.Location; p != nil {
		e.Content.Place = &Point{p.Latitude, p.Longitude}
	}
	if n := len(m.Photo); n > 0 {
		e.Content.Files = append(e.Content.Files, File{Kind: "photo", ID: m.Photo[n-1].FileID})
	}
	if m.Document != nil {
		e.Content.Files = append(e.Content.Files, File{Kind: "file", ID: m.Document.FileID, Name: m.Document.FileName})
	}
	return e
}
