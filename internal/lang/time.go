package lang

import (
	"context"
	"strconv"
	"time"
)

type clockKey struct{}

type clock struct {
	zone *time.Location
	now  time.Time
}

// WithClock returns a context whose times are shown in zone, and whose "today"
// is that of now.
func WithClock(ctx context.Context, zone *time.Location, now time.Time) context.Context {
	return context.WithValue(ctx, clockKey{}, clock{zone, now})
}

func clockOf(ctx context.Context) clock {
	if c, found := ctx.Value(clockKey{}).(clock); found && c.zone != nil {
		return c
	}
	return clock{time.UTC, time.Now()}
}

// Clock is the time of day, "12:04".
func Clock(ctx context.Context, t time.Time) string {
	return t.In(clockOf(ctx).zone).Format("15:04")
}

// Date is the day, "28 ноября" or "28 November"; with its year when that is
// not this one.
func Date(ctx context.Context, t time.Time) string {
	c := clockOf(ctx)
	t = t.In(c.zone)
	day := strconv.Itoa(t.Day()) + "\u00a0" + months[From(ctx)][t.Month()-1]
	if t.Year() != c.now.In(c.zone).Year() {
		day += " " + strconv.Itoa(t.Year())
	}
	return day
}

// Moment is the day and the time of day: "сегодня в 12:04", "28 November at 12:04".
func Moment(ctx context.Context, t time.Time) string {
	return T(ctx, "time.moment", "day", day(ctx, t), "time", Clock(ctx, t))
}

// Lately is the time of day of what is of today, "вчера" or the date of the rest.
func Lately(ctx context.Context, t time.Time) string {
	c := clockOf(ctx)
	if midnight(t.In(c.zone)) == midnight(c.now.In(c.zone)) {
		return Clock(ctx, t)
	}
	return day(ctx, t)
}

// day is the date, or "today" or "yesterday".
func day(ctx context.Context, t time.Time) string {
	c := clockOf(ctx)
	today := c.now.In(c.zone)
	switch midnight(t.In(c.zone)) {
	case midnight(today):
		return T(ctx, "time.today")
	case midnight(today.AddDate(0, 0, -1)):
		return T(ctx, "time.yesterday")
	}
	return Date(ctx, t)
}

// midnight names the day of t, whatever its zone.
func midnight(t time.Time) [3]int { return [3]int{t.Year(), int(t.Month()), t.Day()} }

var months = map[Lang][12]string{
	RU: {"января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря"},
	EN: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
}

func init() {
	add(words{
		"time.moment":    {"{day} в {time}", "{day} at {time}"},
		"time.today":     {"сегодня", "today"},
		"time.yesterday": {"вчера", "yesterday"},
		"time.days":      {"{n} дн", "{n} d"},
		"time.hours":     {"{n} ч", "{n} h"},
		"time.minutes":   {"{n} мин", "{n} min"},
		"time.seconds":   {"{n} с", "{n} s"},
	})
}

// ClockSeconds is the time of day to the second, "12:04:07".
func ClockSeconds(ctx context.Context, t time.Time) string {
	return t.In(clockOf(ctx).zone).Format("15:04:05")
}

// Span is how long something takes or has waited, in its largest unit: "14 мин", "2 s".
func Span(ctx context.Context, d time.Duration) string {
	for _, u := range spans {
		if d >= u.of {
			return T(ctx, u.key, "n", int(d/u.of))
		}
	}
	return T(ctx, "time.seconds", "n", 1)
}

var spans = []struct {
	of  time.Duration
	key string
}{{24 * time.Hour, "time.days"}, {time.Hour, "time.hours"}, {time.Minute, "time.minutes"}, {time.Second, "time.seconds"}}
