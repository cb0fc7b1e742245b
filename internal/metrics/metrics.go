// Package metrics counts what the program does, for Prometheus. Nothing here
// tells one bot, project, chat or person from another: a label has few values,
// all of them written in the program.
package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Labels are the names of all labels there may be, and what their values are.
var Labels = map[string]string{
	"outcome": "how an act ended",
	"end":     "how a message to Telegram ended",
	"act":     "what was attempted at a door",
	"route":   "a line of the table of routes",
	"class":   "the first digit of an HTTP status",
}

// Updates from Telegram: those that were taken, those that were there before,
// those that start no turn, those that were not written down, and those that
// were skipped because their person wrote too much.
var (
	updates = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "botyard_updates_total", Help: "Updates from Telegram by what became of them.",
	}, []string{"outcome"})
	UpdatesAccepted   = updates.WithLabelValues("accepted")
	UpdatesDuplicate  = updates.WithLabelValues("duplicate")
	UpdatesSkipped    = updates.WithLabelValues("skipped")
	UpdatesRefused    = updates.WithLabelValues("refused")
	UpdatesOverflowed = updates.WithLabelValues("overflowed")
)

// Turns of scenarios: those that were committed, those that will be tried
// again, and events that were given up.
var (
	turns = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "botyard_turns_total", Help: "Turns of scenarios by how they ended.",
	}, []string{"outcome"})
	TurnsDone    = turns.WithLabelValues("done")
	TurnsFailed  = turns.WithLabelValues("failed")
	TurnsGivenUp = turns.WithLabelValues("given_up")
)

// TimersFired counts the waits that ended.
var TimersFired = promauto.NewCounter(prometheus.CounterOpts{
	Name: "botyard_timers_fired_total", Help: "Waits of scenarios that ended.",
})

// Requests of scenarios to other services, by whether the answer was a good one.
var (
	calls = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "botyard_calls_total", Help: "Requests of scenarios to other services by how they ended.",
	}, []string{"outcome"})
	CallsDone   = calls.WithLabelValues("done")
	CallsFailed = calls.WithLabelValues("failed")
)

var messages = promauto.NewCounterVec(prometheus.CounterOpts{
	Name: "botyard_messages_total", Help: "Messages to Telegram by how they ended.",
}, []string{"end"})

// MessageEnded counts a message; end is one of the outcomes of the message log.
func MessageEnded(end string) { messages.WithLabelValues(end).Inc() }

var attempts = promauto.NewCounterVec(prometheus.CounterOpts{
	Name: "botyard_door_attempts_total", Help: "Attempts to sign in, to sign up and to change a password.",
}, []string{"act", "outcome"})

// Attempted counts an attempt at a door; act and outcome are words of the program.
func Attempted(act, outcome string) { attempts.WithLabelValues(act, outcome).Inc() }

var requests = promauto.NewHistogramVec(prometheus.HistogramOpts{
	Name: "botyard_http_request_seconds", Help: "Requests by the route's pattern and the first digit of the status.",
	Buckets: []float64{.005, .02, .05, .1, .25, 1, 5, 15},
}, []string{"route", "class"})

var classes = [...]string{"", "1xx", "2xx", "3xx", "4xx", "5xx"}

// Answered counts a request; route is its line of the table, status what was answered.
func Answered(route string, status int, took time.Duration) {
	class := ""
	if n := status / 100; n > 0 && n < len(classes) {
		class = classes[n]
	}
	requests.WithLabelValues(route, class).Observe(took.Seconds())
}
