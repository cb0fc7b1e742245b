package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// invited makes an invitation and returns its link's path.
func (w *browser) invited() string {
	w.t.Helper()
	link := w.post("/account/invitations").wants(http.StatusCreated).find("#link").AttrOr("value", "")
	path, found := strings.CutPrefix(link, w.origin)
	if !found {
		w.t.Fatalf("link = %q, want one at %s", link, w.origin)
	}
	return path
}

func TestInvitationLetsOneIn(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	path := s.browsers["owner"].invited()
	guest := s.browser(t)
	guest.origin = "https://cabinet.example"
	guest.get("/signup").wants(http.StatusOK).has("#refusal")
	guest.get(path + "&lang=ru").goesTo(path)
	code := guest.get(path).wants(http.StatusOK).find("input[name=invitation]").AttrOr("value", "")
	guest.post("/signup", "invitation", code, "email", "new@example.org", "password", "short").
		wants(http.StatusUnprocessableEntity).value("input[name=invitation]", code).value("#email", "new@example.org")
	guest.post("/signup", "invitation", code, "email", "new@example.org", "password", password).goesTo("/")
	late := s.browser(t)
	late.origin = "https://cabinet.example"
	late.get(path).wants(http.StatusOK).has("#refusal")
	late.post("/signup", "invitation", code, "email", "late@example.org", "password", password).wants(http.StatusForbidden).has("#refusal")
	late.post("/signup", "email", "late@example.org", "password", password).wants(http.StatusForbidden).has("#refusal")
	s.browsers["owner"].get("/account/invitations").wants(http.StatusOK).has("#invitations")
}

func TestInvitationsAreForInvitingInstallations(t *testing.T) {
	t.Parallel()
	for _, mode := range []SignUp{SignUpOpen, SignUpClosed} {
		s := newStage(t, func(c *Config) { c.SignUp = mode })
		w := s.browsers["owner"]
		if w.get("/account/invitations").wants(http.StatusOK).has("#closed").find("#invite").Length() != 0 {
			t.Errorf("%s: there is a button to invite, want none", mode)
		}
		w.post("/account/invitations").wants(http.StatusForbidden).has("#closed")
	}
}

func TestInvitationOfAClosedInstallationIsRefused(t *testing.T) {
	t.Parallel()
	s := newStage(t, func(c *Config) { c.SignUp = SignUpClosed })
	code := s.fill("{code}")
	guest := s.browser(t)
	guest.origin = "https://cabinet.example"
	guest.get("/signup?" + url.Values{"invitation": {code}}.Encode()).wants(http.StatusOK).has("#refusal")
	guest.post("/signup", "invitation", code, "email", "new@example.org", "password", password).wants(http.StatusForbidden)
}

func TestWithdrawnInvitation(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w := s.browsers["stranger"]
	path := w.invited()
	removal := w.get("/account/invitations").find("#invitations form").First().AttrOr("action", "")
	w.post(removal).goesTo("/account/invitations")
	w.post(removal).wants(http.StatusNotFound)
	for _, id := range []string{"x", "0", "99999999999999999999"} {
		w.post("/account/invitations/" + id + "/removal").wants(http.StatusNotFound)
	}
	guest := s.browser(t)
	guest.origin = "https://cabinet.example"
	guest.get(path).has("#refusal")
}
