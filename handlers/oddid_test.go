package handlers

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"botyard/internal/lang"
)

// oddIDs stand where an id belongs: none of them is anything's.
var oddIDs = []string{"0", "-1", "999999", "no-such", "9223372036854775808", "a%00b", "%FF%FE", "%D1%8F%20x", "..%2F..", strings.Repeat("z", 3000)}

// anyName are the wildcards of which every name is something: what they name
// is looked for elsewhere, or made when it is not there.
var anyName = []string{"{page...}", "{slug}", "{key}", "{ticket}", "{code}", "{publicID}", "{screen}", "{form}"}

// TestOddIDsAreNotFound puts what is no id into every place of an id of every
// route of the cabinet, in both languages, and looks that nothing has changed.
func TestOddIDsAreNotFound(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w := s.browsers["owner"]
	before := s.dump(t)
	for n, l := range lang.All {
		for _, who := range []string{"owner", "support"} {
			s.browsers[who].post("/account", "language", l.Code(), "theme", "").wants(http.StatusSeeOther)
		}
		for _, a := range accesses {
			who := "owner"
			if strings.Contains(a.route, " /support") {
				who = "support"
			}
			for i, odd := range oddIDs {
				if i%len(lang.All) == n {
					s.askOdd(t, a, who, odd, l)
				}
			}
		}
	}
	w.post("/account", "language", "en", "theme", "").wants(http.StatusSeeOther)
	if after := s.dump(t); after != before {
		t.Errorf("requests for nothing changed the project:\n%s\nwas\n%s", after, before)
	}
	if log := s.log.String(); strings.Contains(log, "request failed") || strings.Contains(log, "panicked") {
		t.Errorf("log = %.600s, want no fault of ours", log)
	}
}

// askOdd asks a route with an odd id in the place of each of its own in turn.
func (s *stage) askOdd(t *testing.T, a access, who, odd string, l lang.Lang) {
	t.Helper()
	method, pattern, _ := strings.Cut(a.route, " ")
	for _, part := range wildcard.FindAllString(pattern, -1) {
		if a.at != atCabinet || slices.Contains(anyName, part) || part == "{trigger}" && odd == "0" {
			continue // the first trigger is number 0
		}
		r := s.request(method, "https://cabinet.example"+s.fill(strings.Replace(pattern, part, odd, 1)), s.fill(a.body))
		got := s.browsers[who].do(r)
		if got.StatusCode != http.StatusNotFound {
			t.Errorf("%s with %s = %.30s is %d, want 404", a.route, part, odd, got.StatusCode)
			continue
		}
		if of := s.routeOf(a.route); of.machine {
			continue
		}
		if h1 := strings.TrimSpace(got.find("h1").Text()); got.find("html").AttrOr("lang", "") != l.Code() || h1 != lang.T(lang.With(t.Context(), l), "failure.404.title") {
			t.Errorf("%s with %s = %.30s says %q, want the page of what is not there in %s", a.route, part, odd, h1, l.Code())
		}
	}
}

// routeOf is the row of the table with that name.
func (s *stage) routeOf(name string) route {
	for _, rt := range s.routes {
		if rt.method+" "+rt.pattern == name {
			return rt
		}
	}
	return route{}
}

// TestOddIDsOfPages asks the visitors' addresses for what is not there.
func TestOddIDsOfPages(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.browsers["owner"].post("/projects/" + s.ids["owner's"] + "/releases").wants(http.StatusSeeOther)
	for _, pattern := range []string{"/m/%", "/s/%", "/s/caf/%", "/goods/%", "/preview/%", "/media/%", "/preview/{ticket}/%"} {
		for _, odd := range oddIDs {
			r := httptest.NewRequest("GET", "https://pages.example"+s.fill(strings.Replace(pattern, "%", odd, 1)), nil)
			if got := s.browsers["nobody"].do(r); got.StatusCode != http.StatusNotFound {
				t.Errorf("%s with %.30s = %d, want 404", pattern, odd, got.StatusCode)
			}
		}
	}
	for _, pattern := range []string{"/m/%/session", "/m/%/forms/home.order", "/s/%/forms/home.order", "/s/caf/forms/%"} {
		for _, odd := range oddIDs {
			r := s.request("POST", "https://pages.example"+strings.Replace(pattern, "%", odd, 1), "{}")
			if got := s.browsers["nobody"].do(r); got.StatusCode/100 != 4 {
				t.Errorf("POST %s with %.30s = %d, want 4xx", pattern, odd, got.StatusCode)
			}
		}
	}
	if log := s.log.String(); strings.Contains(log, "request failed") || strings.Contains(log, "panicked") {
		t.Errorf("log = %.600s, want no fault of ours", log)
	}
}
