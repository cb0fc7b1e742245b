package main

import (
	"strings"
	"testing"

	"botyard/internal/telegram/sim"
)

func TestMenusAreEditedInTheirPlace(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("menu_bot", startRuns(`
		{"id": "m1", "kind": "menu", "text": "Choose", "columns": "2", "answer": "here", "buttons": [
			{"id": "k1", "label": "Prices", "steps": [{"id": "t1", "kind": "message", "text": "From 5"}]},
			{"id": "k2", "label": "Way", "steps": [{"id": "t2", "kind": "place", "point": "55.75, 37.61", "title": "Cafe", "address": "Main street"}]},
			{"id": "k3", "label": "Site", "to": "https://example.org/"}]}`))
	anna := r.dialog(bot)
	menu := anna.asks("/start")
	if menu.Text != "Choose" || labels(menu) != "Prices Way\nSite" {
		t.Fatalf("menu = %q %q, want it with three buttons", menu.Text, labels(menu))
	}
	anna.presses(menu.ID, "Prices")
	answer := anna.becomes(menu.ID, "From 5")
	if !strings.Contains(labels(answer), "Back") {
		t.Fatalf("buttons = %q, want a way back", labels(answer))
	}
	anna.presses(menu.ID, "‹ Back")
	anna.becomes(menu.ID, "Choose")
	anna.presses(menu.ID, "Way")
	place := anna.reads()
	if place.Venue == nil || place.Venue.Title != "Cafe" || !strings.Contains(labels(place), "Back") {
		t.Fatalf("answer = %+v, want the place with a way back", place)
	}
	eventually(t, "the menu to lose its buttons", func() bool { return labels(anna.becomes(menu.ID, "Choose")) == "" })
	r.waitFor("the end of all that was sent", "NOT EXISTS (SELECT FROM outbox)")
	if got := r.logged(); got != "sent" {
		t.Errorf("outcomes = %q, want all sent", got)
	}
}

func TestAMenuWithAPictureIsEdited(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("gallery_bot", startRuns(`
		{"id": "m1", "kind": "menu", "text": "Choose", "columns": "1", "answer": "here", "media": [{"kind": "photo", "key": "PICTURE"}], "buttons": [
			{"id": "k1", "label": "File", "steps": [{"id": "t1", "kind": "message", "text": "Prices", "media": [{"kind": "file", "key": "FILE"}]}]},
			{"id": "k2", "label": "Words", "steps": [{"id": "t2", "kind": "message", "text": "Just words"}]}]}`))
	anna := r.dialog(bot)
	menu := anna.asks("/start")
	if len(menu.Photo) == 0 || menu.Caption != "Choose" || labels(menu) != "File\nWords" {
		t.Fatalf("menu = %+v, want a picture with buttons", menu)
	}
	anna.presses(menu.ID, "File")
	if file := anna.becomes(menu.ID, "Prices"); file.Document == nil || file.Photo != nil {
		t.Fatalf("in the menu's place = %+v, want the file", file)
	}
	anna.presses(menu.ID, "‹ Back")
	if again := anna.becomes(menu.ID, "Choose"); len(again.Photo) == 0 {
		t.Fatalf("in the file's place = %+v, want the menu", again)
	}
	anna.presses(menu.ID, "Words")
	if words := anna.reads(); words.Text != "Just words" {
		t.Errorf("answer = %+v, want a new message: a picture does not become words", words)
	}
}

func TestAMenuThatIsGoneIsSentAnew(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("stubborn_bot", startRuns(`
		{"id": "m1", "kind": "menu", "text": "Choose", "columns": "1", "answer": "here", "buttons": [
			{"id": "k1", "label": "Prices", "steps": [{"id": "t1", "kind": "message", "text": "From 5"}]}]}`))
	anna := r.dialog(bot)
	menu := anna.asks("/start")
	r.sim.Fault(sim.Fault{Bot: bot.ID, Method: "editMessageText", Kind: sim.FaultStatus, Code: 400, Description: "Bad Request: message can't be edited"})
	anna.presses(menu.ID, "Prices")
	if m := anna.reads(); m.Text != "From 5" {
		t.Fatalf("answer = %+v, want a new message", m)
	}
	eventually(t, "the old menu to lose its buttons", func() bool { return labels(anna.becomes(menu.ID, "Choose")) == "" })
}

func TestRatingsAreAnswered(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("rating_bot", startRuns(`
		{"id": "t1", "kind": "rating", "text": "How was it?", "good": "4", "field": "stars", "title": "Stars", "low": "Sorry", "high": "Thanks", "link": "https://example.org/review", "label": "Review"},
		{"id": "t2", "kind": "message", "text": ["Stars: ", {"var": "data:stars"}]}`))
	anna := r.dialog(bot)
	question := anna.asks("/start")
	anna.presses(question.ID, "5 ★")
	if m := anna.becomes(question.ID, "Thanks"); !strings.Contains(labels(m), "Review") {
		t.Errorf("buttons = %q, want the review", labels(m))
	}
	if m := anna.reads(); m.Text != "Stars: 5" {
		t.Errorf("after it = %q, want the stars", m.Text)
	}
}

func TestAButtonWithoutAnAnswerStartsAScenario(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("button_bot", `[
		{"id": "s1", "title": "Start", "triggers": [{"kind": "command", "command": "start"}], "steps": [
			{"id": "m1", "kind": "menu", "text": "Choose", "columns": "1", "answer": "new", "buttons": [{"id": "k1", "label": "Prices"}, {"id": "k2", "label": "Menu", "to": "page:home"}]}]},
		{"id": "s2", "title": "Prices", "triggers": [{"kind": "button", "button": "k1"}], "steps": [{"id": "t1", "kind": "message", "text": "From 5"}]}]`)
	anna := r.dialog(bot)
	menu := anna.asks("/start")
	app := menu.ReplyMarkup.InlineKeyboard[1][0].WebApp
	if app == nil || !strings.HasSuffix(app.URL, "?page=home") || !strings.HasPrefix(app.URL, r.url+"/m/") {
		t.Errorf("button of a page = %+v, want the Mini App", app)
	}
	anna.presses(menu.ID, "Prices")
	if m := anna.reads(); m.Text != "From 5" {
		t.Errorf("answer = %q, want the scenario", m.Text)
	}
}
