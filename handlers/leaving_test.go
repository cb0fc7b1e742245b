package handlers

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"botyard/internal/project"
)

// unzipped are the files of an export, by their names without the project's folder.
func unzipped(t *testing.T, a *answer) map[string]string {
	t.Helper()
	if got := a.Header.Get("Content-Type"); got != "application/zip" || !strings.HasPrefix(a.Header.Get("Content-Disposition"), "attachment") {
		t.Fatalf("headers = %v, want a zip to keep", a.Header)
	}
	z, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Split(f.Name, "/")
		files[strings.Join(name[min(2, len(name)-1):], "/")] = string(text)
	}
	return files
}

func TestExportHoldsEverythingButSecrets(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	id := s.ids["owner's"]
	for _, sql := range []string{
		`INSERT INTO subscribers (project_id, user_id, first_name, last_name, username, language, source) SELECT ` + id + `, n, 'Client ' || n, '', '', 'en', '' FROM generate_series(1, 2500) AS n`,
		`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome) SELECT ` + id + `, n % 7, now() - n * interval '1 second', n, 0, 1, 'received' FROM generate_series(1, 2500) AS n`,
		`INSERT INTO message_text (project_id, chat_id, at, event_id, seq, outgoing, words) SELECT project_id, chat_id, at, event_id, seq, false, 'Words ' || event_id FROM message_log`,
		`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code) VALUES (` + id + `, 3, now(), 9999, 0, 1, 'failed', 'blocked')`,
		`INSERT INTO subscribers (project_id, user_id, first_name, last_name, username, language, source) VALUES (` + s.ids["stranger's"] + `, 1, 'Stranger', '', '', '', '')`,
		`INSERT INTO submissions (project_id, number, form, kind, source, principal, digest, title, content, words) VALUES (` + id + `, 7, 'home.f', 'request', 'site', '', '', 'Question',
			'{"form":"home.f","kind":"form","title":"Question","fields":[{"name":"text","label":"What","type":"long","value":"Is it open?"}]}', '')`,
	} {
		if _, err := s.Store.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	files := unzipped(t, s.browsers["owner"].post("/account/exports").wants(http.StatusOK))
	var clients, messages []map[string]any
	for name, into := range map[string]any{"clients.json": &clients, "messages.json": &messages} {
		if err := json.Unmarshal([]byte(files[name]), into); err != nil {
			t.Errorf("%s = %.80s, %v", name, files[name], err)
		}
	}
	words := 0
	for _, m := range messages {
		if m["words"] != nil {
			words++
		}
	}
	if len(clients) != 2500 || len(messages) != 2501 || words != 2500 {
		t.Errorf("export holds %d clients, %d messages, %d with words; want 2500, 2501, 2500", len(clients), len(messages), words)
	}
	for _, name := range []string{"draft.json", "versions/1.json"} {
		if _, problems := project.ParseDraft([]byte(files[name])); len(problems) > 0 {
			t.Errorf("%s is no draft: %v", name, problems)
		}
	}
	wantFile(t, files, "submissions.json", `"value": "Is it open?"`)
	wantFile(t, files, "account.json", `"email": "owner@example.org"`)
	wantFile(t, files, "project.json", `"bot": "cafe_bot"`)
	wantFile(t, files, "pictures/"+s.fill("{key}")+".jpg", "\xff\xd8\xff")
	s.wantNoSecrets(t, files)
}

func wantFile(t *testing.T, files map[string]string, name, content string) {
	t.Helper()
	if !strings.Contains(files[name], content) {
		t.Errorf("%s = %.200q, want %s in it", name, files[name], content)
	}
}

// wantNoSecrets looks for whatever opens something, and for other tenants.
func (s *stage) wantNoSecrets(t *testing.T, files map[string]string) {
	t.Helper()
	all := ""
	for name, text := range files {
		all += name + text
	}
	token := strings.ReplaceAll(s.fill("{token}"), "%3A", ":")
	_, secretHalf, _ := strings.Cut(token, ":")
	for what, text := range map[string]string{"a token": secretHalf, "a password's hash": "argon2", "a stranger": "Stranger", "another account": "stranger@"} {
		if text == "" || strings.Contains(all, text) {
			t.Errorf("the export holds %s", what)
		}
	}
	var sealed []byte
	if err := s.Store.Pool.QueryRow(t.Context(), "SELECT token FROM integrations WHERE token IS NOT NULL").Scan(&sealed); err != nil || bytes.Contains([]byte(all), sealed) {
		t.Errorf("the export holds a sealed token, %v", err)
	}
}

func TestExportsAreBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	for range exportsPerMinute {
		w.post("/account/exports").wants(http.StatusOK)
	}
	w.post("/account/exports").wants(http.StatusTooManyRequests)
}

func TestAccountIsDeletedWhenConfirmed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.newProject("Bar")
	w.post(home + "/releases").wants(http.StatusSeeOther)
	w.get("/account").has(`#leave[href="/account/removal"]`)
	w.get("/account/removal").wants(http.StatusOK).has("#download")
	for name, c := range map[string]struct{ email, password, field string }{
		"nothing":        {"", "", "email"},
		"other e-mail":   {"boris@example.org", password, "email"},
		"no password":    {"anna@example.org", "", "password"},
		"wrong password": {"anna@example.org", "wrong password", "password"},
	} {
		a := w.post("/account/removal", "email", c.email, "password", c.password).wants(http.StatusUnprocessableEntity)
		if a.find("#"+c.field+"[aria-invalid=true]").Length() == 0 {
			t.Errorf("%s: the mistake is not at %s", name, c.field)
		}
		a.value("#email", c.email)
	}
	w.get(home).wants(http.StatusOK)
	w.post("/account/removal", "email", " Anna@Example.org ", "password", password).goesTo("/goodbye")
	w.get("/goodbye").wants(http.StatusOK).has("#gone")
	w.get(home).wants(http.StatusSeeOther)
	w.get("/s/caf").wants(http.StatusNotFound)
	w.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusUnauthorized)
	for table, want := range map[string]int{"users": 0, "accounts": 0, "members": 0, "projects": 0, "drafts": 0, "sessions": 0} {
		var n int
		if err := b.Store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil || n != want {
			t.Errorf("%s has %d rows, %v, want %d", table, n, err, want)
		}
	}
	b.signedUp(t, "anna@example.org") // the e-mail is free again
}

func TestSomebodyElsesAccountStays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	anna, boris := b.signedUp(t, "anna@example.org"), b.signedUp(t, "boris@example.org")
	home := boris.newProject("Salon")
	anna.newProject("Café")
	anna.post("/account/removal", "email", "anna@example.org", "password", password).goesTo("/goodbye")
	boris.get(home).wants(http.StatusOK)
}

func TestOneWhoSignsInElsewhereStays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	anna, boris := b.signedUp(t, "anna@example.org"), b.signedUp(t, "boris@example.org")
	anna.newProject("Café")
	_, err := b.Store.Pool.Exec(t.Context(), "INSERT INTO members (account_id, user_id) SELECT $1, id FROM users WHERE email = 'boris@example.org'",
		b.accountOf(t, "anna@example.org"))
	if err != nil {
		t.Fatal(err)
	}
	anna.post("/account/removal", "email", "anna@example.org", "password", password).goesTo("/goodbye")
	boris.get("/projects").wants(http.StatusOK)
	anna.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusUnauthorized)
}
