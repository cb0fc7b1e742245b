package card

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"botyard/internal/spec"
)

// weekdays are the days of the week in short, Monday first.
var weekdays = [7]spec.Words{
	{RU: "пн", EN: "Mon"}, {RU: "вт", EN: "Tue"}, {RU: "ср", EN: "Wed"}, {RU: "чт", EN: "Thu"},
	{RU: "пт", EN: "Fri"}, {RU: "сб", EN: "Sat"}, {RU: "вс", EN: "Sun"},
}

var (
	wordsDaily  = spec.Words{RU: "ежедневно", EN: "daily"}
	wordsRound  = spec.Words{RU: "круглосуточно", EN: "around the clock"}
	wordsDayOff = spec.Words{RU: "выходной", EN: "closed"}
	wordsShut   = spec.Words{RU: "закрыто", EN: "closed"}
	wordsBreak  = spec.Words{RU: "перерыв", EN: "break"}
)

var months = [12]spec.Words{
	{RU: "января", EN: "January"}, {RU: "февраля", EN: "February"}, {RU: "марта", EN: "March"}, {RU: "апреля", EN: "April"},
	{RU: "мая", EN: "May"}, {RU: "июня", EN: "June"}, {RU: "июля", EN: "July"}, {RU: "августа", EN: "August"},
	{RU: "сентября", EN: "September"}, {RU: "октября", EN: "October"}, {RU: "ноября", EN: "November"}, {RU: "декабря", EN: "December"},
}

// told is for how long before an exception it is told.
const told = 30 * 24 * time.Hour

// Line is some days and what holds on them, for a table of hours.
type Line struct{ Days, Open string }

func in(lang string, w spec.Words) string {
	if lang == "ru" {
		return w.RU
	}
	return w.EN
}

// Words are the hours in one line, "пн–пт 9:00–18:00, сб 10:00–16:00,
// вс выходной; 1–8 января закрыто": the week, and the exceptions of the month
// that follows t. Hours that say nothing are "".
func (h Hours) Words(lang string, t time.Time) string {
	var week, special []string
	for _, l := range h.Lines(lang) {
		week = append(week, strings.TrimSpace(l.Days+" "+l.Open))
	}
	for _, l := range h.Special(lang, t) {
		special = append(special, l.Days+" "+l.Open)
	}
	all := strings.Join(slices.DeleteFunc([]string{strings.Join(week, ", "), h.pause(lang)}, func(s string) bool { return s == "" }), ", ")
	return strings.Join(slices.DeleteFunc(append([]string{all}, special...), func(s string) bool { return s == "" }), "; ")
}

// pause is the break in words, "" when no day has it.
func (h Hours) pause(lang string) string {
	for _, s := range h.Week {
		if !s.Closed() && len(s.without(h.Break)) > 1 {
			return in(lang, wordsBreak) + " " + h.Break.String()
		}
	}
	return ""
}

// Lines are the week, days with the same hours together; none when the week
// says nothing.
func (h Hours) Lines(lang string) (lines []Line) {
	if h.Week == [7]Span{} {
		return nil
	}
	for first := 0; first < 7; {
		last := first
		for last < 6 && h.Week[last+1] == h.Week[first] {
			last++
		}
		lines = append(lines, Line{days(lang, first, last), openWords(lang, h.Week[first], wordsDayOff)})
		first = last + 1
	}
	return lines
}

func days(lang string, first, last int) string {
	a, b := in(lang, weekdays[first]), in(lang, weekdays[last])
	switch {
	case last-first == 6:
		return in(lang, wordsDaily)
	case first == last:
		return a
	}
	return a + "–" + b
}

func openWords(lang string, s Span, closed spec.Words) string {
	switch {
	case s.Closed():
		return in(lang, closed)
	case s.Round():
		return in(lang, wordsRound)
	}
	return s.String()
}

// Special are the exceptions that hold at t or in the month after it, the
// nearest first.
func (h Hours) Special(lang string, t time.Time) (lines []Line) {
	for _, e := range h.Coming(t).Exceptions {
		if e.From > t.Add(told).Format(dateForm) {
			continue
		}
		words := openWords(lang, e.Open, wordsShut)
		if e.Why != "" {
			words += " (" + e.Why + ")"
		}
		lines = append(lines, Line{e.dates(lang), words})
	}
	return lines
}

// dates are "1 января", "1–8 января" or "30 декабря – 8 января".
func (e Exception) dates(lang string) string {
	from, _ := time.Parse(dateForm, e.From)
	to, _ := time.Parse(dateForm, e.To)
	switch {
	case e.From == e.To:
		return date(lang, from)
	case from.Month() == to.Month() && from.Year() == to.Year():
		return strconv.Itoa(from.Day()) + "–" + date(lang, to)
	}
	return date(lang, from) + "\u00a0– " + date(lang, to)
}

func date(lang string, d time.Time) string {
	return strconv.Itoa(d.Day()) + "\u00a0" + in(lang, months[d.Month()-1])
}
