package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// fallen is an installation in which three events gave up: two of one cause,
// on two bots, and one of another.
func fallen(t *testing.T) (s *staffed, first, second, third string) {
	t.Helper()
	s = newStaffed(t)
	s.exec(lettersPlanter)
	s.bots("one", "two")
	return s, s.dies("one", "turn_failed"), s.dies("two", "turn_failed"), s.dies("one", "owner_vanished")
}

const left = "SELECT string_agg(reason, ' ' ORDER BY event_id) FROM dead_letters"

// dayBeforeYesterday makes a partition that a day's tidying takes away.
const dayBeforeYesterday = `DO $$ DECLARE today timestamp := date_trunc('day', now() AT TIME ZONE 'UTC'); BEGIN
	EXECUTE format('CREATE TABLE message_log_before PARTITION OF message_log FOR VALUES FROM (%L) TO (%L)',
		(today - interval '2 days') AT TIME ZONE 'UTC', (today - interval '1 day') AT TIME ZONE 'UTC');
END $$`

func TestWhatGaveUpIsShownByCause(t *testing.T) {
	t.Parallel()
	s, first, _, _ := fallen(t)
	s.exec(dayBeforeYesterday) // where 25 hours ago is, just after midnight
	s.exec(`INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code)
		SELECT $1::bigint, 5, now(), n, 0, 1, 'failed', 'rejected' FROM generate_series(1, 3) AS n
		UNION ALL SELECT $1, 700100200, now(), 9, 0, (SELECT id FROM integrations WHERE project_id = $1), 'unknown', 'ambiguous'
		UNION ALL SELECT $1, 5, now() - interval '25 hours', 9, 0, 1, 'failed', 'chat_gone'`, s.of("one"))
	a := s.vera.get("/support/undelivered").wants(http.StatusOK)
	causes := a.find(".dead > li")
	text := func(i int) string { return strings.Join(strings.Fields(causes.Eq(i).Text()), " ") }
	if causes.Length() != 3 || !strings.Contains(text(0), "The bot could not handle a message 2") || !strings.Contains(text(0), "On 2 bots") ||
		!strings.Contains(text(1), "brings the processing down 1") || !strings.Contains(text(2), "Telegram refused the bot's answer 3") {
		t.Errorf("causes = %q, %q, %q, want two of events and one of messages", text(0), text(1), text(2))
	}
	if got := a.find(`section[aria-labelledby="unknown"]`).Text(); !strings.Contains(got, "Chat 700100200") || !strings.Contains(got, "@one_bot") {
		t.Errorf("unknown sends = %q, want the one", got)
	}
	if strings.Contains(a.body, "+7 900") || strings.Contains(a.body, "Анна") {
		t.Error("the list tells what is personal")
	}
	if got := causes.Eq(0).Find(".reply-text").Length(); got != 2 {
		t.Errorf("ready replies = %d, want one in each language", got)
	}
	a.has(`a[href="/support/projects/` + s.one("SELECT project_id FROM dead_letters WHERE event_id = $1::text::bigint", first) + "/letters/" + first + `"]`)
}

// letterOf is the address of a letter at the desk.
func (s *staffed) letter(event string) string {
	return "/support/projects/" + s.one("SELECT project_id FROM dead_letters WHERE event_id = $1::text::bigint", event) + "/letters/" + event
}

func TestAPayloadIsMaskedUntilItIsOpened(t *testing.T) {
	t.Parallel()
	s, first, _, _ := fallen(t)
	address := s.letter(first)
	a := s.vera.get(address).wants(http.StatusOK)
	for _, personal := range []string{"+7 900", "Анна", "700100200"} {
		if strings.Contains(a.body, personal) {
			t.Errorf("the masked payload holds %q", personal)
		}
	}
	if got := a.find("pre.code").Text(); !strings.Contains(got, `"update_id": 77`) || !strings.Contains(got, `"text": ••••••`) {
		t.Errorf("masked payload = %s, want its shape", got)
	}
	const opened = "SELECT count(*) FROM audit WHERE action = 'opened_payload' AND subject = $1::text::bigint AND project_id IS NOT NULL AND user_id = (SELECT id FROM users WHERE role = 'support')"
	s.wants("openings before", "0", opened, first)
	a = s.vera.post(address + "/opening").wants(http.StatusOK)
	if got := a.find("pre.code").Text(); !strings.Contains(got, "мой номер +7 900") || a.find("#open").Length() > 0 {
		t.Errorf("opened payload = %s, want all of it and no button", got)
	}
	if got := a.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control = %q, want no-store", got)
	}
	s.wants("openings after", "1", opened, first)
	s.vera.get("/support/projects/1/letters/999999").wants(http.StatusNotFound)
	s.vera.post("/support/projects/x/letters/y/opening").wants(http.StatusNotFound)
}

func TestLettersAreTriedAgain(t *testing.T) {
	t.Parallel()
	s, first, second, _ := fallen(t)
	project := s.one("SELECT project_id FROM dead_letters WHERE event_id = $1::text::bigint", first)
	s.vera.post("/support/undelivered/attempts", "reason", "turn_failed", "project", project, "event", first).goesTo("/support/undelivered")
	s.wants("the event", "("+project+","+first+",700100200,0,t,t)",
		"SELECT (project_id, event_id, chat_id, attempts, received_at > now() - interval '1 minute', next_attempt_at < now())::text FROM inbox")
	s.wants("letters left", "turn_failed owner_vanished", left)
	s.vera.post("/support/undelivered/attempts", "reason", "turn_failed").goesTo("/support/undelivered")
	s.wants("events", first+" "+second, "SELECT string_agg(event_id::text, ' ' ORDER BY event_id) FROM inbox")
	s.wants("letters left", "owner_vanished", left)
	s.wants("audit", first+" 1", "SELECT string_agg(subject::text, ' ' ORDER BY id) FROM audit WHERE action = 'retried_letters'")
	s.vera.get("/support").has("#toast .toast")
}

func TestLettersAreDiscarded(t *testing.T) {
	t.Parallel()
	s, _, _, third := fallen(t)
	project := s.one("SELECT project_id FROM dead_letters WHERE event_id = $1::text::bigint", third)
	for name, form := range map[string][]string{
		"nothing": {}, "no cause": {"project", project}, "an event of no project": {"reason", "turn_failed", "event", third},
		"a bad number": {"reason", "turn_failed", "project", "x"}, "a negative one": {"reason", "turn_failed", "project", "-1"},
	} {
		a := s.vera.post("/support/undelivered/removals", form...)
		if a.StatusCode != http.StatusBadRequest {
			t.Errorf("discarding by %s = %d, want 400", name, a.StatusCode)
		}
	}
	s.wants("letters left", "turn_failed turn_failed owner_vanished", left)
	s.vera.post("/support/undelivered/removals", "reason", "turn_failed", "project", project).goesTo("/support/undelivered")
	s.wants("letters left of one project's cause", "turn_failed owner_vanished", left)
	s.vera.post("/support/undelivered/removals", "reason", "owner_vanished").goesTo("/support/undelivered")
	s.wants("letters left", "turn_failed", left)
	s.wants("events", "0", "SELECT count(*) FROM inbox")
	s.wants("audit", "2", "SELECT count(*) FROM audit WHERE action = 'discarded_letters'")
}

func TestABotAtTheDesk(t *testing.T) {
	t.Parallel()
	s, _, _, _ := fallen(t)
	s.waits("one", 1842, 840)
	s.exec(`INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload, attempts, last_error) VALUES ($1, 1, 42, 2, 'secret words', 3, 'panic')`, s.of("one"))
	a := s.vera.get(strings.Split(s.letter(s.one("SELECT min(event_id) FROM dead_letters")), "/letters")[0]).wants(http.StatusOK)
	text := strings.Join(strings.Fields(a.find("main").Text()), " ")
	for _, want := range []string{"@one_bot", "boris@example.org", "1,842", "14 min", "The bot does not keep up", "Chat 42", "3 attempts", "A mistake in processing", "http://localhost:8080/s/one", "Not published"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page says %q, want %q in it", text, want)
		}
	}
	if strings.Contains(a.body, "secret words") {
		t.Error("the page holds a payload")
	}
	if got := a.find(".reply-text").First().Text(); !strings.Contains(got, "@one_bot") {
		t.Errorf("ready reply = %q, want the bot's name in it", got)
	}
}
