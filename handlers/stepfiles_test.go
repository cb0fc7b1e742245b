package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// stepWithFiles is a project with a message, its screen, and the address to
// which files of it are sent.
func stepWithFiles(t *testing.T) (w *browser, home, screen, files string) {
	t.Helper()
	b := setup(t)
	w = b.signedUp(t, "anna@example.org")
	home = w.newProject("Café")
	step := home + "/bot/scenarios/s1"
	return w, home, step + "?step=t1", step + "/steps/t1/files"
}

// rows are the files of the step as the screen shows them.
func fileRows(a *answer) (kinds, names []string) {
	for _, row := range a.find("#s-t1-media-field .rows-row").EachIter() {
		kinds = append(kinds, row.Find("select option[selected]").AttrOr("value", ""))
		names = append(names, strings.TrimSpace(row.Find(".file-row > .clip").Text()))
	}
	return kinds, names
}

func TestFilesOfAStep(t *testing.T) {
	t.Parallel()
	w, home, screen, files := stepWithFiles(t)
	mp4 := append([]byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"), make([]byte, 600)...)
	ogg := append([]byte("OggS\x00\x02"), make([]byte, 600)...)
	for _, f := range []struct {
		name string
		body []byte
	}{{"view.png", picture(t, 60, 40)}, {"clip.mp4", mp4}, {"voice.oga", ogg}, {"menu.pdf", []byte("%PDF-1.4 menu")}} {
		w.uploadNamed(files, "file", f.name, f.body).wants(http.StatusSeeOther)
	}
	kinds, names := fileRows(w.get(screen).wants(http.StatusOK))
	if got, want := strings.Join(kinds, " "), "photo video voice file"; got != want {
		t.Errorf("kinds = %q, want %q", got, want)
	}
	if got, want := strings.Join(names[1:], " "), "clip.mp4 voice.oga menu.pdf"; got != want {
		t.Errorf("names = %q, want %q", got, want)
	}
	own := w.get(screen).find("#s-t1-media-field .own-file")
	if own.Length() != 4 {
		t.Errorf("files to choose from = %d, want 4", own.Length())
	}
	w.post(home+"/bot/scenarios/s1/steps/t1", "remove", "media.0", "f.text", "Hello",
		"f.media.0.kind", "photo", "f.media.0.key", "x", "f.media.1.kind", "file", "f.media.1.key", strings.Repeat("a", 48)).wants(http.StatusSeeOther)
	if kinds, _ := fileRows(w.get(screen)); strings.Join(kinds, " ") != "file" {
		t.Errorf("kinds after a removal = %q, want the other one", kinds)
	}
	w.post(files+"/chosen", "key", own.First().AttrOr("value", "")).wants(http.StatusSeeOther)
	if kinds, _ := fileRows(w.get(screen)); len(kinds) != 2 {
		t.Errorf("kinds after one was chosen = %q, want two", kinds)
	}
}

func TestFilesThatAStepDoesNotTake(t *testing.T) {
	t.Parallel()
	w, home, screen, files := stepWithFiles(t)
	for name, body := range map[string][]byte{"empty.pdf": nil, "broken.png": []byte("\x89PNG\r\n\x1a\nno picture")} {
		if words := w.uploadNamed(files, "file", name, body).wants(http.StatusUnprocessableEntity).find("#s-t1-media-mistake").Text(); strings.TrimSpace(words) == "" {
			t.Errorf("%s: nothing is said at the field", name)
		}
	}
	for range mostFiles {
		w.uploadNamed(files, "file", "menu.pdf", []byte("%PDF-1.4 menu")).wants(http.StatusSeeOther)
	}
	w.uploadNamed(files, "file", "menu.pdf", []byte("%PDF-1.4 menu")).wants(http.StatusUnprocessableEntity)
	if kinds, _ := fileRows(w.get(screen)); len(kinds) != mostFiles {
		t.Errorf("files = %d, want %d", len(kinds), mostFiles)
	}
	w.post(files+"/chosen", "key", "none").wants(http.StatusNotFound)
	w.uploadNamed(home+"/bot/scenarios/s1/steps/none/files", "file", "stray.pdf", []byte("%PDF")).wants(http.StatusNotFound)
	if kept := w.get(home + "/files").find("#files").Text(); strings.Contains(kept, "stray.pdf") {
		t.Error("a file for a step that is not there is kept")
	}
}
