package card

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"botyard/internal/spec"
)

// Hours is when a project is open. The zero hours say nothing.
type Hours struct {
	// Week is what holds on each day of it, Monday first.
	Week [7]Span `json:"week,omitzero"`
	// Break is when it is closed on each day that has the whole of it.
	Break Span `json:"break,omitzero"`
	// Exceptions hold instead of the week and its break, the first of several.
	Exceptions []Exception `json:"exceptions,omitempty"`
}

// Exception is days on which other hours hold.
type Exception struct {
	// From and To are the first and the last day, "2006-01-02".
	From string `json:"from"`
	To   string `json:"to"`
	// Open is what holds on each of them.
	Open Span `json:"open,omitzero"`
	// Why is said to clients, often "".
	Why string `json:"why,omitempty"`
}

// Bounds of the exceptions: how many, and the characters of what is said of one.
const (
	MaxExceptions = 40
	MaxWhy        = 60
	dateForm      = "2006-01-02"
)

// ahead is how many days are looked through for the next change.
const ahead = 400

// Set tells whether the hours say anything.
func (h Hours) Set() bool { return h.Week != [7]Span{} || len(h.Exceptions) > 0 }

// Open tells whether a time, in the project's zone, is within the hours. A
// span that began yesterday and goes past midnight is yesterday's, whatever
// today's exceptions say.
func (h Hours) Open(t time.Time) bool {
	for _, d := range []time.Time{dayAfter(t, -1), t} {
		for _, s := range h.spans(d) {
			if from, to := s.on(d); !t.Before(from) && t.Before(to) {
				return true
			}
		}
	}
	return false
}

// Next is when it opens if it is closed at t, or closes if it is open. False:
// within a year it does not.
func (h Hours) Next(t time.Time) (time.Time, bool) {
	open := h.Open(t)
	for offset := -1; offset < ahead; offset++ {
		d := dayAfter(t, offset)
		for _, s := range h.spans(d) {
			from, to := s.on(d)
			if change := from; !open && change.After(t) && to.After(change) {
				return change, true
			}
			if open && to.After(t) && !h.Open(to) {
				return to, true
			}
		}
	}
	return time.Time{}, false
}

// dayAfter is the noon of the day n days after that of t: every day has one.
func dayAfter(t time.Time, n int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+n, 12, 0, 0, 0, t.Location())
}

// spans are what holds on a day, in their order.
func (h Hours) spans(d time.Time) []Span {
	if e := h.exception(d.Format(dateForm)); e != nil {
		return open(e.Open)
	}
	s := h.Week[int(d.Weekday()+6)%7]
	if s.Closed() {
		return nil
	}
	return s.without(h.Break)
}

func open(s Span) []Span {
	if s.Closed() {
		return nil
	}
	return []Span{s}
}

// exception is what holds on a date, nil when it is a day as any other.
func (h Hours) exception(date string) *Exception {
	for i := range h.Exceptions {
		if e := &h.Exceptions[i]; e.From <= date && date <= e.To {
			return e
		}
	}
	return nil
}

// Coming is the hours without exceptions that are over at a time.
func (h Hours) Coming(t time.Time) Hours {
	today := t.Format(dateForm)
	h.Exceptions = slices.DeleteFunc(slices.Clone(h.Exceptions), func(e Exception) bool { return e.To < today })
	slices.SortStableFunc(h.Exceptions, func(a, b Exception) int { return strings.Compare(a.From, b.From) })
	return h
}

func (h Hours) check() (problems []spec.Problem) {
	for n, s := range h.Week {
		problems = append(problems, s.check("/day-"+strconv.Itoa(n))...)
	}
	problems = append(problems, h.Break.check("/break")...)
	if len(h.Exceptions) > MaxExceptions {
		args := map[string]any{"max": MaxExceptions, "n": len(h.Exceptions)}
		problems = append(problems, spec.Problem{Path: "/exceptions", Code: "too_many", Args: args})
	}
	for n, e := range h.Exceptions {
		problems = append(problems, e.check("/exception-"+strconv.Itoa(n))...)
	}
	return problems
}

func (s Span) check(path string) []spec.Problem {
	if s.Closed() || 0 <= s.From && s.From < day && s.From < s.To && s.To-s.From <= day {
		return nil
	}
	return []spec.Problem{{Path: path, Code: "card_hours"}}
}

func (e Exception) check(path string) []spec.Problem {
	from, errFrom := time.Parse(dateForm, e.From)
	to, errTo := time.Parse(dateForm, e.To)
	switch {
	case errFrom != nil || errTo != nil:
		return []spec.Problem{{Path: path, Code: "card_day"}}
	case to.Before(from) || to.Sub(from) > 366*24*time.Hour:
		return []spec.Problem{{Path: path, Code: "card_days"}}
	}
	return append(e.Open.check(path), spec.CheckText(e.Why, path, false, MaxWhy)...)
}
