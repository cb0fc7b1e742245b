package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestDraftLinkIsShownOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w, screen := s.browsers["owner"], "/projects/"+s.ids["owner's"]+"/testers"
	if got := w.get(screen).wants(http.StatusOK).find("#link").Length(); got != 0 {
		t.Fatalf("links before one is made = %d, want 0", got)
	}
	made := w.post(screen).wants(http.StatusCreated)
	link := made.find("#link").AttrOr("value", "")
	code, found := strings.CutPrefix(link, "https://t.me/cafe_bot?start=draft-")
	if !found || len(code) != 43 {
		t.Fatalf("link = %q, want one of the bot with a code of 43 characters", link)
	}
	if src := made.find("#draft-code").AttrOr("src", ""); !strings.HasPrefix(src, "data:image/png;base64,") {
		t.Errorf("picture = %.40q, want a code to be scanned", src)
	}
	again := w.get(screen).wants(http.StatusOK)
	if strings.Contains(again.body, code) || again.find("#withdraw-link").Length() != 1 {
		t.Errorf("the screen afterwards has the code, or no way to withdraw it: %s", again.find("#draft-link").Text())
	}
	w.post(screen + "/link/removal").goesTo(screen)
	w.post(screen + "/link/removal").wants(http.StatusNotFound)
	if got := w.get(screen).find("#withdraw-link").Length(); got != 0 {
		t.Errorf("ways to withdraw what is withdrawn = %d, want 0", got)
	}
	if log := w.get("/projects/" + s.ids["owner's"] + "/audit").wants(http.StatusOK).find("main").Text(); strings.Contains(log, code) || !strings.Contains(log, "Link to the draft") {
		t.Errorf("log = %q, want that a link was made, without its code", log)
	}
}

func TestTesterIsRemoved(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w, screen := s.browsers["owner"], "/projects/"+s.ids["owner's"]+"/testers"
	w.get(screen).wants(http.StatusOK).has("#remove-77")
	for _, id := range []string{"x", "78", "99999999999999999999"} {
		w.post(screen + "/" + id + "/removal").wants(http.StatusNotFound)
	}
	w.post(screen + "/77/removal").goesTo(screen)
	w.post(screen + "/77/removal").wants(http.StatusNotFound)
	w.get(screen).wants(http.StatusOK).has("#no-testers")
}

func TestDraftLinkNeedsABot(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.get(home + "/testers").wants(http.StatusOK).has("#no-bot")
	w.post(home + "/testers").wants(http.StatusUnprocessableEntity).has("#no-bot")
}
