package handlers

import (
	"encoding/json"
	"strings"
	"testing"

	"botyard/internal/flow"
)

// askDraft asks something, and says something afterwards.
const askDraft = `{"version":1,"pages":[{"id":"home","title":"Home","blocks":[{"id":"b1","kind":"heading","text":"Hi"}]}],"scenarios":[
 {"id":"s1","title":"Start","triggers":[{"kind":"command","command":"start"}],"steps":[
  {"id":"t1","kind":"question","text":"How many?","type":"number","field":"f1","title":"Guests"},
  {"id":"t2","kind":"message","text":"Thank you"}]}]}`

func TestPeopleOnRemovedStepsAreToldAndMoved(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Par")
	w.drafts(home, askDraft)
	w.post(home + "/releases").goesTo(home + "/releases")
	for _, chat := range []int{5, 6} {
		_, err := b.Store.Pool.Exec(t.Context(), `INSERT INTO chats (project_id, chat_id, release, state) VALUES ($1, $2, 1,
			'{"version":1,"open":[{"run":1,"generation":1,"release":1,"step":"t1","on":"question","begun":"2026-11-30T09:00:00Z","since":"2026-11-30T09:00:00Z"}]}')`, number(t, home), chat)
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := w.get(home + "/releases/new").find("#standing").Length(); n != 0 {
		t.Error("nothing is removed, want no words of it")
	}
	w.drafts(home, strings.Replace(askDraft, `"id":"t1"`, `"id":"t9"`, 1))
	page := w.get(home + "/releases/new").has(`#standing #move-t1 option[value="t9"]`).has(`#move-t1 option[value=""][selected]`)
	if got := page.find("#standing").Text(); !strings.Contains(got, "2 people are here") || !strings.Contains(got, "Start · Question: How many?") {
		t.Errorf("who stands where = %q", got)
	}
	w.post(home+"/releases", "move-t1", "t9", "move-t2", "t9", "move-none", "gone").goesTo(home + "/releases")
	var raw []byte
	if err := b.Store.Pool.QueryRow(t.Context(), "SELECT moves FROM releases WHERE number = 2").Scan(&raw); err != nil {
		t.Fatal(err)
	}
	var moves flow.Moves
	if err := json.Unmarshal(raw, &moves); err != nil || len(moves) != 1 || moves["t1"] != "t9" {
		t.Errorf("moves = %s, %v, want t1 to t9 alone", raw, err)
	}
}

func TestVersionsTellWhatTheyChanged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Par")
	w.drafts(home, askDraft)
	w.post(home + "/releases").wants(303)
	w.drafts(home, strings.Replace(askDraft, "Thank you", "Thanks", 1))
	w.post(home + "/releases").wants(303)
	lists := w.get(home + "/releases").find(".version-what")
	if first, last := lists.Eq(0).Text(), lists.Eq(1).Text(); !strings.Contains(first, "Changed: Start") || !strings.Contains(last, "Added: Home") {
		t.Errorf("what versions changed = %q, %q", first, last)
	}
}
