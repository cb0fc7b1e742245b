package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// together runs the parts of a test beside each other: they mostly wait, and
// would each hold up a test that has something to do.
func together(t *testing.T, parts map[string]func(*testing.T)) {
	t.Helper()
	var running sync.WaitGroup
	for name, part := range parts {
		running.Go(func() { t.Run(name, part) })
	}
	running.Wait()
}

// storm is numbered greetings of visitors to several bots while things break.
// Each must get its answer, in the order of its chat, and twice only because
// of what broke between the two.
type storm struct {
	in     *install
	chats  []*correspondence
	breaks []stretch
}

// stretch is from when something broke until it was known to be whole again.
type stretch struct{ from, to time.Time }

type correspondence struct {
	bot     sim.Bot
	visitor int64
	sent    int
}

func newStorm(in *install, bots []sim.Bot, visitors int) *storm {
	s := &storm{in: in}
	for _, bot := range bots {
		for range visitors {
			s.chats = append(s.chats, &correspondence{bot: bot, visitor: in.sim.User(telegram.User{}).ID})
		}
	}
	return s
}

// say lets every visitor write once.
func (s *storm) say() {
	s.in.t.Helper()
	for _, c := range s.chats {
		visitor := s.in.sim.User(telegram.User{ID: c.visitor, FirstName: fmt.Sprintf("number%dth", c.sent)})
		if _, err := visitor.Send(c.bot.ID, "/start"); err != nil {
			s.in.t.Fatal(err)
		}
		c.sent++
	}
}

// goOn waits until so many answers more have come.
func (s *storm) goOn(n int) {
	s.in.t.Helper()
	before := s.missing()
	s.in.until("answers", func() bool { return s.missing() <= before-n })
}

// broken notes that something breaks now; whole is to be called when it is not any more.
func (s *storm) broken() (whole func()) {
	n := len(s.breaks)
	s.breaks = append(s.breaks, stretch{from: time.Now(), to: time.Now().Add(time.Hour)})
	return func() { s.breaks[n].to = time.Now() }
}

var numbered = regexp.MustCompile(`number(\d+)th`)

// answer is one that Telegram executed.
type answer struct {
	number   int
	at, done time.Time
}

func (s *storm) answers() map[*correspondence][]answer {
	type key struct{ bot, chat int64 }
	of, all := map[key]*correspondence{}, map[*correspondence][]answer{}
	for _, c := range s.chats {
		of[key{c.bot.ID, c.visitor}] = c
	}
	for _, e := range s.in.sim.Journal().Select(func(e sim.Entry) bool { return e.Method == "sendMessage" && e.Done }) {
		found := numbered.FindStringSubmatch(e.Text("text"))
		if c := of[key{e.Bot, e.Chat}]; c != nil && found != nil {
			n, _ := strconv.Atoi(found[1])
			all[c] = append(all[c], answer{n, e.At, e.At.Add(e.Took)})
		}
	}
	for _, answers := range all {
		slices.SortFunc(answers, func(a, b answer) int { return cmp.Or(a.at.Compare(b.at), a.number-b.number) })
	}
	return all
}

// missing counts the messages that have no answer yet.
func (s *storm) missing() (n int) {
	all := s.answers()
	for _, c := range s.chats {
		seen := map[int]bool{}
		for _, a := range all[c] {
			seen[a.number] = true
		}
		n += c.sent - len(seen)
	}
	return n
}

// survived waits for all answers and judges them. given is how many may be
// missing because their fate is certainly unknown.
func (s *storm) survived(given func() int) {
	s.in.t.Helper()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(4 * patience); s.missing() > given(); <-look.C {
		if time.Now().After(deadline) {
			s.in.t.Errorf("%d messages have no answer, want each answered", s.missing())
			break
		}
	}
	repeats := 0
	for c, answers := range s.answers() {
		repeats += s.judge(c, answers)
	}
	s.in.t.Logf("%d repeats, each explained by one of %d breaks", repeats, len(s.breaks))
}

// judge wants a chat's answers in order, and counts the repeats, each of which
// must be explained.
func (s *storm) judge(c *correspondence, answers []answer) (repeats int) {
	s.in.t.Helper()
	last := answer{number: -1}
	for _, a := range answers {
		switch {
		case a.number < last.number:
			s.in.t.Errorf("chat %d: answer %d after answer %d, want them in order", c.visitor, a.number, last.number)
		case a.number == last.number && !s.explains(last, a):
			s.in.t.Errorf("chat %d: answer %d at %v and again at %v, want it once", c.visitor, a.number, last.at, a.at)
		case a.number == last.number:
			repeats++
		}
		last = a
	}
	return repeats
}

// explains tells whether something broke after the first of two equal answers
// had come to Telegram and before the second.
func (s *storm) explains(first, second answer) bool {
	return slices.ContainsFunc(s.breaks, func(b stretch) bool { return !first.at.After(b.to) && !second.at.Before(b.from) })
}

func none() int { return 0 }

// halves are a web process and workers on a database of their own.
type halves struct {
	*install
	store *db.Store
	web   *process
}

func newHalves(t *testing.T, telegramSim *sim.Server) *halves {
	t.Helper()
	dsn := pgtest.New(t)
	store, err := db.Open(t.Context(), dsn, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	h := &halves{store: store, install: newInstallWith(t, telegramSim, "DATABASE_URL="+dsn, "BOTYARD_DATA_DIR="+t.TempDir())}
	h.web = h.start("web", "-addr", h.addr)
	h.ready(h.web)
	return h
}

// worker is one with the name under which it owns shards.
type worker struct {
	*process
	id string
}

func (h *halves) worker() worker {
	h.t.Helper()
	names := func() []string {
		return pgtest.Value[[]string](h.t, h.store.Pool, "SELECT coalesce(array_agg(id), '{}') FROM workers")
	}
	w, before := worker{}, names()
	w.process = h.start("worker")
	h.until("a worker that lives", func() bool {
		for _, id := range names() {
			if !slices.Contains(before, id) {
				w.id = id
			}
		}
		return w.id != ""
	})
	return w
}

// owned counts the shards that a worker has.
func (h *halves) owned(w worker) int {
	h.t.Helper()
	return pgtest.Value[int](h.t, h.store.Pool, "SELECT count(*) FROM shards WHERE owner = $1 AND leased_until > now()", w.id)
}

// expire ends the leases of a worker, as if their time were over.
func (h *halves) expire(w worker) {
	h.t.Helper()
	pgtest.Exec(h.t, h.store.Pool, "UPDATE shards SET leased_until = clock_timestamp() WHERE owner = $1", w.id)
	pgtest.Exec(h.t, h.store.Pool, "DELETE FROM workers WHERE id = $1", w.id)
}

// given counts the messages of which it is known that their fate is not: two
// owners vanished while they were being sent, which cannot be as long as the
// first of these calls may still run.
func (h *halves) given(s *storm) int {
	if s.breaks[len(s.breaks)-1].to.Sub(s.breaks[0].from) < 15*time.Second {
		return 0
	}
	waits := pgtest.Value[int](h.t, h.store.Pool, "SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM outbox)")
	if waits > 0 {
		return 0
	}
	return pgtest.Value[int](h.t, h.store.Pool, "SELECT count(*) FROM message_log WHERE outcome = 'unknown'")
}

// handledOnce wants one turn for each event, and one end for each message.
func (h *halves) handledOnce() {
	h.t.Helper()
	n := pgtest.Value[int](h.t, h.store.Pool, `SELECT count(*) FROM (SELECT FROM message_log
		GROUP BY project_id, event_id, seq, outcome = 'received' HAVING count(*) > 1) twice`)
	if n != 0 {
		h.t.Errorf("%d events or messages have two ends, want one of each", n)
	}
}

// bots connects so many to projects of one owner.
func (in *install) bots(names ...string) (bots []sim.Bot) {
	in.t.Helper()
	owner := in.owner("anna@example.org")
	for _, name := range names {
		bots = append(bots, owner.bot(in.sim, name))
	}
	return bots
}
