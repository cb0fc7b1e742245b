package outbox

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/internal/pgtest"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// await waits for n calls that send to a chat.
func (b *bench) await(n int, chat int64) []sim.Entry {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	calls, err := b.sim.Journal().WaitFor(ctx, n, func(e sim.Entry) bool { return e.Method == "sendMessage" && e.Chat == chat })
	if err != nil {
		b.t.Fatalf("calls = %v, %v, want %d", calls, err, n)
	}
	return calls
}

func TestAVanishedOwnersCallsWaitForTheirDeadline(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	first, second := b.visitor(from).ID, b.visitor(from).ID
	b.enqueue(from, first, "again", "after")
	b.enqueue(from, second, "never a third")
	b.exec("UPDATE outbox SET started_at = now(), call_deadline = now() + interval '1 second', attempts = 1 WHERE event_id = 1")
	b.exec("UPDATE outbox SET started_at = now(), call_deadline = now() + interval '1 second', attempts = 2 WHERE chat_id = $1", second)
	deadline := query[time.Time](b, "SELECT max(call_deadline) FROM outbox WHERE chat_id = $1", first)
	b.run()
	b.emptied()
	calls, _ := b.calls(first)
	if texts(calls) != "again after" || calls[0].At.Before(deadline) {
		t.Errorf("calls = %s, the first %v after the deadline, want again after, once it has passed", texts(calls), calls[0].At.Sub(deadline))
	}
	if calls, _ := b.calls(second); calls != nil || b.outcomes(second) != "unknown ambiguous" {
		t.Errorf("calls and outcome of what was sent twice = %v, %q, want none and unknown", calls, b.outcomes(second))
	}
}

// sleeper is a token that is slow to come: the process slept meanwhile.
type sleeper struct {
	Tokens
	wake func()
}

func (s sleeper) Token(ctx context.Context, project, integration int64) (telegram.Token, error) {
	s.wake()
	return s.Tokens.Token(ctx, project, integration)
}

func TestAProcessThatSleptCallsNobody(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.enqueue(from, chat, "hello")
	b.tokens = sleeper{b.vault, func() {
		b.exec("UPDATE shards SET owner = 'next', epoch = epoch + 1, leased_until = now() + interval '1 hour'")
		if err := b.owner.Beat(t.Context()); err != nil {
			t.Error(err)
		}
	}}
	b.byHand("the end of the attempt", func() bool { return b.running == 0 && len(b.lanes.loaded) == 0 })
	if calls, _ := b.calls(chat); calls != nil {
		t.Errorf("calls = %v, want none", calls)
	}
	if n := query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL"); n != 1 {
		t.Errorf("started = %d, want 1: the next owner decides", n)
	}
}

func TestALostShardKeepsNoOtherFromItsEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	lost, kept := b.bot(), b.bot()
	toLost, toKept := b.visitor(lost).ID, b.visitor(kept).ID
	b.enqueue(lost, toLost, "lost")
	b.enqueue(kept, toKept, "kept")
	b.due = true
	b.alone(func() { b.work(t.Context()) })
	eventually(t, "both calls", func() bool { return len(b.results) == 2 })
	b.exec("UPDATE shards SET owner = 'thief', epoch = epoch + 1 WHERE shard = $1", lost.project%shardCount)
	b.alone(func() { b.hear(t.Context(), nil) })
	if got := b.outcomes(toKept); got != "sent" {
		t.Errorf("outcome of the kept = %q, want sent", got)
	}
	if got := b.outcomes(toLost); got != "" {
		t.Errorf("outcome of the lost = %q, want none", got)
	}
	if slices.Contains([]bool{b.lanes.loaded[itemID{kept.project, 2, 0}], b.lanes.loaded[itemID{lost.project, 1, 0}]}, true) {
		t.Errorf("loaded = %v, want nothing", b.lanes.loaded)
	}
}

const shardCount = 64

func TestEndsAreWrittenWhenTheDatabaseIsBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.enqueue(from, chat, "one")
	b.fault(chat, sim.Fault{Kind: sim.FaultDelay, Delay: 300 * time.Millisecond})
	complaints := make(complaints, 1000)
	b.log = slog.New(slog.NewTextHandler(complaints, nil))
	b.run()
	eventually(t, "the start", func() bool { return query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL") == 1 })
	bringBack := pgtest.TakeAway(t, b.dsn)
	complaints.await(t, "ends of messages not written")
	bringBack()
	b.store.Pool.Reset() // the test's own queries shall not meet dead sessions
	b.emptied()
	if calls, _ := b.calls(chat); len(calls) != 1 || b.outcomes(chat) != "sent" {
		t.Errorf("calls and outcome = %d, %q, want one and sent", len(calls), b.outcomes(chat))
	}
}

// complaints are the lines of a log.
type complaints chan string

func (c complaints) Write(line []byte) (int, error) {
	select {
	case c <- string(line):
	default: // more than a test wants to see
	}
	return len(line), nil
}

func (c complaints) await(t *testing.T, what string) {
	t.Helper()
	for timeout := time.After(patience); ; {
		select {
		case line := <-c:
			if strings.Contains(line, what) {
				return
			}
		case <-timeout:
			t.Fatalf("waited %v for the complaint %q", patience, what)
		}
	}
}

func TestAStopFinishesWhatRuns(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	var chats []int64
	for range 5 {
		chat := b.visitor(from).ID
		chats = append(chats, chat)
		b.fault(chat, sim.Fault{Kind: sim.FaultDelay, Delay: 200 * time.Millisecond})
		b.enqueue(from, chat, "running", "waiting")
	}
	stop := b.run()
	eventually(t, "five calls", func() bool { return query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL") == 5 })
	stop()
	for _, chat := range chats {
		if got := b.outcomes(chat); !strings.HasPrefix(got, "sent") {
			t.Errorf("outcome of a running call = %q, want sent", got)
		}
	}
	if n := query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL"); n != 0 {
		t.Errorf("started after the stop = %d, want 0", n)
	}
}

func TestAStopDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.times.stop = 50 * time.Millisecond
	from := b.bot()
	chat := b.visitor(from).ID
	b.fault(chat, sim.Fault{Kind: sim.FaultDelay, Delay: 3 * time.Second})
	b.enqueue(from, chat, "stuck")
	stop := b.run()
	eventually(t, "the start", func() bool { return query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL") == 1 })
	began := time.Now()
	stop()
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("stop took %v, want about %v", took, b.times.stop)
	}
	if n := query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL"); n != 1 {
		t.Errorf("started after the stop = %d, want 1 for the next owner", n)
	}
}

func TestOutlive(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	longer, stop := outlive(ctx, 100*time.Millisecond)
	defer stop()
	cancel()
	if longer.Err() != nil {
		t.Errorf("Err at the end of the first = %v, want nil", longer.Err())
	}
	select {
	case <-longer.Done():
	case <-time.After(patience):
		t.Fatal("the longer context never ended")
	}
	if !errors.Is(longer.Err(), context.Canceled) {
		t.Errorf("Err = %v, want Canceled", longer.Err())
	}
}
