package inbox

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/outbox"
	"botyard/internal/pgtest"
	"botyard/internal/richtext"
	"botyard/internal/shard"
	"botyard/internal/spec"
	"botyard/internal/telegram"
	"botyard/miniapp"
)

// patience is how long a test waits for something that happens at once.
const patience = 20 * time.Second

// bench is a scheduler on a database of its own, with a process that owns all shards.
type bench struct {
	t      *testing.T
	dsn    string
	store  *db.Store
	owner  *shard.Owner
	sender *fakeSender
	*Scheduler
	updates int64
}

// briefly are pauses for tests that wait for retries.
var briefly = pauses{poll: 20 * time.Millisecond, rest: 20 * time.Millisecond, first: time.Millisecond, longest: 4 * time.Millisecond}

func newStore(t *testing.T) (*db.Store, string) {
	t.Helper()
	dsn := pgtest.New(t)
	store, err := db.Open(t.Context(), dsn, 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, dsn
}

func newBench(t *testing.T) *bench {
	t.Helper()
	store, dsn := newStore(t)
	return newBenchOn(t, store, dsn, "first")
}

// newBenchOn is a process, named id, on a database that others may use.
func newBenchOn(t *testing.T, store *db.Store, dsn, id string) *bench {
	t.Helper()
	log := quiet(t)
	owner := shard.New(store, log, id, func(ctx context.Context, q *db.Queries, shards []int16) error {
		var wide []int64
		for _, s := range shards {
			wide = append(wide, int64(s))
		}
		return q.ChargeChatHeads(ctx, wide)
	})
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	sender := &fakeSender{}
	b := &bench{t: t, dsn: dsn, store: store, owner: owner, sender: sender, Scheduler: newScheduler(store, owner, sender, log)}
	b.pauses = briefly
	return b
}

func quiet(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

// fakeSender notes what it is told.
type fakeSender struct {
	mu        sync.Mutex
	woken     []int64
	callbacks []string
	begins    int    // how many replies of a batch may begin in their turns
	commits   []bool // what it was told of them
}

func (f *fakeSender) Wake(first map[int64]int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.woken = slices.AppendSeq(f.woken, maps.Keys(first))
}

func (f *fakeSender) Reserve(replies []outbox.Reply) ([]time.Duration, func(bool)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	allowed := make([]time.Duration, len(replies))
	for n := range min(f.begins, len(replies)) {
		allowed[n] = time.Minute
	}
	return allowed, func(yes bool) { f.commits = append(f.commits, yes) }
}

func (f *fakeSender) AnswerCallback(_, _ int64, queryID string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.callbacks = append(f.callbacks, queryID)
}

// poll tells the scheduler once what waits, as the common poll does.
func (b *bench) poll() {
	projects, err := b.store.WaitingProjects(b.t.Context())
	if err != nil {
		b.t.Errorf("WaitingProjects = %v, want nil", err)
	}
	b.look(projects)
}

// run starts the scheduler with its poll; stop waits for its end.
func (b *bench) run() (stop func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); Schedulers{b.Scheduler}.Run(ctx) }()
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

// project makes a project whose bot says hello by name to everything.
func (b *bench) project() int64 { b.t.Helper(); return b.projectSaying(hello) }

var hello = richtext.Text{{Kind: richtext.Var, Value: "first_name"}}

func (b *bench) projectSaying(text richtext.Text) int64 {
	b.t.Helper()
	account := query[int64](b, "INSERT INTO accounts DEFAULT VALUES RETURNING id")
	id := query[int64](b, "INSERT INTO projects (account_id, name) VALUES ($1, 'p') RETURNING id", account)
	b.publish(id, 1, flow.Scenarios{answerAll(text)})
	return id
}

func answerAll(text richtext.Text) flow.Scenario {
	return flow.NewAnswer("s1", "t1", "all", flow.Trigger{Kind: "fallback", Config: &flow.Fallback{}}, text)
}

func (b *bench) publish(project int64, number int32, scenarios flow.Scenarios) {
	b.t.Helper()
	ctx := b.t.Context()
	err := b.store.CreateRelease(ctx, db.CreateReleaseParams{
		ProjectID: project, Number: number, Pages: miniapp.Pages{}, Scenarios: scenarios,
		Catalog: miniapp.Catalog{Currency: "RUB"}, Theme: miniapp.Theme{Accent: "#000000"}, Digest: []byte{byte(number)},
	})
	if err == nil {
		err = b.store.SetCurrentRelease(ctx, db.SetCurrentReleaseParams{Number: number, ProjectID: project})
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// plant makes the project run a trigger that no draft can have.
func (b *bench) plant(project int64, trigger flow.TriggerConfig) {
	scenario := answerAll(hello)
	scenario.Triggers = []flow.Trigger{{Kind: "planted", Config: trigger}}
	b.releases.compiled[project] = running{number: 1, release: flow.Compile(flow.Scenarios{scenario}, flow.Setting{Number: 1})}
}

// planted is a trigger that does something when it meets a text.
type planted map[string]func()

func (planted) Check(string) []spec.Problem { return nil }
func (planted) Rank() flow.Rank             { return flow.RankKeyword }
func (p planted) Matcher() func(*flow.Event) bool {
	return func(e *flow.Event) bool {
		if act := p[e.Text]; act != nil {
			act()
		}
		return true
	}
}

// say puts a message into the inbox: of a person with that id and name.
func (b *bench) say(project, user int64, name, text string) {
	b.t.Helper()
	from := telegram.User{ID: user, FirstName: name}
	b.put(project, map[string]any{"message": map[string]any{
		"message_id": 1, "date": time.Now().Unix(), "chat": map[string]any{"id": user, "type": "private"}, "from": from, "text": text,
	}})
}

// put puts an update into the inbox.
func (b *bench) put(project int64, update map[string]any) {
	b.t.Helper()
	b.updates++
	update["update_id"] = b.updates
	body, err := json.Marshal(update)
	if err != nil {
		b.t.Fatal(err)
	}
	parsed, err := telegram.ParseUpdate(body)
	if err != nil {
		b.t.Fatal(err)
	}
	item := &receipt{source: Source{ProjectID: project, IntegrationID: 1}, update: parsed, body: body}
	if _, err := b.store.ReceiveUpdates(b.t.Context(), receiveParams([]*receipt{item})); err != nil {
		b.t.Fatal(err)
	}
}

// sent lists what the turns of a project enqueued, in order.
func (b *bench) sent(project int64) []string {
	b.t.Helper()
	rows, err := b.store.Pool.Query(b.t.Context(),
		"SELECT convert_from(payload, 'UTF8')::json->>'text' FROM outbox WHERE project_id = $1 ORDER BY event_id, seq", project)
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			b.t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// settled waits until a project has no waiting events.
func (b *bench) settled(project int64) {
	b.t.Helper()
	eventually(b.t, fmt.Sprintf("an empty inbox of project %d", project), func() bool { return b.waiting(project) == 0 })
}

func (b *bench) waiting(project int64) int {
	b.t.Helper()
	return query[int](b, "SELECT count(*) FROM inbox WHERE project_id = $1", project)
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
