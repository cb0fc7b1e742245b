package inbox

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/outbox"
	"botyard/internal/pgtest"
	"botyard/internal/shard"
)

// silent is a sender that sends nothing.
type silent struct{}

func (silent) Wake(map[int64]int64) {}
func (silent) Reserve(replies []outbox.Reply) ([]time.Duration, func(bool)) {
	return make([]time.Duration, len(replies)), func(bool) {}
}

func (silent) AnswerCallback(int64, int64, string) {}

// owning is a scheduler that owns every project, with its store.
func owning(t *testing.T) (*Scheduler, *db.Store) {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	log := slog.New(slog.DiscardHandler)
	owner := shard.New(store, log, "test", nil)
	if err := owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	return newScheduler(store, owner, silent{}, log), store
}

// waitingTurn runs an event of project 300 up to where it would be written.
func waitingTurn(t *testing.T, s *Scheduler, store *db.Store) *turns {
	t.Helper()
	pgtest.Exec(t, store.Pool, "INSERT INTO accounts DEFAULT VALUES; INSERT INTO projects (id, account_id, name) OVERRIDING SYSTEM VALUE VALUES (300, 1, 'Café')")
	pgtest.Exec(t, store.Pool, receivedFor300)
	rows, err := store.WaitingEvents(t.Context(), db.WaitingEventsParams{Projects: []int64{300}, Afters: []int64{0}, Mosts: []int64{10}, Fit: 10, FitBytes: 1 << 20})
	if err != nil || len(rows) != 1 {
		t.Fatalf("WaitingEvents = %d rows, %v, want 1", len(rows), err)
	}
	s.load(t.Context(), rows[0])
	turn, err := s.advance(t.Context(), s.queues.batch())
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

const receivedFor300 = `INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload) VALUES (300, 1, 7, 1,
	convert_to('{"update_id":1,"message":{"message_id":1,"date":1,"text":"hello","from":{"id":7,"is_bot":false,"first_name":"Anna"},"chat":{"id":7,"type":"private"}}}', 'UTF8'))`

func wantNobody(t *testing.T, store *db.Store, when string) {
	t.Helper()
	var n int
	err := store.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM subscribers) + (SELECT count(*) FROM message_text)
		+ (SELECT count(*) FROM outbox) + (SELECT count(*) FROM dead_letters)`).Scan(&n)
	if err != nil || n != 0 {
		t.Errorf("%s: %d rows tell of the person, %v, want none", when, n, err)
	}
}

// TestTurnOfADeletedProjectWritesNothing: the project goes between the turn and
// its transaction, and the event stays, as one that receipt wrote at that moment.
func TestTurnOfADeletedProjectWritesNothing(t *testing.T) {
	t.Parallel()
	s, store := owning(t)
	ctx := t.Context()
	turn := waitingTurn(t, s, store)
	pgtest.Exec(t, store.Pool, "DELETE FROM projects")
	err := savedError(s.owner.TogetherInFence(ctx, turn.projects, func(q *db.Queries) error { return turn.save(ctx, q) }))
	if !errors.Is(err, errGone) {
		t.Errorf("save for a deleted project = %v, want errGone", err)
	}
	wantNobody(t, store, "after the refused turn")
	s.Hint([]int64{300})
	runUntilEmpty(t, s, store)
	wantNobody(t, store, "after the event was dropped")
}

// TestTurnOfAnErasedEventWritesNothing: the person was erased meanwhile.
func TestTurnOfAnErasedEventWritesNothing(t *testing.T) {
	t.Parallel()
	s, store := owning(t)
	ctx := t.Context()
	turn := waitingTurn(t, s, store)
	pgtest.Exec(t, store.Pool, "DELETE FROM inbox")
	err := savedError(s.owner.TogetherInFence(ctx, turn.projects, func(q *db.Queries) error { return turn.save(ctx, q) }))
	if !errors.Is(err, errGone) {
		t.Errorf("save of an erased event = %v, want errGone", err)
	}
	wantNobody(t, store, "after the refused turn")
}

// TestDeadLetterOfADeletedProjectIsNotKept: its event may have been charged to
// the end by takeovers.
func TestDeadLetterOfADeletedProjectIsNotKept(t *testing.T) {
	t.Parallel()
	s, store := owning(t)
	pgtest.Exec(t, store.Pool, receivedFor300)
	pgtest.Exec(t, store.Pool, "UPDATE inbox SET attempts = 6")
	runUntilEmpty(t, s, store)
	wantNobody(t, store, "after the event gave up")
}

// runUntilEmpty lets the scheduler run until nothing waits.
func runUntilEmpty(t *testing.T, s *Scheduler, store *db.Store) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { Schedulers{s}.Run(ctx); close(done) }()
	defer func() { stop(); <-done }()
	for {
		projects, err := store.WaitingProjects(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(projects) == 0 {
			return
		}
	}
}
