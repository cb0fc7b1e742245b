package flow

import (
	"strings"
	"testing"
	"time"
)

// holds tells whether a test holds of anna, with data and tags of her own.
func holds(t *testing.T, test Test, change func(in *Input)) bool {
	t.Helper()
	in := input(nil, said("x"))
	in.Person.Data = map[string]string{"n": "12", "name": "Ёлка и К", "day": "2026-12-08", "at": "2026-12-07T18:30", "odd": "много"}
	in.Person.Tags = []string{"vip", "новый"}
	in.Current = Compile(nil, Setting{Number: 1, Fields: []Field{
		{"n", "", TypeNumber}, {"odd", "", TypeNumber}, {"name", "", TypeText}, {"day", "", TypeDate}, {"at", "", TypeMoment}, {"none", "", TypeNumber},
	}})
	if change != nil {
		change(&in)
	}
	tn := turn{in: &in, event: &in.Event, person: in.Person, release: in.Current}
	return test.holds(&tn)
}

func TestTests(t *testing.T) {
	t.Parallel()
	data := func(field, is, value string) Test { return Test{What: "data", Field: field, Is: is, Value: value} }
	tests := map[Test]bool{
		data("n", "filled", ""): true, data("none", "filled", ""): false, data("none", "empty", ""): true, data("n", "empty", ""): false,
		data("n", "equals", "12,0"): true, data("n", "equals", "13"): false, data("n", "differs", "13"): true, data("n", "differs", "12"): false,
		data("n", "more", "4"): true, data("n", "more", "12"): false, data("n", "less", "100"): true, data("n", "less", "4"): false,
		data("odd", "more", "4"): false, data("odd", "less", "4"): false, data("odd", "differs", "4"): true, data("none", "less", "4"): false,
		data("name", "equals", "елка  И к"): true, data("name", "contains", "ЕЛКА"): true, data("name", "contains", "дуб"): false, data("none", "contains", ""): false,
		data("day", "equals", "завтра"): true, data("day", "more", "сегодня"): true, data("day", "less", "2026-12-08"): false, data("day", "more", "когда-нибудь"): false,
		data("at", "less", "сегодня 19:00"): true, data("at", "more", "сегодня 18:00"): true, data("at", "equals", "сегодня"): true, data("at", "more", "сегодня"): false,
		data("day", "equals", "завтра 10:00"): true, data("n", "yes", ""): false,
		{What: "tag", Is: "yes", Value: "vip"}: true, {What: "tag", Is: "no", Value: "vip"}: false, {What: "tag", Is: "no", Value: "старый"}: true,
		{What: "hours", Is: "yes"}: true, {What: "hours", Is: "no"}: false,
		{What: "time", Is: "yes", Value: "09:00-18:00"}: true, {What: "time", Is: "yes", Value: "12:00–12:01"}: true, {What: "time", Is: "yes", Value: "09:00-12:00"}: false,
		{What: "time", Is: "yes", Value: "22:00-13:00"}: true, {What: "time", Is: "no", Value: "22:00-06:00"}: true, {What: "time", Is: "yes", Value: "x"}: false,
		{What: "day", Is: "yes", Value: "1"}: true, {What: "day", Is: "yes", Value: "6,7"}: false, {What: "day", Is: "no", Value: "6,7"}: true,
		{What: "new", Is: "yes"}: false, {What: "new", Is: "no"}: true,
		{What: "language", Is: "yes", Value: "ru"}: true, {What: "language", Is: "yes", Value: "en"}: false,
		{What: "source", Is: "yes", Value: "ads"}: false, {What: "source", Is: "no", Value: "ads"}: true,
		{What: "weather", Is: "yes"}: false,
	}
	for test, want := range tests {
		if got := holds(t, test, nil); got != want {
			t.Errorf("%+v holds = %v, want %v", test, got, want)
		}
	}
	changed := []struct {
		test   Test
		change func(in *Input)
	}{
		{Test{What: "hours", Is: "no"}, func(in *Input) { in.Project.Closed = true }},
		{Test{What: "new", Is: "yes"}, func(in *Input) { in.Event.First = true }},
		{Test{What: "source", Is: "yes", Value: "ads"}, func(in *Input) { in.Person.Source = "ads" }},
		{Test{What: "language", Is: "yes", Value: "PT"}, func(in *Input) { in.Person.Language = "pt-br" }},
		{Test{What: "day", Is: "yes", Value: "7"}, func(in *Input) { in.Event.Now = noon.AddDate(0, 0, -1) }},
		{Test{What: "time", Is: "yes", Value: "22:00-06:00"}, func(in *Input) { in.Event.Now = noon.Add(11 * time.Hour) }},
	}
	for _, tt := range changed {
		if holds(t, tt.test, nil) || !holds(t, tt.test, tt.change) {
			t.Errorf("%+v: want it to hold after the change only", tt.test)
		}
	}
}

func TestConditionMatches(t *testing.T) {
	t.Parallel()
	yes, no := Test{What: "new", Is: "no"}, Test{What: "new", Is: "yes"}
	for _, tt := range []struct {
		match string
		tests []Test
		want  bool
	}{
		{"all", []Test{yes, yes}, true}, {"all", []Test{yes, no}, false}, {"any", []Test{no, yes}, true}, {"any", []Test{no, no}, false},
		{"all", nil, true}, {"any", nil, false},
	} {
		in := input(Compile(nil, Setting{}), said("x"))
		c := Condition{Match: tt.match, Tests: tt.tests}
		if got := c.holds(&turn{in: &in, event: &in.Event, release: in.Current}); got != tt.want {
			t.Errorf("%s of %v = %v, want %v", tt.match, tt.tests, got, tt.want)
		}
	}
}

func TestTestsAreChecked(t *testing.T) {
	t.Parallel()
	for test, want := range map[Test]string{
		{What: "data", Field: "n", Is: "more", Value: "4"}: "",
		{What: "data", Is: "more"}:                         "required /field",
		{What: "data", Field: "n", Is: "yes"}:              "not_a_choice /is",
		{What: "tag", Is: "yes"}:                           "bad_value /value",
		{What: "time", Is: "yes", Value: "9-18"}:           "bad_value /value",
		{What: "time", Is: "yes", Value: "9:00-18:00"}:     "",
		{What: "day", Is: "yes", Value: "1, 7"}:            "",
		{What: "day", Is: "yes", Value: "8"}:               "bad_value /value",
		{What: "day", Is: "yes", Value: ""}:                "bad_value /value",
		{What: "weather", Is: "yes"}:                       "not_a_choice /what",
		{What: "hours", Is: "open"}:                        "not_a_choice /is",
	} {
		if got := strings.Join(told(test.check("")), " "); got != want {
			t.Errorf("check(%+v) = %q, want %q", test, got, want)
		}
	}
}
