package handlers

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"botyard/internal/account"
)

// staffed is an installation with a browser of support and one of an owner.
type staffed struct {
	*bundle
	t           *testing.T
	vera, owner *browser
	// home is the address of the owner's project, project its id.
	home    string
	project int64
}

func newStaffed(t *testing.T) *staffed {
	t.Helper()
	b, anna := connectable(t)
	if _, err := b.Accounts.AddUser(t.Context(), "vera@example.org", password, account.RoleSupport); err != nil {
		t.Fatal(err)
	}
	vera := b.browser(t)
	vera.from = "203.0.113.99:1"
	vera.post("/login", "email", "vera@example.org", "password", password).wants(http.StatusSeeOther)
	s := &staffed{bundle: b, t: t, vera: vera, owner: anna, home: anna.newProject("Café")}
	s.project, _ = strconv.ParseInt(strings.TrimPrefix(s.home, "/projects/"), 10, 64)
	return s
}

func (s *staffed) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.Store.Pool.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

// one reads one value as text.
func (s *staffed) one(sql string, args ...any) string {
	s.t.Helper()
	var got string
	if err := s.Store.Pool.QueryRow(s.t.Context(), "SELECT coalesce(("+sql+")::text, 'none')", args...).Scan(&got); err != nil {
		s.t.Fatal(err)
	}
	return got
}

func (s *staffed) wants(what, want, sql string, args ...any) {
	s.t.Helper()
	if got := s.one(sql, args...); got != want {
		s.t.Errorf("%s = %s, want %s", what, got, want)
	}
}

// bots makes bots of one owner, boris, with the given names, which work.
func (s *staffed) bots(names ...string) {
	s.t.Helper()
	s.exec(`WITH a AS (INSERT INTO accounts DEFAULT VALUES RETURNING id),
		u AS (INSERT INTO users (email, password_hash) VALUES ('boris@example.org', '-') RETURNING id),
		m AS (INSERT INTO members (account_id, user_id) SELECT a.id, u.id FROM a, u),
		p AS (INSERT INTO projects (account_id, name) SELECT a.id, initcap(n) FROM a, unnest($1::text[]) AS n RETURNING id, name),
		d AS (INSERT INTO addresses (slug, project_id) SELECT lower(name), id FROM p)
		INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, token, desired, actual)
		SELECT id, 1000 + id, lower(name) || '_bot', name, 'x', 'connected', 'connected' FROM p`, names)
}

// of finds the project of a bot.
func (s *staffed) of(bot string) int64 {
	s.t.Helper()
	id, err := strconv.ParseInt(s.one("SELECT project_id FROM integrations WHERE bot_username = $1", bot+"_bot"), 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// waits plants what an owner measured: events, and for how many seconds the first has waited.
func (s *staffed) waits(bot string, events, seconds int) {
	s.exec(`INSERT INTO project_loads (project_id, account_id, waiting, waiting_bytes, waiting_since, retrying, unsent, error)
		SELECT id, account_id, $2, 1000, now() - $3 * interval '1 second', 1, 0, '' FROM projects WHERE id = $1`, s.of(bot), events, seconds)
}

const deadLetter = `{"update_id":77,"message":{"message_id":5,"date":1,"chat":{"id":700100200,"type":"private"},"from":{"id":700100200,"first_name":"Анна"},"text":"мой номер +7 900"}}`

// dies plants an event that gave up and returns its number.
func (s *staffed) dies(bot, reason string) string {
	s.t.Helper()
	return s.one("SELECT plant_letter($1, $2, $3)", s.of(bot), reason, deadLetter)
}

// lettersPlanter makes a number as the inbox does, and a letter under it.
const lettersPlanter = `CREATE FUNCTION plant_letter(project bigint, why text, content text) RETURNS bigint LANGUAGE sql AS $$
	INSERT INTO dead_letters (project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, reason)
	SELECT project, nextval(pg_get_serial_sequence('inbox', 'event_id')), id, 700100200, 1, convert_to(content, 'UTF8'), now() - interval '3 hours', 6, why
	FROM integrations WHERE project_id = project RETURNING event_id $$`

// listed are the bots on the desk, in order.
func listed(a *answer) (names []string) {
	a.find("#queues .desk-bot").Each(func(_ int, e *goquery.Selection) {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(e.Text(), "@"), "_bot"))
	})
	return names
}

func (s *staffed) row(a *answer, bot string) string {
	return strings.Join(strings.Fields(a.find("#bot-"+strconv.FormatInt(s.of(bot), 10)).Text()), " ")
}

// furnishTroubles makes one bot of every kind, worst: "late".
func furnishTroubles(s *staffed) {
	s.t.Helper()
	s.exec(lettersPlanter)
	s.bots("calm", "busy", "late", "later", "revoked", "foreign", "dead", "paused", "complained")
	s.waits("busy", 5, 2)
	s.waits("late", 3, 900)
	s.waits("later", 2000, 600)
	s.waits("paused", 9, 9000)
	s.exec(`UPDATE integrations SET actual = 'disconnected', reason = 'token_revoked' WHERE project_id = $1`, s.of("revoked"))
	s.exec(`UPDATE integrations SET actual = 'disconnected', reason = 'foreign_webhook', webhook_host = 'hooks.example.net' WHERE project_id = $1`, s.of("foreign"))
	s.exec(`UPDATE integrations SET webhook_error = 'Connection timed out', webhook_pending = 38 WHERE project_id = $1`, s.of("complained"))
	s.exec(`UPDATE projects SET paused_at = now(), paused_why = 'asked' WHERE id = $1`, s.of("paused"))
	s.exec(`INSERT INTO project_activity (project_id, received, sent, received_at, error, error_at) VALUES ($1, 210, 96, now(), 'rate_limited', now())`, s.of("late"))
	s.exec(`INSERT INTO load_measurements VALUES (1, now())`)
	s.dies("dead", "turn_failed")
}

var worstFirst = []string{"late", "later", "complained", "foreign", "revoked", "dead", "paused", "busy", "calm"}

func TestTheDeskShowsTheWorstFirst(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	furnishTroubles(s)
	a := s.vera.get("/support").wants(http.StatusOK)
	if got := listed(a); !slices.Equal(got, worstFirst) {
		t.Errorf("bots = %v, want %v", got, worstFirst)
	}
	for bot, words := range map[string][]string{
		"late": {"Late", "3", "15 min", "210 / 96", "Good", "Telegram asks to wait", "Stop"}, "later": {"2,000", "10 min"},
		"revoked": {"Key revoked"}, "foreign": {"Taken by another service"}, "dead": {"1 event gave up"}, "paused": {"Stopped", "Resume"},
		"complained": {"Delivery fails", "38 messages wait at Telegram", "Connection timed out"}, "calm": {"–", "None"},
	} {
		for _, w := range words {
			if got := s.row(a, bot); !strings.Contains(got, w) {
				t.Errorf("row of %s = %q, want %q in it", bot, got, w)
			}
		}
	}
	stats := strings.Join(strings.Fields(a.find("#queues .stats").Text()), " ")
	for _, want := range []string{"Bots at work7", "Messages waiting2,017", "Oldest15 min", "Not delivered1", "In / out a minute210 / 96"} {
		if !strings.Contains(stats, want) {
			t.Errorf("figures = %q, want %q in them", stats, want)
		}
	}
	a.has(".bar-staff").has(`#account-menu`)
	s.vera.get("/projects").has(`.menu-list a[href="/support"]`)
	if s.owner.get("/projects").find(`a[href="/support"]`).Length() > 0 {
		t.Error("an owner is shown the way to the desk")
	}
}

func TestTheDeskRefreshesOneFragment(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	s.bots("calm")
	region := s.vera.get("/support?q=calm").find("#queues")
	address := region.AttrOr("hx-get", "")
	if address != "/support?q=calm" || region.AttrOr("data-refresh", "") == "" || region.AttrOr("hx-trigger", "") != "refresh" {
		t.Errorf("region asks for %q, want itself with its search", address)
	}
	a := s.vera.typing().get(address).wants(http.StatusOK)
	if strings.Contains(a.body, "<html") || a.find("#queues").Length() != 1 || len(listed(a)) != 1 {
		t.Errorf("fragment = %.300s, want the region alone", a.body)
	}
}

func TestTheDeskFinds(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	s.bots("north", "northern", "south")
	north := s.of("north")
	s.exec(`INSERT INTO subscribers (project_id, user_id, first_name, last_name, username, language, source) VALUES ($1, 700100200, '', '', '', '', '')`, north)
	s.exec(`INSERT INTO telegram_updates (project_id, integration_id, update_id) SELECT project_id, id, 913552201 FROM integrations WHERE project_id = $1`, north)
	s.exec(`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code) VALUES ($1, 700100200, now(), 1, 0, 1, 'failed', 'blocked')`, north)
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for query, want := range map[string][]string{
		"@north_bot": {"north"}, "NORTH": {"northern", "north"}, "https://t.me/north_bot": {"north"}, "https://x.example/s/south": {"south"},
		"boris@": {"south", "northern", "north"}, "boris": {"south", "northern", "north"}, "oris@example.org": nil, "%": nil, "_": nil, "": {"south", "northern", "north"},
		number(north): {"north"}, number(1000 + north): {"north"}, "700100200": {"north"}, "913552201": {"north"}, "5": nil, "99999999999999999999": nil,
	} {
		if got := listed(s.vera.get("/support?q=" + strings.NewReplacer("%", "%25", "+", "%2B").Replace(query)).wants(http.StatusOK)); !slices.Equal(got, want) {
			t.Errorf("found by %q = %v, want %v", query, got, want)
		}
	}
	link := s.vera.get("/support?q=913552201").find("#queues .desk-bot").AttrOr("href", "")
	if got := s.vera.get(link).wants(http.StatusOK).find(".note").Text(); !strings.Contains(got, "Update 913552201 came today") {
		t.Errorf("the update's note = %q, want when it came", got)
	}
	link = s.vera.get("/support?q=700100200").find("#queues .desk-bot").AttrOr("href", "")
	if got := s.vera.get(link).find(`section[aria-labelledby="chat"]`).Text(); !strings.Contains(got, "The client blocked the bot") {
		t.Errorf("the chat's log = %q, want how the message ended", got)
	}
}

func TestPagesOfTheDesk(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	var names []string
	for i := range deskBots + 3 {
		names = append(names, "b"+strconv.Itoa(i))
	}
	s.bots(names...)
	a := s.vera.get("/support")
	next := a.find("#turn-right").AttrOr("href", "")
	if len(listed(a)) != deskBots || !strings.Contains(a.find(".pager").Text(), "1–50 of 53") {
		t.Errorf("first page = %d bots, %q", len(listed(a)), a.find(".pager").Text())
	}
	a = s.vera.get(next)
	if got := listed(a); len(got) != 3 || a.find("#turn-left").AttrOr("href", "") != "/support" || a.find("#turn-right").AttrOr("href", "") != "" {
		t.Errorf("second page = %v, want the last three and the way back", got)
	}
	s.vera.get("/support?from=x").wants(http.StatusOK)
	s.vera.get("/support?from=9999").wants(http.StatusOK)
}

func TestTheDeskForMachines(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	furnishTroubles(s)
	var got queueJSON
	a := s.vera.get("/support/queue.json").wants(http.StatusOK)
	if err := json.Unmarshal([]byte(a.body), &got); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	var names, states []string
	for _, b := range got.Bots {
		names, states = append(names, strings.TrimSuffix(b.Bot, "_bot")), append(states, b.State)
	}
	if !slices.Equal(names, worstFirst) || !slices.Equal(states, []string{"connected", "connected", "complained", "foreign", "revoked", "connected", "paused", "connected", "connected"}) {
		t.Errorf("bots = %v in states %v", names, states)
	}
	late := got.Bots[0]
	if got.Waiting != 2017 || got.BotsConnected != 7 || got.DeadLetters != 1 || got.MeasuredAt == nil || late.OldestSeconds < 900 || late.LastError != "rate_limited" || late.Retrying != 1 {
		t.Errorf("answer = %s, want the figures of the desk", a.body)
	}
	if err := json.Unmarshal([]byte(s.vera.get("/support/queue.json?limit=1&offset=1").body), &got); err != nil || len(got.Bots) != 1 || got.Bots[0].Bot != "later_bot" || got.Every != 9 {
		t.Errorf("second of the bots = %+v, %v, want later_bot of 9", got.Bots, err)
	}
	for _, bad := range []string{"limit=x", "limit=-1", "offset=x"} {
		s.vera.get("/support/queue.json?" + bad).wants(http.StatusBadRequest)
	}
}

func TestPauseAndResume(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	page := "/support" + s.home
	s.vera.get(page).wants(http.StatusOK).has("#stop")
	s.vera.post(page+"/pause", "why", "because").wants(http.StatusUnprocessableEntity)
	s.vera.post(page+"/pause", "why", "loop").goesTo(page)
	s.vera.post(page+"/pause", "why", "look").goesTo(page)
	if got := s.vera.get(page).has("#resume").find("#pause").Text(); !strings.Contains(got, "vera@example.org") || !strings.Contains(got, "without end") {
		t.Errorf("the bot's page says %q, want who stopped it and the first reason", got)
	}
	if got := s.owner.get(s.home).find("#attention").Text(); !strings.Contains(got, "Support stopped the bot") || !strings.Contains(got, "answered without end") || strings.Contains(got, "vera") {
		t.Errorf("the owner is told %q, want that it is stopped and why, not by whom", got)
	}
	s.vera.post(page + "/resumption").goesTo(page)
	s.vera.post(page + "/resumption").goesTo(page)
	if s.owner.get(s.home).find("#attention").Length() > 0 {
		t.Error("the owner is still told of the pause")
	}
	s.wants("audit", "paused_queue resumed_queue", `SELECT string_agg(action, ' ' ORDER BY id) FROM audit WHERE project_id = $1 AND user_id = (SELECT id FROM users WHERE role = 'support')`, s.project)
	s.vera.get("/support/projects/999999").wants(http.StatusNotFound)
	s.vera.get("/support/projects/x").wants(http.StatusNotFound)
}

func TestAnAccountIsSuspendedWithAReason(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	page := "/support" + s.home
	a := s.vera.post(page+"/suspension", "reason", "  ").wants(http.StatusUnprocessableEntity)
	a.has("#reason[aria-invalid=true]")
	s.vera.post(page+"/suspension", "reason", "Forged receipts").goesTo(page)
	if got := s.vera.get(page).has("#let-go").find("main").Text(); !strings.Contains(got, "Forged receipts") || !strings.Contains(got, "Owner suspended") {
		t.Errorf("the bot's page = %q, want the state and the reason", got)
	}
	s.vera.post(page + "/suspension/removal").goesTo(page)
	s.vera.post(page + "/suspension/removal").goesTo(page)
	s.vera.get(page).has("#suspend")
	s.wants("audit", "suspended_account resumed_account", `SELECT string_agg(action, ' ' ORDER BY id) FROM audit
		WHERE account_id = (SELECT account_id FROM projects WHERE id = $1) AND user_id = (SELECT id FROM users WHERE role = 'support')`, s.project)
}

// TestAPageOfTheDeskIsAPartOfTheWhole: the desk does not compare all bots for a
// page, and must not be told by that. Planted at random, seen one by one.
// TestSupportDoesNotSuspendItself: who works at the desk may have bots, too.
func TestSupportDoesNotSuspendItself(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	page := "/support" + s.vera.newProject("Own bot")
	a := s.vera.post(page+"/suspension", "reason", "By mistake").wants(http.StatusUnprocessableEntity)
	if got := a.find("main").Text(); !strings.Contains(got, "This is your own account") {
		t.Errorf("the desk says %q, want whose account it is", got)
	}
	s.vera.get(page).has("#suspend")
}

func TestAPageOfTheDeskIsAPartOfTheWhole(t *testing.T) {
	t.Parallel()
	s := newStaffed(t)
	s.exec(lettersPlanter)
	var names []string
	for i := range 40 {
		names = append(names, "r"+strconv.Itoa(i))
	}
	s.bots(names...)
	s.exec(`SELECT setseed(0.42)`)
	s.exec(`INSERT INTO project_loads (project_id, account_id, waiting, waiting_bytes, waiting_since, retrying, unsent, error)
		SELECT id, account_id, (random() * 3)::int, 1, now() - (random() * 4)::int * interval '40 seconds', 0, 0, '' FROM projects WHERE id % 3 > 0`)
	s.exec(`INSERT INTO project_activity (project_id, received, sent) SELECT id, (random() * 3)::int, 0 FROM projects WHERE id % 2 = 0`)
	s.exec(`UPDATE integrations SET reason = 'token_revoked', actual = 'disconnected' WHERE random() < 0.15`)
	s.exec(`UPDATE projects SET paused_at = now() WHERE random() < 0.15`)
	s.exec(`UPDATE projects SET suspended_at = now() WHERE random() < 0.1`)
	s.exec(`SELECT plant_letter(project_id, 'turn_failed', '{}') FROM integrations WHERE random() < 0.2`)
	bots := func(query string) (ids []int64) {
		t.Helper()
		var got queueJSON
		if err := json.Unmarshal([]byte(s.vera.get("/support/queue.json?"+query).wants(http.StatusOK).body), &got); err != nil {
			t.Fatal(err)
		}
		for _, b := range got.Bots {
			ids = append(ids, b.Project)
		}
		return ids
	}
	whole := bots("limit=1000")
	var parts []int64
	for i := range whole {
		parts = append(parts, bots("limit=1&offset="+strconv.Itoa(i))...)
	}
	if len(whole) != 40 || !slices.Equal(parts, whole) {
		t.Errorf("the bots one by one = %v, want them as on one page: %v", parts, whole)
	}
}
