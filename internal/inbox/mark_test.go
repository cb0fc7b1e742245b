package inbox

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/telegram"
)

// late puts a message whose transaction is open until commit is called.
func (b *bench) late(project, user int64, name string) (commit func()) {
	b.t.Helper()
	b.updates++
	body := fmt.Appendf(nil, `{"update_id":%d,"message":{"message_id":1,"date":1,"chat":{"id":%d,"type":"private"},"from":{"id":%d,"first_name":"%s"},"text":"x"}}`,
		b.updates, user, user, name)
	parsed, err := telegram.ParseUpdate(body)
	if err != nil {
		b.t.Fatal(err)
	}
	item := &receipt{source: Source{ProjectID: project, IntegrationID: 1}, update: parsed, body: body}
	written, open, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- b.store.InTx(context.WithoutCancel(b.t.Context()), func(q *db.Queries) error {
			_, err := q.ReceiveUpdates(context.WithoutCancel(b.t.Context()), receiveParams([]*receipt{item}))
			close(written)
			<-open
			return err
		})
	}()
	<-written
	return func() {
		close(open)
		if err := <-done; err != nil {
			b.t.Fatal(err)
		}
	}
}

// TestALateCommitIsFound: its id is below those that were read and handled. The
// hint does not find it, the poll does, also when the project is never empty.
func TestALateCommitIsFound(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	commit := b.late(p, 1, "late")
	b.say(p, 2, "early", "hi")
	b.workNow()
	commit()
	b.workNow()
	if got := b.sent(p); !slices.Equal(got, []string{"late", "early"}) {
		t.Errorf("answers = %v, want the late one, too", got)
	}
	commit = b.late(p, 1, "late again")
	b.say(p, 2, "early", "hi")
	b.workNow()
	commit()
	busy := &event{WaitingEventsRow: db.WaitingEventsRow{ProjectID: p, EventID: 1 << 60}}
	b.queues.hold(busy) // something else is always loaded
	b.marks(p).looked = time.Now().Add(-lateEvery)
	b.workNow()
	if got := b.sent(p); len(got) != 4 {
		t.Errorf("answers = %v, want the second late one, too", got)
	}
}

func (b *bench) marks(project int64) *mark { return b.queues.marks[project] }

// TestLoadedEventsAreNotReadAgain: neither by a hint nor, for a while, by the poll.
func TestLoadedEventsAreNotReadAgain(t *testing.T) {
	t.Parallel()
	q := newQueues()
	now := time.Now()
	fill(q, ev(1, 5, 0), ev(1, 7, 0))
	q.wasRead(1, 0, 7, true, now)
	q.wantNew(1)
	if got := unreadAfter(q, 1); got != 7 {
		t.Errorf("a hint reads after %d, want 7", got)
	}
	clear(q.unread)
	q.look(1, now.Add(lateEvery-1))
	if got := unreadAfter(q, 1); got != -1 {
		t.Errorf("the poll reads after %d, want nothing read", got)
	}
	q.look(1, now.Add(lateEvery))
	if got := unreadAfter(q, 1); got != 0 {
		t.Errorf("the poll after a while reads after %d, want 0", got)
	}
}

// TestTheTrailFollowsAMinuteLater: what was below the cursor a minute ago is committed.
func TestTheTrailFollowsAMinuteLater(t *testing.T) {
	t.Parallel()
	q := newQueues()
	now := time.Now()
	for i, want := range []int64{0, 0, 20, 30} {
		q.wasRead(1, 0, int64(10*(i+1)), true, now.Add(time.Duration(i)*lateness))
		if got := q.marks[1].trail; got != want {
			t.Errorf("trail after %d minutes = %d, want %d", i, got, want)
		}
	}
	q.wasRead(1, 0, 15, false, now.Add(3*lateness))
	if m := q.marks[1]; m.cursor != 15 || m.trail > 15 {
		t.Errorf("after a reading that did not come so far cursor, trail = %d, %d, want 15 and no more", m.cursor, m.trail)
	}
	q.readNothing(1, 3, now.Add(9*lateness))
	if m := q.marks[1]; m.trail != 3 || m.cursor != 15 {
		t.Errorf("after nothing came cursor, trail = %d, %d, want 15 and 3: the project may be paused", m.cursor, m.trail)
	}
	q.doubt()
	q.look(1, now)
	if got := unreadAfter(q, 1); got != 0 {
		t.Errorf("in doubt the poll reads after %d, want 0", got)
	}
	q.sweep(now.Add(3*lateness + forgotten))
	if len(q.marks) != 0 {
		t.Errorf("marks = %v, want a quiet project forgotten", q.marks)
	}
}

// TestEventsBehindAnUnblockedChatKeepTheirOrder: more of it wait than are
// loaded, and a new one must not overtake those.
func TestEventsBehindAnUnblockedChatKeepTheirOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.exec(`INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload, attempts, received_at)
		SELECT $1, 1, 1, 1, convert_to(json_build_object('update_id', n, 'message', json_build_object('message_id', 1, 'date', n,
			'text', 'x', 'chat', json_build_object('id', 1, 'type', 'private'), 'from', json_build_object('id', 1, 'first_name', n::text)))::text, 'UTF8'), 0, now()
		FROM generate_series(1, $2::int) n`, p, 2*window)
	b.queues.blocked[p] = map[int64]pause{1: {time.Now().Add(time.Hour), 0}}
	b.say(p, 2, "other", "hi")
	b.workNow()
	b.queues.unblock(time.Now().Add(2 * time.Hour))
	b.unsent[p] = -10 * window
	b.work(t.Context())
	b.say(p, 1, "new", "hi")
	b.markUnread([]int64{p})
	b.workNow()
	got := slices.DeleteFunc(b.sent(p), func(s string) bool { return s == "other" })
	if len(got) != 2*window+1 || !b.orderedAsHandled(p) {
		t.Errorf("answers = %d, ordered %t, want %d in order", len(got), b.orderedAsHandled(p), 2*window+1)
	}
}

// orderedAsHandled tells whether the project's events were handled in their
// order, by the transactions that wrote of them.
func (b *bench) orderedAsHandled(project int64) bool {
	b.t.Helper()
	return query[bool](b, `SELECT coalesce(bool_and(after), true) FROM (
		SELECT xmin::text::bigint >= lag(xmin::text::bigint, 1, 0::bigint) OVER (PARTITION BY chat_id ORDER BY event_id) AS after
		FROM outbox WHERE project_id = $1) o`, project)
}
