package shard

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
)

// patience is how long a test waits for what must happen.
const patience = 30 * time.Second

func newStore(t *testing.T) *db.Store {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

func newOwner(t *testing.T, store *db.Store, id string, orphaned Orphaned) *Owner {
	t.Helper()
	return New(store, slog.New(slog.NewTextHandler(t.Output(), nil)), id, orphaned)
}

func beatOnce(t *testing.T, o *Owner) {
	t.Helper()
	if err := o.Beat(t.Context()); err != nil {
		t.Fatalf("Beat of %s = %v", o.id, err)
	}
}

// expire lets the leases run out, as if twenty seconds had passed.
func expire(t *testing.T, store *db.Store) {
	t.Helper()
	if err := store.ExpireLeases(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// write is something that a fenced transaction does, and written tells whether it did.
func write(ctx context.Context, q *db.Queries) error { return settle(ctx, q, "written") }

func written(t *testing.T, store *db.Store) bool {
	t.Helper()
	row, err := store.Installation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return row.PublicUrl == "written"
}

func TestAShardHasOneOwner(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a, b := newOwner(t, store, "a", nil), newOwner(t, store, "b", nil)
	beatOnce(t, a)
	beatOnce(t, b)
	if got := len(a.Shards()); got != Count {
		t.Errorf("shards of the first = %d, want %d", got, Count)
	}
	if got := b.Shards(); got != nil {
		t.Errorf("shards of the second = %v, want none", got)
	}
	if !a.Owns(7) || b.Owns(7) {
		t.Errorf("Owns of a and b = %t and %t, want true and false", a.Owns(7), b.Owns(7))
	}
}

func TestReleaseHandsOverAtOnce(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	charged := func(context.Context, *db.Queries, []int16) error {
		t.Error("a hand-over was taken for a vanished owner")
		return nil
	}
	a, b := newOwner(t, store, "a", charged), newOwner(t, store, "b", charged)
	beatOnce(t, a)
	if err := a.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	beatOnce(t, b)
	if a.Owns(1) || !b.Owns(1) {
		t.Errorf("Owns of a and b after the hand-over = %t and %t, want false and true", a.Owns(1), b.Owns(1))
	}
}

func TestOwnsKeepsAMargin(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	o := newOwner(t, store, "a", nil)
	var clock time.Duration
	o.now = func() time.Duration { return clock }
	beatOnce(t, o)
	for _, test := range []struct {
		at    time.Duration
		owns  bool
		holds int
	}{
		{0, true, Count},
		{leaseTime - margin - time.Millisecond, true, Count},
		{leaseTime - margin, false, Count},
		{leaseTime - time.Millisecond, false, Count},
		{leaseTime, false, 0},
	} {
		clock = test.at
		if got := o.Owns(5); got != test.owns {
			t.Errorf("Owns %v after the beat = %t, want %t", test.at, got, test.owns)
		}
		if got := len(o.Shards()); got != test.holds {
			t.Errorf("Shards %v after the beat = %d, want %d", test.at, got, test.holds)
		}
	}
	beatOnce(t, o)
	if !o.Owns(5) {
		t.Error("Owns after a renewal = false, want true")
	}
}

func TestVanishedOwnersAreCharged(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	beatOnce(t, newOwner(t, store, "a", nil))
	expire(t, store)
	var orphans [][]int16
	broken := errors.New("broken")
	fail := broken
	b := newOwner(t, store, "b", func(_ context.Context, _ *db.Queries, shards []int16) error {
		orphans = append(orphans, shards)
		return fail
	})
	if err := b.Beat(t.Context()); !errors.Is(err, broken) {
		t.Errorf("Beat = %v, want the failure to charge", err)
	}
	if b.Owns(1) {
		t.Error("Owns after a takeover that could not be charged = true, want false")
	}
	fail = nil
	beatOnce(t, b)
	if !b.Owns(1) {
		t.Error("Owns after the takeover was charged = false, want true")
	}
	if len(orphans) != 2 || len(orphans[1]) != Count || !slices.IsSorted(orphans[1]) {
		t.Errorf("charged = %v, want all shards at both attempts", orphans)
	}
}

func TestAnOwnLapseIsNoVanishing(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	o := newOwner(t, store, "a", func(context.Context, *db.Queries, []int16) error {
		t.Error("an owner charged what it had itself")
		return nil
	})
	beatOnce(t, o)
	expire(t, store) // the database was away for longer than a lease
	beatOnce(t, o)
	if !o.Owns(1) {
		t.Error("Owns after a lapse = false, want the shard back")
	}
}

func TestTakeOverAllDoesNotWait(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	beatOnce(t, newOwner(t, store, "killed", nil))
	o := newOwner(t, store, "b", nil)
	if err := o.TakeOverAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	beatOnce(t, o)
	if !o.Owns(1) {
		t.Error("Owns after TakeOverAll = false, want true")
	}
}

func TestWhatWasTakenUnheardIsFound(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	o := newOwner(t, store, "a", nil)
	changed := o.Changed()
	// The answer to the commit was lost on its way.
	if _, err := store.TakeShards(t.Context(), db.TakeShardsParams{Owner: "a", Lease: leaseTime, Shards: []int16{3}}); err != nil {
		t.Fatal(err)
	}
	if err := o.renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !o.Owns(3) || o.Owns(4) {
		t.Errorf("Owns of the taken and another = %t and %t, want true and false", o.Owns(3), o.Owns(4))
	}
	select {
	case <-changed:
	default:
		t.Error("Changed was not closed by a gain")
	}
}

func TestARenewalDoesNotForgetALaterTakeover(t *testing.T) {
	t.Parallel()
	o := New(nil, slog.New(slog.DiscardHandler), "a", nil)
	o.now = func() time.Duration { return 0 }
	o.add([]db.TakeShardsRow{{Shard: 1, Epoch: 1}, {Shard: 2, Epoch: 1}}, leaseTime)
	seen := o.seen()
	o.add([]db.TakeShardsRow{{Shard: 3, Epoch: 1}}, leaseTime)
	o.hold(t.Context(), map[int16]lease{1: {epoch: 1, until: leaseTime}}, seen)
	if got, want := o.Shards(), []int16{1, 3}; !slices.Equal(got, want) {
		t.Errorf("Shards = %v, want %v: the renewed and the one taken since", got, want)
	}
}

func TestRunTakesAndStops(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	o := newOwner(t, store, "a", nil)
	changed := o.Changed()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { o.Run(ctx); close(done) }()
	wait(t, changed, "the first shards")
	stop()
	wait(t, done, "the end of Run")
}

func TestAHandOverIsNoticedSoon(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	a, b := newOwner(t, store, "a", nil), newOwner(t, store, "b", nil)
	beatOnce(t, a)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { b.Run(ctx); close(done) }()
	defer func() { stop(); wait(t, done, "the end of Run") }()
	gained := b.Changed()
	began := time.Now()
	if err := a.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, gained, "the shards")
	if took := time.Since(began); took > beat {
		t.Errorf("noticed after %v, want within about %v", took, lookOut)
	}
}

func wait(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatalf("waited %v for %s", patience, what)
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); !holds(); <-look.C {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// settle notes a public URL, whichever was noted before.
func settle(ctx context.Context, q *db.Queries, url string) error {
	row, err := q.Installation(ctx)
	if err != nil {
		return err
	}
	_, err = q.SettleInstallation(ctx, db.SettleInstallationParams{PublicUrl: url, UrlBefore: row.PublicUrl, HomeBefore: row.Home})
	return err
}
