package handlers

import (
	"net/http"
	"strings"
	"testing"

	"botyard/internal/account"
)

// TestBadInputIsNoFaultOfOurs: what cannot be kept is refused, not logged as ours.
func TestBadInputIsNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.post(home+"/pages/home/blocks", "kind", "image", "at", "0").wants(http.StatusSeeOther)
	for name, head := range map[string]string{
		"no colon": "Content-Disposition form-data; name=file; filename=secret-name.png", "NUL": "Content-Disposition: form-data; name=\"file\"; filename=\"secret-name\x00.png\"",
	} {
		body := "--b\r\n" + head + "\r\n\r\nx\r\n--b--\r\n"
		got := w.send(http.MethodPost, home+"/pages/home/blocks/b3/pictures/media", "multipart/form-data; boundary=b", []byte(body))
		if got.StatusCode/100 != 4 {
			t.Errorf("upload, %s = %d, want 4xx", name, got.StatusCode)
		}
	}
	for draft, want := range map[string]string{
		`{"version":1,"pages":[],"scenarios":[null]}`: "/scenarios/0",
		`{"version":1,"pages":null,"scenarios":[]}`:   "/pages",
		`{"version":1,"pages":[],"scenarios":[{"id":"s1","triggers":[{"kind":"expression","pattern":"\u0000"}],"steps":[]}]}`: "/scenarios/0/triggers/0/pattern",
	} {
		if got := w.put(home+"/draft", draft).wants(http.StatusUnprocessableEntity).body; !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("PUT of %s = %s, want %s told", draft, got, want)
		}
	}
	if log := b.log.String(); strings.Contains(log, "secret-name") || strings.Contains(log, "request failed") {
		t.Errorf("log = %s", log)
	}
	if err := b.Accounts.SetRole(t.Context(), "anna@example.org", account.RoleSupport); err != nil {
		t.Fatal(err)
	}
	s := b.browser(t)
	s.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	s.get("/support?q=a%00b").wants(http.StatusBadRequest).has("h1")
}
