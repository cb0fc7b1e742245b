package handlers

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// secretToken has the shape of a bot's token.
const secretToken = "123456789:AAplantedplantedplantedplantedplant"

// plantedForm has something personal in every field that any form has.
var plantedForm = url.Values{
	"email": {"planted@example.org"}, "password": {"planted password"}, "old": {"planted password"}, "name": {"Planted Name"},
	"token": {secretToken}, "text": {"planted words"}, "title": {"Planted title"}, "keywords": {"planted"}, "address": {"planted-address"},
	"content": {`{"planted":1}`}, "f-text": {"planted words"}, "invitation": {"planted-code"}, "at": {"1"}, "what": {"page"},
}.Encode()

// leaks are what no line of a log may hold: what was planted, whose project
// it is, where they came from.
var leaks = []string{"planted", "Planted", "annas-", "Café", "Caf%C3", `Caf\u00e9`, "@example.org", "203.0.113.", "AAplanted", "tgWebAppData", "%D0", "Salon"}

// sendPlanted asks a route with something personal wherever a request has room for it.
func (s *stage) sendPlanted(a access, who, origin string) *answer {
	w := *s.browsers[who]
	w.header = http.Header{
		"User-Agent": {"planted agent"}, "Referer": {origin + "/planted?planted=1"}, "Authorization": {"tma planted_init_data=1&hash=planted"},
		"X-Planted": {"planted"}, "X-Telegram-Bot-Api-Secret-Token": {"planted"}, "Accept-Language": {"planted"}, "If-Match": {`"planted"`},
		"If-None-Match": {`"planted"`}, "X-Forwarded-For": {"planted"}, "Idempotency-Key": {"planted"}, "Hx-Current-Url": {"http://planted/?planted"},
	}
	method, path, _ := strings.Cut(s.fill(a.route), " ")
	body := plantedForm
	if strings.HasPrefix(a.body, "{") {
		body = `{"planted":"` + secretToken + `"`
	}
	return w.do(s.request(method, origin+path+"?planted=query&next=/planted", body))
}

// plantedRound asks every route with it, as several people at several hosts.
func (s *stage) plantedRound(n int) {
	s.exec("DELETE FROM throttle")
	for i, who := range []string{"nobody", "stranger", "owner"} {
		s.browsers[who].from = fmt.Sprintf("203.0.113.%d:1", 10*n+i)
		for _, a := range accesses {
			for _, origin := range []string{"https://cabinet.example", "https://pages.example", "https://planted.example"} {
				s.sendPlanted(a, who, origin)
			}
		}
	}
}

func (s *stage) exec(sql string) {
	_, _ = s.Store.Pool.Exec(context.Background(), sql) // it may be closed
}

// TestLogsTellOfNobody asks every route, rightly and wrongly, with a database,
// with half of one and without, and reads the log.
func TestLogsTellOfNobody(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.plantedRound(0)
	for n, table := range []string{"users", "audit", "drafts", "releases", "integrations", "addresses", "media"} {
		s.exec("ALTER TABLE " + table + " RENAME TO gone")
		s.plantedRound(n + 1)
		s.exec("ALTER TABLE gone RENAME TO " + table)
	}
	for _, a := range accesses {
		s.send(a, "owner", "https://cabinet.example")
		s.send(a, "owner", "https://pages.example")
	}
	s.Store.Close()
	s.plantedRound(9)
	log := s.log.String()
	if !strings.Contains(log, "status=500") || !strings.Contains(log, "route=/login status=401") || strings.Count(log, "msg=request ") < 9*len(accesses) {
		t.Fatalf("the log has %d lines and no failure, want a line of every request", strings.Count(log, "\n"))
	}
	for line := range strings.Lines(log) {
		for _, leak := range leaks {
			if strings.Contains(line, leak) {
				t.Errorf("a line of the log tells %q: %.300s", leak, line)
			}
		}
	}
}
