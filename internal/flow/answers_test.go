package flow

import (
	"strings"
	"testing"

	"botyard/internal/richtext"
)

// reads are what people send to a question of a type, and what is kept; "" is
// asked again.
var reads = []struct {
	typ        FieldType
	said, kept string
}{
	{TypeText, "  да, хочу \n", "да, хочу"}, {TypeText, " \u200b\n", ""},
	{TypeNumber, "12", "12"}, {TypeNumber, " 1 250,50 ", "1250.5"}, {TypeNumber, "1\u00a0250.00", "1250"}, {TypeNumber, "+7", "7"},
	{TypeNumber, "−3", "-3"}, {TypeNumber, "-0,0", "0"}, {TypeNumber, "007", "7"}, {TypeNumber, "0", "0"},
	{TypeNumber, "12 шт", ""}, {TypeNumber, "1,2,3", ""}, {TypeNumber, "1e9", ""}, {TypeNumber, "", ""}, {TypeNumber, strings.Repeat("9", 16), ""}, {TypeNumber, "NaN", ""},
	{TypeEmail, " anna@example.ru ", "anna@example.ru"}, {TypeEmail, "а@почта.рф", "а@почта.рф"}, {TypeEmail, "anna@example", ""},
	{TypeEmail, "anna example.ru", ""}, {TypeEmail, "a@b@c.ru", ""}, {TypeEmail, "<a@b.ru>", ""}, {TypeEmail, strings.Repeat("a", 60) + "@" + strings.Repeat("b", 200) + ".ru", ""},
	{TypePhone, "8 (900) 123-45-67", "+79001234567"}, {TypePhone, "+7 900 123 45 67", "+79001234567"}, {TypePhone, "9001234567", "+79001234567"},
	{TypePhone, "+44 20 7946 0000", "+442079460000"}, {TypePhone, "112", ""}, {TypePhone, "позвоните", ""}, {TypePhone, "+8 900 123 45 67", "+89001234567"},
	{TypePhone, "++79001234567", ""}, {TypePhone, strings.Repeat("1", 16), ""},
	{TypeDate, "сегодня", "2026-12-07"}, {TypeDate, "Завтра", "2026-12-08"}, {TypeDate, "послезавтра", "2026-12-09"},
	{TypeDate, "25.12", "2026-12-25"}, {TypeDate, "7.12", "2026-12-07"}, {TypeDate, "6.12", "2027-12-06"}, {TypeDate, "1/2", "2027-02-01"},
	{TypeDate, "12.05.2027", "2027-05-12"}, {TypeDate, "12.05.27", "2027-05-12"}, {TypeDate, "01.02.90", "1990-02-01"}, {TypeDate, "2027-5-1", "2027-05-01"},
	{TypeDate, "25 декабря", "2026-12-25"}, {TypeDate, "1 мая 2027 г.", "2027-05-01"}, {TypeDate, "3 Feb", "2027-02-03"},
	{TypeDate, "31.02", ""}, {TypeDate, "29.02.2027", ""}, {TypeDate, "29.02.2028", "2028-02-29"}, {TypeDate, "32.01", ""}, {TypeDate, "5 дней", ""}, {TypeDate, "", ""}, {TypeDate, "0.0.0000", ""},
	{TypeMoment, "завтра в 18:30", "2026-12-08T18:30"}, {TypeMoment, "25.12, 9.05", "2026-12-25T09:05"}, {TypeMoment, "25 декабря 2026 10:00", "2026-12-25T10:00"},
	{TypeMoment, "tomorrow at 7:00", "2026-12-08T07:00"}, {TypeMoment, "в 18:30", ""}, {TypeMoment, "завтра", ""}, {TypeMoment, "завтра 25:00", ""}, {TypeMoment, "", ""},
	{TypeLocation, "где-то", ""}, {TypeFile, "вот", ""},
}

func TestAnswersAreRead(t *testing.T) {
	t.Parallel()
	for _, tt := range reads {
		e := said(tt.said)
		got, ok := answers[tt.typ](&e)
		if ok != (tt.kept != "") || ok && got != tt.kept {
			t.Errorf("%s %q is kept as %q, %v, want %q", tt.typ, tt.said, got, ok, tt.kept)
		}
	}
}

func TestContentIsRead(t *testing.T) {
	t.Parallel()
	long := File{Kind: "photo", ID: strings.Repeat("x", 1000)}
	for _, tt := range []struct {
		typ     FieldType
		content Content
		kept    string
	}{
		{TypePhone, Content{Contact: &Contact{Phone: "79001234567"}}, "+79001234567"},
		{TypePhone, Content{Contact: &Contact{Phone: "+1 555"}}, ""},
		{TypeLocation, Content{Place: &Point{55.7512, -37.5}}, "55.751200,-37.500000"},
		{TypeLocation, Content{Place: &Point{91, 0}}, ""},
		{TypeFile, Content{Files: []File{{Kind: "photo", ID: "a"}, {Kind: "file", ID: "b"}}}, "photo:a\nfile:b"},
		{TypeFile, Content{Files: []File{long, long, long, long, long}}, strings.TrimSuffix(strings.Repeat("photo:"+long.ID+"\n", 4), "\n")},
		{TypeFile, Content{Files: []File{{Kind: "file", ID: strings.Repeat("x", MaxValue)}}}, ""},
	} {
		e := said("")
		e.Content = tt.content
		got, ok := answers[tt.typ](&e)
		if ok != (tt.kept != "") || ok && got != tt.kept {
			t.Errorf("%s of %.60v is kept as %.60q, %v, want %.60q", tt.typ, tt.content, got, ok, tt.kept)
		}
	}
}

func TestValuesAreShown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typ        FieldType
		kept, want string
	}{
		{TypeNumber, "1250.5", "1250,5"}, {TypeNumber, "1234567", "1\u00a0234\u00a0567"}, {TypeNumber, "-12500", "−12\u00a0500"}, {TypeNumber, "много", "много"}, {TypeNumber, "", ""},
		{TypeDate, "2026-12-25", "25.12.2026"}, {TypeDate, "скоро", "скоро"}, {TypeMoment, "2026-12-25T09:05", "25.12.2026 09:05"},
		{TypeFile, "photo:a\nfile:b", "📎 2"}, {TypeFile, "", ""}, {TypeText, "<b>", "<b>"}, {"", "как есть", "как есть"},
	} {
		if got := (Field{Type: tt.typ}).Shown(tt.kept); got != tt.want {
			t.Errorf("%s %q is shown as %q, want %q", tt.typ, tt.kept, got, tt.want)
		}
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"": false, " \n\t": false, "\u200b\ufeff\u2060": false, "\u3164": false, "\u2800": false, "\u00ad": false, "\u0301": false, "\ufe0f": false,
		"a": true, ".": true, "👍": true, "\u200ba": true, "\xff": true,
	} {
		if got := richtext.Visible(s); got != want {
			t.Errorf("richtext.Visible(%q) = %v, want %v", s, got, want)
		}
	}
}

func FuzzAnswers(f *testing.F) {
	for _, tt := range reads {
		f.Add(tt.said)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := said(text)
		for typ, read := range answers {
			value, ok := read(&e)
			if !ok {
				continue
			}
			(Field{Type: typ}).Shown(value)
			again := said(value)
			if second, ok := read(&again); (typ == TypeNumber || typ == TypePhone || typ == TypeDate) && (!ok || second != value) {
				t.Errorf("%s %q is kept as %q, which is read as %q, %v", typ, text, value, second, ok)
			}
			if _, ok := moment(value, e.Now.Location()); !ok && (typ == TypeDate || typ == TypeMoment) {
				t.Errorf("%s %q is kept as %q, which is no moment", typ, text, value)
			}
		}
	})
}
