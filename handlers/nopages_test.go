package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// TestAProjectWithoutPages asks for the title of the first, and asks again.
func TestAProjectWithoutPages(t *testing.T) {
	t.Parallel()
	w := setup(t).signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.put(home+"/draft", `{"version":1,"pages":[],"scenarios":[],"catalog":{"currency":"RUB"}}`).wants(http.StatusOK)
	w.get(home + "/pages").wants(http.StatusOK).has("#title")
	for _, title := range []string{"", strings.Repeat("x", 81)} {
		w.post(home+"/pages", "title", title).wants(http.StatusUnprocessableEntity).value("#title", title).has("#title[aria-invalid=true]")
	}
	w.post(home+"/pages", "title", "Menu").goesTo(home + "/pages/menu")
	w.get(home + "/pages/menu").wants(http.StatusOK).has("h1")
}

// TestEmptyProjectsScreensSayWhatToDo: a project with nothing in it has no
// screen without a word, and each leads on.
func TestEmptyProjectsScreensSayWhatToDo(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w := s.browsers["stranger"]
	home := "/projects/" + s.ids["stranger's"]
	w.put(home+"/draft", `{"version":1,"pages":[],"scenarios":[],"catalog":{"currency":"RUB"}}`).wants(http.StatusOK)
	for _, l := range []string{"ru", "en"} {
		w.post("/account", "language", l, "theme", "").wants(http.StatusSeeOther)
		for path, next := range map[string]string{
			"": "a[href]", "/bot": "#goal-blank, a[href*='add']", "/bot/map": "a[href]", "/catalog": "a[href$='/catalog/new']", "/orders": "a[href], p", "/releases": "a[href$='/releases/new'], p",
			"/releases/new": "a[href]", "/dialogues": "a[href$='/chat']", "/chat": "form", "/audit": "p", "/secrets": "form", "/card": "form", "/settings": "form", "/more": "a[href]",
		} {
			a := w.get(home + path).wants(http.StatusOK)
			if a.find("main").Find(next).Length() == 0 {
				t.Errorf("%s in %s has no %s in %q", path, l, next, strings.Join(strings.Fields(a.find("main").Text()), " "))
			}
		}
	}
}
