package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"botyard/internal/pgtest"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

func (in *install) dataDir() string {
	for _, pair := range in.env {
		if dir, found := strings.CutPrefix(pair, "BOTYARD_DATA_DIR="); found {
			return dir
		}
	}
	return ""
}

// talk is what one visitor wrote to a bot; every second message is a greeting.
type talk struct {
	bot     sim.Bot
	visitor *sim.User
	n       int
}

func (k *talk) say(t *testing.T) {
	t.Helper()
	text := "/start"
	if k.n%2 == 1 {
		text = "something else"
	}
	k.n++
	if _, err := k.visitor.Send(k.bot.ID, text); err != nil {
		t.Fatal(err)
	}
}

// answers are the executed calls to the visitor: G for a greeting, else F.
func (k *talk) answers(s *sim.Server) string {
	var kinds strings.Builder
	for _, e := range s.Journal().Select(func(e sim.Entry) bool {
		return e.Bot == k.bot.ID && e.Chat == k.visitor.ID && e.Method == "sendMessage" && e.Done
	}) {
		if strings.Contains(e.Text("text"), k.visitor.FirstName) {
			kinds.WriteByte('G')
		} else {
			kinds.WriteByte('F')
		}
	}
	return kinds.String()
}

// answered tells whether every message was, in order; what was in flight may
// have been repeated.
func (k *talk) answered(s *sim.Server) (all bool, repeats int) {
	got := k.answers(s)
	once := strings.ReplaceAll(strings.ReplaceAll(got, "GG", "G"), "FF", "F")
	return once == strings.Repeat("GF", k.n)[:k.n], len(got) - len(once)
}

// allAnswered waits until all talks are, and counts the repeats.
func (in *install) allAnswered(talks []*talk) (repeats int) {
	in.t.Helper()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	deadline := time.Now().Add(4 * patience)
	for _, k := range talks {
		all, n := k.answered(in.sim)
		for ; !all; all, n = k.answered(in.sim) {
			if <-look.C; time.Now().After(deadline) {
				in.t.Fatalf("answers to one visitor = %s, want %d in order", k.answers(in.sim), k.n)
			}
		}
		repeats += n
	}
	return repeats
}

// TestKillUnderLoad kills the service in the middle of its work and starts it again.
func TestKillUnderLoad(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	first := in.start("serve", "-addr", in.addr)
	in.ready(first)
	owner := in.owner("anna@example.org")
	var talks []*talk
	for _, name := range []string{"one_bot", "two_bot"} {
		bot := owner.bot(in.sim, name)
		for range 15 {
			talks = append(talks, &talk{bot: bot, visitor: in.sim.User(telegram.User{})})
		}
	}
	for range 4 {
		for _, k := range talks {
			k.say(t)
		}
	}
	in.await(20)
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.done
	killed := time.Now()
	for _, k := range talks {
		k.say(t) // while nobody is there
	}
	second := in.start("serve", "-addr", in.addr)
	if took := in.ready(second); took > 10*time.Second {
		t.Errorf("the second start took %v, want about 2s", took)
	} else {
		t.Logf("the second start took %v", took)
	}
	repeats := in.allAnswered(talks)
	second.stop()
	if most := in.underWay(killed); repeats > most {
		t.Errorf("repeats = %d, want at most the %d that were in flight", repeats, most)
	}
	if _, err := os.Stat(filepath.Join(in.dataDir(), "pg", "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("PostgreSQL after a clean stop: %v, want it stopped", err)
	}
}

// await waits for so many executed answers.
func (in *install) await(n int) {
	in.t.Helper()
	ctx, cancel := context.WithTimeout(in.t.Context(), 4*patience)
	defer cancel()
	_, err := in.sim.Journal().WaitFor(ctx, n, func(e sim.Entry) bool { return e.Method == "sendMessage" && e.Done })
	if err != nil {
		in.t.Fatalf("no %d answers: %v", n, err)
	}
}

// underWay counts the calls whose end may not have been written at that moment.
func (in *install) underWay(at time.Time) int {
	return len(in.sim.Journal().Select(func(e sim.Entry) bool {
		return e.Method == "sendMessage" && e.At.Before(at) && e.At.Add(e.Took).After(at.Add(-time.Second))
	}))
}

// TestProgramsShareThePrivateDatabase runs each command beside the others.
func TestProgramsShareThePrivateDatabase(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	if c := in.run("worker"); c.err == nil || !strings.Contains(c.out.String(), "botyard migrate") {
		t.Fatalf("worker on an empty database = %v: %s, want the way out", c.err, c.out.String())
	}
	if c := in.run("migrate"); c.err != nil || !strings.Contains(c.out.String(), "up to date") {
		t.Fatalf("migrate = %v: %s, want it up to date", c.err, c.out.String())
	}
	worker := in.start("worker")
	in.awaitPostgres(worker)
	web := in.start("web", "-addr", in.addr)
	in.ready(web)
	if c := in.run("migrate"); c.err != nil || !strings.Contains(c.out.String(), "up to date") {
		t.Errorf("migrate beside the service = %v: %s, want it up to date", c.err, c.out.String())
	}
	c := in.run("user", "add", "-email", "Boris@example.org", "-role", "support")
	made := after(c.out.String(), "password: ")
	if c.err != nil || made == "" {
		t.Fatalf("user add beside the service = %v: %s, want a password", c.err, c.out.String())
	}
	in.cabinet().post("/login", http.StatusSeeOther, "email", "boris@example.org", "password", made)
	if c := in.run("serve", "-addr", "127.0.0.1:0"); c.err == nil || !strings.Contains(c.out.String(), "runs in") {
		t.Errorf("serve beside the halves = %v: %s, want it refused", c.err, c.out.String())
	}
	k := &talk{bot: in.owner("anna@example.org").bot(in.sim, "halves_bot"), visitor: in.sim.User(telegram.User{})}
	k.say(t)
	in.allAnswered([]*talk{k})
	web.stop()
	worker.stop()
}

// awaitPostgres waits until the worker has started it.
func (in *install) awaitPostgres(c *process) {
	in.t.Helper()
	in.until("PostgreSQL of "+c.cmd.Args[1], func() bool {
		_, err := os.Stat(filepath.Join(in.dataDir(), "pg", "postmaster.pid"))
		return err == nil
	})
}

// after is the rest of the line that begins with a word.
func after(text, word string) string {
	_, rest, _ := strings.Cut(text, word)
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// owners are the processes that hold leases.
func owners(t *testing.T, dsn string) (names []string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	err = conn.QueryRow(t.Context(), "SELECT coalesce(array_agg(DISTINCT owner ORDER BY owner), '{}') FROM shards WHERE owner <> '' AND leased_until > now()").Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestAnotherWorkerTakesOver kills the worker that owns everything.
func TestAnotherWorkerTakesOver(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	in := newInstallWith(t, slowSim(t), "DATABASE_URL="+dsn, "BOTYARD_DATA_DIR="+t.TempDir())
	web := in.start("web", "-addr", in.addr)
	in.ready(web)
	first := in.start("worker")
	in.until("the first worker's leases", func() bool { return len(owners(t, dsn)) == 1 })
	owner := owners(t, dsn)[0]
	bot := in.owner("anna@example.org").bot(in.sim, "leased_bot")
	second := in.start("worker")
	var talks []*talk
	for range 10 {
		talks = append(talks, &talk{bot: bot, visitor: in.sim.User(telegram.User{})})
	}
	for range 3 {
		for _, k := range talks {
			k.say(t)
		}
	}
	in.await(5)
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	for _, k := range talks {
		k.say(t)
	}
	in.until("the takeover", func() bool { now := owners(t, dsn); return len(now) == 1 && now[0] != owner })
	if took := time.Since(killed); took > 25*time.Second {
		t.Errorf("taken over after %v, want the lease of 20s and about a second", took)
	}
	repeats := in.allAnswered(talks)
	if most := in.underWay(killed); repeats > most {
		t.Errorf("repeats = %d, want at most the %d that were in flight", repeats, most)
	}
	second.stop()
	if left := owners(t, dsn); len(left) != 0 {
		t.Errorf("owners after a clean stop = %v, want none", left)
	}
	web.stop()
}

func (in *install) until(what string, holds func() bool) {
	in.t.Helper()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(2 * patience); !holds(); <-look.C {
		if time.Now().After(deadline) {
			in.t.Fatalf("waited %v for %s", 2*patience, what)
		}
	}
}
