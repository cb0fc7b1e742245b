package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestFilesOfAProject(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.get(home + "/files").wants(http.StatusOK).has("#no-files")
	w.uploadNamed(home+"/files", "file", "view.png", picture(t, 60, 40)).goesTo(home + "/files")
	w.uploadNamed(home+"/files", "file", "menu.pdf", []byte("%PDF-1.4 menu")).goesTo(home + "/files")
	w.uploadNamed(home+"/files", "file", "empty.pdf", nil).wants(http.StatusUnprocessableEntity).has("#upload-mistake .mistake")
	page := w.get(home + "/files").wants(http.StatusOK)
	if got := page.find("#files li").Length(); got != 2 {
		t.Fatalf("files = %d, want 2", got)
	}
	form := page.find("#files form:has([name=alt])")
	w.post(form.AttrOr("action", ""), "alt", "  The window seat  ").goesTo(home + "/files")
	if alt := w.get(home+"/files").find("#files img").AttrOr("alt", ""); alt != "The window seat" {
		t.Errorf("alt = %q, want what was typed", alt)
	}
	own := w.get(home + "/bot/scenarios/s1?step=t1").find(".own-file").Text()
	if !strings.Contains(own, "The window seat") || !strings.Contains(own, "menu.pdf") {
		t.Errorf("files to choose from = %q, want both by their names", own)
	}
	other := b.signedUp(t, "boris@example.org")
	other.post(form.AttrOr("action", ""), "alt", "x").wants(http.StatusNotFound)
	w.post(home+"/files/none", "alt", "x").wants(http.StatusNotFound)
}
