package flow

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"botyard/internal/spec"
)

// Test is one question of a condition: of What, perhaps of a Field, whether
// it Is so, compared with Value.
type Test struct {
	// What is a name of tests.
	What string `json:"what"`
	// Field is the id of a field, of What "data".
	Field string `json:"field,omitempty"`
	// Is names the comparison; which there are depends on What.
	Is string `json:"is"`
	// Value is what is compared with: words, a number, a date ("today" too), a
	// tag, hours as "09:00-18:00", or days of the week as "1,2,3".
	Value string `json:"value,omitempty"`
}

// sense is something that can be asked.
type sense struct {
	label spec.Words
	// is lists the comparisons, the first being the default.
	is []string
	// value says what is wrong with a value that is compared with; nil: none is.
	value func(value string) bool
	holds func(t *turn, test Test) bool
}

var senses = map[string]sense{
	"data": {
		spec.Words{RU: "Данные клиента", EN: "The client's data"},
		[]string{"filled", "empty", "equals", "differs", "contains", "more", "less"}, nil, dataHolds,
	},
	"tag": {
		spec.Words{RU: "Метка", EN: "Tag"}, []string{"yes", "no"}, validTag,
		func(t *turn, test Test) bool { return t.person.Tagged(test.Value) == (test.Is == "yes") },
	},
	"hours": {
		spec.Words{RU: "Часы работы", EN: "Opening hours"}, []string{"yes", "no"}, nil,
		func(t *turn, test Test) bool { return t.in.Project.Closed == (test.Is == "no") },
	},
	"time": {
		spec.Words{RU: "Время суток", EN: "Time of day"}, []string{"yes", "no"},
		func(v string) bool { _, _, ok := parseSpan(v); return ok },
		func(t *turn, test Test) bool { return within(t.event.Now, test.Value) == (test.Is == "yes") },
	},
	"day": {
		spec.Words{RU: "День недели", EN: "Day of the week"}, []string{"yes", "no"}, validDays,
		func(t *turn, test Test) bool { return onDay(t.event.Now, test.Value) == (test.Is == "yes") },
	},
	"new": {
		spec.Words{RU: "Пишет впервые", EN: "Writes for the first time"}, []string{"yes", "no"}, nil,
		func(t *turn, test Test) bool { return t.event.First == (test.Is == "yes") },
	},
	"language": {
		spec.Words{RU: "Язык клиента", EN: "The client's language"}, []string{"yes", "no"}, nil,
		func(t *turn, test Test) bool {
			return sameLanguage(t.person.Language, test.Value) == (test.Is == "yes")
		},
	},
	"source": {
		spec.Words{RU: "Откуда пришёл", EN: "Where from"}, []string{"yes", "no"}, nil,
		func(t *turn, test Test) bool { return (t.person.Source == test.Value) == (test.Is == "yes") },
	},
}

// isWords are the comparisons as people choose them.
var isWords = []spec.Option{
	{Value: "yes", Label: spec.Words{RU: "Да", EN: "Yes"}},
	{Value: "no", Label: spec.Words{RU: "Нет", EN: "No"}},
	{Value: "filled", Label: spec.Words{RU: "Заполнено", EN: "Is filled in"}},
	{Value: "empty", Label: spec.Words{RU: "Не заполнено", EN: "Is not filled in"}},
	{Value: "equals", Label: spec.Words{RU: "Равно", EN: "Is"}},
	{Value: "differs", Label: spec.Words{RU: "Не равно", EN: "Is not"}},
	{Value: "contains", Label: spec.Words{RU: "Содержит", EN: "Contains"}},
	{Value: "more", Label: spec.Words{RU: "Больше или позже", EN: "Is more or later than"}},
	{Value: "less", Label: spec.Words{RU: "Меньше или раньше", EN: "Is less or earlier than"}},
}

// testFields are the form of a test.
func testFields() []spec.Field {
	what := spec.Field{Name: "what", Type: spec.Choice, Label: spec.Words{RU: "Что проверить", EN: "What to test"}}
	for _, name := range []string{"data", "tag", "hours", "time", "day", "new", "language", "source"} {
		what.Options = append(what.Options, spec.Option{Value: name, Label: senses[name].label})
	}
	return []spec.Field{
		what,
		{Name: "field", Type: spec.Data, Label: spec.Words{RU: "Какие данные", EN: "Which data"}, When: spec.When{Field: "what", Values: []string{"data"}}},
		{Name: "is", Type: spec.Choice, Label: spec.Words{RU: "Как", EN: "How"}, Options: isWords},
		{Name: "value", Type: spec.Line, Max: maxLabel, Label: spec.Words{RU: "С чем сравнить", EN: "Compared with"}},
	}
}

// Comparisons are what a test of What can compare, the default first; asks
// tells whether Is wants a value to compare with.
func Comparisons(what, is string) (ways []spec.Option, asks bool) {
	s := senses[what]
	for _, name := range s.is {
		i := slices.IndexFunc(isWords, func(o spec.Option) bool { return o.Value == name })
		ways = append(ways, isWords[i])
	}
	return ways, what == "data" && is != "filled" && is != "empty" || s.value != nil || what == "language" || what == "source"
}

func (test Test) check(path string) []spec.Problem {
	s, known := senses[test.What]
	if !known {
		return spec.CheckChoice(test.What, spec.Join(path, "what"))
	}
	problems := spec.CheckChoice(test.Is, spec.Join(path, "is"), s.is...)
	if test.What == "data" {
		problems = append(problems, checkField(test.Field, spec.Join(path, "field"))...)
	}
	if s.value != nil && !s.value(test.Value) {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "value"), Code: "bad_value"})
	}
	return append(problems, spec.CheckText(test.Value, spec.Join(path, "value"), false, maxLabel)...)
}

// holds is false for a test that makes no sense.
func (test Test) holds(t *turn) bool {
	s, known := senses[test.What]
	return known && slices.Contains(s.is, test.Is) && s.holds(t, test)
}

func dataHolds(t *turn, test Test) bool {
	value := t.person.Data[test.Field]
	switch test.Is {
	case "filled":
		return value != ""
	case "empty":
		return value == ""
	case "contains":
		return value != "" && strings.Contains(fold(value), fold(test.Value))
	}
	order, comparable := compare(t.release.fields[test.Field].Type, value, test.Value, t.event.Now)
	switch test.Is {
	case "equals":
		return comparable && order == 0
	case "differs":
		return !comparable || order != 0
	case "more":
		return comparable && order > 0
	}
	return comparable && order < 0
}

// compare orders a kept value and a typed one as the field's type says; false:
// they cannot be ordered. Words are equal or not, and neither more nor less.
func compare(typ FieldType, kept, typed string, now time.Time) (int, bool) {
	switch typ {
	case TypeNumber:
		a, ok := number(kept)
		b, too := number(typed)
		return order(a, b), ok && too
	case TypeDate, TypeMoment:
		return compareMoments(kept, typed, now)
	}
	return strings.Compare(fold(kept), fold(typed)), kept != "" || typed == ""
}

// compareMoments compares days when either has no time.
func compareMoments(kept, typed string, now time.Time) (int, bool) {
	a, ok := moment(kept, now.Location())
	value, isMoment := parseMoment(typed, now)
	if !isMoment {
		var isDate bool
		if value, isDate = parseDate(typed, now); !isDate {
			return 0, false
		}
		kept = a.Format(dateForm)
	}
	b, too := moment(value, now.Location())
	if len(kept) == len(dateForm) {
		a, _ = moment(kept, now.Location())
		b, _ = moment(b.Format(dateForm), now.Location())
	}
	return a.Compare(b), ok && too
}

func order(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// parseSpan reads hours, "09:00-18:00"; over midnight, too.
func parseSpan(s string) (from, to string, ok bool) {
	a, b, found := strings.Cut(strings.ReplaceAll(s, "–", "-"), "-")
	from, first := parseClock(a)
	to, second := parseClock(b)
	return from, to, found && first && second && from != to
}

func within(now time.Time, span string) bool {
	from, to, ok := parseSpan(span)
	clock := now.Format("15:04")
	if from < to {
		return ok && from <= clock && clock < to
	}
	return ok && (from <= clock || clock < to)
}

// validDays wants days of the week, Monday being 1.
func validDays(s string) bool {
	days := strings.Split(s, ",")
	return len(days) <= 7 && !slices.ContainsFunc(days, func(d string) bool {
		d = strings.TrimSpace(d)
		return len(d) != 1 || d < "1" || d > "7"
	})
}

func onDay(now time.Time, days string) bool {
	today := string(rune('1' + (int(now.Weekday())+6)%7))
	return strings.Contains(days, today)
}

func validTag(s string) bool {
	return strings.TrimSpace(s) != "" && utf8.RuneCountInString(s) <= MaxTag
}

func sameLanguage(tag, language string) bool {
	main, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return main != "" && main == strings.ToLower(strings.TrimSpace(language))
}
