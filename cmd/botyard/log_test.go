package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestLogIsNotFlooded(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := newLog(&out, slog.LevelInfo)
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	say := func(wording string, at time.Duration) {
		r := slog.NewRecord(began.Add(at), slog.LevelError, wording, 0)
		if err := log.With("part", "web").Handler().Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for range 1000 {
		say("update not taken", time.Second)
	}
	say("PostgreSQL ended", time.Second)
	say("update not taken", time.Second+calmFor)
	text := out.String()
	if got, want := strings.Count(text, "update not taken"), tellings+1; got != want {
		t.Errorf("lines of 1001 alike = %d, want %d", got, want)
	}
	if got := strings.Count(text, "PostgreSQL ended"); got != 1 {
		t.Errorf("lines of another wording = %d, want 1", got)
	}
	if !strings.HasSuffix(text, `"alike_left_out":980}`+"\n") {
		t.Errorf("last line = %s, want the number of those left out", text[strings.LastIndex(strings.TrimSpace(text), "\n")+1:])
	}
}
