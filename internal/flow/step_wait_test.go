package flow

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // a zone with summer time, on any machine
)

// until is when a wait of anna's ends, "" when it does not wait.
func until(t *testing.T, w Wait, now time.Time, data map[string]string) string {
	t.Helper()
	in := input(Compile(Scenarios{{ID: "s", Triggers: []Trigger{{Kind: "fallback", Config: &Fallback{}}}, Steps: Steps{{ID: "w", Kind: "wait", Config: &w}}}}, Setting{Number: 1}), said("x"))
	in.Event.Now, in.Person.Data = now, data
	for _, effect := range Advance(in).Effects {
		if timer, ok := effect.(StartTimer); ok {
			return timer.At.In(now.Location()).Format("2006-01-02 15:04:05")
		}
	}
	return ""
}

func TestWaitEnds(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	beforeSummer := time.Date(2026, 3, 28, 12, 0, 0, 0, berlin)
	data := map[string]string{"day": "2026-12-10", "at": "2026-12-08T18:30", "past": "2026-12-01", "odd": "скоро", "far": "2027-06-01"}
	tests := []struct {
		wait Wait
		now  time.Time
		want string
	}{
		{Wait{Mode: "for", Amount: 90, Unit: "seconds"}, noon, "2026-12-07 12:01:30"},
		{Wait{Mode: "for", Amount: 29, Unit: "days"}, noon, "2027-01-05 12:00:00"},
		{Wait{Mode: "for", Amount: 30, Unit: "days"}, noon, ""},
		{Wait{Mode: "for", Amount: 1, Unit: "days"}, beforeSummer, "2026-03-29 12:00:00"},
		{Wait{Mode: "for", Amount: 24, Unit: "hours"}, beforeSummer, "2026-03-29 13:00:00"},
		{Wait{Mode: "for", Amount: -1, Unit: "hours"}, noon, ""},
		{Wait{Mode: "until", Time: "18:30"}, noon, "2026-12-07 18:30:00"},
		{Wait{Mode: "until", Time: "12:00"}, noon, "2026-12-08 12:00:00"},
		{Wait{Mode: "until", Time: "9:00"}, beforeSummer, "2026-03-29 09:00:00"},
		{Wait{Mode: "until", Time: "утром"}, noon, "2026-12-08 10:00:00"},
		{Wait{Mode: "before", Amount: 1, Unit: "days", Field: "day", Time: "18:00"}, noon, "2026-12-09 18:00:00"},
		{Wait{Mode: "before", Amount: 2, Unit: "hours", Field: "day"}, noon, "2026-12-10 08:00:00"},
		{Wait{Mode: "before", Amount: 3, Unit: "hours", Field: "at"}, noon, "2026-12-08 15:30:00"},
		{Wait{Mode: "before", Amount: 0, Unit: "days", Field: "at"}, noon, "2026-12-08 18:30:00"},
		{Wait{Mode: "before", Amount: 2, Unit: "days", Field: "at"}, noon, ""},
		{Wait{Mode: "before", Amount: 1, Unit: "days", Field: "past"}, noon, ""},
		{Wait{Mode: "before", Amount: 1, Unit: "days", Field: "odd"}, noon, ""},
		{Wait{Mode: "before", Amount: 1, Unit: "days", Field: "none"}, noon, ""},
		{Wait{Mode: "before", Amount: 1, Unit: "days", Field: "far"}, noon, ""},
		{Wait{Mode: "before", Amount: 1 << 40, Unit: "days", Field: "far"}, noon, ""},
	}
	for _, tt := range tests {
		if got := until(t, tt.wait, tt.now, data); got != tt.want {
			t.Errorf("%+v from %v ends %q, want %q", tt.wait, tt.now, got, tt.want)
		}
	}
}

func TestLateWait(t *testing.T) {
	t.Parallel()
	for late, want := range map[string]string{"go": "дальше", "stop": ""} {
		r := compiled(t, `[`+scenario("s", onStart, `{"id":"w","kind":"wait","mode":"before","amount":1,"unit":"days","field":"none","late":"`+late+`"},`+message("t", `"дальше"`))+`]`)
		if got := answer(r, said("/start")); got != want {
			t.Errorf("%s: answer = %q, want %q", late, got, want)
		}
	}
}

func TestWaitIsChecked(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{}`: "", `{"amount":29,"unit":"days"}`: "", `{"amount":30,"unit":"days"}`: "bad_wait /amount", `{"amount":0}`: "bad_wait /amount",
		`{"amount":9223372036854775807,"unit":"days"}`: "bad_wait /amount", `{"amount":720}`: "bad_wait /amount",
		`{"mode":"until"}`: "bad_time /time", `{"mode":"until","time":"24:00"}`: "bad_time /time", `{"mode":"until","time":"23:59"}`: "",
		`{"mode":"before"}`: "required /field", `{"mode":"before","field":"f","amount":0}`: "", `{"mode":"before","field":"f","time":"x"}`: "bad_time /time",
		`{"mode":"never"}`: "not_a_choice /mode", `{"unit":"years"}`: "not_a_choice /unit", `{"late":"no"}`: "not_a_choice /late",
	} {
		item, problems := steps.Decode([]byte(`{"kind":"wait",`+strings.TrimPrefix(raw, "{")), "")
		if raw == "{}" {
			item, problems = steps.Decode([]byte(`{"kind":"wait"}`), "")
		}
		if problems != nil {
			t.Fatal(problems)
		}
		if got := strings.Join(told(item.Config.Check("")), " "); got != want {
			t.Errorf("Check(%s) = %q, want %q", raw, got, want)
		}
	}
}
