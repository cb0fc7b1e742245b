package shard

import (
	"testing"
	"time"

	"botyard/db"
)

// clocked is an owner whose clock stands still until it is moved.
func clocked(o *Owner) (move func(time.Duration)) {
	now := o.now()
	o.now = func() time.Duration { return now }
	return func(by time.Duration) { now += by }
}

func giveOnce(t *testing.T, o *Owner) {
	t.Helper()
	if err := o.give(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, want map[*Owner]int) {
	t.Helper()
	for o, n := range want {
		if got := len(o.Shards()); got != n {
			t.Errorf("shards of %s = %d, want %d", o.id, got, n)
		}
	}
}

func TestANewcomerGetsItsPart(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a, b, c := newOwner(t, store, "a", nil), newOwner(t, store, "b", nil), newOwner(t, store, "c", nil)
	move := clocked(a)
	beatOnce(t, a)
	beatOnce(t, b)
	holds(t, map[*Owner]int{a: Count, b: 0})
	done := a.Use(63)
	beatOnce(t, a)
	holds(t, map[*Owner]int{a: Count / 2, b: 0})
	if a.Owns(63) || !a.Owns(0) {
		t.Errorf("Owns of a shard that is given up and another = %t and %t, want false and true", a.Owns(63), a.Owns(0))
	}
	giveOnce(t, a) // too early
	beatOnce(t, b)
	holds(t, map[*Owner]int{b: 0})
	move(settling)
	giveOnce(t, a)
	beatOnce(t, a) // which must not take back what it gave
	beatOnce(t, b)
	holds(t, map[*Owner]int{a: Count / 2, b: Count/2 - 1})
	if err := a.InFence(t.Context(), []int64{63}, func(*db.Queries) error { return nil }); err != nil {
		t.Errorf("InFence of a shard in use = %v, want nil: what is under way is written", err)
	}
	done()
	giveOnce(t, a)
	beatOnce(t, b)
	holds(t, map[*Owner]int{a: Count / 2, b: Count / 2})
	if err := c.Release(t.Context()); err != nil { // never came
		t.Fatal(err)
	}
	beatOnce(t, b)
	holds(t, map[*Owner]int{a: Count / 2, b: Count / 2})
}

// TestWhatAVanishedOneHadIsTakenAtOnce, although the others have their parts.
func TestWhatAVanishedOneHadIsTakenAtOnce(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a, b := newOwner(t, store, "a", nil), newOwner(t, store, "b", nil)
	beatOnce(t, a)
	beatOnce(t, b)
	beatOnce(t, a)
	if _, err := store.Pool.Exec(t.Context(), "UPDATE shards SET owner = 'killed', leased_until = now() WHERE shard >= 32"); err != nil {
		t.Fatal(err)
	}
	if err := a.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	var of int
	if err := store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM shards WHERE owner = 'a'").Scan(&of); err != nil || of != Count {
		t.Errorf("shards that a took over = %d, %v, want all %d", of, err, Count)
	}
}

// TestWhatNobodyClaimsIsTaken: a process that lives but takes nothing.
func TestWhatNobodyClaimsIsTaken(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a := newOwner(t, store, "a", nil)
	if _, err := store.Pool.Exec(t.Context(), "INSERT INTO workers VALUES ('idle', now() + interval '1 hour'); UPDATE shards SET leased_until = now()"); err != nil {
		t.Fatal(err)
	}
	beatOnce(t, a)
	beatOnce(t, a)
	holds(t, map[*Owner]int{a: Count / 2})
	if _, err := store.Pool.Exec(t.Context(), "UPDATE shards SET leased_until = now() - interval '11 seconds' WHERE owner = ''"); err != nil {
		t.Fatal(err)
	}
	if err := a.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	holds(t, map[*Owner]int{a: Count})
}
