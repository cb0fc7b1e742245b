package poll

import (
	"slices"
	"testing"
	"time"

	"botyard/internal/inbox"
	"botyard/internal/telegram/sim"
)

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

func TestWhoIsNotOursIsNotAsked(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for n := range int64(4) {
		b.bot(n + 1)
	}
	b.exec("UPDATE integrations SET webhook_url = 'https://x.example.org/' WHERE id = 1")
	b.exec("UPDATE integrations SET desired = 'disconnected' WHERE id = 2")
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

// What came while a project was suspended does not come back afterwards.
func TestASuspendedBotsMessagesAreDropped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.bot(1)
	b.exec("UPDATE projects SET suspended_at = now()")
	b.says(made, "1")
	b.run()
	<-b.came
	b.exec("UPDATE projects SET suspended_at = NULL")
	b.eventually("the first message after it", func() bool {
		b.says(made, "2")
		b.mu.Lock()
		defer b.mu.Unlock()
		return len(b.got) > 0
	})
	if got := b.received(1); got[0] != "a:2" {
		t.Errorf("received = %v, want nothing of before", got)
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
