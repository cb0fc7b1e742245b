package miniapp

import (
	"strconv"
	"time"

	"botyard/internal/spec"
)

const overMax = 200

// momentForm is a date and a time of day without a zone: the project's is meant.
const momentForm = "2006-01-02T15:04"

// Countdown is the time that is left until a moment.
type Countdown struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Until is "2006-01-02T15:04" in the project's zone.
	Until string `json:"until"`
	// Over is what is read afterwards, at most 200 characters.
	Over string `json:"over,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "countdown",
		Title: spec.Words{RU: "Обратный отсчёт", EN: "Countdown"},
		Hint:  spec.Words{RU: "Сколько осталось до события или конца акции", EN: "What is left until an event or the end of an offer"},
		Fields: []spec.Field{
			titleField,
			{Name: "until", Type: spec.Moment, Required: true, Label: spec.Words{RU: "До какого момента", EN: "Until when"}},
			{Name: "over", Type: spec.Line, Max: overMax, Label: spec.Words{RU: "Что написать потом", EN: "What to say afterwards"}},
		},
	}, func() Config { return &Countdown{} })
}

// Check says what is wrong with the countdown.
func (c *Countdown) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", c.Title, sectionMax}, written{"over", c.Over, overMax})
	at := spec.Join(path, "until")
	if c.Until == "" {
		return append(problems, spec.Problem{Path: at, Code: "required"})
	}
	if _, err := time.Parse(momentForm, c.Until); err != nil {
		problems = append(problems, spec.Problem{Path: at, Code: "bad_moment"})
	}
	return problems
}

type drawnCountdown struct {
	Title string `json:"title,omitempty"`
	// Until is in milliseconds since 1970.
	Until int64 `json:"until"`
	// When is the moment in words, for those without scripts.
	When string `json:"when"`
	Over string `json:"over"`
}

func (c *Countdown) drawn(d *drawing) any {
	until, err := time.ParseInLocation(momentForm, c.Until, d.m.zone())
	if err != nil {
		return drawnCountdown{Title: c.Title}
	}
	when := strconv.Itoa(until.Day()) + "\u00a0" + d.say(months[until.Month()-1]) + until.Format(" 2006, 15:04")
	return drawnCountdown{c.Title, until.UnixMilli(), when, d.or(c.Over, wordOver)}
}

// months as they stand in a date.
var months = [...]spec.Words{
	{RU: "января", EN: "January"}, {RU: "февраля", EN: "February"}, {RU: "марта", EN: "March"}, {RU: "апреля", EN: "April"},
	{RU: "мая", EN: "May"}, {RU: "июня", EN: "June"}, {RU: "июля", EN: "July"}, {RU: "августа", EN: "August"},
	{RU: "сентября", EN: "September"}, {RU: "октября", EN: "October"}, {RU: "ноября", EN: "November"}, {RU: "декабря", EN: "December"},
}
