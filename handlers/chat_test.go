package handlers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"botyard/internal/project"
)

// talkDraft is a bot to talk with: a menu, a question, a wait, a submission, a call.
const talkDraft = `{"version":1,"pages":[{"id":"home","title":"Home","blocks":[{"id":"b1","kind":"heading","text":"Hi"}]}],"scenarios":[
 {"id":"s1","title":"Start","triggers":[{"kind":"command","command":"start"},{"kind":"deep_link","payload":"insta","match":"exact"}],"steps":[
  {"id":"t1","kind":"menu","text":["Hello, ",{"bold":[{"var":"first_name"}]},". ",{"var":"hours"}],"columns":"1","answer":"here","buttons":[
   {"id":"k1","label":"Book","steps":[
    {"id":"t3","kind":"question","text":"How many?","type":"number","field":"f1","title":"Guests"},
    {"id":"t4","kind":"submission","title":"Table","sort":"booking","text":"Thank you"},
    {"id":"t5","kind":"wait","mode":"for","amount":2,"unit":"hours","late":"go"},
    {"id":"t6","kind":"message","text":"How was it?"}]},
   {"id":"k2","label":"Site","to":"https://example.org/"},
   {"id":"k3","label":"Phone","to":"contact","field":"f3"},
   {"id":"k4","label":"Call","steps":[{"id":"t7","kind":"http","method":"GET","url":"https://api.example.com/x","as":"json","take":[{"path":"n","field":"f2","title":"N","type":"text"}],"failed":[]},
    {"id":"t9","kind":"message","text":["n is ",{"var":"data:f2"}]}]}]}]},
 {"id":"s2","title":"Fallback","triggers":[{"kind":"fallback"}],"steps":[{"id":"t8","kind":"message","text":"What?"}]}]}`

// talking is a person with the project of talkDraft.
func talking(t *testing.T) (w *browser, home string) {
	t.Helper()
	b := setup(t, clockAt(t, "2026-11-30T09:00:00Z"))
	w = b.signedUp(t, "anna@example.org")
	home = w.newProject("Par")
	w.drafts(home, talkDraft)
	return w, home
}

// drafts stores a draft as editors do, whether it can be published or not.
func (w *browser) drafts(home, raw string) {
	w.t.Helper()
	draft, problems := project.ParseDraft([]byte(raw))
	if problems != nil {
		w.t.Fatalf("the draft cannot be read: %v", problems)
	}
	_, _, err := w.b.Projects.Edit(w.t.Context(), number(w.t, home), 0, func(d *project.Draft) error { *d = draft; return nil })
	if err != nil {
		w.t.Fatal(err)
	}
}

// presses the button with the label; the last one that has it.
func (w *browser) presses(home, label string) *answer {
	w.t.Helper()
	key := w.get(home + "/chat").find("#log button.talk-key").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.TrimSpace(s.Text()) == label }).Last()
	form := key.Closest("form")
	return w.post(form.AttrOr("action", home), "message", form.Find("[name=message]").AttrOr("value", ""), "button", key.AttrOr("value", "")).goesTo(home + "/chat#last")
}

// lastSaid is the bot's last message.
func (w *browser) lastSaid(home string) string {
	w.t.Helper()
	return strings.Join(strings.Fields(w.get(home+"/chat").wants(200).find("#log .say:not(.say-me) > .words").Last().Text()), " ")
}

func TestChatTalksAtOnce(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	page := w.get(home + "/chat").wants(200)
	page.has("#log .say-me").has("#message-1 b").has(`#log a.talk-key[href="https://example.org/"]`).has("#link-insta")
	if got, want := w.lastSaid(home), "Hello, Anna."; !strings.HasPrefix(got, want) {
		t.Errorf("the greeting = %q, want %q", got, want)
	}
	page.has(`.talk-ran a[href*="s1"]`)
	w.presses(home, "Book")
	w.post(home+"/chat/messages", "text", "many").goesTo(home + "/chat#last")
	w.post(home+"/chat/messages", "text", "4").goesTo(home + "/chat#last")
	page = w.get(home + "/chat")
	if got := page.find(".talk-done").Text(); !strings.Contains(got, "Table") || !strings.Contains(got, "Guests") {
		t.Errorf("the submission = %q", got)
	}
	if got := page.find("#known").Text(); !strings.Contains(got, "Guests") || !strings.Contains(got, "4") {
		t.Errorf("what the bot remembers = %q", got)
	}
	page.has("#waiting #skip")
	w.post(home + "/chat/skips").goesTo(home + "/chat#last")
	if got := w.lastSaid(home); got != "How was it?" {
		t.Errorf("behind the wait = %q", got)
	}
	w.get(home + "/chat").has("#real-time")
	if n := w.get(home + "/chat").find("#waiting").Length(); n != 0 {
		t.Error("the wait is still there")
	}
}

func TestChatTouchesNothing(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.presses(home, "Book")
	w.post(home+"/chat/messages", "text", "4").wants(303)
	for _, table := range []string{"inbox", "outbox", "chats", "subscribers", "message_log"} {
		var n int
		if err := w.b.Store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s has %d rows, %v, want none", table, n, err)
		}
	}
}

func TestChatFollowsEdits(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.get(home + "/chat").wants(200)
	w.drafts(home, strings.Replace(talkDraft, "What?", "Pardon?", 1))
	w.get(home + "/chat").has("#changed #go-on").has("#changed #start-over")
	w.post(home+"/chat/beginnings", "go_on", "yes").goesTo(home + "/chat#last")
	if n := w.get(home + "/chat").find("#changed").Length(); n != 0 {
		t.Error("going on leaves the notice")
	}
	w.post(home+"/chat/messages", "text", "hm").wants(303)
	if got := w.lastSaid(home); got != "Pardon?" {
		t.Errorf("the answer = %q, want the edited one", got)
	}
	page := w.get(home + "/chat")
	if got := page.find(".talk-note").Text(); !strings.Contains(got, "did not understand") {
		t.Errorf("notes = %q", got)
	}
}

func TestChatBeginsWhereAsked(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.post(home+"/chat/beginnings", "who", "new", "name", "Boris", "from", "step:t3", "back", home+"/bot?step=t3").wants(303)
	if got := w.lastSaid(home); got != "How many?" {
		t.Errorf("from the step = %q", got)
	}
	if got := w.get(home+"/chat").find("#talk-back").AttrOr("href", ""); got != home+"/bot?step=t3" {
		t.Errorf("back = %q, want the step", got)
	}
	w.post(home+"/chat/messages", "text", "4").wants(303)
	w.post(home+"/chat/beginnings", "who", "returning", "name", "Boris", "back", "https://evil.example/").wants(303)
	page := w.get(home + "/chat")
	if got := page.find("#known").Text(); !strings.Contains(got, "4") {
		t.Errorf("who wrote before has %q, want their data", got)
	}
	if got := page.find("#talk-back").AttrOr("href", ""); strings.Contains(got, "evil") {
		t.Errorf("back = %q", got)
	}
	if got := w.lastSaid(home); !strings.HasPrefix(got, "Hello, Boris.") {
		t.Errorf("the greeting = %q", got)
	}
}

func TestChatAsksForContactsAndAnswers(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.presses(home, "Phone")
	page := w.get(home + "/chat").has(`#keyboard-ask[name="share"][value="contact"]`)
	w.post(home+"/chat/messages", "share", page.find("#keyboard-ask").AttrOr("value", "")).wants(303)
	if got := w.get(home + "/chat").find("#known").Text(); !strings.Contains(got, "+79001234567") {
		t.Errorf("what the bot remembers = %q", got)
	}
	w.post(home+"/chat/messages", "link", "insta").wants(303)
	w.presses(home, "Call")
	if got := w.get(home + "/chat").find("#asked").Text(); !strings.Contains(got, "api.example.com") {
		t.Errorf("the call = %q", got)
	}
	w.post(home+"/chat/answers", "ok", "yes", "value-0", "7").wants(303)
	if got := w.lastSaid(home); got != "n is 7" {
		t.Errorf("behind the call = %q", got)
	}
}

func TestChatKeepsTheChosenTime(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.post(home+"/chat/settings", "time", "2027-01-01T03:15").goesTo(home + "/chat#last")
	w.get(home+"/chat").value("#time", "2027-01-01T03:15")
	w.post(home+"/chat/settings", "time", "nonsense").wants(303)
	w.get(home+"/chat").value("#time", "2027-01-01T03:15")
	w.post(home+"/chat/settings", "real", "yes").wants(303)
	w.get(home+"/chat").value("#time", "2026-11-30T09:00")
}

func TestChatSurvivesOddRequests(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	for _, odd := range [][]string{
		{"messages", "text", " "}, {"messages", "text", "a\x00b"}, {"messages", "share", "kidney"}, {"presses", "message", "x"}, {"presses", "message", "1", "button", "0:zz"},
		{"skips"}, {"answers", "ok", "yes"}, {"returns", "how", "give_back"}, {"returns", "how", "no"}, {"beginnings", "from", "step:gone"},
	} {
		w.post(home+"/chat/"+odd[0], odd[1:]...).goesTo(home + "/chat#last")
		w.get(home + "/chat").wants(200)
	}
	if _, err := w.b.Store.Pool.Exec(t.Context(), "UPDATE rehearsals SET talk = '{\"version\":9}'"); err != nil {
		t.Fatal(err)
	}
	w.get(home + "/chat").wants(200).has("#message-1")
}

func TestChatsOfTwoPeopleAreApart(t *testing.T) {
	t.Parallel()
	w, home := talking(t)
	w.post(home+"/chat/messages", "text", "mine alone").wants(303)
	var account int64
	if err := w.b.Store.Pool.QueryRow(t.Context(), "SELECT account_id FROM projects").Scan(&account); err != nil {
		t.Fatal(err)
	}
	other := w.b.signedUp(t, "boris@example.org")
	if _, err := w.b.Store.Pool.Exec(t.Context(), "INSERT INTO members (account_id, user_id, role) SELECT $1, id, 'owner' FROM users WHERE email = 'boris@example.org'", account); err != nil {
		t.Fatal(err)
	}
	if got := other.get(home + "/chat").wants(200).body; strings.Contains(got, "mine alone") {
		t.Error("somebody else's rehearsal is shown")
	}
	if got := fmt.Sprint(w.get(home + "/chat").find(".say-me").Length()); got != "2" {
		t.Errorf("own messages = %s, want 2", got)
	}
}
