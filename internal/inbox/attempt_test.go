package inbox

import (
	"bytes"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/internal/pgtest"
)

func TestAFailingTurnIsChargedAloneAndGivenUp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p, other := b.project(), b.project()
	tries := 0
	b.plant(p, planted{"bad": func() { tries++; panic("bad") }})
	b.say(p, 1, "before", "ok")
	b.say(p, 1, "bad", "bad")
	b.say(p, 1, "after", "ok")
	b.say(p, 2, "neighbour", "ok")
	b.say(other, 1, "other", "ok")
	b.run()
	b.settled(p)
	b.settled(other)
	if got, want := b.sent(p), []string{"before", "after", "neighbour"}; !slices.Equal(got, want) {
		t.Errorf("answers = %v, want %v", got, want)
	}
	// The first two attempts are made in company, and again alone.
	if tries != maxAttempts+2 {
		t.Errorf("tries = %d, want %d", tries, maxAttempts+2)
	}
	if got := query[string](b, "SELECT reason || ' ' || attempts FROM dead_letters"); got != "turn_failed 6" {
		t.Errorf("dead letter = %q, want turn_failed after 6 attempts", got)
	}
}

func TestAFailingTurnKeepsItsReason(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.pauses.first, b.pauses.longest = time.Hour, time.Hour
	b.plant(p, planted{"bad": func() { panic("bad") }})
	b.say(p, 1, "bad", "bad")
	b.run()
	eventually(t, "a charge", func() bool { return query[int](b, "SELECT max(attempts) FROM inbox") == 1 })
	if got := query[string](b, "SELECT last_error FROM inbox"); got != "panic" {
		t.Errorf("last_error = %q, want panic", got)
	}
	if wait := query[float64](b, "SELECT extract(epoch FROM next_attempt_at - now()) FROM inbox"); wait < 3500 || wait > 4600 {
		t.Errorf("next attempt in %v s, want the pause with its jitter", wait)
	}
}

// crashed lets another process find the leases of this one, which a turn
// killed, expired.
func (b *bench) crashed() *bench {
	b.t.Helper()
	if err := b.store.ExpireLeases(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	return newBenchOn(b.t, b.store, b.dsn, fmt.Sprint("after ", time.Now()))
}

func TestAKillerDiesAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p, other := b.project(), b.project()
	tries := 0
	killer := planted{"kill": func() { tries++; runtime.Goexit() }}
	want := []string{}
	for i := range 20 {
		name, text := fmt.Sprint(i), "ok"
		if i == 7 {
			name, text = "killer", "kill"
		} else {
			want = append(want, name)
		}
		b.say(p, int64(i), name, text)
	}
	b.say(p, 7, "behind the killer", "ok")
	want = append(want, "behind the killer")
	b.say(other, 1, "other", "ok")
	crashes := 0
	for b.waiting(p)+b.waiting(other) > 0 {
		if crashes > 2*maxAttempts {
			t.Fatalf("still waiting after %d crashes", crashes)
		}
		b.plant(p, killer)
		before := tries
		b.untilEmptyOr(func() bool { return tries > before }, p, other)
		b = b.crashed()
		crashes++
	}
	if got := b.sent(p); !slices.Equal(got, want) {
		t.Errorf("answers = %v, want %v", got, want)
	}
	if tries != maxAttempts {
		t.Errorf("the killer ran %d times, want %d", tries, maxAttempts)
	}
	if got := query[string](b, "SELECT string_agg(reason || ' ' || attempts, ', ') FROM dead_letters"); got != "owner_vanished 6" {
		t.Errorf("dead letters = %q, want the killer's alone", got)
	}
}

// untilEmptyOr works by hand, in a goroutine that a turn may end, as os.Exit
// would end the process.
func (b *bench) untilEmptyOr(killed func() bool, projects ...int64) {
	b.t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
			b.poll()
			left := 0
			for _, p := range projects {
				left += b.waiting(p)
			}
			if b.work(b.t.Context()); left == 0 || killed() {
				return
			}
		}
	}()
	<-done
}

func TestALostShardHarmsOnlyItsProjects(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	lost, kept := b.project(), b.project()
	// The owner does not know yet that one of its shards was taken.
	b.exec("UPDATE shards SET owner = 'thief', epoch = epoch + 1, leased_until = now() + interval '1 hour' WHERE shard = $1", lost%64)
	b.say(lost, 1, "lost", "hi")
	b.say(kept, 1, "kept", "hi")
	b.run()
	b.settled(kept)
	if got := b.sent(kept); !slices.Equal(got, []string{"kept"}) {
		t.Errorf("answers of the kept project = %v, want its own", got)
	}
	if b.waiting(lost) != 1 || b.sent(lost) != nil {
		t.Errorf("waiting and sent of the lost project = %d, %v, want 1 and none", b.waiting(lost), b.sent(lost))
	}
	if n := query[int](b, "SELECT max(attempts) FROM inbox"); n != 0 {
		t.Errorf("attempts charged to the lost event = %d, want 0", n)
	}
}

func TestADatabaseThatIsAwayIsNobodysFault(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	for i := range 5 {
		b.say(p, int64(i), fmt.Sprint(i), "hi")
	}
	var bringBack func()
	gone := false
	b.plant(p, planted{"hi": func() {
		if !gone {
			gone, bringBack = true, pgtest.TakeAway(t, b.dsn)
		}
	}})
	var complaints bytes.Buffer
	b.poll()
	b.log, b.pauses.rest = slog.New(slog.NewTextHandler(&complaints, nil)), time.Hour
	b.work(t.Context())
	if got := strings.Count(complaints.String(), "\n"); got != 1 {
		t.Errorf("complaints = %d, want one for all five turns: %s", got, complaints.String())
	}
	if b.work(t.Context()) || time.Until(b.nextTime()) < time.Minute {
		t.Errorf("next time = %v, want a rest", b.nextTime())
	}
	bringBack()
	b.log, b.pauses, b.restUntil = quiet(t), briefly, time.Time{}
	b.run()
	b.settled(p)
	if n := query[int](b, "SELECT count(*) FROM dead_letters"); n != 0 || len(b.sent(p)) != 5 {
		t.Errorf("dead letters and answers = %d and %v, want none and 5", n, b.sent(p))
	}
}

// TestWhatMayHaveKilledIsCharged: the first of each chat of the shard, also far
// behind a chat that was waiting for its next attempt; nothing that cannot have
// been loaded, nothing of another shard, nothing that was charged before.
func TestWhatMayHaveKilledIsCharged(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.exec(`INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload, attempts)
		SELECT 5, 1, 100, 1, '', 3 * (n = 1)::int FROM generate_series(1, 3000) n`)
	b.exec(`INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
		SELECT 5, 1, n / 2, 1, '' FROM generate_series(2, 2001) n`)
	b.exec("INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload) VALUES (69, 1, 7, 1, ''), (6, 1, 7, 1, '')")
	if err := b.store.ChargeChatHeads(t.Context(), []int64{5}); err != nil {
		t.Fatal(err)
	}
	if n := query[int](b, "SELECT count(*) FROM inbox WHERE project_id = 5 AND chat_id < 100 AND attempts = 1"); n != 99 {
		t.Errorf("charged chats = %d, want the 99 below 100", n)
	}
	for what, want := range map[string]int{
		"chat_id = 100 AND attempts = 3": 1, "attempts = 1 AND project_id = 69": 1, "attempts > 0 AND project_id = 6": 0,
		"attempts > 0 AND chat_id > 513": 0, "attempts = 1 AND chat_id BETWEEN 1 AND 512 AND project_id = 5": 511,
	} {
		if n := query[int](b, "SELECT count(*) FROM inbox WHERE "+what); n != want {
			t.Errorf("events with %s = %d, want %d", what, n, want)
		}
	}
}
