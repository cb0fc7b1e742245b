package handlers

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"botyard/internal/lang"
)

// stales are forms that two tabs have open. What one saves, in first, is not in
// second, which is sent with the revision of before.
var stales = []struct {
	screen, form, path string
	first, second      []string
	// kept and typed are the words of both.
	kept, typed string
}{
	{"/card", "#card", "/card", []string{"address", "Lenina 1"}, []string{"phone", "+7 900 123-45-67"}, "Lenina 1", "+7 900 123-45-67"},
	{"/card", "#card", "/card", []string{"day-0-from", "08:00", "day-0-to", "17:00"}, []string{"address", "Mira 2"}, "08:00–17:00", "Mira 2"},
	{"/card", "#card", "/card", []string{"zone", "Asia/Omsk"}, []string{"address", "Pushkina 3"}, "Omsk", "Pushkina 3"},
	{"/card", "#card", "/card", []string{"special-0-from", "2126-12-31", "special-0-why", "New year"}, []string{"address", "Gorkogo 4"}, "2126-12-31 New year", "Gorkogo 4"},
	{"/catalog-settings", "form[action$='/catalog-settings']", "/catalog-settings", []string{"categories", "Bread\nCakes"}, []string{"categories", "Pies"}, "Bread\nCakes", "Pies"},
	{"/catalog/annas-bread", "#product", "/catalog/annas-bread", []string{"name", "Rye", "description", "With seeds"}, []string{"name", "Wheat", "price", "12.50"}, "With seeds", "Wheat"},
	{"/catalog/annas-bread", "#product", "/catalog/annas-bread", []string{"variant-0-name", "Big", "variant-0-price", "7.00"}, []string{"name", "Spelt"}, "Big 7", "Spelt"},
	{"/orders/1", "form[action$='/note']", "/orders/1/note", []string{"note", "called her"}, []string{"note", "wrote to her"}, "called her", "wrote to her"},
	{"/bot/scenarios/annas-answer?step=annas-step", "#s-annas-step-form", "/bot/scenarios/annas-answer/steps/annas-step", []string{"f.text", "From nine"}, []string{"f.text", "From eleven"}, "From nine", "From eleven"},
	{"/bot/scenarios/annas-answer?trigger=0", ".trigger-open form", "/bot/scenarios/annas-answer/triggers/0", []string{"f.words", "open"}, []string{"f.words", "closed"}, "open", "closed"},
	{"/pages/annas-page?block=annas-other", "#form-annas-other", "/pages/annas-page/blocks/annas-other", []string{"f-text", "Our menu"}, []string{"f-text", "The menu"}, "Our menu", "The menu"},
}

// wholeForm is what a browser sends of a form.
func wholeForm(a *answer, selector string) (pairs []string) {
	for _, c := range a.find(selector).First().Find("[name]:not(button)").EachIter() {
		if c.Is("[type=checkbox]:not([checked]), [type=radio]:not([checked])") {
			continue
		}
		pairs = append(pairs, c.AttrOr("name", ""), typedValue(c))
	}
	return pairs
}

// changed is a form with other values for some of its fields.
func changed(form, pairs []string) []string {
	other := []string{}
	for i := 0; i < len(form); i += 2 {
		if valueOf(pairs, form[i]) == "(none)" {
			other = append(other, form[i], form[i+1])
		}
	}
	return append(other, pairs...)
}

func valueOf(pairs []string, name string) string {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1]
		}
	}
	return "(none)"
}

// TestStaleFormsShowBothTexts in both languages, and saving once more keeps
// what was typed.
func TestStaleFormsShowBothTexts(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w, home := s.browsers["owner"], "/projects/"+s.ids["owner's"]
	for i, c := range stales {
		l := lang.All[i%len(lang.All)]
		w.post("/account", "language", l.Code(), "theme", "").wants(http.StatusSeeOther)
		form := wholeForm(w.get(home+c.screen).wants(http.StatusOK), c.form)
		if valueOf(form, "revision") == "(none)" {
			t.Errorf("%s: the form has no revision", c.screen)
			continue
		}
		w.post(home+c.path, changed(form, c.first)...).wants(http.StatusSeeOther)
		a := w.post(home+c.path, changed(form, c.second)...)
		title := lang.T(lang.With(t.Context(), l), "conflict.title")
		if a.StatusCode != http.StatusConflict || !strings.Contains(a.find("main").Text(), title) {
			t.Errorf("a stale POST %s = %d, want 409 with %q", c.path, a.StatusCode, title)
			continue
		}
		if !strings.Contains(a.body, c.kept) || !strings.Contains(a.body, c.typed) {
			t.Errorf("a stale POST %s shows not both %q and %q", c.path, c.kept, c.typed)
		}
		again := changed(wholeForm(a, "form:has([name=revision])"), c.second)
		w.post(home+c.path, again...).wants(http.StatusSeeOther)
		if got := w.get(home + c.screen).wants(http.StatusOK).body; !strings.Contains(got, c.typed) {
			t.Errorf("after POST %s again %q is not kept", c.path, c.typed)
		}
	}
}

// TestTheSameSavedTwiceIsNoConflict: two tabs, or two taps, with the same words.
func TestTheSameSavedTwiceIsNoConflict(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w, home := s.browsers["owner"], "/projects/"+s.ids["owner's"]
	for _, c := range stales {
		if !strings.HasPrefix(c.screen, "/ca") {
			continue // the editors tell of it: what was typed there is more
		}
		form := changed(wholeForm(w.get(home+c.screen).wants(http.StatusOK), c.form), c.first)
		for range 2 {
			w.post(home+c.path, form...).wants(http.StatusSeeOther)
		}
	}
}

// TestALogoLeavesTheCardAlone: a picture takes its time, and meanwhile the card
// is saved.
func TestALogoLeavesTheCardAlone(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w, home := s.browsers["owner"], "/projects/"+s.ids["owner's"]
	form := wholeForm(w.get(home+"/card"), "#card")
	w.upload(home+"/card/pictures/logo", "file", picture(t, 60, 40)).wants(http.StatusSeeOther)
	w.post(home+"/card", changed(form, []string{"address", "Lenina 1"})...).wants(http.StatusSeeOther)
	w.get(home+"/card").value("#address", "Lenina 1").has("#logo-now")
	w.post(home + "/card/pictures/logo/removal").wants(http.StatusSeeOther)
	w.get(home+"/card").value("#address", "Lenina 1")
}

// atOnce are requests that several tabs send at the same moment, and what is
// there of them in the draft.
var atOnce = []struct {
	path   string
	form   []string
	status int
	part   string
	times  int
}{
	{"/releases", nil, 303, "", 0},
	{"/catalog", []string{"name", "Rye", "price", "1"}, 303, `"name":"Rye"`, 8},
	{"/pages", []string{"title", "Terms"}, 303, `"title":"Terms"`, 8},
	{"/pages/annas-page/blocks", []string{"kind", "divider", "at", "0"}, 303, `"kind":"divider"`, 8},
	{"/bot/scenarios", []string{"goal", "blank"}, 303, `"steps":[]`, 8},
	{"/bot/scenarios/annas-answer/steps", []string{"kind", "message"}, 303, `"kind":"message"`, 9},
	{"/card", []string{"name", "Café", "zone", "Asia/Omsk", "currency", "KZT"}, 303, `"currency":"KZT"`, 1},
	{"/settings", []string{"name", "Café", "address", "caf", "language", "ru"}, 303, "", 0},
	{"/secrets", []string{"name", "key", "value", "x"}, 303, "", 0},
	{"/orders/1/status", []string{"status", "done"}, 303, "", 0},
	{"/dialogues", []string{"title", "Hours"}, 303, "", 0},
}

// TestEightAtOnce sends each eight times at the same moment: nothing is lost,
// nothing is there twice under one id, nobody sees a fault of ours.
func TestEightAtOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w, home := s.browsers["owner"], "/projects/"+s.ids["owner's"]
	for _, c := range atOnce {
		var all sync.WaitGroup
		got := make([]int, 8)
		for i := range got {
			all.Go(func() { got[i] = w.post(home+c.path, c.form...).StatusCode })
		}
		all.Wait()
		for _, status := range got {
			if status != c.status {
				t.Errorf("POST %s eight times at once = %v, want %d each", c.path, got, c.status)
				break
			}
		}
		draft := w.get(home + "/draft").wants(http.StatusOK).body
		if n := strings.Count(draft, c.part); c.part != "" && n != c.times {
			t.Errorf("after POST %s eight times at once the draft has %s %d times, want %d", c.path, c.part, n, c.times)
		}
		w.put(home+"/draft", draft).wants(http.StatusOK) // refuses ids that are there twice
	}
	if log := s.log.String(); strings.Contains(log, "request failed") || strings.Contains(log, "panicked") {
		t.Errorf("log = %.600s, want no fault of ours", log)
	}
}
