package hint

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"botyard/db"
	"botyard/internal/pgtest"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// pair is a teller and a listener on a database of their own.
type pair struct {
	*Teller
	*Listener
	t     *testing.T
	store *db.Store
	heard chan []int64
	log   *lines
}

// lines are what was logged, in full.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
	one chan string
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.one <- string(p)
	return l.all.Write(p)
}

func newPair(t *testing.T) *pair {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	p := &pair{t: t, store: store, heard: make(chan []int64, 64), log: &lines{one: make(chan string, 64)}}
	log := slog.New(slog.NewTextHandler(p.log, nil))
	p.Teller = NewTeller(store, log)
	p.Listener = NewListener(store, log, func(projects []int64) { p.heard <- projects })
	p.pauses = pauses{check: 20 * time.Millisecond, answer: patience, first: time.Millisecond, longest: 10 * time.Millisecond}
	return p
}

// run runs both until the end of the test.
func (p *pair) run() {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { p.Teller.Run(ctx) })
	running.Go(func() { p.Listener.Run(ctx) })
	p.t.Cleanup(func() { stop(); running.Wait() })
}

// listens waits until the session of the listener is there, and gives its number.
func (p *pair) listens() (pid int) {
	p.t.Helper()
	p.until("a session that listens", func() bool {
		err := p.store.Pool.QueryRow(p.t.Context(), `SELECT coalesce(max(pid), 0) FROM pg_stat_activity
			WHERE datname = current_database() AND query LIKE '%LISTEN hints%' AND pid <> pg_backend_pid()`).Scan(&pid)
		return err == nil && pid != 0
	})
	return pid
}

func (p *pair) until(what string, holds func() bool) {
	p.t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-look.C {
		if time.Now().After(deadline) {
			p.t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// hears waits for projects, told once more whenever they might be lost.
func (p *pair) hears(want ...int64) {
	p.t.Helper()
	var got []int64
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for deadline := time.After(patience); ; {
		select {
		case projects := <-p.heard:
			got = append(got, projects...)
		case <-again.C:
			p.Tell(want)
		case <-deadline:
			p.t.Fatalf("heard %v, want %v", got, want)
		}
		if !slices.ContainsFunc(want, func(p int64) bool { return !slices.Contains(got, p) }) {
			return
		}
	}
}

// logs waits for a line with a text.
func (p *pair) logs(text string) {
	p.t.Helper()
	for deadline := time.After(patience); ; {
		select {
		case line := <-p.log.one:
			if strings.Contains(line, text) {
				return
			}
		case <-deadline:
			p.t.Fatalf("logged %q, want %q", p.log.all.String(), text)
		}
	}
}

func TestWhatIsToldIsHeard(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.run()
	p.listens()
	p.hears(3, 9_000_000_000_000_000_000)
	if err := p.store.Notify(t.Context(), "3,four"); err != nil {
		t.Fatal(err)
	}
	p.hears(5) // what is no hint harms nobody
}

func TestManyProjectsFitTheirNotifications(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	many := make([]int64, 3*payloadProjects)
	for i := range many {
		many[i] = 9_000_000_000_000_000_000 + int64(i)
	}
	if n := len(encode(many[:payloadProjects])); n >= 8000 {
		t.Fatalf("a payload has %d bytes, want less than PostgreSQL's 8000", n)
	}
	p.run()
	p.listens()
	p.hears(many...)
}

func TestTellingWaitsForNobody(t *testing.T) {
	t.Parallel()
	p := newPair(t) // nothing runs
	for range 5000 {
		p.Tell([]int64{2, 1})
	}
	p.Tell(nil)
	if got := p.take(); !slices.Equal(got, []int64{1, 2}) {
		t.Errorf("told %v, want each project once", got)
	}
	if got := p.take(); len(got) != 0 {
		t.Errorf("told again %v, want nothing", got)
	}
}

func TestALostConnectionComesBack(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.run()
	first := p.listens()
	p.hears(1)
	if _, err := p.store.Pool.Exec(t.Context(), "SELECT pg_terminate_backend($1)", first); err != nil {
		t.Fatal(err)
	}
	p.logs("no hints")
	p.logs("arrive again")
	if second := p.listens(); second == first {
		t.Errorf("the session that listens = %d, want another", second)
	}
	p.hears(2)
}

// deafConn is a connection from which notifications are taken away, as by a
// pooler that gives each transaction another session.
type deafConn struct {
	net.Conn
	rest []byte
}

func (c *deafConn) Read(to []byte) (int, error) {
	for len(c.rest) == 0 {
		head := make([]byte, 5)
		if _, err := io.ReadFull(c.Conn, head); err != nil {
			return 0, err
		}
		body := make([]byte, binary.BigEndian.Uint32(head[1:])-4)
		if _, err := io.ReadFull(c.Conn, body); err != nil {
			return 0, err
		}
		if head[0] != 'A' {
			c.rest = append(head, body...)
		}
	}
	n := copy(to, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

func deafen(dial *pgx.ConnConfig) {
	inner := dial.DialFunc
	dial.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := inner(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &deafConn{Conn: conn}, nil
	}
	dial.TLSConfig, dial.Fallbacks = nil, []*pgconn.FallbackConfig{}
}

func TestBehindAPoolerItSaysOnceThatItIsDeaf(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.pauses.answer = 10 * time.Millisecond
	deafen(p.dial)
	var dials int
	inner := p.dial.DialFunc
	often := make(chan struct{})
	p.dial.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if dials++; dials == 5 {
			close(often)
		}
		return inner(ctx, network, addr)
	}
	p.run()
	select {
	case <-often:
	case <-time.After(patience):
		t.Fatal("it does not try again")
	}
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	if got := p.log.all.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "pooler") {
		t.Errorf("logged %q, want one line about the pooler", got)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("1,2")
	f.Add("")
	f.Fuzz(func(t *testing.T, payload string) {
		projects, ok := decode(payload)
		if again, _ := decode(encode(projects)); ok && !slices.Equal(again, projects) {
			t.Errorf("decode(%q) = %v, and again %v", payload, projects, again)
		}
	})
}
