package metrics

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func scrape(t *testing.T, s State) string {
	t.Helper()
	rec := httptest.NewRecorder()
	Handler(s).ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	if rec.Code != 200 {
		t.Fatalf("GET /metrics = %d: %s", rec.Code, rec.Body)
	}
	return rec.Body.String()
}

func TestStateIsMeasured(t *testing.T) {
	t.Parallel()
	asked := 0
	s := State{Leases: func() int { return 64 }, Log: slog.New(slog.DiscardHandler), Measure: func(context.Context) (Waiting, error) {
		asked++
		return Waiting{Events: 7, Messages: 3, OldestEvent: 90 * time.Second, OldestMessage: time.Minute}, nil
	}}
	h := s.Gatherer()
	for range 3 {
		if _, err := h.Gather(); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 1 {
		t.Errorf("three scrapes asked the database %d times, want once", asked)
	}
	got := scrape(t, s)
	for _, line := range []string{
		"botyard_leases 64", "botyard_waiting_events 7", "botyard_waiting_messages 3",
		"botyard_oldest_event_seconds 90", "botyard_oldest_message_seconds 60", `botyard_updates_total{outcome="accepted"}`,
	} {
		if !strings.Contains(got, line) {
			t.Errorf("metrics lack %s", line)
		}
	}
}

func TestMetricsSurviveTheDatabase(t *testing.T) {
	t.Parallel()
	got := scrape(t, State{Leases: func() int { return 1 }, Log: slog.New(slog.DiscardHandler), Measure: func(context.Context) (Waiting, error) {
		return Waiting{}, errors.New("away")
	}})
	if !strings.Contains(got, "botyard_leases 1") || strings.Contains(got, "botyard_waiting_events") {
		t.Error("want what can be measured, and nothing of what waits")
	}
}

func TestOddStatusesAreClassed(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, 42, 200, 999, -1} {
		Answered("GET /odd", status, time.Millisecond)
	}
	got := scrape(t, State{Leases: func() int { return 0 }, Log: slog.New(slog.DiscardHandler), Measure: func(context.Context) (Waiting, error) {
		return Waiting{}, nil
	}})
	for class, want := range map[string]string{"2xx": "1", "": "4"} {
		if line := `botyard_http_request_seconds_count{class="` + class + `",route="GET /odd"} ` + want; !strings.Contains(got, line+"\n") {
			t.Errorf("metrics lack %s", line)
		}
	}
}
