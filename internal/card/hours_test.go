package card

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// span is one as it is stored, "" for a closed day.
func span(t testing.TB, text string) Span {
	t.Helper()
	var s Span
	if err := s.UnmarshalText([]byte(text)); err != nil {
		t.Fatalf("%q is no span", text)
	}
	return s
}

// week are the same hours from Monday to Friday, and others at the weekend.
func week(t testing.TB, work, saturday, sunday string) [7]Span {
	t.Helper()
	w := span(t, work)
	return [7]Span{w, w, w, w, w, span(t, saturday), span(t, sunday)}
}

// moment is a time of a zone, as "2026-11-30 09:00".
func moment(t testing.TB, zone, text string) time.Time {
	t.Helper()
	location, known := Zone(zone)
	at, err := time.ParseInLocation("2006-01-02 15:04", text, location)
	if err != nil || !known {
		t.Fatalf("%s in %s: %v", text, zone, err)
	}
	return at
}

// bar is open in the evenings and past midnight, with holidays.
func bar(t testing.TB) Hours {
	return Hours{
		Week:  week(t, "18:00-02:00", "12:00-04:00", ""),
		Break: span(t, "15:00-16:00"),
		Exceptions: []Exception{
			{From: "2026-12-31", To: "2026-12-31", Open: span(t, "10:00-16:00"), Why: "Новый год"},
			{From: "2026-12-31", To: "2027-01-03"},
		},
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	// 30 November 2026 is a Monday.
	for at, want := range map[string]bool{
		"2026-11-30 01:00": false, // Sunday had no evening
		"2026-11-30 17:59": false,
		"2026-11-30 18:00": true,
		"2026-12-01 01:59": true, // Monday's night
		"2026-12-01 02:00": false,
		"2026-12-05 01:00": true, // Friday's night
		"2026-12-05 12:00": true,
		"2026-12-05 15:30": false, // the break of a day that has the whole of it
		"2026-12-05 16:00": true,
		"2026-12-06 03:59": true, // Saturday's night, though Sunday is closed
		"2026-12-06 12:00": false,
		"2026-12-31 01:00": true, // Wednesday's night, though an exception holds
		"2026-12-31 15:30": true, // an exception has no break
		"2026-12-31 18:00": false,
		"2027-01-01 19:00": false, // the second exception; the first of several held before
		"2027-01-04 19:00": true,
	} {
		if got := bar(t).Open(moment(t, "Asia/Yekaterinburg", at)); got != want {
			t.Errorf("Open(%s) = %t, want %t", at, got, want)
		}
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	const zone = "Asia/Yekaterinburg"
	for at, want := range map[string]string{
		"2026-11-30 12:00": "2026-11-30 18:00",
		"2026-11-30 18:00": "2026-12-01 02:00",
		"2026-12-01 01:00": "2026-12-01 02:00",
		"2026-12-05 14:00": "2026-12-05 15:00",
		"2026-12-06 04:00": "2026-12-07 18:00",
		"2026-12-31 16:00": "2027-01-04 18:00",
	} {
		got, found := bar(t).Next(moment(t, zone, at))
		if !found || !got.Equal(moment(t, zone, want)) {
			t.Errorf("Next(%s) = %s, %t, want %s", at, got, found, want)
		}
	}
	round := Hours{Week: week(t, "00:00-24:00", "00:00-24:00", "00:00-24:00")}
	if got, found := round.Next(moment(t, zone, "2026-12-05 14:00")); found {
		t.Errorf("Next of what never closes = %s, want none", got)
	}
	shut := Hours{Exceptions: []Exception{{From: "2026-01-01", To: "2026-12-31"}}}
	if got, found := shut.Next(moment(t, zone, "2026-12-05 14:00")); found {
		t.Errorf("Next of what never opens = %s, want none", got)
	}
}

// TestClocksThatJump asks on the nights on which a zone changes its time:
// Berlin has no 02:30 on 29 March 2026, and 02:30 twice on 25 October.
func TestClocksThatJump(t *testing.T) {
	t.Parallel()
	night := Hours{Week: week(t, "22:00-02:30", "22:00-02:30", "22:00-02:30")}
	utc := func(text string) time.Time {
		at := moment(t, "UTC", text)
		location, _ := Zone("Europe/Berlin")
		return at.In(location)
	}
	for at, want := range map[string]bool{
		"2026-03-29 00:59": true,  // 01:59, and the next minute is 03:00
		"2026-03-29 01:29": true,  // 03:29: half an hour past 02:00, as on every night
		"2026-03-29 01:30": false, // 03:30
		"2026-10-25 00:15": true,  // 02:15 for the first time
		"2026-10-25 02:00": false, // 03:00
	} {
		if got := night.Open(utc(at)); got != want {
			t.Errorf("Open(%s UTC) = %t, want %t", at, got, want)
		}
	}
	if got, _ := night.Next(utc("2026-03-28 20:00")); !got.Equal(utc("2026-03-28 21:00")) {
		t.Errorf("Next = %s, want 22:00 of winter time", got)
	}
	gone := Hours{Week: week(t, "00:00-24:00", "00:00-24:00", "00:00-24:00")}
	for minute := range 3 * 24 * 60 {
		if at := utc("2026-03-28 00:00").Add(time.Duration(minute) * time.Minute); !gone.Open(at) {
			t.Fatalf("what never closes is closed at %s", at)
		}
	}
}

func TestUnsetHoursNeverClose(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	if c := (Card{}); !c.Open(at) || c.Hours.Set() {
		t.Error("a card without hours is closed, want open")
	}
	c := Card{Zone: "Asia/Vladivostok", Hours: Hours{Week: week(t, "13:00-14:00", "", "")}}
	if !c.Open(at) || c.Open(at.Add(time.Hour)) {
		t.Error("03:00 UTC is 13:00 in Vladivostok: want open, and closed an hour later")
	}
}

func TestHoursAreStoredAsWritten(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(Card{Hours: bar(t), Zone: "Asia/Omsk", Currency: "RUB"})
	if err != nil {
		t.Fatal(err)
	}
	var got Card
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	if diff := cmp.Diff(bar(t), got.Hours); diff != "" {
		t.Errorf("stored hours (-want +got):\n%s", diff)
	}
	if raw, _ := json.Marshal(Card{}); string(raw) != "{}" {
		t.Errorf("the empty card = %s, want {}", raw)
	}
}

func TestParseSpan(t *testing.T) {
	t.Parallel()
	for text, want := range map[[2]string]Span{
		{"", ""}: {}, {"9:00", "18:30"}: {540, 1110}, {"18:00", "02:00"}: {1080, 1560}, {"00:00", "00:00"}: {0, 1440},
		{"00:00", "24:00"}: {0, 1440}, {" 09:00", "9:00 "}: {540, 1980},
	} {
		if got, ok := ParseSpan(text[0], text[1]); got != want || !ok {
			t.Errorf("ParseSpan(%q) = %v, %t, want %v", text, got, ok, want)
		}
	}
	for _, text := range [][2]string{{"9:00", ""}, {"", "9:00"}, {"25:00", "26:00"}, {"9", "18"}, {"9:5", "18:00"}, {"9:60", "18:00"}, {"24:00", "1:00"}, {"24:01", "1:00"}, {"-1:00", "2:00"}, {"+9:00", "10:00"}} {
		if got, ok := ParseSpan(text[0], text[1]); ok {
			t.Errorf("ParseSpan(%q) = %v, want none", text, got)
		}
	}
}

// FuzzHours asks of any hours that the next change is one, and the first.
func FuzzHours(f *testing.F) {
	f.Add("18:00-02:00", "00:00-24:00", "13:00-14:00", "2026-12-31", "2027-01-03", int64(1796000000))
	f.Add("09:00-09:00", "", "", "2026-03-29", "2026-03-29", int64(1774700000))
	f.Fuzz(func(t *testing.T, work, weekend, pause, from, to string, unix int64) {
		var h Hours
		raw := fmt.Sprintf(`{"week":[%q,%q,%q,%q,%q,%q,%q],"break":%q,"exceptions":[{"from":%q,"to":%q}]}`,
			work, work, work, work, work, weekend, weekend, pause, from, to)
		if json.Unmarshal([]byte(raw), &h) != nil || len(h.check()) > 0 || unix < 0 || unix > 4e9 {
			t.Skip()
		}
		location, _ := Zone("Europe/Berlin")
		at := time.Unix(unix, 0).In(location)
		next, found := h.Next(at)
		if !found {
			return
		}
		if h.Open(next) == h.Open(at) || !next.After(at) {
			t.Fatalf("Next(%s) = %s changes nothing", at, next)
		}
		if before := next.Add(-time.Second); h.Open(before) != h.Open(at) {
			t.Fatalf("Next(%s) = %s, but it changes before", at, next)
		}
		_, _ = h.Words("ru", at), h.Words("en", at)
	})
}
