package handlers

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"botyard/internal/audit"
	"botyard/internal/lang"
)

// acts lists what the audit holds of a project, or of none, the first first.
func (b *bundle) acts(t *testing.T, condition string, args ...any) []string {
	t.Helper()
	rows, err := b.Store.Pool.Query(t.Context(), "SELECT action FROM audit WHERE "+condition+" ORDER BY id", args...)
	if err != nil {
		t.Fatal(err)
	}
	acts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return acts
}

func TestEveryActIsWrittenDown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	w.post("/logout").wants(http.StatusSeeOther)
	w.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	w.post("/account/password", "old", password, "password", "another password").wants(http.StatusSeeOther)
	home := w.newProject("Café")
	id := number(t, home)
	w.post(home+"/bot", "token", string(b.newBot(t, "cafe_bot").Token)).goesTo(home + "/bot") // publishes, too
	w.post(home + "/releases").wants(http.StatusSeeOther)                                     // nothing new: no act
	w.post(home+"/releases/current", "release", "1").wants(http.StatusSeeOther)
	w.post(home + "/bot/disconnection").wants(http.StatusSeeOther)
	w.post(home + "/bot/disconnection").wants(http.StatusSeeOther) // there is none any more
	if err := b.Projects.ErasePerson(t.Context(), id, 7); err != nil {
		t.Fatal(err)
	}
	w.post("/account/exports").wants(http.StatusOK)
	w.post(home+"/removal", "name", "Café").wants(http.StatusSeeOther)
	want := []string{"created_project", "stored_token", "published", "made_current", "disconnected_bot", "erased_person", "erased_project"}
	if diff := cmp.Diff(want, b.acts(t, "project_id = $1 AND account_id IS NOT NULL", id)); diff != "" {
		t.Errorf("audit of the project (-want +got):\n%s", diff)
	}
	want = []string{"signed_up", "signed_in", "changed_password", "exported_account"}
	if diff := cmp.Diff(want, b.acts(t, "project_id IS NULL")); diff != "" {
		t.Errorf("audit beside the project (-want +got):\n%s", diff)
	}
	if got := b.acts(t, "user_id IS NULL"); !slices.Equal(got, []string{"erased_person"}) {
		t.Errorf("acts of nobody = %v, want that of the test alone", got)
	}
}

func TestLogOfAProject(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	w.post(home + "/releases").wants(http.StatusSeeOther)
	user, err := b.Accounts.AddUser(t.Context(), "vera@example.org", password, "support")
	if err != nil {
		t.Fatal(err)
	}
	desk := audit.By(t.Context(), user.ID)
	if err := b.Projects.SuspendProject(desk, number(t, home), reason); err != nil {
		t.Fatal(err)
	}
	if err := b.Projects.ResumeProject(desk, number(t, home)); err != nil {
		t.Fatal(err)
	}
	_, err = b.Store.Pool.Exec(t.Context(), "INSERT INTO audit (action, user_id, project_id) VALUES ('made_current', 999, $1)", number(t, home))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range w.get(home + "/audit").wants(http.StatusOK).find("#log li").EachIter() {
		what, who, _ := strings.Cut(entry.Find("p").Text(), ", ")
		got = append(got, entry.Find("b").Text()+" by "+who)
		if what == "" {
			t.Errorf("entry %q lacks its time", entry.Text())
		}
	}
	want := []string{
		"Version 0 brought back by Someone who has left", "Project resumed by Support", "Project suspended by Support",
		"Version 1 published by anna@example.org", "Project created by anna@example.org",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func TestLogIsReadInParts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	_, err := b.Store.Pool.Exec(t.Context(), "INSERT INTO audit (action, project_id, subject) SELECT 'published', $1, n FROM generate_series(1, 120) AS n", number(t, home))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for path := home + "/audit"; path != ""; {
		a := w.get(path).wants(http.StatusOK)
		for _, entry := range a.find("#log b").EachIter() {
			seen[entry.Text()] = true
		}
		path = a.find("#older").AttrOr("href", "")
	}
	if len(seen) != 121 {
		t.Errorf("all parts of the log show %d entries, want 121", len(seen))
	}
}

func TestEveryActOfAProjectHasWords(t *testing.T) {
	t.Parallel()
	for _, action := range audit.OfProject {
		if !lang.Has("audit.what." + string(action)) {
			t.Errorf("%s has no words", action)
		}
	}
}
