package limit_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/limit"
)

// inbound is a limiter of perSecond with room for maxQueue.
func inbound(perSecond, maxQueue int) *limit.Inbound[string, int] {
	l := limit.DefaultInboundLimits()
	l.PerSecond, l.MaxQueue = perSecond, maxQueue
	return limit.NewInbound[string, int](l)
}

// arriveAll lets n events of a key arrive at once, numbered from first, and
// counts the verdicts.
func arriveAll(in *limit.Inbound[string, int], key string, first, n int, when time.Time) map[limit.Verdict]int {
	got := map[limit.Verdict]int{}
	for i := range n {
		got[in.Arrive(key, first+i, when)]++
	}
	return got
}

func TestDefaultInboundLimits(t *testing.T) {
	t.Parallel()
	in := limit.NewInbound[string, int](limit.DefaultInboundLimits())
	want := map[limit.Verdict]int{limit.Run: 30, limit.Wait: 100, limit.Overflow: 7}
	if diff := cmp.Diff(want, arriveAll(in, "u", 0, 137, start)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

func TestNewcomerNeverOvertakes(t *testing.T) {
	t.Parallel()
	// The third waits for the window at 1000; the newcomer comes exactly then
	// or later, and nobody has called Release yet.
	for _, when := range []int64{999, 1000, 1001, 2000, 5000} {
		in := inbound(2, 10)
		arriveAll(in, "u", 1, 3, start)
		if got := in.Arrive("u", 4, at(when)); got != limit.Wait {
			t.Errorf("Arrive at %d ms behind somebody waiting = %v, want wait", when, got)
		}
		if got := in.Release(at(max(when, 1000))); !slices.Equal(got, []int{3, 4}) {
			t.Errorf("Release after the newcomer at %d ms = %v, want [3 4]", when, got)
		}
	}
}

func TestSlowDrainNeitherSpinsNorStarves(t *testing.T) {
	t.Parallel()
	in := inbound(2, 100)
	arriveAll(in, "u", 0, 42, start)
	released, now := 0, start
	for calls := 0; ; calls++ {
		next, ok := in.Next()
		if !ok {
			break
		}
		if !next.After(now) || calls > 42 {
			t.Fatalf("after Release(%v) Next = %v: it spins", now.Sub(start), next.Sub(start))
		}
		// Handling what was released takes longer than the window.
		now = now.Add(2500 * time.Millisecond)
		batch := in.Release(now)
		if len(batch) == 0 {
			t.Fatalf("Release(%v) gave nothing though Next was %v", now.Sub(start), next.Sub(start))
		}
		released += len(batch)
	}
	if released != 40 || now.Sub(start) > 25*time.Second {
		t.Errorf("released %d in %v, want 40 within 25 s", released, now.Sub(start))
	}
}

func TestUnusableLimitsLimitNothing(t *testing.T) {
	t.Parallel()
	// A fraction cannot be given: the limit is an int.
	for _, perSecond := range []int{0, -1, -1 << 62} {
		got := arriveAll(inbound(perSecond, 0), "u", 0, 500, start)
		if got[limit.Run] != 500 {
			t.Errorf("with limit %d verdicts = %v, want 500 runs", perSecond, got)
		}
	}
	if got := arriveAll(inbound(1, -5), "u", 0, 2, start); got[limit.Run] != 1 || got[limit.Overflow] != 1 {
		t.Errorf("with a negative queue verdicts = %v, want one run, one overflow", got)
	}
}

func TestVeryHighLimitIsNotPaced(t *testing.T) {
	t.Parallel()
	in := inbound(5000, 20_000)
	arriveAll(in, "u", 0, 20_000, start)
	if got := len(in.Release(at(1000))); got != 5000 {
		t.Errorf("a window released %d as it opened, want 5000", got)
	}
}

func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	in := limit.NewInbound[int, int](limit.DefaultInboundLimits())
	for i := range 50_000 {
		in.Arrive(i, i, start)
	}
	if got := in.Keys(); got != 10_000 {
		t.Errorf("%d keys are remembered, want 10000", got)
	}
	in.Arrive(1, 1, at(59_999))
	if got := in.Keys(); got != 10_000 {
		t.Errorf("%d keys are remembered before the timeout, want 10000", got)
	}
	in.Arrive(1, 1, at(60_000))
	if got := in.Keys(); got != 1 {
		t.Errorf("%d keys are remembered after the timeout, want 1", got)
	}
	in.Release(at(200_000))
	if got := in.Keys(); got != 0 {
		t.Errorf("%d keys are remembered after a long silence, want 0", got)
	}
}

func TestLeastRecentIdleKeyIsForgottenFirst(t *testing.T) {
	t.Parallel()
	in := limit.NewInbound[string, int](limit.InboundLimits{PerSecond: 1, MaxQueue: 5, MaxKeys: 3})
	in.Arrive("waits", 0, start)
	in.Arrive("waits", 1, start)
	in.Arrive("old", 2, start)
	in.Arrive("recent", 3, at(1))
	in.Arrive("old", 4, at(2)) // waits too: one of the two idle keys is left
	in.Arrive("new", 5, at(3))
	for key, want := range map[string]limit.Verdict{"waits": limit.Wait, "old": limit.Wait} {
		if got := in.Arrive(key, 6, at(4)); got != want {
			t.Errorf("Arrive(%q) = %v, want %v", key, got, want)
		}
	}
	if got := in.Arrive("recent", 7, at(5)); got != limit.Run {
		t.Errorf("Arrive of the forgotten key = %v, want run", got)
	}
	if got := in.Keys(); got != 3 {
		t.Errorf("%d keys, want 3", got)
	}
}

func TestWhenEveryKeyWaitsOthersRun(t *testing.T) {
	t.Parallel()
	in := limit.NewInbound[string, int](limit.InboundLimits{PerSecond: 1, MaxQueue: 5, MaxKeys: 1})
	arriveAll(in, "busy", 0, 3, start)
	if got := arriveAll(in, "other", 10, 20, start); got[limit.Run] != 20 {
		t.Errorf("verdicts = %v, want 20 runs", got)
	}
	if got := in.Release(at(5000)); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("Release = %v, want the busy key's [1 2]", got)
	}
}

func TestWindowOutlivesShortInactivity(t *testing.T) {
	t.Parallel()
	in := limit.NewInbound[string, int](limit.InboundLimits{PerSecond: 1, MaxKeys: 10, Inactivity: time.Millisecond})
	in.Arrive("u", 0, start)
	if got := in.Arrive("u", 1, at(500)); got != limit.Overflow {
		t.Errorf("Arrive within the window = %v, want overflow", got)
	}
}

// TestShutdownLosesNobody restarts the limiter in the middle. Rows leave the
// inbox only when their event has run, and the limiter has nothing else.
func TestShutdownLosesNobody(t *testing.T) {
	t.Parallel()
	var inbox []int
	for i := range 50 {
		inbox = append(inbox, i)
	}
	ran, now := []int(nil), start
	run := func(i int) {
		ran = append(ran, i)
		inbox = slices.DeleteFunc(inbox, func(row int) bool { return row == i })
	}
	for life := 0; len(inbox) > 0 && life < 100; life++ {
		in := inbound(3, 10)
		for _, row := range slices.Clone(inbox) {
			if in.Arrive("u", row, now) == limit.Run {
				run(row)
			}
		}
		now = now.Add(1200 * time.Millisecond)
		for _, row := range in.Release(now) {
			run(row)
		}
	}
	if len(ran) != 50 || !slices.IsSorted(ran) {
		t.Errorf("ran %v, want 0 to 49 in order", ran)
	}
}

func TestCatchingUpSkipsNobody(t *testing.T) {
	t.Parallel()
	in, received, ran := inbound(2, 3), at(3_600_000), 0
	in.Arrive("u", -1, received) // a button: it has no date
	for i := range 600 {
		// Three in each second of an outage, whole seconds as Telegram dates them.
		switch got := in.Arrive("u", i, at(int64(i/3)*1000)); got {
		case limit.Run:
			ran++
		case limit.Overflow:
			t.Fatalf("event %d was skipped", i)
		}
		released := in.Release(received)
		ran += len(released)
	}
	if ran != 600 {
		t.Errorf("%d ran while catching up, want all 600", ran)
	}
}

func TestFloodInAnOutageIsStillLimited(t *testing.T) {
	t.Parallel()
	in := inbound(30, 100)
	if got := arriveAll(in, "u", 0, 1000, start); got[limit.Overflow] != 870 {
		t.Errorf("verdicts of 1000 with one date = %v, want 870 overflows", got)
	}
}

func TestClockTurnedBackDoesNotStrandAnybody(t *testing.T) {
	t.Parallel()
	in := inbound(1, 10)
	arriveAll(in, "u", 0, 4, at(3_600_000))
	got := in.Release(start)
	for second := range int64(5) {
		got = append(got, in.Release(at((second+1)*1000))...)
	}
	if !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("released %v in five seconds after the step, want [1 2 3]", got)
	}
}

func TestReleaseGivesTheOrderOfTimes(t *testing.T) {
	t.Parallel()
	in := inbound(1, 10)
	for i, key := range []string{"c", "a", "b"} {
		in.Arrive(key, 0, at(int64(i)*10))
		in.Arrive(key, i+1, at(int64(i)*10))
		in.Arrive(key, i+11, at(int64(i)*10))
	}
	if got, want := in.Release(at(9000)), []int{1, 2, 3, 11, 12, 13}; !slices.Equal(got, want) {
		t.Errorf("Release = %v, want %v", got, want)
	}
}

func TestVerdictNames(t *testing.T) {
	t.Parallel()
	if got := limit.Run.String() + limit.Wait.String() + limit.Overflow.String(); got != "runwaitoverflow" {
		t.Errorf("names of verdicts = %q", got)
	}
}
