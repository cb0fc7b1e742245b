package limit

import (
	"container/heap"
	"container/list"
	"time"
)

// InboundLimits bound how fast the events of one key are worked on.
type InboundLimits struct {
	// PerSecond is how many start in a window of one second; none when it is
	// not positive.
	PerSecond int
	// MaxQueue is how many of a key wait at most; 0 lets nothing wait.
	MaxQueue int
	// Inactivity is after how long an idle key is forgotten, at least a window.
	Inactivity time.Duration
	// MaxKeys is how many keys are remembered, the least recent idle one is
	// forgotten for a new one.
	MaxKeys int
}

// DefaultInboundLimits are those for Telegram.
func DefaultInboundLimits() InboundLimits {
	return InboundLimits{PerSecond: 30, MaxQueue: 100, Inactivity: time.Minute, MaxKeys: 10_000}
}

// Verdict is what becomes of an event that arrives.
type Verdict int

const (
	// Run: it may start at once.
	Run Verdict = iota
	// Wait: Release will give it back when it may start.
	Wait
	// Overflow: too many of its key wait already. It is an error: the event
	// is not kept here, and the caller counts and shows what it skips.
	Overflow
)

// String is the verdict's name in logs and metrics.
func (v Verdict) String() string { return [...]string{"run", "wait", "overflow"}[v] }

// Inbound decides when an event may be worked on. Windows of one second begin
// at a key's first arrival; who does not fit waits, first come first served,
// for a later window. A window that more wait for than fit in spreads them
// over its second.
//
// It counts by the times it is given, not by when it is asked: after an outage
// events that carry their own older dates are judged by those, and a late
// Release gives all that became due meanwhile. It holds only what also waits
// in the inbox, so dropping it loses nothing, and a caller may ignore a
// released value that is no longer wanted. It is not safe for concurrent use.
type Inbound[K comparable, V any] struct {
	limits InboundLimits
	latest stamp
	lines  map[K]*line[K, V]
	busy   queue[K, V]
	idle   list.List // of *line[K, V], the least recent first
}

// NewInbound returns a limiter that has seen nothing yet. K tells whose events
// are counted together, V is what stands for an event.
func NewInbound[K comparable, V any](l InboundLimits) *Inbound[K, V] {
	l.Inactivity = max(l.Inactivity, inboundWindow)
	l.MaxKeys = max(l.MaxKeys, 1)
	return &Inbound[K, V]{limits: l, lines: map[K]*line[K, V]{}}
}

// Arrive asks about an event: at is its own date or when it was received,
// whichever is earlier.
func (in *Inbound[K, V]) Arrive(key K, v V, at time.Time) Verdict {
	if in.limits.PerSecond <= 0 {
		return Run
	}
	now := wall(at)
	in.latest = max(in.latest, now)
	in.forgetIdle()
	l := in.line(key, now)
	if l == nil {
		return Run
	}
	verdict := l.arrive(v, now, in.limits)
	in.place(l)
	return verdict
}

// Next tells when to call Release; ok is false when nothing waits. After
// Release(now) it is later than now.
func (in *Inbound[K, V]) Next() (next time.Time, ok bool) {
	if len(in.busy) == 0 {
		return time.Time{}, false
	}
	return time.Unix(0, int64(in.busy[0].next())), true
}

// Release gives who may start by now, in the order of their times.
func (in *Inbound[K, V]) Release(now time.Time) []V {
	at := wall(now)
	in.follow(at)
	var released []V
	for len(in.busy) > 0 && in.busy[0].next() <= at {
		l := in.busy[0]
		released = append(released, l.take(in.limits))
		in.place(l)
	}
	in.forgetIdle()
	return released
}

// follow keeps step with the computer's clock: when that was turned back,
// those who wait are not made to wait for the old time to come again.
func (in *Inbound[K, V]) follow(now stamp) {
	back := in.latest - now
	if back < stamp(inboundWindow) {
		in.latest = max(in.latest, now)
		return
	}
	in.latest = now
	for _, l := range in.busy {
		l.shift(-back)
	}
}

// line finds a key's line or opens one. It is nil, and the key goes
// uncounted, when every line that may be remembered has somebody waiting.
func (in *Inbound[K, V]) line(key K, now stamp) *line[K, V] {
	if l, found := in.lines[key]; found {
		return l
	}
	if len(in.lines) >= in.limits.MaxKeys && !in.forgetOldest() {
		return nil
	}
	l := &line[K, V]{key: key, opened: now, place: -1}
	in.lines[key] = l
	return l
}

// place puts a line where it belongs: among the busy or last of the idle.
func (in *Inbound[K, V]) place(l *line[K, V]) {
	if l.idle != nil {
		in.idle.Remove(l.idle)
		l.idle = nil
	}
	switch waits := l.waits(); {
	case waits && l.place < 0:
		heap.Push(&in.busy, l)
	case waits:
		heap.Fix(&in.busy, l.place)
	case l.place >= 0:
		heap.Remove(&in.busy, l.place)
		fallthrough
	default:
		l.touched = in.latest
		l.idle = in.idle.PushBack(l)
	}
}

func (in *Inbound[K, V]) forgetIdle() {
	for e := in.idle.Front(); e != nil; e = in.idle.Front() {
		if in.latest-e.Value.(*line[K, V]).touched < stamp(in.limits.Inactivity) {
			return
		}
		in.forgetOldest()
	}
}

func (in *Inbound[K, V]) forgetOldest() bool {
	e := in.idle.Front()
	if e == nil {
		return false
	}
	delete(in.lines, e.Value.(*line[K, V]).key)
	in.idle.Remove(e)
	return true
}
