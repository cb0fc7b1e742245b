package limit_test

import (
	"errors"
	"time"

	"botyard/internal/limit"
)

// adapter is a platform's queue on a fake clock: what the scheduler makes of
// the limiter, with handlers that take time and key functions that may fail.
type adapter struct {
	inbound *limit.Inbound[string, int]
	key     func(arrival) (string, error)
	// arrivalsFirst delivers arrivals before the timers of the same moment.
	arrivalsFirst bool
	arrivals      []arrival
	outcomes      []outcome
}

// arrival is an event of the cases.
type arrival struct {
	AtMS         int64  `json:"at_ms"`
	Platform     string `json:"platform"`
	User         string `json:"user"`
	Chat         string `json:"chat"`
	HandlerMS    int64  `json:"handler_ms"`
	HandlerFails bool   `json:"handler_fails"`
}

// outcome is what became of it.
type outcome struct {
	ReleaseAtMS  *int64 `json:"release_at_ms"`
	ToleranceMS  int64  `json:"tolerance_ms"`
	Queued       bool   `json:"queued"`
	Overflow     bool   `json:"overflow"`
	RejectedAtMS *int64 `json:"rejected_at_ms"`
	Error        string `json:"error"`
	DoneAtMS     *int64 `json:"done_at_ms"`
	HandlerError bool   `json:"handler_error"`
}

var errKey = errors.New("key boom")

// keyFunctions are those that the cases name.
var keyFunctions = map[string]func(arrival) (string, error){
	"default":  func(a arrival) (string, error) { return a.Platform + ":" + a.User, nil },
	"platform": func(a arrival) (string, error) { return a.Platform + ":" + a.Platform, nil },
	"chat":     func(a arrival) (string, error) { return a.Platform + ":" + a.Chat, nil },
	"throws":   func(arrival) (string, error) { return "", errKey },
}

// run plays all arrivals and waits until nobody waits.
func (q *adapter) run() []outcome {
	q.outcomes = make([]outcome, len(q.arrivals))
	for i, a := range q.arrivals {
		if q.arrivalsFirst {
			q.timers(a.AtMS - 1)
		} else {
			q.timers(a.AtMS)
		}
		q.arrive(i, a)
	}
	q.timers(1 << 40)
	return q.outcomes
}

func (q *adapter) arrive(i int, a arrival) {
	key, err := q.key(a)
	verdict := limit.Run
	switch {
	case a.Platform == "nosuch":
	case err != nil:
		q.outcomes[i] = outcome{Error: err.Error(), RejectedAtMS: &a.AtMS}
		return
	default:
		verdict = q.inbound.Arrive(key, i, at(a.AtMS))
	}
	switch verdict {
	case limit.Run:
		q.start(i, a.AtMS)
	case limit.Wait:
		q.outcomes[i].Queued = true
	case limit.Overflow:
		q.outcomes[i] = outcome{Overflow: true, RejectedAtMS: &a.AtMS}
	}
}

// timers fires what is due by now, each at its time.
func (q *adapter) timers(now int64) {
	for {
		next, ok := q.inbound.Next()
		if !ok || next.Sub(start).Milliseconds() > now {
			return
		}
		for _, i := range q.inbound.Release(next) {
			q.start(i, next.Sub(start).Milliseconds())
		}
	}
}

// start runs the handler; handlers of one key may run beside each other.
func (q *adapter) start(i int, now int64) {
	o, done := &q.outcomes[i], now+q.arrivals[i].HandlerMS
	o.ReleaseAtMS, o.DoneAtMS = &now, &done
	o.HandlerError = q.arrivals[i].HandlerFails
}

func at(ms int64) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
