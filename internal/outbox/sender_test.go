package outbox

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// fault scripts a fault of one chat's messages.
func (b *bench) fault(chat int64, f sim.Fault) {
	f.Chat, f.Method = chat, "sendMessage"
	b.sim.Fault(f)
}

// byHand runs the loop in this goroutine until holds.
func (b *bench) byHand(what string, holds func() bool) {
	b.t.Helper()
	b.due = true
	eventually(b.t, what, func() bool {
		b.alone(func() {
			b.hear(b.t.Context(), nil)
			for b.work(b.t.Context()) {
			}
		})
		return holds()
	})
}

// alone does what the loop does, whose state it has meanwhile.
func (b *bench) alone(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
}

func TestAChatKeepsItsOrderUnderFailures(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	rough, calm := b.visitor(from).ID, b.visitor(from).ID
	for nth := 2; nth < 30; nth += 4 {
		kind := []sim.Fault{{Kind: sim.FaultStatus, Code: 500}, {Kind: sim.FaultAcceptDrop}, {Kind: sim.FaultStatus, Code: 409}}[nth/4%3]
		kind.Nth = nth
		b.fault(rough, kind)
	}
	b.enqueue(from, rough, numbers(20)...)
	b.enqueue(from, calm, numbers(20)...)
	b.run()
	b.emptied()
	calls, _ := b.calls(rough)
	last := -1
	for _, e := range calls {
		var n int
		if _, err := fmt.Sscan(e.Text("text"), &n); err != nil || n < last || n > last+1 {
			t.Fatalf("calls = %s, want each message after the one before", texts(calls))
		}
		last = n
	}
	if calls, _ := b.calls(calm); texts(calls) != strings.Join(numbers(20), " ") {
		t.Errorf("calls to the calm chat = %s, want each once in order", texts(calls))
	}
}

// TestWhatComesWhileAChatWaitsKeepsItsOrder: what a person is told while an
// earlier message waits to be tried again is not overtaken by what comes later.
func TestWhatComesWhileAChatWaitsKeepsItsOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.times.poll, b.times.back = time.Hour, 300*time.Millisecond // the hints alone
	b.fault(chat, sim.Fault{Kind: sim.FaultStatus, Code: 500})
	b.run()
	tell := func(text string) {
		b.enqueue(from, chat, text)
		b.Wake(map[int64]int64{from.project: b.events})
	}
	await := func(what string, calls int) {
		eventually(t, what, func() bool { made, _ := b.calls(chat); return len(made) >= calls })
	}
	tell("0")
	await("a refusal", 1)
	tell("1") // while the chat waits
	await("another attempt", 2)
	tell("2")
	await("all messages", 4)
	if calls, _ := b.calls(chat); texts(calls) != "0 0 1 2" {
		t.Errorf("calls = %s, want 0 0 1 2", texts(calls))
	}
}

func TestAnAnswerThatComesTooLateIsUnknown(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.times.call = 500 * time.Millisecond
	from := b.bot()
	chat := b.visitor(from).ID
	b.fault(chat, sim.Fault{Kind: sim.FaultDelay, Delay: time.Minute, Times: always})
	b.enqueue(from, chat, "slow", "next")
	b.run()
	eventually(t, "the end of the first", func() bool { return b.outcomes(chat) == "unknown ambiguous" })
	calls, executed := b.calls(chat)
	if len(calls) < 2 || texts(calls[:2]) != "slow slow" || executed > 3 {
		t.Errorf("calls = %s, want the slow one twice before the next", texts(calls))
	}
}

func TestOldAnswersExpire(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	old, tried, fresh := b.visitor(from).ID, b.visitor(from).ID, b.visitor(from).ID
	for _, chat := range []int64{old, tried, fresh} {
		b.enqueue(from, chat, "x")
	}
	b.exec("UPDATE outbox SET received_at = now() - interval '61 minutes' WHERE chat_id <> $1", fresh)
	b.exec("UPDATE outbox SET attempts = 1 WHERE chat_id = $1", tried)
	b.exec("UPDATE outbox SET received_at = now() - interval '59 minutes' WHERE chat_id = $1", fresh)
	b.run()
	b.emptied()
	for chat, want := range map[int64]string{old: "expired too_old", tried: "unknown too_old", fresh: "sent"} {
		if got := b.outcomes(chat); got != want {
			t.Errorf("outcome = %q, want %q", got, want)
		}
	}
	if calls, _ := b.calls(old); calls != nil {
		t.Errorf("calls of an expired answer = %v, want none", calls)
	}
}

// TestWhatWaitsBehindAFreezeExpires: Telegram wants a day of silence; what is
// too old meanwhile ends, with the reason that its owner reads.
func TestWhatWaitsBehindAFreezeExpires(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.fault(chat, sim.Fault{Kind: sim.FaultStatus, Code: 429, RetryAfter: 86400, Times: always})
	b.enqueue(from, chat, "first", "second")
	b.exec("UPDATE outbox SET received_at = now() - interval '59 minutes 57 seconds'")
	b.run()
	eventually(t, "both to expire", func() bool { return b.outcomes(chat) == "expired too_old, expired too_old" })
	if calls, _ := b.calls(chat); len(calls) != 1 {
		t.Errorf("calls = %s, want one", texts(calls))
	}
}

func TestAFreezeThatSaysNotHowLongGrows(t *testing.T) {
	t.Parallel()
	flood := func(after time.Duration) error { return &telegram.APIError{Code: 429, RetryAfter: after} }
	for _, test := range []struct {
		after    time.Duration
		refusals int
		want     time.Duration // and up to a quarter more
	}{
		{0, 0, time.Second}, {0, 3, 8 * time.Second}, {0, 40, time.Minute}, {-time.Second, 2, 4 * time.Second},
		{7 * time.Second, 5, 7 * time.Second}, {24 * time.Hour, 0, time.Hour},
	} {
		got := usualTimes.judge(flood(test.after), 0, test.refusals)
		if got.delay < test.want || got.delay > test.want*5/4 || !got.frozen {
			t.Errorf("a freeze of %v after %d refusals = %v, want about %v", test.after, test.refusals, got.delay, test.want)
		}
	}
}

func TestAnUnreadablePayloadFailsAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.enqueue(from, chat, "broken", "sound")
	b.exec("UPDATE outbox SET payload = 'of the future' WHERE event_id = 1")
	b.run()
	b.emptied()
	if got := b.outcomes(chat); got != "failed unreadable, sent" {
		t.Errorf("outcomes = %q, want the broken one failed", got)
	}
}

func TestPressesAreAnswered(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	b.AnswerCallback(from.project, from.integration, "query-1")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	calls, err := b.sim.Journal().WaitFor(ctx, 1, sim.Calls(from.ID, "answerCallbackQuery"))
	if err != nil || calls[0].Text("callback_query_id") != "query-1" {
		t.Errorf("calls = %v, %v, want the answer", calls, err)
	}
	for range cap(b.callbacks) {
		b.callbacks <- struct{}{}
	}
	b.AnswerCallback(from.project, from.integration, "too many") // returns at once
}

func TestShardsThatAreGainedAreLookedThrough(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	if err := b.owner.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.enqueue(from, chat, "hello")
	b.times.poll = time.Hour
	b.run()
	if err := b.owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.await(1, chat)
}
