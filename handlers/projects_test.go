package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestStartLeadsToTheWork(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.browser(t).get("/").goesTo("/login")
	w := b.signedUp(t, "anna@example.org")
	w.get("/").goesTo("/projects")
	w.get("/projects").wants(http.StatusOK).has("form[action='/projects']")
	first := w.newProject("Café")
	w.get("/").goesTo(first)
	w.newProject("Salon")
	w.get("/").goesTo("/projects")
	if got := w.get("/projects").find("main a[href^='/projects/']").Length(); got < 2 {
		t.Errorf("the list has %d links, want both projects", got)
	}
}

func TestNewProject(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	w.get("/projects/new").wants(http.StatusOK).has("form[action='/projects'] input[name=name]")
	w.post("/projects", "name", "  ").wants(http.StatusUnprocessableEntity).has("#project-name[aria-invalid=true]")
	long := strings.Repeat("ы", 101)
	w.post("/projects", "name", long).wants(http.StatusUnprocessableEntity).value("#project-name", long)
	w.post("/projects", "name", "Café", "template", "no such").wants(http.StatusUnprocessableEntity).value("#project-name", "Café")
	home := w.post("/projects", "name", "Café", "template", "blank").wants(http.StatusSeeOther).Header.Get("Location")
	a := w.get(home).wants(http.StatusOK)
	if got := a.find("h1").Text(); !strings.Contains(got, "Café") {
		t.Errorf("h1 = %q, want the name", got)
	}
	b.exec(t, "INSERT INTO projects (account_id, name) SELECT account_id, 'x' FROM projects, generate_series(1, 199)")
	a = w.post("/projects", "name", "One more").wants(http.StatusUnprocessableEntity).value("#project-name", "One more")
	if got := a.find("main").Text(); !strings.Contains(got, "200 projects already") {
		t.Errorf("the 201st project = %q, want that there are enough", got)
	}
}

func TestEveryScreenIsDrawnInBothLanguages(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.post(home + "/releases").wants(http.StatusSeeOther)
	for _, language := range []string{"ru", "en"} {
		w.post("/account", "language", language, "theme", "dark").goesTo("/account")
		for _, path := range []string{"/projects", "/projects/new", "/account", home, home + "/bot", home + "/pages/home", home + "/releases", home + "/releases/new", home + "/settings", home + "/more"} {
			a := w.get(path).wants(http.StatusOK).has("html[lang=" + language + "][data-theme=dark]").has("main#main h1")
			if strings.Contains(a.body, "%!") || a.find("[style], script:not([src])").Length() > 0 {
				t.Errorf("%s in %s: bad formatting, or a style or script that the policy refuses", path, language)
			}
			if got := a.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("%s: Cache-Control = %q, want no-store", path, got)
			}
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home, other := w.newProject("Café"), w.newProject("Salon")
	path := home + "/settings"
	w.get(path).wants(http.StatusOK).value("#name", "Café").value("#address", "caf")
	w.post(path, "name", "", "address", "cafe-one", "language", "en").wants(http.StatusUnprocessableEntity).has("#name[aria-invalid=true]").value("#address", "cafe-one")
	w.post(path, "name", "Café", "address", "Bad address!", "language", "en").wants(http.StatusUnprocessableEntity).has("#address[aria-invalid=true]").value("#address", "Bad address!")
	w.post(path, "name", "Café", "address", "cafe-one", "language", "xx").wants(http.StatusUnprocessableEntity)
	w.post(path, "name", "Café One", "address", "cafe-one", "language", "en").goesTo(path)
	w.get(path).value("#name", "Café One").value("#address", "cafe-one").has("#toast .toast")
	w.post(other+"/settings", "name", "Salon", "address", "cafe-one", "language", "en").wants(http.StatusUnprocessableEntity)
	w.post(other+"/settings", "name", "Salon", "address", "caf", "language", "en").wants(http.StatusUnprocessableEntity).has("#address[aria-invalid=true]")
}

func TestProjectIsRemovedByItsName(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.post(home+"/removal", "name", "Cafe").wants(http.StatusUnprocessableEntity).value("#removal-name", "Cafe").has("#removal-name[aria-invalid=true]")
	w.post(home+"/removal", "name", "Café").goesTo("/projects")
	w.get(home).wants(http.StatusNotFound)
	again := w.newProject("Café")
	w.get(again+"/settings").value("#address", "caf-2")
}

func TestAccountSettings(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	w.post("/account", "language", "xx", "theme", "").wants(http.StatusUnprocessableEntity)
	w.post("/account", "language", "ru", "theme", "pink").wants(http.StatusUnprocessableEntity)
	w.post("/account", "language", "ru", "theme", "light").goesTo("/account")
	w.get("/account").has("html[lang=ru][data-theme=light]")
	w.get("/account").has("#language-ru[checked]").has("#theme-light[checked]")
}

func TestNewPasswordEndsOtherSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	here := b.signedUp(t, "anna@example.org")
	there := b.browser(t)
	there.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	here.post("/account/password", "old", "wrong password", "password", "another password").wants(http.StatusUnprocessableEntity).has("#old[aria-invalid=true]")
	here.post("/account/password", "old", password, "password", "short").wants(http.StatusUnprocessableEntity).has("#password[aria-invalid=true]")
	here.post("/account/password", "old", password, "password", "another password").goesTo("/account")
	here.get("/account").wants(http.StatusOK)
	there.get("/account").goesTo("/login?next=%2Faccount")
}

func TestGalleryIsForDevelopmentOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.browser(t).get("/gallery").wants(http.StatusNotFound)
	open := setup(t, func(c *Config) { c.Development = true }).browser(t)
	for _, href := range open.get("/gallery").wants(http.StatusOK).find("a[href^='/gallery/']").EachIter() {
		open.get(href.AttrOr("href", "")).wants(http.StatusOK)
	}
	open.get("/gallery/none").wants(http.StatusNotFound)
}

func TestProjectBeginsWithItsCard(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	page := w.post("/projects", "name", "Par", "phone", "call", "from", "9:00", "to", "").wants(http.StatusUnprocessableEntity)
	page.has(`#project-mistakes a[href="#project-phone"]`).has(`#project-mistakes a[href="#project-hours"]`).value("#project-phone", "call").has("details.about[open]")
	home := w.post("/projects", "name", "Par", "phone", "+7 343 200-10-10", "address", "Lenina 5", "from", "09:00", "to", "21:00").wants(http.StatusSeeOther).Header.Get("Location")
	if got := b.cardOf(t, home); got.Phone != "+7 343 200-10-10" || got.Address != "Lenina 5" || got.Hours.Week[6].String() != "9:00–21:00" {
		t.Errorf("card = %+v", got)
	}
	cafe := w.post("/projects", "name", "Café", "template", "cafe", "phone", "+7 343 200-10-10").wants(http.StatusSeeOther).Header.Get("Location")
	if got := w.lastSaid(cafe); got != "Hello, Anna! This is Café. How can we help?" {
		t.Errorf("the café says %q at once", got)
	}
}
