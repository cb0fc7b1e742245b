package handlers

import (
	"strings"
	"testing"
	"time"

	"botyard/internal/card"
)

// at sets the clock of an installation.
func clockAt(t *testing.T, text string) func(*Config) {
	t.Helper()
	now, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return func(c *Config) { c.Now = func() time.Time { return now } }
}

// cardOf is what is stored.
func (b *bundle) cardOf(t *testing.T, home string) card.Card {
	t.Helper()
	rows, err := b.Store.Cards(t.Context(), []int64{number(t, home)})
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d cards, %v", len(rows), err)
	}
	return rows[0].Card
}

func TestCardIsKept(t *testing.T) {
	t.Parallel()
	b := setup(t, clockAt(t, "2026-11-30T08:30:00Z")) // a Monday, 13:30 in Yekaterinburg
	w := b.browser(t)
	w.header.Set("Accept-Language", "ru")
	w.post("/signup", "email", "anna@example.org", "password", password).wants(303)
	home := w.newProject("Пар")
	w.get(home + "/settings").has(`a[href="` + home + `/card"]`)
	w.get(home+"/card").wants(200).value("#name", "Пар").has("#zone option[value='Europe/Moscow'][selected]")
	w.post(home+"/card", "name", "Кофейня Пар", "phone", "+7 343 200-10-10", "address", "Ленина, 5", "zone", "Asia/Yekaterinburg", "currency", "KZT",
		"day-0-from", "9:00", "day-0-to", "18:00", "day-5-from", "18:00", "day-5-to", "02:00", "break-from", "13:00", "break-to", "14:00",
		"special-0-from", "2026-12-24", "special-0-why", "Новый год", "special-2-from", "2026-11-01", "special-2-to", "2026-11-02",
		"legal_name", "ИП Петрова").goesTo(home + "/card")
	page := w.get(home + "/card").wants(200)
	page.value("#name", "Кофейня Пар").value("#phone", "+7 343 200-10-10").value("#day-0-from", "09:00").value("#day-5-to", "02:00").value("#special-0-to", "2026-12-24")
	page.has("#zone option[value='Asia/Yekaterinburg'][selected]").has("#currency option[value='KZT'][selected]")
	said := strings.ReplaceAll(page.find("#said").Text(), "\u00a0", " ")
	for _, want := range []string{"пн 9:00–18:00", "сб 18:00–2:00", "перерыв 13:00–14:00", "24 декабря закрыто (Новый год)", "Сейчас закрыто, откроется сегодня в 14:00"} {
		if !strings.Contains(said, want) {
			t.Errorf("the hours in words = %q, want %q in it", said, want)
		}
	}
	if zone := strings.TrimSpace(page.find("#zone option[selected]").Text()); zone != "Екатеринбург, МСК+2" {
		t.Errorf("zone = %q", zone)
	}
	if got := b.cardOf(t, home).Hours.Exceptions; len(got) != 1 {
		t.Errorf("special days = %v, want the one that is not over", got)
	}
	if got := w.get(home + "/draft").body; !strings.Contains(got, `"KZT"`) {
		t.Errorf("the catalogue does not follow the card's currency: %s", got)
	}
}

func TestCardTellsMistakes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Par")
	page := w.post(home+"/card", "name", "", "phone", "call us", "zone", "Mars", "currency", "RUB", "day-1-from", "9:00", "break-to", "9:00",
		"special-3-to", "2026-12-31", "special-3-why", "x").wants(422)
	for _, field := range []string{"name", "phone", "zone", "day-1", "break", "special-0"} {
		page.has(`#mistakes a[href="#` + field + `"]`).has("#" + field)
	}
	page.value("#phone", "call us").value("#special-0-to", "2026-12-31")
	if got := b.cardOf(t, home); got.Phone != "" {
		t.Errorf("stored phone = %q, want none", got.Phone)
	}
}

func TestCardFormGrows(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Par")
	page := w.post(home+"/card", "name", "Par", "then", "fill", "day-0-from", "09:00", "day-0-to", "18:00").wants(200)
	page.value("#day-6-from", "09:00").value("#day-3-to", "18:00")
	page = w.post(home+"/card", "name", "Par", "then", "more", "special-0-from", "2026-12-31").wants(200)
	page.value("#special-0-from", "2026-12-31").has("#special-2-from")
	if b.cardOf(t, home).Hours.Set() {
		t.Error("the form's smaller buttons saved, want that only saving does")
	}
}

func TestLogo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Par")
	w.upload(home+"/card/pictures/logo", "file", []byte("no picture")).wants(422).has("#logo-mistake .mistake")
	w.upload(home+"/card/pictures/logo", "file", picture(t, 40, 40)).goesTo(home + "/card")
	w.post(home+"/card", "name", "Par", "zone", "UTC", "currency", "RUB").wants(303)
	src := w.get(home+"/card").find("#logo-now").AttrOr("src", "")
	if !strings.Contains(src, "/media/") {
		t.Fatalf("logo = %q, want a picture that saving the card keeps", src)
	}
	w.get(src).wants(200)
	w.post(home + "/card/pictures/logo/removal").goesTo(home + "/card")
	if got := b.cardOf(t, home).Logo; got != "" {
		t.Errorf("logo = %q, want none", got)
	}
}

func TestCabinetShowsTheProjectsTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.post("/projects", "name", "Par", "zone", "Asia/Vladivostok").wants(303).Header.Get("Location")
	if got := b.cardOf(t, home).Zone; got != "Asia/Vladivostok" {
		t.Fatalf("zone = %q, want the browser's", got)
	}
	if odd := w.post("/projects", "name", "Odd", "zone", "../x").wants(303).Header.Get("Location"); b.cardOf(t, odd).Zone != "UTC" {
		t.Error("an unknown zone was kept")
	}
	w.post(home + "/releases").wants(303)
	location, _ := card.Zone("Asia/Vladivostok")
	var at time.Time
	if err := b.Store.Pool.QueryRow(t.Context(), "SELECT created_at FROM releases").Scan(&at); err != nil {
		t.Fatal(err)
	}
	if want, got := at.In(location).Format("15:04"), w.get(home+"/releases").find("main").Text(); !strings.Contains(got, want) {
		t.Errorf("versions = %q, want the time %s of Vladivostok", got, want)
	}
}
