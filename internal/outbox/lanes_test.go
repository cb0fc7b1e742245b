package outbox

import (
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/telegram/sim"
)

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

func TestSurveyLeavesOutDeepAndRestingChats(t *testing.T) {
	t.Parallel()
	l, now := newLanes(), time.Now()
	add := func(chat int64, class Class, n int, until time.Time) {
		for range n {
			row := db.UnsentMessagesRow{ProjectID: 1, EventID: int64(len(l.loaded)), ChatID: chat, Class: int16(class)}
			l.add(&item{UnsentMessagesRow: row, until: until})
		}
	}
	add(1, Prompt, share, time.Time{})
	add(2, Late, 1, now.Add(time.Minute))
	add(3, Notice, 1, time.Time{})
	enough, without := l.survey(1, now)
	slices.Sort(without)
	if enough != [classes + 1]bool{} || !slices.Equal(without, []int64{1, 2}) {
		t.Errorf("survey = %v, %v, want more of all, without the deep and the resting chat", enough, without)
	}
	add(4, Late, window, time.Time{})
	if enough, _ := l.survey(1, now); enough != [classes + 1]bool{Late: true} {
		t.Errorf("survey with a window of late messages = %v, want enough of those", enough)
	}
}
