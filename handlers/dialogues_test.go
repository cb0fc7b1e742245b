package handlers

import (
	"strings"
	"testing"
)

// kept is the address of a conversation that was kept: somebody books a table.
func (w *browser) kept(home string) string {
	w.t.Helper()
	w.get(home + "/chat").wants(200)
	w.presses(home, "Book")
	w.post(home+"/chat/messages", "text", "4").wants(303)
	w.post(home + "/chat/skips").wants(303)
	w.post(home+"/dialogues", "title", "Booking").goesTo(home + "/dialogues")
	return w.get(home+"/dialogues").has("#dialogues .badge-live").find("#dialogues a").AttrOr("href", "")
}

func TestDialogueIsKeptAndCompared(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	at := w.kept(home)
	page := w.get(at).wants(200)
	if n := page.find("#turns > li").Length(); n != 4 {
		t.Errorf("%d turns, want 4", n)
	}
	w.get(home + "/releases/new").wants(200)
	w.drafts(home, strings.Replace(talkDraft, `"Thank you"`, `"Thanks a lot"`, 1))
	page = w.get(at).has("#turn-2.dialogue-differs").has("#accept")
	sides := page.find("#turn-2 .dialogue-sides > section")
	if was, now := sides.Eq(0).Text(), sides.Eq(1).Text(); !strings.Contains(was, "Thank you") || !strings.Contains(now, "Thanks a lot") {
		t.Errorf("was %q, now %q, want both answers", was, now)
	}
	if n := page.find(".dialogue-differs").Length(); n != 1 {
		t.Errorf("%d turns differ, want 1", n)
	}
	w.get(home + "/dialogues").has("#dialogues .badge-bad")
	w.get(home + "/releases/new").has(`#otherwise a[href="` + at + `"]`)
	w.post(at).goesTo(at)
	if n := w.get(home + "/releases/new").find("#otherwise").Length(); n != 0 {
		t.Error("what was accepted is still warned of")
	}
	w.post(at + "/removal").goesTo(home + "/dialogues")
	w.get(at).wants(404)
}

func TestBrokenDialogueStopsNoPublication(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.get(home + "/chat").wants(200)
	w.post(home + "/dialogues").wants(303)
	w.drafts(home, strings.Replace(uniqueDraft, `"media":"{key}","alt":"Bread"`, `"media":"","alt":"Bread"`, 1))
	page := w.get(home + "/releases/new").has("#otherwise")
	if words := page.find("#otherwise").Text(); !strings.Contains(words, "1 kept conversation") {
		t.Errorf("the warning = %q", words)
	}
}

func TestWhatCannotBeRepeatedIsNotKept(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.get(home + "/chat").wants(200)
	w.drafts(home, strings.Replace(talkDraft, "What?", "Pardon?", 1))
	w.post(home+"/dialogues", "title", "x").goesTo(home + "/chat")
	w.get(home + "/chat").has("#toast")
	if n := w.get(home + "/dialogues").find("#dialogues li").Length(); n != 0 {
		t.Errorf("%d kept, want none of a bot that has changed", n)
	}
	w.post(home+"/chat/beginnings", "who", "new").wants(303)
	w.post(home+"/dialogues", "title", "").goesTo(home + "/dialogues")
	if title := w.get(home + "/dialogues").find("#dialogues a").Text(); !strings.Contains(title, "/start") {
		t.Errorf("title = %q, want what was done", title)
	}
}
