package limit

import (
	"container/list"
	"slices"
	"time"
)

// inboundWindow is the second in which a key's events are counted.
const inboundWindow = time.Second

// wall is a time as a stamp since 1970: the dates of messages are wall time,
// and so everything that is compared with them has to be.
func wall(t time.Time) stamp { return stamp(t.UnixNano()) }

// line is the events of one key: a window and who waits for later ones.
type line[K comparable, V any] struct {
	key     K
	opened  stamp // the start of the window
	used    int   // how many it holds
	granted []grant[V]
	waiting []V
	touched stamp
	idle    *list.Element // nil while somebody waits
	place   int           // in the queue of the busy, -1 while nobody waits
}

// grant is a place in a window: its holder may start at the time given.
type grant[V any] struct {
	v  V
	at stamp
}

// arrive gives the newcomer a place in the window or lets it wait. Whoever
// came before goes first, also who may start already and was not taken yet.
func (l *line[K, V]) arrive(v V, at stamp, limits InboundLimits) Verdict {
	l.advance(at, limits)
	switch {
	case len(l.waiting) == 0 && l.admits(at, limits):
		if len(l.granted) == 0 {
			return Run
		}
		l.grant(v, at)
	case l.delayed(at) >= limits.MaxQueue:
		return Overflow
	default:
		l.waiting = append(l.waiting, v)
	}
	return Wait
}

// admits counts one more if the window of that time has room. A time that is
// a second off in either direction has a window of its own: older dates come
// late after an outage, and not always in order.
func (l *line[K, V]) admits(at stamp, limits InboundLimits) bool {
	if off := at - l.opened; off >= stamp(inboundWindow) || off <= -stamp(inboundWindow) {
		l.opened, l.used = at, 0
	}
	if l.used >= limits.PerSecond {
		return false
	}
	l.used++
	return true
}

// delayed counts those who may not start yet.
func (l *line[K, V]) delayed(at stamp) int {
	n := len(l.waiting)
	for _, g := range l.granted {
		if g.at > at {
			n++
		}
	}
	return n
}

// advance opens the windows that somebody waits for, up to the time given.
func (l *line[K, V]) advance(at stamp, limits InboundLimits) {
	for len(l.waiting) > 0 && l.opened+stamp(inboundWindow) <= at {
		l.open(limits)
	}
}

// open begins the next window and gives its places to those who wait first.
func (l *line[K, V]) open(limits InboundLimits) {
	l.opened += stamp(inboundWindow)
	l.used = min(limits.PerSecond, len(l.waiting))
	var apart stamp
	if len(l.waiting) > limits.PerSecond {
		apart = pacing(limits.PerSecond)
	}
	for i, v := range l.waiting[:l.used] {
		l.grant(v, l.opened+stamp(i)*apart)
	}
	l.waiting = slices.Delete(l.waiting, 0, l.used)
}

// pacing is the distance that spreads a full window's starts over its second:
// ⌈1000/limit⌉ − 1 milliseconds.
func pacing(perSecond int) stamp {
	return stamp((1000+perSecond-1)/perSecond-1) * stamp(time.Millisecond)
}

func (l *line[K, V]) grant(v V, at stamp) { l.granted = append(l.granted, grant[V]{v, at}) }

func (l *line[K, V]) waits() bool { return len(l.granted)+len(l.waiting) > 0 }

// next is when the first of those who wait may start.
func (l *line[K, V]) next() stamp {
	if len(l.granted) > 0 {
		return l.granted[0].at
	}
	return l.opened + stamp(inboundWindow)
}

// take removes the first of those who wait.
func (l *line[K, V]) take(limits InboundLimits) V {
	l.advance(l.next(), limits)
	v := l.granted[0].v
	l.granted = slices.Delete(l.granted, 0, 1)
	return v
}

func (l *line[K, V]) shift(by stamp) {
	l.opened += by
	for i := range l.granted {
		l.granted[i].at += by
	}
}
