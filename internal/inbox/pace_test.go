package inbox

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// sayAt puts a message with a date of its own.
func (b *bench) sayAt(project, user int64, name string, at time.Time) {
	b.t.Helper()
	b.put(project, map[string]any{"message": map[string]any{
		"message_id": 1, "date": at.Unix(), "chat": map[string]any{"id": user, "type": "private"},
		"from": map[string]any{"id": user, "first_name": name}, "text": "hi",
	}})
}

// workNow works off what may be worked on at this moment.
func (b *bench) workNow() {
	b.t.Helper()
	b.due = true
	for b.work(b.t.Context()) {
	}
}

// TestAFloodIsPacedAndThenSkipped: of one person 30 a second run, 100 wait in
// order, and the rest is skipped in the ledger; others notice nothing.
func TestAFloodIsPacedAndThenSkipped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	var want []string
	now := time.Now()
	for i := range 150 {
		b.sayAt(p, 1, fmt.Sprint(i), now)
		want = append(want, fmt.Sprint(i))
	}
	b.sayAt(p, 2, "other", now)
	b.exec("UPDATE inbox SET received_at = now() + interval '1 hour'") // so that the dates count
	b.now = func() time.Time { return now }
	b.workNow()
	got := b.sent(p)
	if own := slices.DeleteFunc(got, func(s string) bool { return s == "other" }); !slices.Equal(own, want[:30]) {
		t.Errorf("answers at once = %v, want the first 30", own)
	}
	if n := query[int](b, "SELECT count(*) FROM telegram_updates WHERE skipped = 'too_many'"); n != 20 || b.waiting(p) != 100 {
		t.Errorf("skipped and waiting = %d and %d, want 20 and 100", n, b.waiting(p))
	}
	b.exec("DELETE FROM outbox WHERE chat_id = 2")
	b.unsent[p] = 0
	b.release(now.Add(time.Minute))
	b.workNow()
	if got := b.sent(p); !slices.Equal(got, want[:130]) {
		t.Errorf("answers later = %v, want the first 130 in order", got)
	}
	if n := query[int](b, "SELECT count(*) FROM dead_letters"); n != 0 {
		t.Errorf("dead letters = %d, want none", n)
	}
}

// TestCatchingUpIsNoFlood: messages count by their own dates.
func TestCatchingUpIsNoFlood(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	for i := range 90 {
		b.sayAt(p, 1, fmt.Sprint(i), time.Now().Add(-time.Hour+time.Duration(i)*time.Second))
	}
	b.workNow()
	if n := len(b.sent(p)); n != 90 {
		t.Errorf("answers = %d, want all 90 at once", n)
	}
}

// TestWhoWaitedInVainIsNotCountedTwice: a failing message sends those behind it
// back to the inbox, also those that waited for their rate.
func TestWhoWaitedInVainIsNotCountedTwice(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.pauses.first, b.pauses.longest = time.Hour, time.Hour
	b.plant(p, planted{"bad": func() { panic("bad") }})
	now := time.Now()
	b.say(p, 1, "bad", "bad")
	for i := range 120 {
		b.sayAt(p, 1, fmt.Sprint(i), now)
	}
	b.workNow()
	b.exec("DELETE FROM inbox WHERE attempts > 0")
	b.queues.unblock(now.Add(2 * time.Hour))
	b.unsent[p] = -1000
	b.workNow()
	if n := len(b.sent(p)); n != 120 {
		t.Errorf("answers = %d, want 120", n)
	}
	if n := query[int](b, "SELECT count(*) FROM telegram_updates WHERE skipped IS NOT NULL"); n != 0 {
		t.Errorf("skipped = %d, want none", n)
	}
}
