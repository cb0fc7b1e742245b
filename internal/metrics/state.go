package metrics

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Waiting is what waits in the whole database.
type Waiting struct {
	// Events wait for their turn, Messages to be sent.
	Events, Messages int64
	// OldestEvent and OldestMessage are the ages of those that wait longest, 0 for none.
	OldestEvent, OldestMessage time.Duration
}

// State is what is measured when somebody asks.
type State struct {
	// Leases counts the shards that this process owns.
	Leases func() int
	// Measure reads what waits.
	Measure func(context.Context) (Waiting, error)
	Log     *slog.Logger
}

// Handler is GET /metrics of a process.
func Handler(s State) http.Handler {
	return promhttp.HandlerFor(s.Gatherer(), promhttp.HandlerOpts{})
}

// Gatherer is everything that is measured: what was counted, the runtime, and s.
func (s State) Gatherer() prometheus.Gatherer {
	own := prometheus.NewRegistry()
	own.MustRegister(&gauges{State: s})
	return prometheus.Gatherers{prometheus.DefaultGatherer, own}
}

const (
	// fresh is how old what waits may be: counting it costs a query.
	fresh    = 15 * time.Second
	patience = 5 * time.Second
)

var (
	leases  = prometheus.NewDesc("botyard_leases", "Shards that this process owns.", nil, nil)
	events  = prometheus.NewDesc("botyard_waiting_events", "Events that wait for their turn, in the whole database.", nil, nil)
	unsent  = prometheus.NewDesc("botyard_waiting_messages", "Messages that have no end yet, in the whole database.", nil, nil)
	oldest  = prometheus.NewDesc("botyard_oldest_event_seconds", "Age of the event that waits longest.", nil, nil)
	unsentS = prometheus.NewDesc("botyard_oldest_message_seconds", "Age of the message that waits longest.", nil, nil)
)

// gauges is a prometheus.Collector of a State.
type gauges struct {
	State

	mu      sync.Mutex
	at      time.Time
	waiting Waiting
}

// Describe names what Collect gives.
func (g *gauges) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{leases, events, unsent, oldest, unsentS} {
		to <- d
	}
}

// Collect leaves out what cannot be read now.
func (g *gauges) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	gauge(leases, float64(g.Leases()))
	w, err := g.measured()
	if err != nil {
		g.Log.Error("what waits not measured", "error", err)
		return
	}
	gauge(events, float64(w.Events))
	gauge(unsent, float64(w.Messages))
	gauge(oldest, w.OldestEvent.Seconds())
	gauge(unsentS, w.OldestMessage.Seconds())
}

func (g *gauges) measured() (Waiting, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.at) < fresh {
		return g.waiting, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	w, err := g.Measure(ctx)
	if err == nil {
		g.waiting, g.at = w, time.Now()
	}
	return w, err
}
