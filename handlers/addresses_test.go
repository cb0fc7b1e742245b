package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// TestAddressesAreCompleted types addresses as people do, wherever one is asked for.
func TestAddressesAreCompleted(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.post(page+"/blocks", "kind", "button", "at", "9").wants(http.StatusSeeOther)
	for typed, want := range map[string]string{
		"+7 900 000-00-00": "tel:+79000000000", "salon.ru": "https://salon.ru", "mail@salon.ru": "mailto:mail@salon.ru",
		"t.me/salon": "https://t.me/salon", "@salon": "https://t.me/salon", "http://salon.ru": "http://salon.ru",
	} {
		w.typing().post(page+"/blocks/b3", "f-label", "Go", "f-to", "url", "f-to-url", typed).wants(http.StatusOK)
		w.get(page+"?block=b3").value("#b-b3-to-url", want)
	}
	step := home + "/bot/scenarios/s1/steps/t1"
	w.typing().post(step, "f.text", "See [us](salon.ru)").wants(http.StatusOK)
	w.get(home+"/bot/scenarios/s1?step=t1").says("#s-t1-text", "See [us](https://salon.ru)")
}

// TestBadAddressesAreRefusedWhereTheyStand looks for the words at the address
// itself, and for no page where none can be chosen.
func TestBadAddressesAreRefusedWhereTheyStand(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.post(page+"/blocks", "kind", "button", "at", "9").wants(http.StatusSeeOther)
	says := func(a *answer, place, want, not string) {
		t.Helper()
		got := a.find(place + " .mistake").Text()
		if !strings.Contains(got, want) || not != "" && strings.Contains(got, not) {
			t.Errorf("%s: %s says %q, want %q without %q", a.asked, place, got, want, not)
		}
	}
	for _, bad := range []string{"javascript:alert(1)", "salon", "ftp://salon.ru"} {
		form := []string{"f-label", "Go", "f-to", "url", "f-to-url", bad}
		a := w.typing().post(page+"/blocks/b3", form...).wants(http.StatusUnprocessableEntity)
		says(a, "#b-b3-to-url-mistake", "or choose a page", "")
		if a.find("#b-b3-to-mistake .mistake").Length() != 0 {
			t.Error("the choice is marked, too")
		}
		w.post(page+"/blocks/b3", form...).wants(http.StatusUnprocessableEntity).has("#b-b3-to-url[aria-invalid=true]")
	}
	a := w.typing().post(page+"/blocks/b2", "f-text", "[us](javascript:x)")
	says(a.wants(http.StatusUnprocessableEntity), "#b-b2-text-mistake", "no address", "page")
	step := home + "/bot/scenarios/s1/steps/t1"
	w.typing().post(step, "f.text", "[us](javascript:x)")
	says(w.get(home+"/bot/scenarios/s1?step=t1"), "#s-t1-text-mistake", "no address", "page")
}

// TestTheBandSaysWhatClientsSee looks over the preview before and after a publication.
func TestTheBandSaysWhatClientsSee(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	w.get(page).has("#draft-band:not(.band-live)")
	w.post(home + "/releases").wants(http.StatusSeeOther)
	w.get(page).has("#draft-band.band-live")
	w.typing().post(page+"/blocks/b1", "f-text", "Bar").wants(http.StatusOK).has("#draft-band:not(.band-live)")
}
