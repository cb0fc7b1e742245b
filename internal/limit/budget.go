package limit

import "time"

// stamp is a time as nanoseconds since a clock's origin. It is never before
// the origin, so the zero stamp is "long ago".
type stamp int64

// clock turns times into stamps, counted from the origin.
type clock struct{ origin time.Time }

func (c clock) stamp(t time.Time) stamp { return max(0, stamp(t.Sub(c.origin))) }

func (c clock) time(s stamp) time.Time { return c.origin.Add(time.Duration(s)) }

// window is the times of the messages of the last period, oldest first.
type window []stamp

// free tells when one more message keeps to at most most in any period.
func (w window) free(most int, period time.Duration) stamp {
	if most <= 0 || len(w) < most {
		return 0
	}
	return w[len(w)-most] + stamp(period)
}

// with adds a message and drops those that have left the period. It writes
// into w.
func (w window) with(at stamp, period time.Duration) window {
	left := 0
	for left < len(w) && w[left]+stamp(period) <= at {
		left++
	}
	return append(append(w[:0], w[left:]...), at)
}

// pace is a bucket of burst messages that regains one each time every passes.
// The zero pace limits nothing.
type pace struct {
	every time.Duration
	burst int
}

// refill is how long an empty bucket needs to be full.
func (p pace) refill() time.Duration { return p.every * time.Duration(p.burst) }

// bucket is when it will be full again: the whole state of a pace in one number.
type bucket stamp

// free tells when the bucket has a message to give.
func (b bucket) free(p pace) stamp { return stamp(b) - stamp(p.refill()-p.every) }

// with takes a message.
func (b bucket) with(at stamp, p pace) bucket { return max(b, bucket(at)) + bucket(p.every) }
