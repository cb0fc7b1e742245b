package httpcall

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/pgtest"
	"botyard/internal/shard"
)

// bench is a caller on a database of its own, of a process that owns all shards.
type bench struct {
	t *testing.T
	*Caller
	hinted   atomic.Int64
	requests sync.WaitGroup
}

type noSecrets struct{}

func (noSecrets) Secrets(context.Context, int64, []string) (map[string]string, error) {
	return nil, nil
}

func newBench(t *testing.T, handler http.HandlerFunc) *bench {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	b := &bench{t: t}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	b.Caller = New(store, newOwner(t, store, "first"), noSecrets{}, newWorld(t, handler).network(), nil, log, func(p []int64) { b.hinted.Add(int64(len(p))) })
	b.times = times{poll: 10 * time.Millisecond, rest: 10 * time.Millisecond}
	t.Cleanup(b.requests.Wait)
	return b
}

func newOwner(t *testing.T, store *db.Store, id string) *shard.Owner {
	t.Helper()
	owner := shard.New(store, slog.New(slog.DiscardHandler), id, func(context.Context, *db.Queries, []int16) error { return nil })
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	return owner
}

func (b *bench) exec(sql string, args ...any) {
	b.t.Helper()
	pgtest.Exec(b.t, b.store.Pool, sql, args...)
}

func (b *bench) text(sql string, args ...any) string {
	b.t.Helper()
	return pgtest.Value[string](b.t, b.store.Pool, sql, args...)
}

// want asks for a call of a chat.
func (b *bench) want(project, chat int64, method, url string) {
	b.t.Helper()
	request, err := json.Marshal(flow.CallHTTP{Method: method, URL: words(url), Take: []string{"n"}})
	if err != nil {
		b.t.Fatal(err)
	}
	err = b.store.AskCalls(b.t.Context(), db.AskCallsParams{
		Projects: []int64{project}, Chats: []int64{chat}, Runs: []int64{8}, Generations: []int32{3}, Integrations: []int64{9},
		Requests: [][]byte{request}, Within: 10 * time.Second,
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// step works once, and waits for the requests that it began when all is set.
func (b *bench) step(all bool) {
	b.t.Helper()
	if err := b.work(b.t.Context(), &b.requests); err != nil {
		b.t.Fatal(err)
	}
	if all {
		b.requests.Wait()
		if err := b.save(b.t.Context()); err != nil {
			b.t.Fatal(err)
		}
	}
}

// answers are what waits in the inbox, by chat.
func (b *bench) answers() string {
	b.t.Helper()
	return b.text(`SELECT coalesce(string_agg(chat_id || ' ' || kind || ' ' || integration_id || ' ' || convert_from(payload, 'UTF8'), E'\n' ORDER BY chat_id), '') FROM inbox`)
}

const failed = `{"run":8,"generation":3,"answer":{"ok":false}}`

func TestAnAnswerIsAnEvent(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"n": 12}`)) })
	b.want(1, 5, "GET", "http://a.example.com/")
	b.want(1, 6, "GET", "http://10.0.0.1/")
	b.step(true)
	want := `5 3 9 {"run":8,"generation":3,"answer":{"ok":true,"status":200,"values":{"n":"12"}}}` + "\n6 3 9 " + failed
	if got := b.answers(); got != want {
		t.Errorf("answers = %s, want %s", got, want)
	}
	if n := b.text("SELECT count(*)::text FROM http_calls"); n != "0" || b.hinted.Load() != 1 || len(b.running) != 0 || len(b.of) != 0 {
		t.Errorf("calls left = %s, hints = %d, running = %v, want none, one and none", n, b.hinted.Load(), b.running)
	}
}

func TestReadingIsTriedTwiceAndWritingOnce(t *testing.T) {
	t.Parallel()
	var reads, writes atomic.Int64
	b := newBench(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "GET" && reads.Add(1) == 2 {
			_, _ = w.Write([]byte(`{}`))
			return
		}
		if r.Method == "POST" {
			writes.Add(1)
		}
		panic(http.ErrAbortHandler)
	})
	b.want(1, 5, "GET", "http://a.example.com/")
	b.want(1, 6, "POST", "http://a.example.com/")
	b.step(true)
	if got := b.answers(); !strings.HasPrefix(got, `5 3 9 {"run":8,"generation":3,"answer":{"ok":true`) || !strings.HasSuffix(got, "6 3 9 "+failed) {
		t.Errorf("answers = %s, want the second reading and the failed writing", got)
	}
	if reads.Load() != 2 || writes.Load() != 1 {
		t.Errorf("reads = %d, writes = %d, want 2 and 1", reads.Load(), writes.Load())
	}
}

// A call that its maker left behind may have arrived.
func TestOnlyReadingIsRepeatedAfterACrash(t *testing.T) {
	t.Parallel()
	var heard atomic.Int64
	b := newBench(t, func(w http.ResponseWriter, r *http.Request) {
		heard.Add(1)
		_, _ = w.Write([]byte(r.Method))
	})
	b.want(1, 5, "POST", "http://a.example.com/")
	b.want(1, 6, "GET", "http://a.example.com/")
	b.want(1, 7, "GET", "http://a.example.com/")
	b.exec("UPDATE http_calls SET started_at = now(), attempts = CASE chat_id WHEN 7 THEN 2 ELSE 1 END")
	b.step(true)
	want := "5 3 9 " + failed + "\n" + `6 3 9 {"run":8,"generation":3,"answer":{"ok":true,"status":200}}` + "\n7 3 9 " + failed
	if got := b.answers(); got != want || heard.Load() != 1 {
		t.Errorf("answers = %s, heard %d, want %s and one", got, heard.Load(), want)
	}
}

func TestAChatDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	b.want(1, 5, "GET", "http://a.example.com/")
	b.want(1, 6, "GET", "http://a.example.com/")
	b.exec("UPDATE http_calls SET due = now() + CASE chat_id WHEN 5 THEN interval '-1 second' ELSE interval '50 milliseconds' END")
	b.step(true)
	if got := b.answers(); got != "5 3 9 "+failed+"\n6 3 9 "+failed {
		t.Errorf("answers = %s, want two failures", got)
	}
}

func TestAProjectHasFourCallsAtOnce(t *testing.T) {
	t.Parallel()
	let, heard := make(chan struct{}), make(chan string, 32)
	b := newBench(t, func(_ http.ResponseWriter, r *http.Request) { heard <- r.URL.Path; <-let })
	open := sync.OnceFunc(func() { close(let) })
	t.Cleanup(open)
	for chat := range int64(10) {
		b.want(1, chat, "GET", "http://a.example.com/one")
	}
	b.want(2, 5, "GET", "http://a.example.com/two")
	b.step(false)
	b.step(false)
	paths := map[string]int{}
	for range perProject + 1 {
		paths[<-heard]++
	}
	if paths["/one"] != perProject || paths["/two"] != 1 || len(b.running) != perProject+1 {
		t.Errorf("calls at once = %v, running %d, want four and one", paths, len(b.running))
	}
	open()
	for range 4 {
		b.step(true)
	}
	if n := b.text("SELECT count(*)::text FROM inbox"); n != "11" {
		t.Errorf("answers = %s, want 11", n)
	}
}

// Whoever was taken over neither begins a call nor answers one.
func TestACallBelongsToTheOwner(t *testing.T) {
	t.Parallel()
	let, heard := make(chan struct{}), make(chan struct{}, 4)
	b := newBench(t, func(http.ResponseWriter, *http.Request) { heard <- struct{}{}; <-let })
	open := sync.OnceFunc(func() { close(let) })
	t.Cleanup(open)
	b.want(1, 5, "GET", "http://a.example.com/")
	b.step(false)
	<-heard
	b.exec("UPDATE shards SET leased_until = '-infinity'")
	newOwner(t, b.store, "next")
	b.want(1, 6, "GET", "http://a.example.com/")
	b.step(false)
	open()
	b.step(true)
	if got := b.answers(); got != "" {
		t.Errorf("answers = %s, want none of who owns nothing", got)
	}
	if started := b.text("SELECT string_agg(chat_id || ' ' || (started_at IS NOT NULL), ', ' ORDER BY chat_id) FROM http_calls"); started != "5 true, 6 false" || len(heard) != 0 {
		t.Errorf("calls = %s, want the second not begun", started)
	}
}

func TestRunAnswersAndStops(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) })
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); b.Run(ctx) }()
	b.want(1, 5, "GET", "http://a.example.com/")
	b.Wake()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for b.answers() == "" {
		<-look.C
	}
	stop()
	<-done
}
