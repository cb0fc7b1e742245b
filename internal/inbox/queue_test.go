package inbox

import (
	"slices"
	"testing"
	"time"

	"botyard/db"
)

func fill(q *queues, events ...db.WaitingEventsRow) {
	for _, row := range events {
		if e := (&event{WaitingEventsRow: row}); q.hold(e) {
			q.add(e)
		}
	}
}

func ev(project, id int64, attempts int16) db.WaitingEventsRow {
	return db.WaitingEventsRow{ProjectID: project, EventID: id, ChatID: id, Attempts: attempts}
}

func ids(events []*event) []int64 {
	var out []int64
	for _, e := range events {
		out = append(out, e.EventID)
	}
	return out
}

func TestProjectsTakeTurns(t *testing.T) {
	t.Parallel()
	q := newQueues()
	for i := range int64(window) {
		fill(q, ev(1, i, 0))
	}
	fill(q, ev(2, 1000, 0), ev(3, 1001, 0))
	batch := q.batch()
	if len(batch) != share+2 || !slices.Contains(ids(batch), 1000) || !slices.Contains(ids(batch), 1001) {
		t.Errorf("batch = %v, want %d of the deep project and both others", ids(batch), share)
	}
	q.done(batch)
	if got := ids(q.batch()); len(got) != share || got[0] != share {
		t.Errorf("next batch = %v, want the next of the deep project", got)
	}
}

func TestLonelyEventsGoAloneAndInTheirTurn(t *testing.T) {
	t.Parallel()
	q := newQueues()
	fill(q, ev(1, 1, 0), ev(1, 2, 2), ev(1, 3, 0), ev(2, 4, 2), ev(3, 5, 1))
	var got [][]int64
	for len(got) < 9 {
		batch := q.batch()
		if len(batch) == 0 {
			break
		}
		got = append(got, ids(batch))
		q.done(batch)
		fill(q, ev(3, int64(100+len(got)), 0)) // a busy neighbour must not keep them out
	}
	for _, alone := range [][]int64{{2}, {4}} {
		if !slices.ContainsFunc(got, func(batch []int64) bool { return slices.Equal(batch, alone) }) {
			t.Errorf("batches = %v, want %v as one of its own", got, alone)
		}
	}
	if slices.Index(flat(got), 2) > slices.Index(flat(got), 3) {
		t.Errorf("batches = %v, want 2 before 3", got)
	}
}

func flat(batches [][]int64) []int64 { return slices.Concat(batches...) }

func TestBlockedChatsAreForgottenUntilTheirTime(t *testing.T) {
	t.Parallel()
	q := newQueues()
	now := time.Now()
	row := ev(1, 1, 0)
	row.ChatID = 7
	second := ev(1, 2, 0)
	second.ChatID = 7
	fill(q, row, second, ev(1, 3, 0))
	q.block(chatKey{1, 7}, 0, now.Add(time.Second))
	if got := ids(q.batch()); !slices.Equal(got, []int64{3}) {
		t.Errorf("batch = %v, want the other chat's", got)
	}
	projects, chats := q.blockedIn([]int64{1, 2})
	if !slices.Equal(projects, []int64{1}) || !slices.Equal(chats, []int64{7}) {
		t.Errorf("blockedIn = %v, %v, want the blocked chat", projects, chats)
	}
	if projects, _ := q.blockedIn([]int64{2}); projects != nil {
		t.Errorf("blockedIn another project = %v, want none", projects)
	}
	q.unblock(now)
	if got := q.nextUnblock(); !got.Equal(now.Add(time.Second)) || unreadAfter(q, 1) != -1 {
		t.Errorf("nextUnblock = %v, unread %v, want the time and nothing to read", got, q.unread)
	}
	q.unblock(now.Add(time.Second))
	if unreadAfter(q, 1) != 0 || !q.nextUnblock().IsZero() {
		t.Errorf("unread = %v, nextUnblock = %v, want the project and none", q.unread, q.nextUnblock())
	}
}

// unreadAfter tells from where on a project is to be read; -1: it is not.
func unreadAfter(q *queues, project int64) int64 {
	if after, wanted := q.unread[project]; wanted {
		return after
	}
	return -1
}

func TestAHalfEmptyWindowIsRefilled(t *testing.T) {
	t.Parallel()
	q := newQueues()
	for i := range int64(window) {
		fill(q, ev(1, i, 0))
	}
	q.wasRead(1, 0, window-1, false, time.Now())
	q.done(q.batch())
	if got := unreadAfter(q, 1); got != -1 {
		t.Errorf("unread of a window that is more than half full = %d, want it left alone", got)
	}
	q.done(q.batch())
	if got := unreadAfter(q, 1); got != window-1 {
		t.Errorf("unread of a half empty window = %d, want what comes after the last one", got)
	}
	clear(q.unread)
	q.wasRead(1, window-1, window+5, true, time.Now())
	q.done(q.batch())
	if got := unreadAfter(q, 1); got != -1 {
		t.Errorf("unread although all was read = %d, want it left alone", got)
	}
	q.drop(1)
	if len(q.ring)+len(q.events)+len(q.loaded)+len(q.marks) != 0 {
		t.Errorf("after drop ring, events, loaded, marks = %v, %v, %v, %v, want nothing", q.ring, q.events, q.loaded, q.marks)
	}
}

func TestAnEventIsLoadedOnce(t *testing.T) {
	t.Parallel()
	q := newQueues()
	fill(q, ev(1, 1, 0), ev(1, 1, 0))
	if got := ids(q.batch()); !slices.Equal(got, []int64{1}) {
		t.Errorf("batch = %v, want the event once", got)
	}
}

func TestRetriesGrowWithJitterAndEnd(t *testing.T) {
	t.Parallel()
	for attempts, want := range map[int]time.Duration{1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 7: time.Minute, 30000: time.Minute} {
		if got := usualPauses.retry(attempts); got < want || got > want+want/4 {
			t.Errorf("retry(%d) = %v, want %v and at most a quarter more", attempts, got, want)
		}
	}
}

func TestRecentForgetsTheOldest(t *testing.T) {
	t.Parallel()
	r := newRecent(2)
	for _, step := range []struct {
		id  int64
		new bool
	}{{1, true}, {1, false}, {2, true}, {3, true}, {1, true}, {3, false}, {2, true}} {
		if got := r.add(step.id); got != step.new {
			t.Errorf("add(%d) = %t, want %t", step.id, got, step.new)
		}
	}
	if len(r.seen) != 2 {
		t.Errorf("remembered = %d, want 2", len(r.seen))
	}
}
