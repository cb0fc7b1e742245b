package handlers

import (
	"net/http"
	"net/url"
	"testing"
)

func TestSharedSitesAreFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		public, pages string
		want          bool
	}{
		{"", "", false},
		{"http://localhost:8080", "", false},
		{"http://bots.example.org", "http://bots.example.org", false},
		{"https://bots.example.org", "", true},
		{"https://bots.example.org", "https://bots.example.org", true},
		{"https://bots.example.org", "https://bots.example.org:8443", true},
		{"https://bots.example.org", "https://pages.example.org", true},
		{"https://bots.example.org", "https://pages.example.net", false},
		{"https://bots.example.co.uk", "https://pages.other.co.uk", false},
		{"https://192.0.2.1", "https://192.0.2.1:8443", true},
		{"https://192.0.2.1", "https://192.0.2.2", false},
		{"https://cabinet", "https://pages", false},
	} {
		if got := PagesShareTheSite(parsed(c.public), parsed(c.pages)); got != c.want {
			t.Errorf("PagesShareTheSite(%q, %q) = %v, want %v", c.public, c.pages, got, c.want)
		}
	}
}

func parsed(origin string) *url.URL {
	if origin == "" {
		return nil
	}
	u, _ := url.Parse(origin)
	return u
}

// TestSupportIsToldOfASharedSite: who runs the installation reads it, owners do not.
func TestSupportIsToldOfASharedSite(t *testing.T) {
	t.Parallel()
	shared, apart := newStage(t, pagesAt("https://pages.cabinet.example")), newStage(t)
	for who, want := range map[string]int{"support": 1, "owner": 0} {
		if got := shared.browsers[who].get("/projects").wants(http.StatusOK).find("#warning").Length(); got != want {
			t.Errorf("%s sees %d warnings, want %d", who, got, want)
		}
	}
	if got := apart.browsers["support"].get("/projects").find("#warning").Length(); got != 0 {
		t.Errorf("with two domains support sees %d warnings, want none", got)
	}
}
