package handlers

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

const reason = "The bot sent out other people's advertisements"

// number is the id in a project's address.
func number(t *testing.T, home string) int64 {
	t.Helper()
	id, err := strconv.ParseInt(strings.TrimPrefix(home, "/projects/"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// accountOf is the account of who is signed in with an e-mail.
func (b *bundle) accountOf(t *testing.T, email string) int64 {
	t.Helper()
	user, err := b.Store.UserByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	id, err := b.Store.AccountOfUser(t.Context(), user.ID)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestSuspendedAccountIsToldWhy(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	other := b.signedUp(t, "boris@example.org")
	elsewhere := other.newProject("Salon")
	id := b.accountOf(t, "anna@example.org")
	if err := b.Projects.SuspendAccount(t.Context(), id, reason); err != nil {
		t.Fatal(err)
	}
	w.get(home).goesTo("/login?next=" + strings.ReplaceAll(home, "/", "%2F")) // the session has ended
	w.post("/login", "email", "anna@example.org", "password", password).wants(http.StatusSeeOther)
	for _, path := range []string{"/projects", home, home + "/bot", "/account", "/projects/new"} {
		a := w.get(path).wants(http.StatusForbidden).has("#suspended").has("#sign-out-here").has("#download")
		if got := a.find("#reason").Text(); got != reason {
			t.Errorf("%s: the reason = %q, want %q", path, got, reason)
		}
	}
	w.post("/projects", "name", "Another").wants(http.StatusForbidden)
	w.post(home+"/removal", "name", "Café").wants(http.StatusForbidden)
	w.put(home+"/draft", wholeDraft).wants(http.StatusForbidden)
	w.post("/account/exports").wants(http.StatusOK)
	other.get(elsewhere).wants(http.StatusOK)
	if err := b.Projects.ResumeAccount(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	w.get(home).wants(http.StatusOK)
	w.post("/logout").goesTo("/login")
}

func TestSuspendedProjectIsToldWhy(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home, other := w.newProject("Café"), w.newProject("Bar")
	if err := b.Projects.SuspendProject(t.Context(), number(t, home), reason); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{home, home + "/bot", home + "/releases", home + "/audit"} {
		a := w.get(path).wants(http.StatusForbidden).has("#suspended")
		if !strings.Contains(a.find("h1").Text(), "Café") || a.find("#reason").Text() != reason {
			t.Errorf("%s says %q, want the project and the reason", path, a.find("main").Text())
		}
	}
	if got := w.get(home + "/draft"); got.StatusCode != http.StatusForbidden || !strings.HasPrefix(got.body, "{") {
		t.Errorf("draft of a suspended project = %d %.40s, want 403 and JSON", got.StatusCode, got.body)
	}
	w.get("/projects").wants(http.StatusOK).has(".badge-bad")
	w.get(other).wants(http.StatusOK)
	b.browser(t).get(home).wants(http.StatusSeeOther) // strangers learn nothing
	if err := b.Projects.ResumeProject(t.Context(), number(t, home)); err != nil {
		t.Fatal(err)
	}
	w.get(home).wants(http.StatusOK)
	log := w.get(home + "/audit").find("#log").Text()
	for _, want := range []string{"Project suspended", "Project resumed", "Botyard itself"} {
		if !strings.Contains(log, want) {
			t.Errorf("log = %q, want %q in it", log, want)
		}
	}
}

func TestVisitorsOfASuspendedProjectSeeItRest(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	ctx, account := t.Context(), s.accountOf(t, "owner@example.org")
	project := number(t, "/projects/"+s.ids["owner's"])
	visitor := s.browser(t)
	visitor.origin = "https://pages.example"
	forgets := func() {
		s.send(access{route: "POST /account", at: atCabinet, body: "language=en&theme=dark"}, "support", "https://cabinet.example")
	}
	open := []string{"/s/{slug}", "/s/{slug}/{page...}", "/m/{slug}", "/media/{key}", "/preview/{ticket}/{page}"}
	for _, c := range []struct {
		name            string
		suspend, resume func() error
	}{
		{"project", func() error { return s.Projects.SuspendProject(ctx, project, reason) }, func() error { return s.Projects.ResumeProject(ctx, project) }},
		{"account", func() error { return s.Projects.SuspendAccount(ctx, account, reason) }, func() error { return s.Projects.ResumeAccount(ctx, account) }},
	} {
		if err := c.suspend(); err != nil {
			t.Fatal(err)
		}
		forgets() // what the desk does, its route does as well
		for _, path := range open[:3] {
			visitor.wantsRest(s.fill(path), strings.HasPrefix(path, "/m/"))
		}
		for _, path := range open[3:] {
			visitor.get(s.fill(path)).wants(http.StatusNotFound)
		}
		if err := c.resume(); err != nil {
			t.Fatal(err)
		}
		forgets()
		for _, path := range open {
			visitor.get(s.fill(path)).wants(http.StatusOK)
		}
	}
}

// wantsRest is a page that says no more than that it rests.
func (w *browser) wantsRest(path string, app bool) {
	w.t.Helper()
	a := w.get(path).wants(http.StatusServiceUnavailable).has("h1")
	if strings.Contains(a.body, reason) || a.Header.Get("Retry-After") == "" || a.Header.Get("X-Robots-Tag") != "noindex" || len(a.Cookies()) > 0 {
		w.t.Errorf("%s = %v, want neither the reason nor a cookie, no index, and when to come back", path, a.Header)
	}
	if framed := strings.Contains(a.Header.Get("Content-Security-Policy"), "https://web.telegram.org"); framed != app {
		w.t.Errorf("%s: Telegram may frame it = %t, want %t", path, framed, app)
	}
}

func TestSuspensionNeedsAReason(t *testing.T) {
	t.Parallel()
	b := setup(t)
	home := b.signedUp(t, "anna@example.org").newProject("Café")
	for _, bad := range []string{"", " \n", strings.Repeat("ы", 501)} {
		if err := b.Projects.SuspendProject(t.Context(), number(t, home), bad); err == nil {
			t.Errorf("SuspendProject for %.10q = nil, want ErrReason", bad)
		}
	}
	if err := b.Projects.SuspendAccount(t.Context(), 999, reason); err == nil {
		t.Error("SuspendAccount of nobody = nil, want ErrNone")
	}
}
