package main

import (
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// TestWhatBreaksUnderLoad breaks real processes, and what they need, while
// people write. What Telegram saw is judged.
func TestWhatBreaksUnderLoad(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(*testing.T){
		"workers are killed":              workersAreKilled,
		"a worker is suspended":           aWorkerIsSuspended,
		"PostgreSQL is restarted":         postgresIsRestarted,
		"Telegram cannot be reached":      telegramCannotBeReached,
		"a project has reached its bound": aProjectHasReachedItsBound,
	})
}

// workersAreKilled kills one of two workers in the middle of its work, again
// and again; another takes over, and a new one joins.
func workersAreKilled(t *testing.T) {
	h := newHalves(t, slowSim(t))
	s := newStorm(h.install, h.bots("killed_one_bot", "killed_two_bot", "killed_three_bot"), 6)
	workers := [2]worker{h.worker(), h.worker()}
	s.say()
	h.await(len(s.chats) / 2)
	for round := range 4 {
		dying := &workers[round%2]
		s.say()
		s.say()
		s.goOn(4)
		whole := s.broken()
		if err := dying.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-dying.done
		s.say()
		h.expire(*dying)
		h.until("the takeover", func() bool { return h.owned(*dying) == 0 })
		whole()
		*dying = h.worker()
	}
	s.survived(func() int { return h.given(s) })
	h.handledOnce()
}

// aWorkerIsSuspended stops a worker in the middle of calls for longer than its
// lease, by the database's clock, and lets it go on when another has taken over.
func aWorkerIsSuspended(t *testing.T) {
	telegramSim := slowSim(t)
	h := newHalves(t, telegramSim)
	sleeper := h.worker()
	h.until("the leases", func() bool { return h.owned(sleeper) > 0 })
	s := newStorm(h.install, h.bots("slept_one_bot", "slept_two_bot"), 5)
	s.say()
	h.await(len(s.chats))
	// The calls of these will be under way for long.
	telegramSim.Fault(sim.Fault{Method: "sendMessage", Kind: sim.FaultDelay, Delay: 3 * time.Second, Times: len(s.chats)})
	s.say()
	h.until("calls under way", func() bool {
		return pgtest.Value[int](t, h.store.Pool, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL") > 0
	})
	whole := s.broken()
	if err := sleeper.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	asleep := time.Now()
	next := h.worker()
	s.say()
	h.until("the takeover", func() bool { return h.owned(next) == 64 })
	whole()
	t.Logf("taken over %v after the stop, with a lease of 20s", time.Since(asleep))
	if took := time.Since(asleep); took > 20*time.Second+patience {
		t.Errorf("taken over %v after the stop, want the lease of 20s and about a second", took)
	}
	if err := sleeper.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	s.say()
	s.survived(none)
	h.handledOnce()
	h.until("word that the shards are lost", func() bool { return strings.Contains(sleeper.out.String(), "shards lost") })
}

// postgresIsRestarted stops the database as an administrator does, and kills it.
func postgresIsRestarted(t *testing.T) {
	in := newInstall(t)
	c := in.start("serve", "-addr", in.addr)
	in.ready(c)
	s := newStorm(in, in.bots("restarted_one_bot", "restarted_two_bot"), 6)
	for n, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		s.say()
		s.say()
		s.goOn(4)
		whole := s.broken()
		if err := syscall.Kill(in.postmaster(), signal); err != nil {
			t.Fatal(err)
		}
		s.say()
		in.until("another PostgreSQL", func() bool { return strings.Count(c.out.String(), `"msg":"PostgreSQL started"`) == n+2 })
		whole()
	}
	s.survived(none)
	c.stop()
}

// telegramCannotBeReached cuts the network between the service and Telegram
// while calls are under way, and mends it.
func telegramCannotBeReached(t *testing.T) {
	h := newHalves(t, slowSim(t))
	wire := newWire(t, h.env)
	h.env = append(h.env, "BOTYARD_TELEGRAM_API_URL=http://"+wire.listener.Addr().String())
	h.worker()
	s := newStorm(h.install, h.bots("cut_one_bot", "cut_two_bot"), 6)
	for range 2 {
		s.say()
		s.goOn(4)
		whole := s.broken()
		wire.cut()
		s.say()
		s.say()
		h.until("an attempt that did not arrive", func() bool {
			return pgtest.Value[int](t, h.store.Pool, "SELECT count(*) FROM outbox WHERE last_error <> '' AND started_at IS NULL") > 0
		})
		wire.mend()
		whole()
	}
	s.survived(none)
	h.handledOnce()
}

// wire is a network to Telegram that can be cut.
type wire struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	down  bool
	conns map[net.Conn]bool
}

// newWire leads to the address of Telegram among the settings.
func newWire(t *testing.T, settings []string) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, conns: map[net.Conn]bool{}}
	for _, pair := range settings {
		if address, found := strings.CutPrefix(pair, "BOTYARD_TELEGRAM_API_URL=http://"); found {
			w.to = address
		}
	}
	t.Cleanup(func() { listener.Close(); w.cut() })
	go w.accept()
	return w
}

func (w *wire) accept() {
	for {
		from, err := w.listener.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", w.to)
		if err != nil || !w.keep(from, to) {
			from.Close()
			continue
		}
		go w.carry(from, to)
		go w.carry(to, from)
	}
}

func (w *wire) keep(conns ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		if w.down {
			c.Close()
			continue
		}
		w.conns[c] = true
	}
	return !w.down
}

func (w *wire) carry(from, to net.Conn) {
	_, _ = io.Copy(to, from) // however it ends, both sides are over
	from.Close()
	to.Close()
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = true
	for c := range w.conns {
		c.Close()
	}
	clear(w.conns)
}

func (w *wire) mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = false
}

// aProjectHasReachedItsBound fills one bot's inbox to the bound of a project:
// Telegram keeps what is beyond it, the neighbours get their answers, and when
// there is room again nothing was lost.
func aProjectHasReachedItsBound(t *testing.T) {
	h := newHalves(t, slowSim(t))
	h.worker()
	bots := h.bots("full_bot", "calm_one_bot", "calm_two_bot")
	noisy := pgtest.Value[int64](t, h.store.Pool, "SELECT project_id FROM bot_claims WHERE bot_id = $1", bots[0].ID)
	user := pgtest.Value[int64](t, h.store.Pool, "SELECT min(id) FROM users")
	if _, err := h.store.PauseProject(t.Context(), db.PauseProjectParams{PausedBy: user, Why: "look", ProjectID: noisy}); err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, h.store.Pool, `INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
		SELECT project_id, integration_id, n % 1000, 1, '{}' FROM bot_claims, generate_series(1, 200000) n WHERE project_id = $1`, noisy)
	visitor := h.sim.User(telegram.User{})
	refused := func(e sim.Entry) bool {
		return e.Method == sim.MethodDelivery && e.Bot == bots[0].ID && e.Code == http.StatusServiceUnavailable
	}
	h.until("a refused delivery", func() bool {
		if _, err := visitor.Send(bots[0].ID, "/start"); err != nil {
			t.Fatal(err)
		}
		return len(h.sim.Journal().Select(refused)) > 0
	})
	full, calm := newStorm(h.install, bots[:1], 3), newStorm(h.install, bots[1:], 5)
	for range 3 {
		full.say()
		calm.say()
	}
	calm.survived(none)
	if full.missing() != 9 {
		t.Errorf("answers of the paused bot are missing = %d, want all 9", full.missing())
	}
	pgtest.Exec(t, h.store.Pool, "DELETE FROM inbox WHERE project_id = $1 AND payload = '{}'", noisy)
	if _, err := h.store.UnpauseProject(t.Context(), noisy); err != nil {
		t.Fatal(err)
	}
	full.survived(none)
}
