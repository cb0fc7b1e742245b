package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"botyard/miniapp"
)

// listDraft has a block with a list.
const listDraft = `{"version":1,"pages":[{"id":"home","title":"Menu","blocks":[
	{"id":"faq","kind":"faq","title":"Questions","items":[{"title":"When?","text":"Always"},{"title":"Where?","text":"Here"}]},
	{"id":"until","kind":"countdown","until":"2026-12-31T20:00"}]}],"scenarios":[]}`

// TestListsSurviveSaving: a program that sends no list changes none.
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

// TestEveryKindCanBeFinished: the palette offers every kind, and the forms of
// those that it inserts have a control for all that must be given.
// TestAFullListSaysSo: nothing broke, and one can go on elsewhere.
func TestAFullListSaysSo(t *testing.T) {
	t.Parallel()
	w := setup(t).signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	var blocks, steps []string
	for n := range 200 {
		blocks = append(blocks, fmt.Sprintf(`{"id": "b%d", "kind": "heading", "text": "x"}`, n))
		steps = append(steps, fmt.Sprintf(`{"id": "t%d", "kind": "message", "text": "x"}`, n))
	}
	w.put(home+"/draft", fmt.Sprintf(`{"version": 1, "pages": [{"id": "home", "title": "Home", "blocks": [%s]}],
		"scenarios": [{"id": "s1", "title": "Start", "triggers": [{"kind": "command", "command": "start"}], "steps": [%s]}]}`,
		strings.Join(blocks, ","), strings.Join(steps, ","))).wants(http.StatusOK)
	for _, a := range []*answer{
		w.post(home+"/pages/home/blocks", "kind", "heading", "at", "0"),
		w.post(home + "/pages/home/blocks/b7/copies"),
		w.post(home+"/bot/scenarios/s1/steps", "kind", "message", "list", "", "before", ""),
		w.post(home + "/bot/scenarios/s1/steps/t7/copies"),
	} {
		a.wants(http.StatusUnprocessableEntity)
		if got := a.find("main").Text(); !strings.Contains(got, "No more fits here") {
			t.Errorf("a full list says %q, want that no more fits", got)
		}
	}
}

func TestEveryKindCanBeFinished(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	palette := w.get(page + "?insert=0")
	if first := palette.find("#palette button[name=kind]").First().AttrOr("value", ""); first != "heading" {
		t.Errorf("the palette begins with %q, want what pages begin with", first)
	}
	for i, kind := range miniapp.Kinds.Kinds() {
		palette.has("#palette button[value=" + kind.Name + "]")
		block := fmt.Sprint("b", i+3)
		w.post(page+"/blocks", "kind", kind.Name, "at", "0").goesTo(page + "?block=" + block + "&focus=first#block-" + block)
		open := w.get(page + "?block=" + block).wants(http.StatusOK)
		for _, f := range kind.Fields {
			if f.Required {
				open.has("#form-" + block + " [name='f-" + f.Name + "']")
			}
		}
	}
}

// filled is what a browser sends of a form as it stands.
func filled(a *answer, selector string) (pairs []string) {
	for _, control := range a.find(selector).Find("input, textarea, select").EachIter() {
		kind := control.AttrOr("type", "")
		_, ticked := control.Attr("checked")
		value := control.AttrOr("value", "")
		switch {
		case kind == "file" || kind == "checkbox" && !ticked:
			continue
		case control.Is("textarea"):
			value = control.Text()
		case control.Is("select"):
			value = control.Find("option[selected]").AttrOr("value", control.Find("option").AttrOr("value", ""))
		}
		pairs = append(pairs, control.AttrOr("name", ""), value)
	}
	return pairs
}

// texts are the values of the controls whose names end so, in their order.
func texts(a *answer, block, end string) string {
	var all []string
	for _, in := range a.find("#form-" + block + " [name$='" + end + "']").EachIter() {
		all = append(all, in.AttrOr("value", in.Text()))
	}
	return strings.Join(all, " ")
}

func TestRowsAreAddedMovedAndRemoved(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.put(home+"/draft", listDraft).wants(http.StatusOK)
	screen := page + "?block=faq"
	pressed := func(row string, pairs ...string) *answer {
		t.Helper()
		form := filled(w.get(screen), "#form-faq")
		for i := 0; i+1 < len(form); i += 2 {
			for j := 0; j+1 < len(pairs); j += 2 {
				if form[i] == pairs[j] {
					form[i+1] = pairs[j+1]
				}
			}
		}
		return w.post(page+"/blocks/faq/rows", append(form, "row", row)...)
	}
	a := w.get(pressed("add items 0", "f-items.0.title", "Typed just now").wants(http.StatusSeeOther).Header.Get("Location"))
	a.has("[name='f-items.2.title'][data-focus]")
	if got := texts(a, "faq", ".title"); got != "Typed just now Where? " {
		t.Errorf("questions after adding = %q", got)
	}
	a = w.get(pressed("up items 1").wants(http.StatusSeeOther).Header.Get("Location")).has("#row-faq-items-0-down[data-focus]")
	if got := texts(a, "faq", ".title"); got != "Where? Typed just now " {
		t.Errorf("questions after moving = %q", got)
	}
	pressed("down items 2").wants(http.StatusSeeOther)
	a = w.get(pressed("remove items 1").wants(http.StatusSeeOther).Header.Get("Location"))
	if got := texts(a, "faq", ".title"); got != "Where? " {
		t.Errorf("questions after removing = %q", got)
	}
	for _, row := range []string{"up items 9", "up items -1", "add other 0", "add title 0", "turn items 0", "up items", "up items x"} {
		pressed(row).wants(http.StatusUnprocessableEntity)
	}
	form := filled(w.get(screen), "#form-faq")
	w.post(page+"/blocks/faq", form...).wants(http.StatusUnprocessableEntity).has("#b-faq-items-1-title[aria-invalid=true]")
	w.typing().post(page+"/blocks/faq", form...).wants(http.StatusOK)
}

// TestFieldsOfFormsHaveNamesOfTheirOwn: nobody types them, none is there twice.
func TestFieldsOfFormsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.post(page+"/blocks", "kind", "form", "at", "0").goesTo(page + "?block=b3&focus=first#block-b3")
	for _, row := range []string{"add fields 0", "add fields 0", "remove fields 0", "add fields 0"} {
		w.post(page+"/blocks/b3/rows", append(filled(w.get(page+"?block=b3"), "#form-b3"), "row", row)...).wants(http.StatusSeeOther)
	}
	a := w.get(page + "?block=b3").has("[data-when=b-b3-fields-0-type][data-when-is=choice]")
	if got := texts(a, "b3", ".id"); got != "f2 f3" {
		t.Errorf("names of the fields = %q, want f2 f3", got)
	}
	if draft := w.get(home + "/draft").body; !strings.Contains(draft, `"id":"f3"`) {
		t.Errorf("the draft %s lacks the new field", draft)
	}
}

func TestPicturesOfRows(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	w.post(page+"/blocks", "kind", "gallery", "at", "0").goesTo(page + "?block=b3&focus=first#block-b3")
	w.post(page+"/blocks/b3/rows", append(filled(w.get(page+"?block=b3"), "#form-b3"), "row", "add items 0")...).wants(http.StatusSeeOther)
	w.get(page + "?block=b3").has("#upload-b3-items-0-media")
	w.upload(page+"/blocks/b3/pictures/items.0.media", "file", picture(t, 60, 40)).wants(http.StatusSeeOther)
	w.get(page + "?block=b3").has("#b-b3-items-0-media-field img")
	for _, field := range []string{"items.1.media", "items", "items.0.alt", "items.0", "media", "items.0.media.x"} {
		w.upload(page+"/blocks/b3/pictures/"+field, "file", picture(t, 60, 40)).wants(http.StatusNotFound)
	}
}

func TestGoodsAndCategoriesAreChosen(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.put(home+"/draft", shopDraft).wants(http.StatusOK)
	form := filled(w.get(page+"?block=p").has("#form-p input[type=checkbox][value=tea]"), "#form-p")
	w.post(page+"/blocks/p", append(form, "f-products", "tea", "f-products", "latte")...).wants(http.StatusSeeOther)
	w.get(page + "?block=p").has("#form-p input[value=tea][checked]").has("#form-p input[value=latte][checked]")
	unticked := filled(w.get(page+"?block=p"), "#form-p")
	for i := 0; i+1 < len(unticked); i += 2 {
		if unticked[i] == "f-products" {
			unticked[i+1] = ""
		}
	}
	w.post(page+"/blocks/p", unticked...).wants(http.StatusSeeOther)
	if w.get(page+"?block=p").find("#form-p input[checked]").Length() != 0 {
		t.Error("products are ticked after all were unticked")
	}
}
