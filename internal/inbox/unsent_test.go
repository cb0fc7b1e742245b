package inbox

import (
	"slices"
	"testing"
	"time"
)

// unsentRows puts messages of a chat into the outbox.
func (b *bench) unsentRows(project, chat int64, n int) {
	b.t.Helper()
	b.exec(`INSERT INTO outbox (project_id, event_id, seq, integration_id, chat_id, class, payload, received_at)
		SELECT $1, -$2::bigint, n, 1, $2, 1, '{"text":"before"}', now() FROM generate_series(1, $3::int) n`, project, chat, n)
}

// answers lists what the turns of a project enqueued beside unsentRows.
func (b *bench) answers(project int64) []string {
	return slices.DeleteFunc(b.sent(project), func(text string) bool { return text == "before" })
}

func TestAChatWithTooMuchUnsentIsNotAdvanced(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p, other := b.project(), b.project()
	b.unsentRows(p, 1, unsentMost+1)
	b.unsentRows(p, 2, unsentMost)
	b.say(p, 1, "full", "hi")
	b.say(p, 1, "full, too", "hi")
	b.say(p, 2, "just not full", "hi")
	b.say(other, 1, "other", "hi")
	b.exec("UPDATE inbox SET attempts = 2 WHERE chat_id = 1 AND project_id = $1", p)
	b.pauses.rest = time.Hour
	b.poll()
	for b.work(t.Context()) {
	}
	if got := b.answers(p); !slices.Equal(got, []string{"just not full"}) || b.waiting(p) != 2 || b.waiting(other) != 0 {
		t.Errorf("answers = %v with %d waiting and %d of the other, want the chat that is not full and the other", got, b.waiting(p), b.waiting(other))
	}
	if n := query[int](b, "SELECT max(attempts) FROM inbox"); n != 2 {
		t.Errorf("attempts = %d, want 2: what was not tried is not charged", n)
	}
	b.exec("DELETE FROM outbox WHERE chat_id = 1")
	b.queues.unblock(time.Now().Add(time.Hour))
	b.unsent[p] = unsentMost + 1
	b.handleAll(p)
	if got := b.answers(p); !slices.Equal(got, []string{"full", "full, too", "just not full"}) {
		t.Errorf("answers afterwards = %v, want all", got)
	}
}

// TestUnsentIsCountedAgainWhenItMayBeTooMuch: a chat fills up by its own answers.
func TestUnsentIsCountedAgainWhenItMayBeTooMuch(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.pauses.rest = time.Hour
	for i := range 3 * unsentMost {
		b.say(p, 1, "x", "hi")
		b.exec("UPDATE inbox SET received_at = now() - $1::int * interval '1 minute'", 3*unsentMost-i)
		b.poll()
		for b.work(t.Context()) {
		}
	}
	if n := len(b.sent(p)); n < unsentMost || n > unsentMost+2 {
		t.Errorf("answers that wait = %d, want %d and hardly more", n, unsentMost)
	}
}
