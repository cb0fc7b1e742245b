package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
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
		b.hear(b.t.Context(), nil)
		for b.work(b.t.Context()) {
		}
		return holds()
	})
}

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

func TestAFloodFreezesTheChat(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	frozen, free := b.visitor(from).ID, b.visitor(from).ID
	b.fault(frozen, sim.Fault{Kind: sim.FaultStatus, Code: 429, RetryAfter: 2})
	b.enqueue(from, frozen, "1", "2")
	b.byHand("the refusal", func() bool { calls, _ := b.calls(frozen); return len(calls) == 1 && b.running == 0 })
	b.enqueue(from, free, "free")
	b.byHand("the free chat's message", func() bool { return b.outcomes(free) == "sent" })
	if calls, _ := b.calls(frozen); len(calls) != 1 {
		t.Errorf("calls to the frozen chat = %d, want 1", len(calls))
	}
	b.run()
	b.emptied()
	calls, _ := b.calls(frozen)
	if pause := calls[1].At.Sub(calls[0].At); pause < 2*time.Second || texts(calls) != "1 1 2" {
		t.Errorf("calls = %s with a pause of %v, want 1 1 2 after 2s", texts(calls), pause)
	}
}

func TestALongFloodFreezesTheBotAndNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from, other := b.bot(), b.bot()
	refused, waiting, free := b.visitor(from).ID, b.visitor(from).ID, b.visitor(other).ID
	b.fault(refused, sim.Fault{Kind: sim.FaultStatus, Code: 429, RetryAfter: 3600})
	b.enqueue(from, refused, "1")
	b.byHand("the refusal", func() bool { calls, _ := b.calls(refused); return len(calls) == 1 && b.running == 0 })
	b.enqueue(from, waiting, "2")
	b.enqueue(other, free, "3")
	b.byHand("the other bot's message", func() bool { return b.outcomes(free) == "sent" })
	if calls, _ := b.calls(waiting); calls != nil {
		t.Errorf("calls to another chat of the bot = %v, want none", calls)
	}
	if n := query[int](b, "SELECT count(*) FROM outbox"); n != 2 {
		t.Errorf("unsent = %d, want the frozen bot's two", n)
	}
	if wait := query[float64](b, "SELECT extract(epoch FROM not_before - now()) FROM outbox WHERE chat_id = $1", refused); wait < 3500 {
		t.Errorf("not before %v s, want what Telegram said", wait)
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

func TestAVanishedOwnersCallsWaitForTheirDeadline(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	first, second := b.visitor(from).ID, b.visitor(from).ID
	b.enqueue(from, first, "again", "after")
	b.enqueue(from, second, "never a third")
	b.exec("UPDATE outbox SET started_at = now(), call_deadline = now() + interval '1 second', attempts = 1 WHERE event_id = 1")
	b.exec("UPDATE outbox SET started_at = now(), call_deadline = now() + interval '1 second', attempts = 2 WHERE chat_id = $1", second)
	deadline := query[time.Time](b, "SELECT max(call_deadline) FROM outbox")
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

func TestADeepOrFrozenChatHidesNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	frozen, free := b.visitor(from).ID, b.visitor(from).ID
	b.fault(frozen, sim.Fault{Kind: sim.FaultStatus, Code: 429, RetryAfter: 3, Times: always})
	b.enqueue(from, frozen, numbers(3*window)...)
	b.enqueue(from, free, "free")
	b.run()
	eventually(t, "the free chat's message", func() bool { return b.outcomes(free) == "sent" })
	if n := query[int](b, "SELECT count(*) FROM outbox"); n != 3*window {
		t.Errorf("unsent = %d, want the frozen chat's %d", n, 3*window)
	}
}

func TestMoreThanIsLoadedIsSentInOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chats := []int64{b.visitor(from).ID, b.visitor(from).ID, b.visitor(from).ID}
	for _, chat := range chats {
		b.enqueue(from, chat, numbers(2*share+20)...)
	}
	for range 40 { // each with one message
		b.enqueue(from, b.visitor(from).ID, "one")
	}
	b.times.poll = time.Hour
	b.run()
	b.emptied()
	for _, chat := range chats {
		if calls, _ := b.calls(chat); texts(calls) != strings.Join(numbers(2*share+20), " ") {
			t.Errorf("calls = %s, want each once in order", texts(calls))
		}
	}
}

func TestARefusedTokenIsConfirmedBeforeTheBotStops(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat, flapping := b.visitor(from).ID, b.visitor(from).ID
	f := refusal(401, "Unauthorized")
	f.Times = 2
	b.fault(flapping, f)
	b.enqueue(from, flapping, "flapping")
	stop := b.run()
	b.emptied()
	if got := b.outcomes(flapping); got != "sent" {
		t.Errorf("outcome over a passing 401 = %q, want sent", got)
	}
	stop()
	if _, err := b.sim.RevokeToken(from.ID); err != nil {
		t.Fatal(err)
	}
	b.enqueue(from, chat, "one", "two")
	b.run()
	b.emptied()
	if got := b.outcomes(chat); got != "failed disconnected, failed disconnected" {
		t.Errorf("outcomes with a revoked token = %q, want both failed", got)
	}
	row, err := b.store.LiveIntegration(t.Context(), from.project)
	if err != nil || row.Actual != "disconnected" || row.Reason != "token_revoked" || row.ReconcileAt != nil {
		t.Errorf("integration = %s, %q, %v, want it stopped for its owner to see", row.Actual, row.Reason, row.ReconcileAt)
	}
}

// The token was replaced while calls with the old one were refused.
func TestAReplacedTokenIsNotStopped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.times.confirmFor = time.Millisecond
	from := b.bot()
	chat := b.visitor(from).ID
	f := refusal(401, "Unauthorized")
	f.Times = 3
	b.fault(chat, f)
	b.exec("UPDATE integrations SET changed_at = now() + interval '1 minute'")
	b.enqueue(from, chat, "hello")
	b.run()
	b.emptied()
	if row, err := b.store.LiveIntegration(t.Context(), from.project); err != nil || row.Reason != "" || b.outcomes(chat) != "sent" {
		t.Errorf("reason and outcome = %q, %q, %v, want a bot that goes on", row.Reason, b.outcomes(chat), err)
	}
}

func TestSuspicionNeedsTimeWithoutGaps(t *testing.T) {
	t.Parallel()
	s, start := suspects{}, time.Now()
	for _, step := range []struct {
		at   time.Duration
		want bool
	}{{0, false}, {20 * time.Second, false}, {59 * time.Second, false}, {time.Hour, false}, {time.Hour + 59*time.Second, false}, {time.Hour + time.Minute, true}} {
		if got := s.confirmed(1, start.Add(step.at), usualTimes); got != step.want {
			t.Errorf("confirmed at %v = %t, want %t", step.at, got, step.want)
		}
	}
	if s.confirmed(2, start.Add(2*time.Hour), usualTimes) {
		t.Error("confirmed for another bot = true, want false")
	}
}

func TestADisconnectedBotSendsNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.exec("UPDATE integrations SET desired = 'disconnected', actual = 'disconnected', token = NULL")
	b.enqueue(from, chat, "hello")
	b.run()
	b.emptied()
	if calls, _ := b.calls(chat); calls != nil || b.outcomes(chat) != "failed disconnected" {
		t.Errorf("calls and outcome = %v, %q, want none and failed", calls, b.outcomes(chat))
	}
}

func TestATokenThatCannotBeReadCostsNoMessage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.exec("UPDATE integrations SET token = 'sealed by another key'")
	b.enqueue(from, chat, "hello")
	b.run()
	eventually(t, "attempts", func() bool { return query[string](b, "SELECT last_error FROM outbox") == "not_tried" })
	b.exec("UPDATE integrations SET token = $1", b.vault.Seal(from.Token, from.project, from.ID))
	b.emptied()
	if calls, _ := b.calls(chat); len(calls) != 1 || b.outcomes(chat) != "sent" {
		t.Errorf("calls and outcome = %d, %q, want one and sent", len(calls), b.outcomes(chat))
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
	b.work(t.Context())
	eventually(t, "both calls", func() bool { return len(b.results) == 2 })
	b.exec("UPDATE shards SET owner = 'thief', epoch = epoch + 1 WHERE shard = $1", lost.project%shardCount)
	b.hear(t.Context(), nil)
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

func TestSurveyLeavesOutDeepAndRestingChats(t *testing.T) {
	t.Parallel()
	l, now := newLanes(), time.Now()
	add := func(chat int64, n int, until time.Time) {
		for range n {
			row := db.UnsentMessagesRow{ProjectID: 1, EventID: int64(len(l.loaded)), ChatID: chat}
			l.add(&item{UnsentMessagesRow: row, until: until})
		}
	}
	add(1, share, time.Time{})
	add(2, 1, now.Add(time.Minute))
	add(3, 1, time.Time{})
	enough, without := l.survey(1, now)
	slices.Sort(without)
	if enough || !slices.Equal(without, []int64{1, 2}) {
		t.Errorf("survey = %t, %v, want more, without the deep and the resting chat", enough, without)
	}
	add(4, window, time.Time{})
	if enough, _ := l.survey(1, now); !enough {
		t.Error("survey with a window of active messages = false, want enough")
	}
}
