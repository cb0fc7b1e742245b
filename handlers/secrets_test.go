package handlers

import (
	"strings"
	"testing"
)

func TestAKeyForRequestsIsKeptAndNeverShown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.post(home+"/secrets", "name", "crm", "value", " planted-key ").wants(303)
	w.post(home+"/secrets", "name", "crm", "value", "planted-other").wants(303)
	list := w.get(home + "/secrets").wants(200)
	if n := list.find("#secrets li").Length(); n != 1 || !strings.Contains(list.find("#secrets").Text(), "crm") {
		t.Errorf("listed = %q, want the one name", list.find("#secrets").Text())
	}
	shown := list.body + w.get(home+"/settings").body + w.get(home+"/draft").body + w.get(home+"/audit").body
	if strings.Contains(shown, "planted-") {
		t.Error("the key is shown")
	}
	if n := w.get(home + "/audit").wants(200).find("main li").Length(); n < 3 {
		t.Errorf("entries of the log = %d, want the two of the key as well", n)
	}
	w.post(home + "/secrets/crm/removal").wants(303)
	w.post(home + "/secrets/crm/removal").wants(404)
	if n := w.get(home + "/secrets").find("#secrets li").Length(); n != 0 {
		t.Errorf("listed after the removal = %d, want none", n)
	}
}

func TestAKeyForRequestsMustBeOne(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	for name, form := range map[string][]string{
		"no name": {"name", "", "value", "planted-x"}, "an odd name": {"name", "имя", "value", "planted-x"},
		"no value": {"name", "crm", "value", " "}, "a long value": {"name", "crm", "value", strings.Repeat("planted-", 600)},
	} {
		got := w.post(home+"/secrets", form...).wants(422)
		if got.find("[aria-invalid=true]").Length() != 1 || strings.Contains(got.body, "planted-") {
			t.Errorf("%s: mistakes = %d, want one and no key in the page", name, got.find("[aria-invalid=true]").Length())
		}
	}
}

func TestWhatWasNotUnderstoodGetsAnAnswer(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	other := w.newProject("Salon")
	id := strings.TrimPrefix(home, "/projects/")
	_, err := b.Store.Pool.Exec(t.Context(), `INSERT INTO not_understood VALUES
		($1::bigint, 5, 'есть парковка?', 'Есть парковка?', 3, now()), ($1::bigint, 6, 'есть парковка?', 'есть  парковка?', 1, now() - interval '1 day'), ($1::bigint, 5, 'ok', 'ok', 9, now())`, id)
	if err != nil {
		t.Fatal(err)
	}
	list := w.get(home + "/bot").wants(200).find("#puzzles li")
	if list.Length() != 2 || !strings.Contains(list.First().Text(), "Есть парковка?") || !strings.Contains(list.First().Text(), "4") {
		t.Fatalf("listed = %q, want the one of two people first", list.Text())
	}
	if n := w.get(other + "/bot").find("#puzzles").Length(); n != 0 {
		t.Error("another project shows them, too")
	}
	words := list.First().Find("input[name=keywords]").AttrOr("value", "")
	at, _, _ := strings.Cut(w.post(home+"/bot/scenarios", "goal", "answer", "keywords", words).wants(303).Header.Get("Location"), "#")
	screen := w.get(at).wants(200)
	if got := screen.find(`textarea[name="f.words"]`).Text(); got != "Есть парковка" {
		t.Errorf("keywords of the new answer = %q, want the words", got)
	}
	if n := w.get(home + "/bot").find("#puzzles li").Length(); n != 1 {
		t.Errorf("listed afterwards = %d, want the other alone", n)
	}
}
