package handlers

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestPublishing(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	path := home + "/releases"
	w.get(path).wants(http.StatusOK).has("#first-version")
	w.get("/s/caf").wants(http.StatusNotFound)
	if got := w.get(path + "/new").find(".changes li").Length(); got < 3 {
		t.Errorf("the first version has %d changes, want the answers and the page", got)
	}
	w.post(path).goesTo(path)
	w.post(path).goesTo(path)
	if got := w.get(path).find(".version").Length(); got != 1 {
		t.Errorf("%d versions after publishing twice, want 1: nothing changed", got)
	}
	w.post(page+"/blocks/b1", "f-text", "Second").wants(http.StatusSeeOther)
	a := w.get(home).has("#publication .badge")
	if !strings.Contains(a.find("#publication").Text(), "1") {
		t.Errorf("chip = %q, want one edit", a.find("#publication").Text())
	}
	changes := w.get(path + "/new").find(".changes li")
	if changes.Length() != 1 || changes.Find("a").AttrOr("href", "") != page {
		t.Errorf("changes = %q, want the page and a link to it", changes.Text())
	}
	if strings.Contains(w.get("/s/caf").wants(http.StatusOK).body, "Second") {
		t.Error("an edit is public before it is published")
	}
	w.post(path).goesTo(path)
	if !strings.Contains(w.get("/s/caf").body, "Second") {
		t.Error("the page is the old one after publishing")
	}
	w.post(path+"/current", "release", "1").goesTo(path)
	if strings.Contains(w.get("/s/caf").body, "Second") {
		t.Error("the page is the new one after going back")
	}
	w.get(path).has("#make-current-2")
	for _, nobody := range []string{"3", "0", "-1", "x", "", "99999999999"} {
		w.post(path+"/current", "release", nobody).wants(http.StatusNotFound)
	}
}

func TestMistakesStopAPublication(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.post(page+"/blocks", "kind", "button", "at", "9").wants(http.StatusSeeOther)
	w.typing().post(home+"/bot/scenarios/s1/steps/t1", "f.text", "").wants(http.StatusOK)
	a := w.post(home + "/releases").wants(http.StatusUnprocessableEntity).has("#problems").has("#publish-now[disabled]")
	for _, link := range []string{page + "?block=b3#b-b3-label", page + "?block=b3#b-b3-to-url", home + "/bot/scenarios/s1?field=text&mend=yes&step=t1#step-t1"} {
		a.has(`#problems a[href="` + link + `"]`)
	}
	seen := map[string]bool{}
	for _, line := range a.find("#problems li").EachIter() {
		words := strings.Join(strings.Fields(line.Text()), " ")
		if seen[words] {
			t.Errorf("two lines say %q", words)
		}
		seen[words] = true
	}
	if want := "Home · Button · Leads to: Fill this in"; !seen[want] {
		t.Errorf("the lines are %v, want %q among them", seen, want)
	}
	w.get(home + "/releases").has("#first-version")
	w.get(page).has(".block-bad#block-b3").has(".tabs .count-bad")
}

const wholeDraft = `{"version":1,
 "pages":[{"id":"home","title":"Меню","blocks":[{"id":"b1","kind":"heading","text":"Меню"},{"id":"b2","kind":"button","label":"Позвонить","to":"tel:+70000000000"}]}],
 "scenarios":[{"id":"s1","title":"Приветствие","triggers":[{"kind":"command","command":"start"}],"steps":[{"id":"t1","kind":"message","text":["Добрый день, ",{"var":"first_name"},"! ",{"bold":"Открыто"}]}]}],
 "catalog":{"currency":"RUB","products":[]},
 "theme":{"accent":"#0e6a5e"}}`

func TestDraftIsReplacedWhole(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	path := home + "/draft"
	first := w.get(path).wants(http.StatusOK)
	tag := first.Header.Get("ETag")
	if tag == "" || first.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("headers = %v, want an ETag and JSON", first.Header)
	}
	a := w.put(path, wholeDraft).wants(http.StatusOK)
	var draft struct {
		Version int
		Pages   []struct{ Title string }
	}
	if err := json.Unmarshal([]byte(a.body), &draft); err != nil || draft.Version != 1 || draft.Pages[0].Title != "Меню" {
		t.Errorf("answer = %s, %v, want the stored draft", a.body, err)
	}
	if got := w.get(path); got.body != a.body || got.Header.Get("ETag") != a.Header.Get("ETag") || a.Header.Get("ETag") == tag {
		t.Errorf("GET after PUT = %s %s, want the same under a new ETag", got.Header.Get("ETag"), got.body)
	}
	w.header.Set("If-Match", tag)
	w.put(path, wholeDraft).wants(http.StatusPreconditionFailed)
	w.header.Set("If-Match", `"nonsense"`)
	w.put(path, wholeDraft).wants(http.StatusPreconditionFailed)
	w.header.Set("If-Match", a.Header.Get("ETag"))
	w.put(path, wholeDraft).wants(http.StatusOK)
	w.header = http.Header{"If-None-Match": {w.get(path).Header.Get("ETag")}}
	w.get(path).wants(http.StatusNotModified)
}

func TestDraftsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	path := home + "/draft"
	before := w.get(path).body
	for name, c := range map[string]struct{ old, new, path, code string }{
		"unknown field":    {`"title":"Меню"`, `"title":"Меню","color":1`, "/pages/0/color", "unknown_field"},
		"wrong type":       {`"title":"Меню"`, `"title":7`, "/pages/0/title", "wrong_type"},
		"unknown kind":     {`"kind":"heading"`, `"kind":"carousel"`, "/pages/0/blocks/0/kind", "unknown_kind"},
		"duplicate key":    {`"version":1`, `"version":1,"version":1`, "/version", "duplicate_key"},
		"newer version":    {`"version":1`, `"version":2`, "/version", "newer_version"},
		"no version":       {`"version":1,`, ``, "/version", "required"},
		"missing target":   {`tel:+70000000000`, `page:none`, "/pages/0/blocks/1/to", "no_such_page"},
		"bad target":       {`tel:+70000000000`, `javascript:alert(1)`, "/pages/0/blocks/1/to", "bad_target"},
		"duplicate block":  {`"id":"b2"`, `"id":"b1"`, "/pages/0/blocks/1/id", "duplicate_id"},
		"too much":         {`"text":"Меню"`, `"text":"` + strings.Repeat("x", 300<<10) + `"`, "/pages", "too_big"},
		"not JSON":         {`{"version"`, `{version`, "", "not_json"},
		"cut short":        {`"theme":{"accent":"#0e6a5e"}}`, ``, "", "truncated"},
		"trailing data":    {`"#0e6a5e"}}`, `"#0e6a5e"}} {}`, "", "not_json"},
		"unknown variable": {`first_name`, `shoe_size`, "/scenarios/0/steps/0/text/1", "unknown_variable"},
	} {
		a := w.put(path, strings.Replace(wholeDraft, c.old, c.new, 1))
		var problems []struct{ Path, Code, Problem string }
		if err := json.Unmarshal([]byte(a.body), &problems); a.StatusCode != http.StatusUnprocessableEntity || err != nil || len(problems) == 0 {
			t.Errorf("%s = %d %.200s, want 422 with problems", name, a.StatusCode, a.body)
			continue
		}
		p := problems[0]
		if p.Code != c.code || !strings.HasPrefix(p.Path, strings.TrimSuffix(c.path, "/1")) || p.Problem == "" {
			t.Errorf("%s: problem = %+v, want %s at %s", name, p, c.code, c.path)
		}
	}
	w.put(path, strings.Repeat(" ", draftBytes+1)).wants(http.StatusRequestEntityTooLarge)
	if got := w.get(path).body; got != before {
		t.Error("a refused draft changed the stored one")
	}
}
