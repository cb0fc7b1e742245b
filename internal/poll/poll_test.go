package poll

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/inbox"
	"botyard/internal/pgtest"
	"botyard/internal/shard"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// patience is how long a test waits for something that happens at once.
const patience = 20 * time.Second

// bench is a poller before a simulated Telegram, with a receipt that notes what
// comes and can be made to fail.
type bench struct {
	t *testing.T
	*Poller
	sim *sim.Server

	mu     sync.Mutex
	tokens map[int64]telegram.Token
	got    []string
	fail   error
	came   chan struct{}
}

func (b *bench) Token(_ context.Context, _, id int64) (telegram.Token, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tokens[id], nil
}

func (b *bench) Forget(int64) {}

func (b *bench) Receive(_ context.Context, source inbox.Source, body []byte) (bool, error) {
	u, err := telegram.ParseUpdate(body)
	if err != nil {
		return false, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail == nil {
		b.got = append(b.got, string(rune('a'+source.ProjectID-1))+":"+u.Message.Text)
	}
	select {
	case b.came <- struct{}{}:
	default:
	}
	return false, b.fail
}

// failWith makes the receipt fail, or (nil) not.
func (b *bench) failWith(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail = err
}

func newBench(t *testing.T) *bench {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	s, err := sim.New(sim.Config{Seed: 1, NoLimits: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	owner := shard.New(store, slog.New(slog.DiscardHandler), "first", func(context.Context, *db.Queries, []int16) error { return nil })
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, sim: s, tokens: map[int64]telegram.Token{}, came: make(chan struct{}, 1000)}
	b.Poller = New(store, owner, telegram.New(server.URL), b, b, slog.New(slog.NewTextHandler(t.Output(), nil)))
	b.times = times{
		list: 10 * time.Millisecond, wait: time.Second, call: patience, idle: 5 * time.Millisecond, awake: time.Minute,
		first: time.Millisecond, longest: 4 * time.Millisecond,
	}
	return b
}

// bot makes project n with a connected bot; its integration is n as well.
func (b *bench) bot(n int64) sim.Bot {
	b.t.Helper()
	made, err := b.sim.AddBot(sim.BotSpec{Username: "bot_" + string(rune('a'+n-1)) + "_bot"})
	if err != nil {
		b.t.Fatal(err)
	}
	b.mu.Lock()
	b.tokens[n] = made.Token
	b.mu.Unlock()
	b.exec(`WITH a AS (INSERT INTO accounts DEFAULT VALUES RETURNING id)
		INSERT INTO projects (id, account_id, name) OVERRIDING SYSTEM VALUE SELECT $1, a.id, 'p' FROM a`, n)
	b.exec(`INSERT INTO integrations (project_id, id, bot_id, bot_username, bot_name, token, desired, actual, changed_at)
		OVERRIDING SYSTEM VALUE VALUES ($1, $1, $2, 'x', 'x', 'sealed', 'connected', 'connected', now() - interval '1 hour')`, n, made.ID)
	return made
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := b.store.Pool.Exec(b.t.Context(), sql, args...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) standing(n int64) string {
	b.t.Helper()
	var s string
	err := b.store.Pool.QueryRow(b.t.Context(), "SELECT actual || ' ' || reason || ' ' || webhook_host || webhook_error FROM integrations WHERE id = $1", n).Scan(&s)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// run starts the poller; the returned function stops it and waits.
func (b *bench) run() (stop func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); b.Run(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	b.t.Cleanup(stop)
	return stop
}

func (b *bench) says(to sim.Bot, text string) {
	b.t.Helper()
	if _, err := b.sim.User(telegram.User{FirstName: "Anna"}).Send(to.ID, text); err != nil {
		b.t.Fatal(err)
	}
}

// received waits for so many updates.
func (b *bench) received(n int) []string {
	b.t.Helper()
	var got []string
	b.eventually("updates", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		got = slices.Clone(b.got)
		return len(got) >= n
	})
	return got
}

func (b *bench) eventually(what string, holds func() bool) {
	b.t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-look.C {
		if time.Now().After(deadline) {
			b.t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

func TestMessagesAreFetchedInOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.bot(1)
	for _, text := range []string{"1", "2", "3"} {
		b.says(made, text)
	}
	stop := b.run()
	if got := b.received(3); !slices.Equal(got, []string{"a:1", "a:2", "a:3"}) {
		t.Errorf("received = %v, want all in order", got)
	}
	b.says(made, "4")
	if got := b.received(4); got[3] != "a:4" {
		t.Errorf("received = %v, want the fourth", got)
	}
	stop()
	if got := b.received(4); len(got) != 4 {
		t.Errorf("received = %v, want each once", got)
	}
}

// What is not written down is not confirmed to Telegram, and comes again.
func TestOnlyWhatWasWrittenIsConfirmed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.bot(1)
	b.failWith(inbox.ErrFull)
	b.says(made, "1")
	stop := b.run()
	<-b.came
	<-b.came // asked again
	stop()
	b.failWith(nil)
	b.bots, b.queue = map[int64]*bot{}, nil // another process
	b.says(made, "2")
	b.run()
	if got := b.received(2); !slices.Equal(got, []string{"a:1", "a:2"}) {
		t.Errorf("received = %v, want both", got)
	}
}

// With fewer slots than bots each has its turn, also beside a busy one.
func TestManyBotsHaveTheirTurn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.slots = 2
	var bots []sim.Bot
	for n := range int64(12) {
		bots = append(bots, b.bot(n+1))
	}
	b.run()
	for range 3 {
		b.says(bots[0], "busy")
	}
	for _, one := range bots[1:] {
		b.says(one, "hi")
	}
	got := b.received(14)
	slices.Sort(got)
	if all := slices.Compact(got); len(all) != 12 {
		t.Errorf("received = %v, want something of each", all)
	}
}

func TestWhoMayWait(t *testing.T) {
	t.Parallel()
	now := time.Now()
	p := &Poller{times: usualTimes, slots: 4, bots: map[int64]*bot{1: {}, 2: {}, 3: {}, 4: {}}}
	idle, busy := &bot{}, &bot{active: now.Add(-time.Minute)}
	if !p.mayWait(idle, now) {
		t.Error("mayWait of an idle bot with a slot for each = false")
	}
	p.bots[5] = idle
	if p.mayWait(idle, now) || !p.mayWait(busy, now) {
		t.Error("mayWait with too few slots: an idle bot may, or a busy one may not")
	}
	if p.long = 2; p.mayWait(busy, now) {
		t.Error("mayWait with half of the slots waiting = true: nobody else has a turn")
	}
}

func TestAForeignWebhookIsLeftToItsOwner(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.bot(1)
	err := b.client.SetWebhook(t.Context(), made.Token, telegram.SetWebhook{URL: "https://elsewhere.example.org/hook"})
	if err != nil {
		t.Fatal(err)
	}
	b.run()
	b.eventually("the other service to be noted", func() bool { return b.standing(1) == "disconnected foreign_webhook elsewhere.example.org" })
	info, err := b.client.GetWebhookInfo(t.Context(), made.Token)
	if err != nil || info.URL == "" {
		t.Errorf("GetWebhookInfo = %+v, %v, want the webhook left alone", info, err)
	}
}

func TestAnotherReaderIsNoted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	one := b.bot(1)
	b.times.wait = 5 * time.Second
	b.run()
	poll := func() error {
		_, err := b.client.GetUpdates(t.Context(), one.Token, telegram.GetUpdates{Timeout: 1})
		return err
	}
	b.eventually("the other reader to be noted", func() bool { _ = poll(); return b.standing(1) == "connected  other_reader" })
	b.says(one, "1")
	b.eventually("it to be alone again", func() bool { return b.standing(1) == "connected  " })
}

func TestARevokedTokenStopsItsBot(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.bot(1)
	if _, err := b.sim.RevokeToken(made.ID); err != nil {
		t.Fatal(err)
	}
	b.run()
	b.eventually("the bot to stop", func() bool { return b.standing(1) == "disconnected token_revoked " })
}

func TestWhoIsNotOursIsNotAsked(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for n := range int64(4) {
		b.bot(n + 1)
	}
	b.exec("UPDATE integrations SET webhook_url = 'https://x.example.org/' WHERE id = 1")
	b.exec("UPDATE projects SET suspended_at = now() WHERE id = 2")
	b.exec("UPDATE integrations SET actual = 'disconnected' WHERE id = 3")
	b.refresh(t.Context())
	if len(b.bots) != 1 || b.bots[4] == nil {
		t.Errorf("bots = %v, want the fourth alone", b.bots)
	}
	b.exec("UPDATE integrations SET desired = 'disconnected' WHERE id = 4")
	b.refresh(t.Context())
	if len(b.bots) != 0 {
		t.Errorf("bots later = %v, want none", b.bots)
	}
}

func TestBackoffGrowsToItsBound(t *testing.T) {
	t.Parallel()
	p := &Poller{times: usualTimes}
	for failures, want := range map[int]time.Duration{1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 7: time.Minute, 99: time.Minute} {
		if got := p.backoff(failures); got != want {
			t.Errorf("backoff(%d) = %v, want %v", failures, got, want)
		}
	}
}
