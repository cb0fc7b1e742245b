package handlers

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"botyard/internal/account"
	"botyard/internal/inbox"
	"botyard/static"
)

// uniqueDraft is a draft none of whose parts has a name that other projects use.
const uniqueDraft = `{"version":1,
 "pages":[
  {"id":"annas-page","title":"Menu","blocks":[{"id":"annas-block","kind":"image","media":"{key}","alt":"Bread"},{"id":"annas-other","kind":"heading","text":"Menu"}]},
  {"id":"annas-second","title":"About","blocks":[{"id":"annas-text","kind":"heading","text":"About"}]}],
 "scenarios":[{"id":"annas-answer","title":"Hours","triggers":[{"kind":"keyword","words":["hours"],"match":"word"}],"steps":[{"id":"annas-step","kind":"message","text":"From ten"}]}],
 "catalog":{"currency":"RUB","products":[{"id":"annas-bread","name":"Bread","price":100}]},"theme":{"accent":"#0e6a5e"}}`

// stage is an installation on two origins behind TLS in which anna has a
// project with everything, and boris and vera (of support) have their own.
type stage struct {
	*bundle
	browsers map[string]*browser
	ids      map[string]string
	filler   *strings.Replacer
}

func newStage(t *testing.T, change ...func(*Config)) *stage {
	t.Helper()
	change = append([]func(*Config){publicAt("https://cabinet.example"), pagesAt("https://pages.example"), func(c *Config) {
		c.Development, c.SignUp = true, SignUpInvite
		c.Webhook = Webhook{Directory: inbox.NewDirectory(c.Store), Receiver: inbox.NewReceiver(c.Store, c.Log, nil), Log: slog.New(slog.DiscardHandler)}
	}}, change...)
	b := setup(t, change...)
	s := &stage{bundle: b, browsers: map[string]*browser{}, ids: map[string]string{}}
	for i, who := range []string{"nobody", "owner", "stranger", "support"} {
		w := b.browser(t)
		w.origin, w.from = "https://cabinet.example", fmt.Sprintf("203.0.113.%d:5555", i+1)
		s.browsers[who] = w
	}
	for who, role := range map[string]account.Role{"owner": account.RoleUser, "stranger": account.RoleUser, "support": account.RoleSupport} {
		if _, err := b.Accounts.AddUser(t.Context(), who+"@example.org", password, role); err != nil {
			t.Fatal(err)
		}
		s.browsers[who].post("/login", "email", who+"@example.org", "password", password).wants(303)
	}
	s.ids["stranger's"] = strings.TrimPrefix(s.browsers["stranger"].newProject("Salon"), "/projects/")
	s.furnish(t)
	return s
}

// furnish makes anna's project, and keeps what fills the wildcards of routes.
func (s *stage) furnish(t *testing.T) {
	t.Helper()
	w := s.browsers["owner"]
	code, invitation := s.invitation(t), s.invitation(t)
	home := w.newProject("Café")
	id := strings.TrimPrefix(home, "/projects/")
	w.post(home+"/pages/home/blocks", "kind", "image", "at", "0").wants(303)
	w.upload(home+"/pages/home/blocks/b3/pictures/media", "file", picture(t, 60, 40)).wants(303)
	_, key, _ := strings.Cut(w.get(home+"/pages/home?block=b3").find("#b-b3-media-field img").AttrOr("src", ""), "/media/")
	w.put(home+"/draft", strings.Replace(uniqueDraft, "{key}", key, 1)).wants(200)
	w.get(home + "/chat").wants(200)
	w.post(home+"/dialogues", "title", "annas-dialogue").wants(303)
	dialogue := w.get(home+"/dialogues").find("#dialogues a").AttrOr("href", "")
	_, err := s.Store.Pool.Exec(t.Context(), `INSERT INTO submissions (project_id, number, form, kind, source, principal, digest, title, person, content, words)
		VALUES ($1::text::bigint, 1, 'annas-page.f', 'request', 'site', '', '', 'Question', 'Zoya', '{"form":"annas-page.f","kind":"form","title":"Question","fields":[]}', 'zoya')`, id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Store.Pool.Exec(t.Context(), "INSERT INTO testers (project_id, user_id) VALUES ($1::text::bigint, 77)", id); err != nil {
		t.Fatal(err)
	}
	token := string(s.newBot(t, "cafe_bot").Token)
	w.post(home+"/bot", "token", token).wants(303)
	frame, err := url.Parse(w.get(home+"/pages/annas-page").find("#preview").AttrOr("src", ""))
	if err != nil || !strings.HasPrefix(frame.Path, "/preview/") {
		t.Fatalf("the preview's address = %q, %v", frame, err)
	}
	s.filler = strings.NewReplacer(
		"{$}", "", "{id}", id, "{page}", "annas-page", "{page...}", "annas-second", "{block}", "annas-block", "{field}", "media",
		"{scenario}", "annas-answer", "{step}", "annas-step", "{trigger}", "0", "{form}", "annas-page.none", "{number}", "1", "{product}", "annas-bread", "{kind}", "site", "{secret}", "key", "{slug}", "caf", "{key}", key, "{ticket}", strings.Split(frame.Path, "/")[2],
		"{publicID}", "unknown", "{screen}", "login", "{event}", "1", "{dialogue}", dialogue[strings.LastIndex(dialogue, "/")+1:], "{token}", url.QueryEscape(token),
		"{tester}", "77", "{code}", code.Code, "{invitation}", strconv.FormatInt(invitation.ID, 10), static.Prefix, static.URL("cabinet.css"),
	)
	s.ids["owner's"] = id
}

// invitation is one of the owner's.
func (s *stage) invitation(t *testing.T) account.Invitation {
	t.Helper()
	var owner int64
	err := s.Store.Pool.QueryRow(t.Context(), "SELECT id FROM users WHERE email = 'owner@example.org'").Scan(&owner)
	if err != nil {
		t.Fatal(err)
	}
	made, err := s.Accounts.Invite(t.Context(), owner)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// fill puts what is anna's into every wildcard of a pattern or a body.
func (s *stage) fill(pattern string) string { return s.filler.Replace(pattern) }

func (s *stage) request(method, address, body string) *http.Request {
	r := httptest.NewRequest(method, address, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// send asks a route at an origin, with the cookies of the cabinet wherever it is.
func (s *stage) send(a access, who, origin string) *answer {
	w := s.browsers[who]
	method, path, _ := strings.Cut(s.fill(a.route), " ")
	r := s.request(method, origin+path, s.fill(a.body))
	if !strings.HasPrefix(origin, w.origin) {
		home, _ := url.Parse(w.origin)
		for _, c := range w.jar.Cookies(home) {
			r.AddCookie(c)
		}
	}
	return w.do(r)
}

// dump is all of anna's project that a stranger might have changed.
func (s *stage) dump(t *testing.T) string {
	t.Helper()
	w, home := s.browsers["owner"], "/projects/"+s.ids["owner's"]
	var all strings.Builder
	all.WriteString(w.get(home + "/draft").wants(200).body)
	for _, path := range []string{"/settings", "/releases", "/bot", "/orders/1"} {
		all.WriteString(w.get(home + path).wants(200).find("main").Text())
	}
	return all.String()
}
