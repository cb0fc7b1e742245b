package sim

import (
	"context"
	"time"
)

// clock measures simulated time: elapsed time since the start, times speed.
type clock struct {
	start time.Time
	speed float64
}

func newClock(speed float64) clock {
	if speed <= 0 {
		speed = 1
	}
	return clock{time.Now(), speed}
}

// elapsed is the simulated time since the start.
func (c clock) elapsed() time.Duration {
	return time.Duration(float64(time.Since(c.start)) * c.speed)
}

// real is how long a simulated duration takes.
func (c clock) real(d time.Duration) time.Duration { return time.Duration(float64(d) / c.speed) }

// sleep waits for a real duration, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
