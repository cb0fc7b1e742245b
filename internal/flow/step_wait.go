package flow

import (
	"time"

	"botyard/internal/spec"
)

// Wait lets the run go on later.
type Wait struct {
	// Mode is "for" (Amount of Unit), "until" (the next Time of day) or
	// "before" (Amount of Unit before the date in Field).
	Mode string `json:"mode"`
	// Amount and Unit: "seconds", "minutes", "hours" or "days".
	Amount int    `json:"amount"`
	Unit   string `json:"unit"`
	// Field has the date. Of one without a time of day, Time is taken.
	Field string `json:"field,omitempty"`
	// Time is a time of day, "18:30".
	Time string `json:"time,omitempty"`
	// Late tells what happens when the moment is over already, or there is no
	// date: "go" on at once, or "stop".
	Late string `json:"late"`
}

// defaultTime is when a day begins for what waits for it.
const defaultTime = "10:00"

// maxWait keeps the end of a wait within the life of its dialogue.
const maxWait = MaxAge - time.Hour

func init() {
	modes := func(m ...string) spec.When { return spec.When{Field: "mode", Values: m} }
	steps.Add(spec.Kind{
		Name: "wait", Place: 4,
		Title: spec.Words{RU: "Подождать", EN: "Wait"},
		Hint:  spec.Words{RU: "Продолжить позже: через час, завтра, за день до записи", EN: "Go on later: in an hour, tomorrow, a day before a booking"},
		Fields: []spec.Field{
			{Name: "mode", Type: spec.Choice, Label: spec.Words{RU: "До какого момента", EN: "Until when"}, Options: []spec.Option{
				{Value: "for", Label: spec.Words{RU: "Прошло время", EN: "Some time has passed"}},
				{Value: "until", Label: spec.Words{RU: "Наступил час дня", EN: "A time of day has come"}},
				{Value: "before", Label: spec.Words{RU: "За сколько-то до даты", EN: "Some time before a date"}},
			}},
			{Name: "amount", Type: spec.Number, Label: spec.Words{RU: "Сколько", EN: "How many"}, When: modes("for", "before")},
			{Name: "unit", Type: spec.Choice, Label: spec.Words{RU: "Чего", EN: "Of what"}, When: modes("for", "before"), Options: []spec.Option{
				{Value: "seconds", Label: spec.Words{RU: "Секунд", EN: "Seconds"}},
				{Value: "minutes", Label: spec.Words{RU: "Минут", EN: "Minutes"}},
				{Value: "hours", Label: spec.Words{RU: "Часов", EN: "Hours"}},
				{Value: "days", Label: spec.Words{RU: "Дней", EN: "Days"}},
			}},
			{Name: "field", Type: spec.Data, Label: spec.Words{RU: "Где дата", EN: "Where the date is"}, When: modes("before")},
			{Name: "time", Type: spec.Time, Label: spec.Words{RU: "Во сколько", EN: "At what time"}, When: modes("until", "before")},
			{Name: "late", Type: spec.Choice, Label: spec.Words{RU: "Если это время прошло", EN: "If that time is over"}, When: modes("before"), Options: []spec.Option{
				{Value: "go", Label: spec.Words{RU: "Продолжить сразу", EN: "Go on at once"}},
				{Value: "stop", Label: spec.Words{RU: "Не продолжать", EN: "Do not go on"}},
			}},
		},
	}, func() StepConfig { return &Wait{Mode: "for", Amount: 1, Unit: "hours", Late: "go"} })
}

// units are how long one of each is; days follow the calendar.
var waitUnits = map[string]time.Duration{
	"seconds": time.Second, "minutes": time.Minute, "hours": time.Hour, "days": 24 * time.Hour,
}

// Check wants a moment within 30 days.
func (w *Wait) Check(path string) []spec.Problem {
	problems := spec.CheckChoice(w.Mode, spec.Join(path, "mode"), "for", "until", "before")
	problems = append(problems, spec.CheckChoice(w.Unit, spec.Join(path, "unit"), "seconds", "minutes", "hours", "days")...)
	problems = append(problems, spec.CheckChoice(w.Late, spec.Join(path, "late"), "go", "stop")...)
	span, least := w.span(), 0
	if w.Mode == "for" {
		least = 1
	}
	if w.Mode != "until" && (w.Amount < least || w.Amount > 1e7 || span > maxWait) {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "amount"), Code: "bad_wait", Args: map[string]any{"max": 29}})
	}
	if _, ok := parseClock(w.Time); !ok && (w.Mode == "until" || w.Time != "") {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "time"), Code: "bad_time"})
	}
	if w.Mode == "before" {
		problems = append(problems, checkField(w.Field, spec.Join(path, "field"))...)
	}
	return problems
}

// Parts are the field that it reads. A moment that is over may let the run go
// on at once.
func (w *Wait) Parts() Parts {
	p := Parts{Course: Waits}
	if w.Mode == "before" {
		p.Reads = ref("field", w.Field)
		if w.Late != "stop" {
			p.Course = Goes
		}
	}
	return p
}

func (w *Wait) span() time.Duration {
	return time.Duration(max(0, min(w.Amount, 1e7))) * waitUnits[w.Unit]
}

// Run waits, or goes on at once when the moment is over.
func (w *Wait) Run(t *turn) {
	until, known := w.moment(t)
	switch {
	case known && until.Sub(t.dialogue.Begun) > maxWait:
		t.report("wait_too_long")
		t.end()
	case known && until.After(t.now):
		t.wait(until)
	case w.Mode == "before" && w.Late == "stop":
		t.end()
	}
}

// Resume goes on.
func (w *Wait) Resume(t *turn) { t.at = t.here.next }

// moment is when the wait ends; false: there is no date to count from.
func (w *Wait) moment(t *turn) (time.Time, bool) {
	now := t.event.Now
	switch w.Mode {
	case "until":
		if at := onTime(now, w.Time); at.After(now) {
			return at, true
		}
		return onTime(now.AddDate(0, 0, 1), w.Time), true
	case "before":
		kept := t.person.Data[w.Field]
		day, known := moment(kept, now.Location())
		if len(kept) == len(dateForm) {
			day = onTime(day, w.Time)
		}
		return w.shift(day, -1), known
	}
	return w.shift(now, 1), true
}

// shift moves a moment by the span; a day is a day of the calendar.
func (w *Wait) shift(from time.Time, sign int) time.Time {
	if w.Unit == "days" {
		return from.AddDate(0, 0, sign*max(0, min(w.Amount, 1e4)))
	}
	return from.Add(time.Duration(sign) * w.span())
}

// onTime is a time of that day.
func onTime(day time.Time, clock string) time.Time {
	clock, ok := parseClock(clock)
	if !ok {
		clock = defaultTime
	}
	at, _ := time.Parse("15:04", clock)
	return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0, day.Location())
}
