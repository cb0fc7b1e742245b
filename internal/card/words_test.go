package card

import (
	"strings"
	"testing"

	"botyard/internal/spec"
)

func TestWords(t *testing.T) {
	t.Parallel()
	now := moment(t, "Europe/Moscow", "2026-12-20 12:00")
	tests := []struct {
		hours  Hours
		ru, en string
	}{
		{Hours{}, "", ""},
		{Hours{Week: week(t, "09:00-18:00", "10:00-16:00", "")}, "пн–пт 9:00–18:00, сб 10:00–16:00, вс выходной", "Mon–Fri 9:00–18:00, Sat 10:00–16:00, Sun closed"},
		{Hours{Week: week(t, "09:00-21:00", "09:00-21:00", "09:00-21:00")}, "ежедневно 9:00–21:00", "daily 9:00–21:00"},
		{Hours{Week: week(t, "00:00-24:00", "00:00-24:00", "00:00-24:00")}, "ежедневно круглосуточно", "daily around the clock"},
		{Hours{Week: week(t, "18:00-02:00", "12:00-00:00", "12:00-00:00")}, "пн–пт 18:00–2:00, сб–вс 12:00–24:00", "Mon–Fri 18:00–2:00, Sat–Sun 12:00–24:00"},
		{
			Hours{Week: week(t, "09:00-18:00", "", ""), Break: span(t, "13:00-14:00")},
			"пн–пт 9:00–18:00, сб–вс выходной, перерыв 13:00–14:00", "Mon–Fri 9:00–18:00, Sat–Sun closed, break 13:00–14:00",
		},
		{
			Hours{Week: week(t, "09:00-18:00", "", ""), Break: span(t, "19:00-20:00"), Exceptions: []Exception{
				{From: "2027-01-01", To: "2027-01-08"}, {From: "2026-12-31", To: "2026-12-31", Open: span(t, "09:00-15:00"), Why: "Новый год"},
				{From: "2026-12-01", To: "2026-12-19"}, {From: "2027-02-23", To: "2027-02-23"},
			}},
			"пн–пт 9:00–18:00, сб–вс выходной; 31 декабря 9:00–15:00 (Новый год); 1–8 января закрыто",
			"Mon–Fri 9:00–18:00, Sat–Sun closed; 31 December 9:00–15:00 (Новый год); 1–8 January closed",
		},
		{Hours{Exceptions: []Exception{{From: "2026-12-30", To: "2027-01-08"}}}, "30 декабря – 8 января закрыто", "30 December – 8 January closed"},
	}
	for _, tt := range tests {
		for lang, want := range map[string]string{"ru": tt.ru, "en": tt.en} {
			if got := strings.ReplaceAll(tt.hours.Words(lang, now), "\u00a0", " "); got != want {
				t.Errorf("Words(%s) = %q, want %q", lang, got, want)
			}
		}
	}
}

func TestZoneWords(t *testing.T) {
	t.Parallel()
	summer, winter := moment(t, "UTC", "2026-07-01 12:00"), moment(t, "UTC", "2026-12-01 12:00")
	tests := []struct{ zone, ru, en string }{
		{"Asia/Yekaterinburg", "Екатеринбург, МСК+2", "Yekaterinburg, GMT+5"},
		{"", "Москва, МСК", "Moscow, GMT+3"},
		{"Europe/Kaliningrad", "Калининград, МСК−1", "Kaliningrad, GMT+2"},
		{"Asia/Kolkata", "Индия, МСК+2:30", "India, GMT+5:30"},
		{"America/Argentina/Buenos_Aires", "Buenos Aires, МСК−6", "Buenos Aires, GMT−3"},
		{"Europe/Berlin", "Берлин, МСК−2", "Berlin, GMT+1"},
	}
	for _, tt := range tests {
		if ru, en := ZoneWords(tt.zone, "ru", winter), ZoneWords(tt.zone, "en", winter); ru != tt.ru || en != tt.en {
			t.Errorf("ZoneWords(%s) = %q, %q, want %q, %q", tt.zone, ru, en, tt.ru, tt.en)
		}
	}
	if got, want := ZoneWords("Europe/Berlin", "ru", summer), "Берлин, МСК−1"; got != want {
		t.Errorf("ZoneWords in summer = %q, want %q", got, want)
	}
	for _, p := range places {
		if _, known := Zone(p.name); !known {
			t.Errorf("the list offers %s, which nobody knows", p.name)
		}
	}
	for _, odd := range []string{"Local", "Mars/Base", "../etc/passwd", "Europe//Moscow", "Asia/Omsk/"} {
		if location, known := Zone(odd); known || location.String() != DefaultZone {
			t.Errorf("Zone(%s) = %s, %t, want the default", odd, location, known)
		}
	}
	if own := Zones("America/Argentina/Buenos_Aires"); own[0] != "America/Argentina/Buenos_Aires" || len(own) != len(places)+1 {
		t.Errorf("Zones = %v, want the project's own first", own)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	good := Card{
		Phone: "+7 (343) 200-10-10, доб. 5", Address: "Ленина, 5", Zone: "Asia/Yekaterinburg", Currency: "KZT",
		Hours: bar(t), Legal: Legal{Name: "ИП Петрова", TaxID: "660000000000", Email: "anna@example.ru"},
	}
	for _, c := range []Card{{}, good} {
		if got := c.Check(); got != nil {
			t.Errorf("Check(%+v) = %v, want nothing", c, got)
		}
	}
	bad := Card{
		Phone: "позвоните", Address: strings.Repeat("я", MaxLine+1), Zone: "Mars", Currency: "XXX", Legal: Legal{Email: "Anna <a@b.ru>"},
		Hours: Hours{Week: [7]Span{3: {700, 600}}, Break: Span{0, 5000}, Exceptions: []Exception{
			{From: "2026-02-30", To: "2026-03-01"}, {From: "2026-03-02", To: "2026-03-01"}, {From: "2026-03-01", To: "2026-03-01", Why: strings.Repeat("я", 61)},
		}},
	}
	want := []spec.Problem{
		{Path: "/phone", Code: "bad_phone"}, {Path: "/address", Code: "too_long"}, {Path: "/zone", Code: "card_zone"}, {Path: "/currency", Code: "bad_currency"},
		{Path: "/email", Code: "card_email"}, {Path: "/day-3", Code: "card_hours"}, {Path: "/break", Code: "card_hours"},
		{Path: "/exception-0", Code: "card_day"}, {Path: "/exception-1", Code: "card_days"}, {Path: "/exception-2", Code: "too_long"},
	}
	got := bad.Check()
	if len(got) != len(want) {
		t.Fatalf("Check = %v, want %v", got, want)
	}
	for i, p := range got {
		if p.Path != want[i].Path || p.Code != want[i].Code {
			t.Errorf("problem %d = %s %s, want %s %s", i, p.Path, p.Code, want[i].Path, want[i].Code)
		}
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	c := Card{Phone: "+7 900", Address: "Ленина, 5", Zone: "Asia/Yekaterinburg", Hours: Hours{Week: week(t, "09:00-18:00", "", "")}}
	got := c.Variables("Кофейня", "ru", moment(t, "UTC", "2026-12-01 12:00"))
	for name, want := range map[string]string{"project": "Кофейня", "phone": "+7 900", "address": "Ленина, 5", "hours": "пн–пт 9:00–18:00, сб–вс выходной"} {
		if got[name] != want {
			t.Errorf("%s = %q, want %q", name, got[name], want)
		}
	}
}
