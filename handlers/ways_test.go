package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestNothingEndsInADeadEnd(t *testing.T) {
	t.Parallel()
	s, _ := connected(t)
	s.owner.get("/s/caf/gone").wants(http.StatusNotFound).has(`a.main[href="/s/caf"]`)
	s.owner.get("/s/nobody").wants(http.StatusNotFound)
	s.vera.get("/support/projects/999").wants(http.StatusNotFound).has(`#onward[href="/support"]`)
	s.owner.get("/projects/999").wants(http.StatusNotFound).has(`#onward[href="/projects"]`)
	s.vera.get("/").goesTo("/support")
	s.owner.get("/account/removal").has(`a[href="/account"]`)
	s.browser(t).get("/login").has("#forgotten")
	icon := s.owner.get("/favicon.ico").wants(http.StatusFound).Header.Get("Location")
	s.owner.get(icon).wants(http.StatusOK)
	if s.owner.get("/account").find(`a[href="/account/invitations"]`).Length() > 0 {
		t.Error("invitations are offered where everybody can sign up")
	}
	a := s.browser(t).post("/signup", "email", "", "password", "").wants(http.StatusUnprocessableEntity)
	if got := strings.Join(strings.Fields(a.find(".mistakes").Text()), " "); !strings.Contains(got, "There are 2 mistakes") {
		t.Errorf("an empty form is answered %q, want both fields named", got)
	}
}

func TestASuspendedOwnerCanLeave(t *testing.T) {
	t.Parallel()
	s, _ := connected(t)
	if err := s.Projects.SuspendAccount(t.Context(), 1, "spam"); err != nil {
		t.Fatal(err)
	}
	s.owner.post("/login", "email", "anna@example.org", "password", password)
	s.owner.get("/projects").wants(http.StatusForbidden).has(`#leave[href="/account/removal"]`)
	s.owner.get("/account/removal").wants(http.StatusOK).has("#remove-account")
}
