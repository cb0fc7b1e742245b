package loadtest

import (
	"slices"
	"time"
)

// figures are the times of a span of messages.
type figures struct {
	sent, accepted, answered                   int
	sentPerS, acceptedPerS, answeredPerS       float64
	accept, answer, done                       spread
	lastAnswer                                 time.Duration
	begun, lastSent, lastAccepted, lastArrived time.Time
}

// spread is a distribution of durations.
type spread struct{ p50, p95, p99 time.Duration }

// figures measures the messages from number from to number to, those of the
// deep bot left out. Rates count from the first message that was sent.
func (j *judge) figures(from, to int) figures {
	var f figures
	var accept, answer, done []time.Duration
	for i := from; i < to; i++ {
		m := &j.messages[i]
		if m.bot == j.deep {
			continue
		}
		if f.sent++; f.begun.IsZero() {
			f.begun = m.at
		}
		f.lastSent = m.at
		if m.accepted > 0 {
			accept, f.lastAccepted = append(accept, m.accepted), later(f.lastAccepted, m.known)
		}
		if m.answered > 0 {
			answer, done = append(answer, m.arrived.Sub(m.at)), append(done, m.done.Sub(m.at))
			f.lastArrived = later(f.lastArrived, m.arrived)
			f.lastAnswer = max(f.lastAnswer, m.done.Sub(f.begun))
		}
	}
	f.accepted, f.answered = len(accept), len(answer)
	f.accept, f.answer, f.done = spreadOf(accept), spreadOf(answer), spreadOf(done)
	f.sentPerS = perSecond(f.sent, f.lastSent.Sub(f.begun))
	f.acceptedPerS = perSecond(f.accepted, f.lastAccepted.Sub(f.begun))
	f.answeredPerS = perSecond(f.answered, f.lastArrived.Sub(f.begun))
	return f
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// perSecond is 0 when there was nothing, or no time for it.
func perSecond(n int, d time.Duration) float64 {
	if n == 0 || d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}

func spreadOf(all []time.Duration) spread {
	if len(all) == 0 {
		return spread{}
	}
	slices.Sort(all)
	at := func(p int) time.Duration { return all[(len(all)*p+99)/100-1] }
	return spread{at(50), at(95), at(99)}
}
