package shard

import (
	"context"
	"errors"
	"sync"
	"testing"

	"botyard/db"
)

func TestAZombieCommitsNothing(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	zombie, next := newOwner(t, store, "zombie", nil), newOwner(t, store, "next", nil)
	beatOnce(t, zombie)
	expire(t, store)
	beatOnce(t, next)
	err := zombie.InFence(t.Context(), []int64{1, 2}, func(q *db.Queries) error { return write(t.Context(), q) })
	if !errors.Is(err, ErrLost) || written(t, store) {
		t.Errorf("InFence of a zombie = %v, written %t, want ErrLost and nothing", err, written(t, store))
	}
	if err := next.InFence(t.Context(), []int64{1, 2}, func(q *db.Queries) error { return write(t.Context(), q) }); err != nil || !written(t, store) {
		t.Errorf("InFence of the owner = %v, written %t, want nil and written", err, written(t, store))
	}
}

func TestOneLostShardRefusesAll(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	o := newOwner(t, store, "a", nil)
	beatOnce(t, o)
	if _, err := store.TakeShards(t.Context(), db.TakeShardsParams{Owner: "b", Lease: leaseTime, Shards: []int16{9}}); err != nil {
		t.Fatal(err)
	}
	err := o.InFence(t.Context(), []int64{8, 9, 73, 10}, func(q *db.Queries) error { return write(t.Context(), q) })
	if !errors.Is(err, ErrLost) || written(t, store) {
		t.Errorf("InFence over a lost shard = %v, written %t, want ErrLost and nothing", err, written(t, store))
	}
	if err := o.InFence(t.Context(), []int64{8, 10}, func(*db.Queries) error { return nil }); err != nil {
		t.Errorf("InFence over the others = %v, want nil", err)
	}
}

func TestWhoHoldsNothingHasNoFence(t *testing.T) {
	t.Parallel()
	o := newOwner(t, newStore(t), "a", nil)
	err := o.InFence(t.Context(), []int64{1}, func(*db.Queries) error { return nil })
	if !errors.Is(err, ErrLost) {
		t.Errorf("InFence = %v, want ErrLost", err)
	}
}

func TestAFailureInTheFenceUndoesAll(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	o := newOwner(t, store, "a", nil)
	beatOnce(t, o)
	broken := errors.New("broken")
	err := o.InFence(t.Context(), []int64{1}, func(q *db.Queries) error { return errors.Join(write(t.Context(), q), broken) })
	if !errors.Is(err, broken) || written(t, store) {
		t.Errorf("InFence = %v, written %t, want the failure and nothing", err, written(t, store))
	}
}

// openFence begins a fenced transaction and keeps it open until close is called.
func openFence(t *testing.T, o *Owner, project int64) (closeIt func() error) {
	t.Helper()
	inside, leave, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	let := sync.OnceFunc(func() { close(leave) })
	t.Cleanup(let)
	go func() {
		ended <- o.InFence(t.Context(), []int64{project}, func(q *db.Queries) error {
			close(inside)
			<-leave
			return write(t.Context(), q)
		})
	}()
	wait(t, inside, "the fence")
	return func() error { let(); return <-ended }
}

func TestAnOpenFenceRefusesATakeoverButNoHeartbeat(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a, b := newOwner(t, store, "a", nil), newOwner(t, store, "b", nil)
	beatOnce(t, a)
	closeFence := openFence(t, a, 5)
	beatOnce(t, a) // would hang if the heartbeat waited for the fence
	expire(t, store)
	beatOnce(t, b)
	if b.Owns(5) || !b.Owns(6) {
		t.Errorf("Owns of the fenced and another shard = %t and %t, want false and true", b.Owns(5), b.Owns(6))
	}
	if err := closeFence(); err != nil || !written(t, store) {
		t.Errorf("InFence over an attempted takeover = %v, written %t, want nil and written", err, written(t, store))
	}
	beatOnce(t, b)
	if !b.Owns(5) {
		t.Error("Owns after the fence was left = false, want the takeover")
	}
}

// A check of the epoch that takes no lock would pass here: the takeover is not
// committed when the fence looks.
func TestAFenceWaitsForATakeoverUnderWay(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a := newOwner(t, store, "a", nil)
	beatOnce(t, a)
	expire(t, store)
	taking, commit := make(chan struct{}), make(chan struct{})
	let := sync.OnceFunc(func() { close(commit) })
	t.Cleanup(let)
	b := newOwner(t, store, "b", func(context.Context, *db.Queries, []int16) error {
		close(taking)
		<-commit
		return nil
	})
	taken := make(chan error, 1)
	go func() { taken <- b.Beat(t.Context()) }()
	wait(t, taking, "the takeover")
	fenced := make(chan error, 1)
	go func() {
		fenced <- a.InFence(t.Context(), []int64{1}, func(q *db.Queries) error { return write(t.Context(), q) })
	}()
	waitForLock(t, store)
	let()
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	if err := <-fenced; !errors.Is(err, ErrLost) || written(t, store) {
		t.Errorf("InFence over a takeover = %v, written %t, want ErrLost and nothing", err, written(t, store))
	}
}

// waitForLock waits until a session of the database waits for a lock.
func waitForLock(t *testing.T, store *db.Store) {
	t.Helper()
	eventually(t, "a session that waits for a lock", func() bool {
		var n int
		row := store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
		if err := row.Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n > 0
	})
}

func TestAnAbandonedFenceHoldsNoTakeoverBack(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a, b := newOwner(t, store, "a", nil), newOwner(t, store, "b", nil)
	beatOnce(t, a)
	closeFence := openFence(t, a, 5)
	expire(t, store)
	eventually(t, "the takeover", func() bool { beatOnce(t, b); return b.Owns(5) })
	if err := closeFence(); err == nil || written(t, store) {
		t.Errorf("InFence of a process that slept = %v, written %t, want a failure and nothing", err, written(t, store))
	}
}

// A process may be stopped in the middle of sending: the database waits for the
// rest, which none of its timeouts counts.
func TestAHalfSentFenceHoldsNoTakeoverBack(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a, b := newOwner(t, store, "a", nil), newOwner(t, store, "b", nil)
	beatOnce(t, a)
	sendHalf(t, store)
	expire(t, store)
	beatOnce(t, b)
	if b.Owns(5) || !b.Owns(6) {
		t.Fatalf("Owns of the fenced and another shard = %t and %t, want false and true", b.Owns(5), b.Owns(6))
	}
	eventually(t, "the takeover", func() bool { beatOnce(t, b); return b.Owns(5) })
}

// sendHalf begins a fenced transaction for project 5 of which the end is never sent.
func sendHalf(t *testing.T, store *db.Store) {
	t.Helper()
	conn, err := store.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pipeline := conn.Conn().PgConn().StartPipeline(t.Context())
	t.Cleanup(func() { _ = pipeline.Close(); conn.Release() })
	pipeline.SendQueryParams("SELECT 1 FROM shards WHERE shard = 5 FOR KEY SHARE", nil, nil, nil, nil)
	pipeline.SendFlushRequest()
	if err := pipeline.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := pipeline.GetResults(); err != nil {
		t.Fatal(err)
	}
}

func TestTogetherInFence(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	zombie, next := newOwner(t, store, "zombie", nil), newOwner(t, store, "next", nil)
	beatOnce(t, zombie)
	expire(t, store)
	beatOnce(t, next)
	both := func(o *Owner) error {
		return o.TogetherInFence(t.Context(), []int64{1, 2}, func(q *db.Queries) error {
			return q.SaveChats(t.Context(), db.SaveChatsParams{Projects: []int64{1}, Chats: []int64{1}, Releases: []int32{1}, States: [][]byte{[]byte("{}")}})
		})
	}
	chats := func() int {
		rows, err := store.ChatStates(t.Context(), db.ChatStatesParams{Projects: []int64{1}, Chats: []int64{1}})
		if err != nil {
			t.Fatal(err)
		}
		return len(rows)
	}
	if err := both(zombie); !errors.Is(err, ErrLost) || chats() != 0 {
		t.Errorf("TogetherInFence of a zombie = %v with %d written, want ErrLost and nothing", err, chats())
	}
	if err := both(next); err != nil || chats() != 1 {
		t.Errorf("TogetherInFence of the owner = %v with %d written, want nil and one", err, chats())
	}
}
