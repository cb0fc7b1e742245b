package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/limit"
	"botyard/internal/pgtest"
	"botyard/internal/secret"
	"botyard/internal/shard"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
	"botyard/internal/vault"
)

// patience is how long a test waits for something that happens at once.
const patience = 20 * time.Second

// briefly are times for tests; a call may still take long on a busy machine.
var briefly = times{expire: 20 * time.Millisecond,
	poll: 20 * time.Millisecond, rest: 20 * time.Millisecond, stop: 10 * time.Second, call: 10 * time.Second, load: 15 * time.Second,
	back: time.Millisecond, resend: time.Millisecond, confirm: 50 * time.Millisecond, confirmFor: 100 * time.Millisecond,
}

// bench is a sender on a database of its own, with a simulated Telegram.
type bench struct {
	t     *testing.T
	dsn   string
	store *db.Store
	owner *shard.Owner
	sim   *sim.Server
	vault *vault.Vault
	*Sender
	events int64
}

func newBench(t *testing.T) *bench {
	t.Helper()
	dsn := pgtest.New(t)
	store, err := db.Open(t.Context(), dsn, 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	keys, err := secret.New(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	owner := shard.New(store, log, "owner", nil)
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	telegramSim, err := sim.New(sim.Config{Seed: 1, NoLimits: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = telegramSim.Close(context.Background()) })
	api := httptest.NewServer(telegramSim)
	t.Cleanup(api.Close)
	b := &bench{t: t, dsn: dsn, store: store, owner: owner, sim: telegramSim, vault: vault.New(store, keys)}
	b.Sender = New(store, owner, telegram.New(api.URL), b.vault, log)
	b.times, b.budget = briefly, limit.NewOutbound(limit.Limits{}, time.Now())
	return b
}

// run starts the sender; stop waits for its end.
func (b *bench) run() (stop func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); b.Run(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	b.t.Cleanup(stop)
	return stop
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	pgtest.Exec(b.t, b.store.Pool, sql, args...)
}

// query reads one value.
func query[T any](b *bench, sql string, args ...any) T {
	b.t.Helper()
	return pgtest.Value[T](b.t, b.store.Pool, sql, args...)
}

// bot is a connected bot of a project of its own.
type bot struct {
	sim.Bot
	project, integration int64
}

func (b *bench) bot() bot {
	b.t.Helper()
	made, err := b.sim.AddBot(sim.BotSpec{})
	if err != nil {
		b.t.Fatal(err)
	}
	account := query[int64](b, "INSERT INTO accounts DEFAULT VALUES RETURNING id")
	project := query[int64](b, "INSERT INTO projects (account_id, name) VALUES ($1, 'p') RETURNING id", account)
	id, err := b.store.WantConnected(b.t.Context(), db.WantConnectedParams{
		ProjectID: project, BotID: made.ID, BotUsername: made.Username, BotName: made.Name,
		Token: b.vault.Seal(made.Token, project, made.ID),
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.exec("UPDATE integrations SET actual = 'connected', reconcile_at = NULL, changed_at = now() - interval '1 hour' WHERE id = $1", id)
	return bot{made, project, id}
}

// visitor is a person who has started the bot.
func (b *bench) visitor(to bot) *sim.User {
	b.t.Helper()
	u := b.sim.User(telegram.User{})
	if _, err := u.Send(to.ID, "/start"); err != nil {
		b.t.Fatal(err)
	}
	return u
}

// enqueue puts answers into the outbox, each of an event of its own.
func (b *bench) enqueue(from bot, chat int64, texts ...string) {
	b.t.Helper()
	var p db.EnqueueMessagesParams
	for _, text := range texts {
		payload, err := Message{Text: text}.Encode()
		if err != nil {
			b.t.Fatal(err)
		}
		b.events++
		p.Projects, p.Events, p.Seqs = append(p.Projects, from.project), append(p.Events, b.events), append(p.Seqs, 0)
		p.Integrations, p.Chats = append(p.Integrations, from.integration), append(p.Chats, chat)
		p.Classes, p.Payloads, p.Received = append(p.Classes, int16(Prompt)), append(p.Payloads, payload), append(p.Received, time.Now())
	}
	if err := b.store.EnqueueMessages(b.t.Context(), p); err != nil {
		b.t.Fatal(err)
	}
	b.Wake(map[int64]int64{from.project: p.Events[0]})
}

// emptied waits until nothing is unsent.
func (b *bench) emptied() {
	b.t.Helper()
	eventually(b.t, "an empty outbox", func() bool { return query[int](b, "SELECT count(*) FROM outbox") == 0 })
}

// outcomes tells how the messages to a chat ended: "outcome code" in order.
func (b *bench) outcomes(chat int64) string {
	b.t.Helper()
	return query[string](b, "SELECT coalesce(string_agg(trim(outcome || ' ' || code), ', ' ORDER BY event_id, seq), '') FROM message_log WHERE chat_id = $1", chat)
}

// calls are the sendMessage calls to a chat, and how many were executed.
func (b *bench) calls(chat int64) (calls []sim.Entry, executed int) {
	calls = b.sim.Journal().Select(func(e sim.Entry) bool { return e.Method == "sendMessage" && e.Chat == chat })
	for _, e := range calls {
		if e.Done {
			executed++
		}
	}
	return calls, executed
}

func texts(calls []sim.Entry) string {
	var all []string
	for _, e := range calls {
		all = append(all, e.Text("text"))
	}
	return strings.Join(all, " ")
}

// numbers are texts that tell their order.
func numbers(n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint(i))
	}
	return all
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-look.C {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
