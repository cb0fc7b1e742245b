package main

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"botyard/internal/metrics"
	"botyard/internal/telegram"
)

// ofTheRuntime are labels that the Go runtime's own metrics have.
var ofTheRuntime = map[string]string{"quantile": "go_gc_duration_seconds", "version": "go_info"}

// unlisted names the labels that package metrics does not list.
func unlisted(families []*dto.MetricFamily) (found []string) {
	for _, f := range families {
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if metrics.Labels[l.GetName()] == "" && ofTheRuntime[l.GetName()] != f.GetName() {
					found = append(found, f.GetName()+"{"+l.GetName()+"}")
				}
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func TestMetricsTellNobodyApart(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.publishedBot("planted_bot")
	visitor := r.sim.User(telegram.User{FirstName: "Planted"})
	for range 2 { // the second answer begins when the first has its end
		sent, err := visitor.Send(bot.ID, "/start")
		if err != nil {
			t.Fatal(err)
		}
		r.nextFrom(visitor, bot, sent.ID)
	}
	families, err := r.app.state().Gatherer().Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range unlisted(families) {
		t.Errorf("%s: no metric may have this label unless package metrics lists it", label)
	}
	text := r.scraped()
	for _, planted := range []string{"planted", "Planted", fmt.Sprint(bot.ID), fmt.Sprint(visitor.ID), "example.org"} {
		if strings.Contains(text, planted) {
			t.Errorf("the metrics tell of %s", planted)
		}
	}
	for _, counted := range []string{
		`botyard_updates_total{outcome="accepted"}`, `botyard_turns_total{outcome="done"}`, `botyard_messages_total{end="sent"}`,
		`botyard_leases 64`, `botyard_http_request_seconds_count{class="2xx",route="POST /v1/telegram/webhooks/{publicID}"}`,
	} {
		if !strings.Contains(text, counted) || strings.Contains(text, counted+" 0\n") {
			t.Errorf("after a message was answered the metrics lack %s", counted)
		}
	}
}

func (r *rig) scraped() string {
	r.t.Helper()
	rec := httptest.NewRecorder()
	r.app.metrics.ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	return rec.Body.String()
}

func TestUnlistedLabelsAreFound(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	planted := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "planted_total"}, []string{"outcome", "project"})
	registry.MustRegister(planted)
	planted.WithLabelValues("done", "7").Inc()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	if got := unlisted(families); !slices.Equal(got, []string{"planted_total{project}"}) {
		t.Errorf("unlisted = %q, want the planted label", got)
	}
}
