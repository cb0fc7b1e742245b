package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestMenuOfThePages(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	w.post(home+"/pages", "title", "Prices").wants(http.StatusSeeOther)
	menu := home + "/menu"
	order := func() (ids string) {
		for _, e := range w.get(menu).find("#menu li > a").EachIter() {
			ids += strings.TrimPrefix(e.AttrOr("id", ""), "page-") + " "
		}
		return ids
	}
	if got := order(); got != "home prices " {
		t.Errorf("order = %q", got)
	}
	w.post(menu, "page", "prices", "to", "up").goesTo(menu)
	w.post(menu, "page", "prices", "to", "up").goesTo(menu)
	if got := order(); got != "prices home " {
		t.Errorf("order after a move = %q, want the prices first", got)
	}
	w.post(menu, "page", "home", "place", "hidden").goesTo(menu)
	w.get(menu).has("#place-home option[value=hidden][selected]")
	thumb := w.get(menu).has(".page-thumb[inert] iframe[sandbox=''][loading=lazy]").find("#page-prices").Parent().Find("iframe").AttrOr("src", "")
	if got := w.get(thumb).wants(http.StatusOK).find("title").Text(); !strings.HasPrefix(got, "Prices") {
		t.Errorf("the picture of the prices shows %q", got)
	}
	frame := w.get(home+"/pages/home").find("#preview").AttrOr("src", "")
	if got := w.get(frame).wants(http.StatusOK).find("nav, footer").Text(); strings.Contains(got, "Home") {
		t.Errorf("the hidden page is linked: %q", got)
	}
	w.post(menu, "page", "home", "place", "foot").goesTo(menu)
	w.get(menu).has("#place-home option[value=foot][selected]")
	w.post(menu, "page", "home", "place", "wall").wants(http.StatusUnprocessableEntity)
	w.post(menu, "page", "none", "to", "up").wants(http.StatusNotFound)
}

func TestLegalPagesAreMade(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	w.post(home+"/card", "name", "Café", "phone", "+7 900 000-00-00", "legal_name", "Anna Ltd").wants(http.StatusSeeOther)
	w.get(home + "/menu").has("#make-legal")
	w.post(home + "/legal").goesTo(home + "/menu")
	w.get(home + "/menu").has("#page-policy").has("#page-consent").has("#legal:not(:has(#make-legal))")
	for _, id := range []string{"policy", "consent"} {
		a := w.get(w.get(home+"/pages/"+id).find("#preview").AttrOr("src", "")).wants(http.StatusOK)
		for _, want := range []string{"Anna Ltd", "+7 900 000-00-00", "lawyer"} {
			if !strings.Contains(a.find("main").Text(), want) {
				t.Errorf("the page %s lacks %q", id, want)
			}
		}
		if strings.ContainsAny(a.find("main").Text(), "{}") {
			t.Errorf("the page %s has a place that nobody filled", id)
		}
	}
	w.post(home + "/legal").goesTo(home + "/menu")
	if n := w.get(home + "/menu").find("#menu li").Length(); n != 3 {
		t.Errorf("%d pages after making them twice, want 3", n)
	}
	if got := w.get(home + "/releases/new").find("main").Text(); !strings.Contains(got, "sample") {
		t.Errorf("publishing does not warn of samples: %s", got)
	}
}
