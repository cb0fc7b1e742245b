package inbox

import (
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/db"
)

func TestHeavyEventsAreFewInMemory(t *testing.T) {
	t.Parallel()
	q := newQueues()
	for id := range int64(3) {
		e := &event{WaitingEventsRow: ev(1, id+1, 0), size: windowBytes / 5}
		q.hold(e)
		q.add(e)
		q.hold(e) // counts once
	}
	if room := q.room(1, window); room != 0 {
		t.Errorf("room beside three fifths of the bytes = %d, want none", room)
	}
	q.done(q.batch()[:1])
	if room := q.room(1, window); room != window+2 {
		t.Errorf("room beside two fifths = %d, want a window", room)
	}
	q.block(chatKey{1, 2}, 1, time.Now())
	if got := q.weight[1]; got != windowBytes/5 {
		t.Errorf("weight without what a blocked chat has = %d, want one event's", got)
	}
	q.done(q.batch())
	q.hold(&event{WaitingEventsRow: ev(2, 9, 0), size: 7})
	q.drop(2)
	if len(q.weight) != 0 {
		t.Errorf("weights of nothing = %v, want none", q.weight)
	}
}

func TestAReadIsBoundedInBytes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first, second := b.project(), b.project()
	for _, p := range []int64{first, first, first, second} {
		b.say(p, p, "x", strings.Repeat("x", 1000))
	}
	p := db.WaitingEventsParams{Projects: []int64{first, second}, Afters: []int64{0, 0}, Mosts: []int64{10, 10}, Fit: 10}
	for bound, want := range map[int64]int{1: 1, 1500: 2, 1 << 20: 4} {
		p.FitBytes = bound
		rows, err := b.store.WaitingEvents(t.Context(), p)
		if err != nil || len(rows) != want {
			t.Errorf("rows within %d bytes = %d, %v, want %d", bound, len(rows), err, want)
		}
		if !slices.IsSortedFunc(rows, func(a, b db.WaitingEventsRow) int { return int(a.EventID - b.EventID) }) {
			t.Errorf("rows within %d bytes are not in order", bound)
		}
	}
}

// TestWhatABoundLeftIsReadNext: the bound of bytes cuts a reading like that of rows.
func TestWhatABoundLeftIsReadNext(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	heavy := make([]byte, readBytes)
	p := db.WaitingEventsParams{Projects: []int64{1, 2}, Afters: []int64{5, 6}, Mosts: []int64{512, 512}}
	row := ev(1, 7, 0)
	row.Payload = heavy
	b.note(p, []db.WaitingEventsRow{row}, nil)
	if after, unread := b.queues.unread[2]; !unread || after != 6 {
		t.Errorf("the project behind the bound is read after %d, %v, want 6", after, unread)
	}
	if m := b.queues.marks[1]; m == nil || !m.more || m.cursor != 7 {
		t.Errorf("mark of the heavy project = %+v, want more after 7", m)
	}
}
