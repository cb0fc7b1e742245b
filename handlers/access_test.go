package handlers

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// where says on which of the asked hosts a route answers.
type where string

const (
	atCabinet where = "the cabinet's"
	atPages   where = "the pages'"
	atBoth    where = "the cabinet's and the pages'"
	anywhere  where = "every name"
)

// statuses are what a route answers to those who ask it. On the pages' origin
// and to machines it is the same for everybody.
type statuses struct{ nobody, owner, stranger, support int }

func same(status int) statuses { return statuses{status, status, status, status} }

// own is a route that is everybody's own once they have signed in.
func own(status int) statuses { return statuses{303, status, status, status} }

// theirs is a screen of a project; machines' routes of one answer 401 to nobody.
func theirs(status int) statuses  { return statuses{303, status, 404, 404} }
func machine(status int) statuses { return statuses{401, status, 404, 404} }

// staff is a route of the support desk: to others it is not there.
func staff(status int) statuses { return statuses{303, 404, 404, status} }

// access is one line of the table: what is asked, and what comes back.
type access struct {
	route string
	at    where
	want  statuses
	// body is a form's content, unless it begins with "{"; its wildcards are filled, too.
	body string
}

// accesses is route × role × host. What takes something away stands at the
// end, because the owner's requests are really carried out.
var accesses = []access{
	{"GET /{$}", atCabinet, same(303), ""},
	{"GET /signup", atCabinet, statuses{200, 303, 303, 303}, ""},
	{"POST /signup", atCabinet, same(422), "email=none&password=right+password&invitation={code}"},
	{"GET /login", atCabinet, statuses{200, 303, 303, 303}, ""},
	{"POST /login", atCabinet, same(401), "email=nobody@example.org&password=wrong+password"},

	{"GET /account", atCabinet, own(200), ""},
	{"POST /account", atCabinet, own(303), "language=en&theme="},
	{"GET /account/sessions", atCabinet, own(200), ""},
	{"POST /account/sessions/removal", atCabinet, own(303), ""},
	{"GET /account/invitations", atCabinet, own(200), ""},
	{"POST /account/invitations", atCabinet, own(201), ""},
	{"POST /account/password", atCabinet, own(303), "old=right+password&password=right+password"},

	{"POST /account/exports", atCabinet, own(200), ""},
	{"GET /account/removal", atCabinet, own(200), ""},
	{"POST /account/removal", atCabinet, own(422), "email=somebody@example.org&password=right+password"},
	{"GET /goodbye", atCabinet, same(200), ""},

	{"GET /projects", atCabinet, own(200), ""},
	{"POST /projects", atCabinet, own(303), "name=Another"},
	{"GET /projects/new", atCabinet, own(200), ""},
	{"GET /projects/{id}", atCabinet, theirs(200), ""},
	{"GET /projects/{id}/links/{kind}", atCabinet, theirs(200), ""},
	{"GET /projects/{id}/more", atCabinet, theirs(200), ""},
	{"GET /projects/{id}/audit", atCabinet, theirs(200), ""},
	{"GET /projects/{id}/settings", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/settings", atCabinet, theirs(303), "name=Caf%C3%A9&address={slug}&language=ru"},
	{"GET /projects/{id}/secrets", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/secrets", atCabinet, theirs(303), "name=key&value=x"},
	{"POST /projects/{id}/secrets/{secret}/removal", atCabinet, theirs(303), ""},
	{"GET /projects/{id}/card", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/card", atCabinet, theirs(303), "name=Caf%C3%A9&zone=Asia/Omsk&currency=RUB"},
	{"POST /projects/{id}/card/pictures/logo", atCabinet, theirs(400), "file=none"},
	{"POST /projects/{id}/card/pictures/logo/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/attempts", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/restorations", atCabinet, theirs(422), "what=page&at=9&content={}"},
	{"GET /projects/{id}/draft", atCabinet, machine(200), ""},
	{"PUT /projects/{id}/draft", atCabinet, machine(200), uniqueDraft},
	{"GET /projects/{id}/catalog", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/catalog", atCabinet, theirs(303), "name=Rye&price=1"},
	{"GET /projects/{id}/catalog/new", atCabinet, theirs(200), ""},
	{"GET /projects/{id}/catalog/{product}", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/catalog/{product}", atCabinet, theirs(303), "name=Bread&price=1"},
	{"POST /projects/{id}/catalog/{product}/position", atCabinet, theirs(303), "to=up"},
	{"POST /projects/{id}/catalog/{product}/photo", atCabinet, theirs(400), ""},
	{"GET /projects/{id}/catalog-settings", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/catalog-settings", atCabinet, theirs(303), "currency=RUB"},
	{"GET /projects/{id}/orders", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/orders/exports", atCabinet, theirs(200), "format=csv"},
	{"GET /projects/{id}/orders/{number}", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/orders/{number}/status", atCabinet, theirs(303), "status=done"},
	{"POST /projects/{id}/orders/{number}/note", atCabinet, theirs(303), "note=x"},
	{"GET /projects/{id}/releases", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/releases", atCabinet, theirs(303), ""},
	{"GET /projects/{id}/releases/new", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/releases/current", atCabinet, theirs(303), "release=1"},

	{"GET /projects/{id}/bot", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/bot", atCabinet, theirs(303), "token={token}"},
	{"POST /projects/{id}/bot/takeover", atCabinet, theirs(303), ""},
	{"GET /projects/{id}/chat", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/chat/beginnings", atCabinet, theirs(303), "who=new&name=Anna"},
	{"POST /projects/{id}/chat/messages", atCabinet, theirs(303), "text=hours"},
	{"POST /projects/{id}/chat/presses", atCabinet, theirs(303), "message=1&button=0:b1"},
	{"POST /projects/{id}/chat/skips", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/chat/answers", atCabinet, theirs(303), "ok=yes"},
	{"POST /projects/{id}/chat/returns", atCabinet, theirs(303), "how=return"},
	{"POST /projects/{id}/chat/settings", atCabinet, theirs(303), "time=2026-12-01T10:00"},
	{"POST /projects/{id}/dialogues", atCabinet, theirs(303), "title=Hours"},
	{"GET /projects/{id}/dialogues", atCabinet, theirs(200), ""},
	{"GET /projects/{id}/dialogues/{dialogue}", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/dialogues/{dialogue}", atCabinet, theirs(303), ""},
	{"GET /projects/{id}/files", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/files", atCabinet, theirs(400), "file=none"},
	{"POST /projects/{id}/files/{key}", atCabinet, theirs(303), "alt=Bread"},
	{"GET /projects/{id}/testers", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/testers", atCabinet, theirs(201), ""},
	{"GET /projects/{id}/bot/map", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/bot/history", atCabinet, theirs(303), "to=redo"},
	{"POST /projects/{id}/bot/scenarios", atCabinet, theirs(303), "goal=answer"},
	{"GET /projects/{id}/bot/scenarios/{scenario}", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/bot/scenarios/{scenario}", atCabinet, theirs(303), "title=Renamed"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/copies", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/bot/scenarios/{scenario}/triggers", atCabinet, theirs(303), "kind=fallback"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/triggers/{trigger}", atCabinet, theirs(303), "f.words=hours&f.match=word"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps", atCabinet, theirs(303), "kind=message"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}/position", atCabinet, theirs(303), "to=up"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}/copies", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}/buttons", atCabinet, theirs(422), "label=More"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}/files", atCabinet, theirs(400), "file=none"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}/files/chosen", atCabinet, theirs(303), "key={key}"},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}", atCabinet, theirs(303), "f.text=Hello"},
	{"GET /projects/{id}/menu", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/menu", atCabinet, theirs(303), "page={page}&place=head"},
	{"POST /projects/{id}/legal", atCabinet, theirs(303), ""},
	{"GET /projects/{id}/theme", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/theme", atCabinet, theirs(303), "own=%230e6a5e&corners=soft"},
	{"GET /projects/{id}/pages", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/pages", atCabinet, theirs(303), "title=New"},
	{"GET /projects/{id}/pages/{page}", atCabinet, theirs(200), ""},
	{"POST /projects/{id}/pages/{page}", atCabinet, theirs(303), "title=Renamed"},
	{"POST /projects/{id}/pages/{page}/blocks", atCabinet, theirs(303), "kind=text&at=9"},
	{"POST /projects/{id}/pages/{page}/blocks/{block}/pictures/{field}", atCabinet, theirs(400), "file=none"},
	{"POST /projects/{id}/pages/{page}/blocks/{block}/films/{field}", atCabinet, theirs(404), "file=none"},
	{"POST /projects/{id}/pages/{page}/blocks/{block}/rows", atCabinet, statuses{303, 422, 404, 404}, "row=add+items+0"},
	{"POST /projects/{id}/pages/{page}/blocks/{block}/position", atCabinet, theirs(303), "to=up"},
	{"POST /projects/{id}/pages/{page}/blocks/{block}/copies", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/pages/{page}/blocks/{block}", atCabinet, theirs(303), "f-media={key}&f-alt=Bread"},

	{"GET /support", atCabinet, staff(200), ""},
	{"GET /support/queue.json", atCabinet, statuses{401, 404, 404, 200}, ""},
	{"GET /support/undelivered", atCabinet, staff(200), ""},
	{"GET /support/projects/{id}", atCabinet, staff(200), ""},
	{"GET /support/projects/{id}/letters/{event}", atCabinet, staff(404), ""},
	{"POST /support/projects/{id}/letters/{event}/opening", atCabinet, staff(404), ""},
	{"POST /support/projects/{id}/pause", atCabinet, staff(303), "why=look"},
	{"POST /support/projects/{id}/resumption", atCabinet, staff(303), ""},
	{"POST /support/projects/{id}/suspension", atCabinet, staff(422), "reason="},
	{"POST /support/projects/{id}/suspension/removal", atCabinet, staff(303), ""},
	{"POST /support/undelivered/attempts", atCabinet, staff(303), "reason=turn_failed"},
	{"POST /support/undelivered/removals", atCabinet, staff(303), "reason=turn_failed"},

	{"GET /m/{slug}", atPages, same(200), ""},
	{"POST /m/{slug}/session", atPages, same(401), ""},
	{"GET /s/{slug}", atPages, same(200), ""},
	{"GET /s/{slug}/cover.png", atPages, same(200), ""},
	{"GET /s/{slug}/icon.png", atPages, same(200), ""},
	{"GET /s/{slug}/sitemap.xml", atPages, same(200), ""},
	{"GET /s/{slug}/{page...}", atPages, same(200), ""},
	{"POST /m/{slug}/forms/{form}", atPages, same(401), "{}"},
	{"POST /s/{slug}/forms/{form}", atPages, same(404), "{}"},
	{"GET /goods/{slug}", atPages, same(200), ""},
	{"GET /preview/{ticket}", atPages, same(200), ""},
	{"GET /preview/{ticket}/{page}", atPages, same(200), ""},
	{"GET /preview/{ticket}/{page}/state", atPages, same(200), ""},
	{"GET /media/{key}", atPages, same(200), ""},

	{"POST /v1/telegram/webhooks/{publicID}", atCabinet, same(401), `{"update_id":1}`},
	{"GET /static/", atBoth, same(200), ""},
	{"GET /robots.txt", atBoth, same(200), ""},
	{"GET /favicon.ico", atBoth, same(302), ""},
	{"GET /healthz", anywhere, same(200), ""},
	{"GET /readyz", anywhere, same(200), ""},
	{"GET /gallery", atCabinet, same(200), ""},
	{"GET /gallery/{screen}", atCabinet, same(200), ""},

	{"POST /account/invitations/{invitation}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/pages/{page}/blocks/{block}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/testers/link/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/testers/{tester}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/dialogues/{dialogue}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/pages/{page}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/bot/scenarios/{scenario}/triggers/{trigger}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/bot/scenarios/{scenario}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/bot/disconnection", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/orders/{number}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/catalog/{product}/removal", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/bot/reconnection", atCabinet, theirs(303), ""},
	{"POST /projects/{id}/removal", atCabinet, theirs(303), "name=Caf%C3%A9"},
	{"POST /logout", atCabinet, same(303), ""},
}

// elsewhere is what a host answers where a route does not belong; 0 where it does.
func (a access) elsewhere(on host) int {
	belongs := map[where]host{atCabinet: onCabinet, atPages: onPages, atBoth: onBoth, anywhere: onAny}[a.at]
	switch {
	case belongs&on != 0:
		return 0
	case on == onUnknown:
		return http.StatusMisdirectedRequest
	}
	return http.StatusNotFound
}

func TestEveryRouteIsInTheTableOfAccess(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Development = true })
	for _, complaint := range unlisted(b.routes, accesses) {
		t.Error(complaint)
	}
	planted := append(slices.Clone(b.routes), route{method: "GET", pattern: "/projects/{id}/new-thing"})
	if got := unlisted(planted, accesses[1:]); len(got) != 2 {
		t.Errorf("unlisted = %q, want the planted route and the row that was taken away", got)
	}
}

// unlisted compares the routes with the lines of the table, both ways.
func unlisted(routes []route, lines []access) (complaints []string) {
	known := map[string]int{}
	for _, a := range lines {
		known[a.route]++
	}
	for _, rt := range routes {
		name := rt.method + " " + rt.pattern
		if known[name] != 1 {
			complaints = append(complaints, name+" is not in the table of access: say there who gets what, at which host")
		}
		delete(known, name)
	}
	for name := range known {
		complaints = append(complaints, name+" is in the table of access, but no route")
	}
	return complaints
}

// TestAccess asks every route as everybody at every host. Strangers go first,
// and what is anna's must be untouched by them.
func TestAccess(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	before := s.dump(t)
	for _, who := range []string{"nobody", "stranger", "support"} {
		for _, a := range accesses {
			s.ask(t, a, who)
		}
	}
	if after := s.dump(t); after != before {
		t.Errorf("strangers changed a project:\n%s\nwas\n%s", after, before)
	}
	for _, a := range accesses {
		s.ask(t, a, "owner")
	}
}

// askedHosts are the names by which each route is asked.
var askedHosts = map[string]host{
	"https://cabinet.example": onCabinet, "https://pages.example": onPages,
	"https://unknown.example": onUnknown, "https://192.0.2.1": onUnknown, "https://sub.cabinet.example": onUnknown,
}

// ask asks one route as one person at every host.
func (s *stage) ask(t *testing.T, a access, who string) {
	t.Helper()
	want := map[string]int{"nobody": a.want.nobody, "owner": a.want.owner, "stranger": a.want.stranger, "support": a.want.support}[who]
	for origin, on := range askedHosts {
		expected := want
		if other := a.elsewhere(on); other != 0 {
			expected = other
		}
		got := s.send(a, who, origin)
		if got.StatusCode != expected {
			t.Errorf("%s as %s at %s = %d, want %d", got.asked, who, origin, got.StatusCode, expected)
		}
		if on != onCabinet {
			s.wantsNoCookies(t, a, who, origin, got)
		}
	}
}

// wantsNoCookies: nothing outside the cabinet sets a cookie, and what one
// brings along changes nothing.
func (s *stage) wantsNoCookies(t *testing.T, a access, who, origin string, got *answer) {
	t.Helper()
	if len(got.Header["Set-Cookie"]) > 0 || strings.Contains(got.Header.Get("Vary"), "Cookie") {
		t.Errorf("%s as %s at %s: headers = %v, want nothing of cookies", got.asked, who, origin, got.Header)
	}
	plain := s.send(a, "nobody", origin)
	if plain.StatusCode != got.StatusCode || plain.body != got.body {
		t.Errorf("%s at %s = %d with the cookies of %s and %d without, want the same", got.asked, origin, got.StatusCode, who, plain.StatusCode)
	}
}

// TestPagesKnowNoCookiesOnTheCabinetsHost: on one host for both the pages are
// as blind as on their own.
func TestPagesKnowNoCookiesOnTheCabinetsHost(t *testing.T) {
	t.Parallel()
	s := newStage(t, pagesAt("https://cabinet.example"))
	for _, a := range accesses {
		if a.at != atPages && a.at != anywhere && a.at != atBoth && !strings.HasPrefix(a.route, "POST /v1/") {
			continue
		}
		for _, who := range []string{"owner", "stranger", "support"} {
			got := s.send(a, who, "https://cabinet.example")
			if got.StatusCode != a.want.nobody {
				t.Errorf("%s as %s = %d, want %d", got.asked, who, got.StatusCode, a.want.nobody)
			}
			s.wantsNoCookies(t, a, who, "https://cabinet.example", got)
		}
	}
}

var wildcard = regexp.MustCompile(`\{[a-zA-Z]+(\.\.\.)?\}`)

// TestPartsOfAnotherProjectAreNotFound: the project is one's own, but what is
// named in it is another's.
func TestPartsOfAnotherProjectAreNotFound(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, a := range accesses {
		parts := wildcard.FindAllString(a.route, -1)
		if len(parts) < 2 || parts[0] != "{id}" || slices.Contains(parts, "{kind}") {
			continue // one's own project alone, or a name that every project has
		}
		method, path, _ := strings.Cut(strings.Replace(a.route, "{id}", s.ids["stranger's"], 1), " ")
		r := s.request(method, "https://cabinet.example"+s.fill(path), s.fill(a.body))
		if got := s.browsers["stranger"].do(r); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s with parts of another project = %d, want 404", got.asked, got.StatusCode)
		}
	}
	for _, path := range []string{"/releases/current"} {
		r := s.request("POST", "https://cabinet.example/projects/"+s.ids["stranger's"]+path, "release=1")
		if got := s.browsers["stranger"].do(r); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s with a version that only another project has = %d, want 404", got.asked, got.StatusCode)
		}
	}
}

// TestNumbersThatAreNoProject: whatever stands for an id, it is 404.
func TestNumbersThatAreNoProject(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, id := range []string{"0", "-1", "999999", "x", "9223372036854775808", "1%00", "%D1%8F", "1e0", "+1", "01x"} {
		r := httptest.NewRequest("GET", "https://cabinet.example/projects/"+id, nil)
		if got := s.browsers["owner"].do(r); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s = %d, want 404", got.asked, got.StatusCode)
		}
	}
}
