package card

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// day is how many minutes a day has by the clock.
const day = 24 * 60

// Span is from when to when a project is open on a day, in minutes of the
// day's clock. To is after From and may be of the next day, up to 24 hours
// later. The zero span is a closed day.
type Span struct{ From, To int }

// errSpan is a text that is no span.
var errSpan = errors.New("no span of time")

// Closed tells that nothing is open.
func (s Span) Closed() bool { return s == Span{} }

// Round tells that the span is the whole of a day, around the clock.
func (s Span) Round() bool { return s == Span{0, day} }

// ParseSpan reads two times of day, as "9:00" and "18:00". Two empty ones are
// a closed day. An end that is not after the beginning is of the next day: so
// "00:00" and "00:00" is around the clock.
func ParseSpan(from, to string) (Span, bool) {
	if from == "" && to == "" {
		return Span{}, true
	}
	a, first := parseClock(from)
	b, second := parseClock(to)
	if !first || !second || a == day {
		return Span{}, false
	}
	if b <= a {
		b += day
	}
	return Span{a, b}, true
}

// parseClock reads "9:05", "09:05" or "24:00" as minutes of the day.
func parseClock(s string) (int, bool) {
	h, m, found := strings.Cut(strings.TrimSpace(s), ":")
	hours, errH := strconv.ParseUint(h, 10, 8)
	minutes, errM := strconv.ParseUint(m, 10, 8)
	if !found || errH != nil || errM != nil || len(m) != 2 || len(h) > 2 || minutes > 59 || hours > 24 || hours == 24 && minutes > 0 {
		return 0, false
	}
	return int(hours*60 + minutes), true
}

// Start and End are the two times of day as a form's fields have them, "09:00";
// both are "" on a closed day.
func (s Span) Start() string { return s.field(s.From) }

// End is when the span ends.
func (s Span) End() string { return s.field(s.To) }

func (s Span) field(minute int) string {
	if s.Closed() {
		return ""
	}
	return fmt.Sprintf("%02d:%02d", minute/60%24, minute%60)
}

// String is the span as people write it, "9:00–18:00".
func (s Span) String() string {
	end := clock(s.To % day)
	if s.To == day {
		end = "24:00"
	}
	return clock(s.From) + "–" + end
}

func clock(minute int) string { return fmt.Sprintf("%d:%02d", minute/60, minute%60) }

// MarshalText writes "09:00-18:00", "" for a closed day.
func (s Span) MarshalText() ([]byte, error) {
	if s.Closed() {
		return nil, nil
	}
	return []byte(s.Start() + "-" + s.End()), nil
}

// UnmarshalText reads what MarshalText wrote.
func (s *Span) UnmarshalText(text []byte) error {
	from, to, _ := strings.Cut(string(text), "-")
	span, ok := ParseSpan(from, to)
	if !ok {
		return errSpan
	}
	*s = span
	return nil
}

// on are the moments at which the span of a day begins and ends. A time that
// the clock skips that day is the next one that there is.
func (s Span) on(d time.Time) (from, to time.Time) { return at(d, s.From), at(d, s.To) }

// at is a minute of a day, or of the days after it.
func at(d time.Time, minute int) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day(), 0, minute, 0, 0, d.Location())
}

// without cuts a break out of the span.
func (s Span) without(pause Span) []Span {
	if pause.Closed() || pause.From <= s.From || pause.To >= s.To {
		return []Span{s}
	}
	return []Span{{s.From, pause.From}, {pause.To, s.To}}
}
