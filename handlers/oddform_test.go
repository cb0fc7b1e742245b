package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// oddForms damage a form that would do.
var oddForms = map[string]func(form url.Values) url.Values{
	"nothing in it": func(url.Values) url.Values { return url.Values{} },
	"bad UTF-8":     eachValue(func(string) []string { return []string{"caf\xe9 \xff\xfe"} }),
	"a NUL":         eachValue(func(v string) []string { return []string{v + "\x00"} }),
	"a novel":       eachValue(func(string) []string { return []string{strings.Repeat("Жили-были. ", 900)} }),
	"values twice":  eachValue(func(v string) []string { return []string{v, v} }),
	"markup":        eachValue(func(string) []string { return []string{`"><script>alert(1)</script>`} }),
	"spaces":        eachValue(func(string) []string { return []string{" \t\r\n\u00a0 "} }),
	"numbers":       eachValue(func(string) []string { return []string{"-99999999999999999999"} }),
	"odd names": func(form url.Values) url.Values {
		for _, name := range []string{"f.", "f..", "f.buttons.-1.label", "f.buttons.99999999.label", "f-", "f-items.99999999.text", "move-\xff", "\x00", "special-1-from"} {
			form.Set(name, "x")
		}
		form.Set("row", "remove items -1")
		form.Set("remove", "buttons.-1")
		return form
	},
}

func eachValue(change func(v string) []string) func(url.Values) url.Values {
	return func(form url.Values) url.Values {
		for name, values := range form {
			form[name] = change(values[0])
		}
		return form
	}
}

// ends tells whether a route's request takes away what other requests need.
func ends(a access) bool {
	return slices.ContainsFunc([]string{"removal", "removals", "/disconnection", "/logout", "/suspension", "/password"}, func(end string) bool { return strings.HasSuffix(a.route, end) })
}

// TestOddFormsAreNoFaultOfOurs sends every form of the cabinet damaged, as a
// browser with scripts and one without, and wants an answer in words.
func TestOddFormsAreNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	other := s.browsers["stranger"].get("/projects/" + s.ids["stranger's"] + "/draft").wants(http.StatusOK).body
	for name, damage := range oddForms {
		for _, a := range accesses {
			if strings.HasPrefix(a.route, "POST") && a.at == atCabinet && !ends(a) {
				s.askDamaged(t, a, name, damage)
			}
		}
	}
	for _, a := range accesses {
		if strings.HasPrefix(a.route, "POST") && a.at == atCabinet && ends(a) && !strings.HasSuffix(a.route, "/logout") {
			s.askDamaged(t, a, "markup", oddForms["markup"])
		}
	}
	if after := s.browsers["stranger"].get("/projects/" + s.ids["stranger's"] + "/draft").wants(http.StatusOK).body; after != other {
		t.Errorf("another's project is %s, was %s", after, other)
	}
	if log := s.log.String(); strings.Contains(log, "request failed") || strings.Contains(log, "panicked") {
		t.Errorf("log = %.600s, want no fault of ours", log)
	}
}

func (s *stage) askDamaged(t *testing.T, a access, name string, damage func(url.Values) url.Values) {
	t.Helper()
	form, err := url.ParseQuery(s.fill(a.body))
	if err != nil {
		t.Fatal(err)
	}
	body := damage(form).Encode()
	s.wantsWords(t, a, name, s.browsers[s.whoAsks(a)].do(s.formOf(a, body)))
	if savedAsTyped(a) {
		r := s.formOf(a, body)
		r.Header.Set("HX-Request", "true")
		s.wantsWords(t, a, name, s.browsers[s.whoAsks(a)].do(r))
	}
}

// formOf is what a browser sends to a route of the cabinet.
func (s *stage) formOf(a access, body string) *http.Request {
	r := s.request("POST", "https://cabinet.example"+s.fill(strings.TrimPrefix(a.route, "POST ")), body)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

// savedAsTyped tells whether htmx sends the form while it is typed.
func savedAsTyped(a access) bool {
	return slices.ContainsFunc([]string{"{step}", "{trigger}", "{block}", "/note", "/rows"}, func(end string) bool { return strings.HasSuffix(a.route, end) })
}

// whoAsks is who may ask a route.
func (s *stage) whoAsks(a access) string {
	if strings.Contains(a.route, " /support") {
		return "support"
	}
	return "owner"
}

// wantsWords holds an answer to be no fault of ours, and a refusal to say why.
func (s *stage) wantsWords(t *testing.T, a access, name string, got *answer) {
	t.Helper()
	if got.StatusCode >= http.StatusInternalServerError {
		t.Errorf("%s with %s = %d, want no fault of ours", a.route, name, got.StatusCode)
	}
	if got.StatusCode/100 == 4 && !s.routeOf(a.route).machine && strings.TrimSpace(got.find("body").Text()) == "" {
		t.Errorf("%s with %s = %d without a word", a.route, name, got.StatusCode)
	}
	if strings.Contains(got.body, "<script>") {
		t.Errorf("%s with %s is answered with what was sent as it came", a.route, name)
	}
}

// otherTypes are types of bodies that are no forms, each with a body.
var otherTypes = [][2]string{
	{"", "name=x"}, {"text/plain", "name=x"}, {"application/json", `{"name":"x"}`}, {"multipart/form-data", "name=x"},
	{"multipart/form-data; boundary=x", "--x\r\n\r\n"}, {"application/x-www-form-urlencoded", "name=%zz"}, {"no type / at all", "name=x"},
}

// TestOtherTypesAreNoForms sends every form in a type that none has.
func TestOtherTypesAreNoForms(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, a := range accesses {
		if !strings.HasPrefix(a.route, "POST") || a.at != atCabinet || ends(a) {
			continue
		}
		for _, other := range otherTypes {
			r := s.formOf(a, other[1])
			r.Header.Set("Content-Type", other[0])
			s.wantsWords(t, a, other[0]+" "+other[1], s.browsers[s.whoAsks(a)].do(r))
		}
	}
	if log := s.log.String(); strings.Contains(log, "request failed") || strings.Contains(log, "panicked") {
		t.Errorf("log = %.600s, want no fault of ours", log)
	}
}
