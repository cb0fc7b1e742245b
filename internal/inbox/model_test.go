package inbox

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"
)

// world is a database with the processes that work or worked on it, moved by
// chance, and what a simple model expects of it.
type world struct {
	*bench
	random    *rand.Rand
	projects  []int64
	processes []*bench // the last owns the shards; those before were taken over
	// accepted are the names of the messages of each chat, as they were received.
	accepted map[chatKey][]string
	// failures are how often each bad message fails yet.
	failures  map[string]int
	crash     bool // the next turn ends its process
	takeovers int
	dated     time.Time
}

func newWorld(t *testing.T, seed uint64) *world {
	b := newBench(t)
	w := &world{
		bench: b, random: rand.New(rand.NewPCG(seed, 1)), processes: []*bench{b},
		accepted: map[chatKey][]string{}, failures: map[string]int{}, dated: time.Now().Add(-time.Hour),
	}
	w.projects = []int64{b.project(), b.project()}
	w.prepare(b)
	return w
}

// prepare lets a process run turns that may fail or end it.
func (w *world) prepare(b *bench) {
	for _, p := range w.projects {
		b.plant(p, planted{"ok": w.turn(""), "bad": w.turn("bad")})
	}
}

// turn is what happens in a turn: the end of the process, a failure, or nothing.
func (w *world) turn(kind string) func() {
	return func() {
		if w.crash {
			w.crash = false
			runtime.Goexit()
		}
		if kind == "bad" && w.failures[kind] > 0 {
			w.failures[kind]--
			panic(kind)
		}
	}
}

// receive brings messages, each with a date of its own, and some of them twice.
func (w *world) receive() {
	for range 1 + w.random.IntN(6) {
		key := chatKey{w.projects[w.random.IntN(2)], int64(1 + w.random.IntN(3))}
		name := fmt.Sprintf("%d-%d-%d", key.project, key.chat, len(w.accepted[key]))
		text := "ok"
		if w.random.IntN(8) == 0 {
			text = "bad"
			w.failures[text] = w.random.IntN(3)
		}
		w.dated = w.dated.Add(time.Second)
		w.accepted[key] = append(w.accepted[key], name)
		update := map[string]any{"message": map[string]any{
			"message_id": 1, "date": w.dated.Unix(), "chat": map[string]any{"id": key.chat, "type": "private"},
			"from": map[string]any{"id": key.chat, "first_name": name}, "text": text,
		}}
		w.put(key.project, update)
		if w.random.IntN(3) == 0 {
			w.updates-- // Telegram did not hear the answer
			w.put(key.project, update)
		}
	}
}

// work lets a process do a step, also one that does not know that it was taken over.
func (w *world) work(b *bench) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.due = true
		b.Scheduler.work(w.t.Context())
	}()
	<-done
}

// load lets a process read what waits and go no further.
func (w *world) load(b *bench) {
	b.discover(w.t.Context())
	b.read(w.t.Context())
}

// takeOver lets a new process find the shards' leases expired. The one before
// may go on, as one that was suspended does.
func (w *world) takeOver() {
	w.takeovers++
	if err := w.store.ExpireLeases(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	next := newBenchOn(w.t, w.store, w.dsn, fmt.Sprint("process ", w.takeovers))
	w.prepare(next)
	w.processes = append(w.processes, next)
}

// crashAt ends the owner at one of the points at which it can end.
func (w *world) crashAt(point int) {
	owner := w.processes[len(w.processes)-1]
	switch point {
	case 0: // with events loaded
		w.load(owner)
	case 1: // in a turn
		w.crash = true
		w.work(owner)
		w.crash = false
	case 2: // after the commit, of which it did not hear
		w.load(owner)
		if batch := owner.queues.batch(); len(batch) > 0 {
			_ = owner.commit(w.t.Context(), batch) // a bad message fails it
		}
	}
	w.processes = w.processes[:len(w.processes)-1]
	w.takeOver()
}

func (w *world) step() {
	switch n := w.random.IntN(20); {
	case n < 6:
		w.receive()
	case n < 15:
		w.work(w.processes[w.random.IntN(len(w.processes))])
	case n < 17 && w.takeovers < maxAttempts-1:
		w.crashAt(w.random.IntN(3))
	case n < 18 && w.takeovers < maxAttempts-1:
		w.load(w.processes[len(w.processes)-1]) // it is suspended with events loaded
		w.takeOver()
	default:
		jump := time.Duration(w.random.Int64N(int64(2*time.Hour))) - time.Hour
		w.processes[w.random.IntN(len(w.processes))].now = func() time.Time { return time.Now().Add(jump) }
	}
}

// settle lets everything end.
func (w *world) settle() {
	owner := w.processes[len(w.processes)-1]
	owner.now = time.Now
	owner.run()
	for _, p := range w.projects {
		owner.settled(p)
	}
}

// ended lists the names of a chat's messages whose end is in a table.
func (w *world) ended(key chatKey, sql string) []string {
	return query[[]string](w.bench, "SELECT coalesce(array_agg(name ORDER BY event_id), '{}') FROM ("+sql+") e", key.project, key.chat)
}

// check compares with the model: each message was answered once, in its order,
// or given up; and nothing was given up that did not fail.
func (w *world) check(seed uint64) {
	for key, want := range w.accepted {
		answered := w.ended(key, "SELECT event_id, convert_from(payload, 'UTF8')::json->>'text' AS name FROM outbox WHERE project_id = $1 AND chat_id = $2")
		given := w.ended(key, `SELECT event_id, convert_from(payload, 'UTF8')::json->'message'->'from'->>'first_name' AS name
			FROM dead_letters WHERE project_id = $1 AND chat_id = $2`)
		left := slices.DeleteFunc(slices.Clone(want), func(name string) bool { return slices.Contains(given, name) })
		if !slices.Equal(answered, left) || len(left)+len(given) != len(want) {
			w.t.Errorf("seed %d, chat %v: answered %v and gave up %v, want each of %v once", seed, key, answered, given, want)
		}
	}
	for _, p := range w.projects {
		if !w.orderedAsHandled(p) {
			w.t.Errorf("seed %d: events of a chat of project %d were not handled in their order", seed, p)
		}
	}
	if n := query[int](w.bench, "SELECT count(*) FROM (SELECT FROM message_log WHERE outcome = 'received' GROUP BY event_id HAVING count(*) > 1) twice"); n != 0 {
		w.t.Errorf("seed %d: %d events were handled more than once", seed, n)
	}
	if n := query[int](w.bench, `SELECT count(*) FROM dead_letters WHERE convert_from(payload, 'UTF8')::json->'message'->>'text' <> 'bad'`); n != 0 {
		w.t.Errorf("seed %d: %d messages were given up that never failed", seed, n)
	}
	if n := query[int](w.bench, "SELECT count(*) FROM telegram_updates WHERE skipped IS NOT NULL"); n != 0 {
		w.t.Errorf("seed %d: %d updates were skipped", seed, n)
	}
}

// TestRandomHistoriesMatchTheModel: receipt, duplicates, failures, crashes,
// takeovers, processes that were suspended and clocks that jump, in any order.
func TestRandomHistoriesMatchTheModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			for range 80 {
				w.step()
			}
			w.settle()
			w.check(seed)
		})
	}
}
