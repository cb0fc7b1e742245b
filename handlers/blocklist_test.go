package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// listDraft has a block with a list that its form does not edit.
const listDraft = `{"version":1,"pages":[{"id":"home","title":"Menu","blocks":[
	{"id":"faq","kind":"faq","title":"Questions","items":[{"title":"When?","text":"Always"},{"title":"Where?","text":"Here"}]},
	{"id":"until","kind":"countdown","until":"2026-12-31T20:00"}]}],"scenarios":[]}`

// TestListsSurviveSaving: what a form does not show stays as it is.
func TestListsSurviveSaving(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.put(home+"/draft", listDraft).wants(http.StatusOK)
	w.post(page+"/blocks/faq", "f-title", "Asked often").wants(http.StatusSeeOther)
	for _, want := range []string{"Asked often", "When?", "Always", "Where?", "Here"} {
		if draft := w.get(home + "/draft").body; !strings.Contains(draft, want) {
			t.Errorf("the draft after saving has no %q: %s", want, draft)
		}
	}
	w.get(page + "?block=until").has("#form-until [name=f-until][type=datetime-local][value='2026-12-31T20:00']")
}

// TestOnlyWhatCanBeFinishedIsOffered: every block that the palette inserts can

func TestOnlyWhatCanBeFinishedIsOffered(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	palette := w.get(page + "?insert=0")
	for _, kind := range []string{"heading", "text", "image", "button", "contacts", "map", "quote", "countdown", "divider", "order"} {
		palette.has("#palette button[value=" + kind + "]")
	}
	if first := palette.find("#palette button[name=kind]").First().AttrOr("value", ""); first != "heading" {
		t.Errorf("the palette begins with %q, want what pages begin with", first)
	}
	for _, kind := range []string{"faq", "gallery", "links", "form", "products"} {
		if palette.find("#palette button[value="+kind+"]").Length() != 0 {
			t.Errorf("the palette offers %s", kind)
		}
	}
}
