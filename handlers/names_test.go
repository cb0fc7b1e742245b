package handlers

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// TestAFormMakesOneProject sends a form several times at once, as an impatient
// finger does.
func TestAFormMakesOneProject(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	key := w.get("/projects/new").find("input[name=form]").AttrOr("value", "")
	if len(key) < 16 || key == w.get("/projects/new").find("input[name=form]").AttrOr("value", "") {
		t.Fatalf("key of the form = %q, want one of its own each time", key)
	}
	var at [4]string
	var sent sync.WaitGroup
	for i := range at {
		sent.Go(func() {
			at[i] = w.post("/projects", "name", "Café", "form", key).Header.Get("Location")
		})
	}
	sent.Wait()
	for _, path := range at {
		if path == "" || path != at[0] {
			t.Errorf("the form led to %q, want one project", at)
		}
	}
	if other := w.post("/projects", "name", "Bar", "form", key).wants(http.StatusSeeOther).Header.Get("Location"); other == at[0] {
		t.Errorf("another name led to %s as well", other)
	}
	stranger := b.signedUp(t, "ivan@example.org")
	if other := stranger.post("/projects", "name", "Café", "form", key).wants(http.StatusSeeOther).Header.Get("Location"); other == at[0] {
		t.Error("somebody else's form led to the same project")
	}
	if first, second := w.newProject("Twin"), w.newProject("Twin"); first == second {
		t.Error("without a key two are made one")
	}
}

// TestNamesAreWhatTheyLookLike types names with what nobody sees.
func TestNamesAreWhatTheyLookLike(t *testing.T) {
	t.Parallel()
	w := setup(t).signedUp(t, "anna@example.org")
	for _, unseen := range []string{"\u202e", "\u200b\u2060", "\x1b", "\ufeff \u200d"} {
		w.post("/projects", "name", unseen).wants(http.StatusUnprocessableEntity)
	}
	home := w.newProject("Cafe\u0301 \u202eПар\u200b")
	if got := w.get(home).find("h1").Text(); got != "Café Пар" {
		t.Errorf("the name = %q, want Café Пар", got)
	}
	w.post(home+"/pages", "title", "\u202e").wants(http.StatusUnprocessableEntity)
	w.post(home+"/pages", "title", "Me\u202enu").wants(http.StatusSeeOther)
	if got := w.get(home + "/pages/home").find(".tabs").Text(); !strings.Contains(got, "Menu") {
		t.Errorf("the tabs %q lack Menu", got)
	}
	w.post(home+"/removal", "name", "Cafe").wants(http.StatusUnprocessableEntity)
	w.post(home+"/removal", "name", " Cafe\u0301  Пар").wants(http.StatusSeeOther)
}
