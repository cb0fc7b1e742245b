package lang

import (
	"context"
	"strings"
	"testing"
	"time"

	"botyard/internal/spec"
)

func in(l Lang) context.Context { return With(context.Background(), l) }

// nb writes "_" for the spaces that do not break.
func nb(s string) string {
	out := []rune(s)
	for i, r := range out {
		if r == '\u00a0' {
			out[i] = '_'
		}
	}
	return string(out)
}

func TestPlurals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		lang Lang
		n    int
		want string
	}{
		{RU, 0, "0 правок"}, {RU, 1, "1 правка"}, {RU, 2, "2 правки"}, {RU, 5, "5 правок"}, {RU, 11, "11 правок"},
		{RU, 21, "21 правка"}, {RU, 112, "112 правок"}, {RU, 1002, "1_002 правки"}, {RU, -1, "−1 правка"},
		{EN, 0, "0 edits"}, {EN, 1, "1 edit"}, {EN, 21, "21 edits"}, {EN, 1234567, "1,234,567 edits"},
	}
	for _, tt := range tests {
		if got := nb(N(in(tt.lang), "publish.edits", tt.n)); got != tt.want {
			t.Errorf("N(%s, %d) = %q, want %q", tt.lang.Code(), tt.n, got, tt.want)
		}
	}
}

func TestTextWithArgs(t *testing.T) {
	t.Parallel()
	if got, want := T(in(EN), "scenario.found_nothing", "words", "{words}"), "No scenario has the words “{words}”"; got != want {
		t.Errorf("T = %q, want %q: what is put in is not filled again", got, want)
	}
	if got, want := T(in(EN), "saved.at", Args{"time": "12:04"}), "Saved 12:04"; got != want {
		t.Errorf("T = %q, want %q", got, want)
	}
	if got, want := T(in(EN), "no.such_key"), "no.such_key"; got != want {
		t.Errorf("T = %q, want %q", got, want)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	tests := map[string]Lang{
		"": EN, "ru": RU, "ru-RU,ru;q=0.9,en;q=0.8": RU, "en-GB,en;q=0.9,ru;q=0.3": EN,
		"de, ru;q=0.5": RU, "ja": EN, "!!": EN, "uk": RU, "*": EN,
	}
	for accept, want := range tests {
		if accept == "uk" {
			continue // CLDR's distance decides, either is fair
		}
		if got := Match(accept); got != want {
			t.Errorf("Match(%q) = %s, want %s", accept, got.Code(), want.Code())
		}
	}
}

func TestFromWithoutLanguage(t *testing.T) {
	t.Parallel()
	if got := From(context.Background()); got != EN {
		t.Errorf("From = %s, want en", got.Code())
	}
	if _, known := Parse("de"); known {
		t.Error("Parse(de) is known, want not")
	}
	if got, known := Parse("ru"); !known || got != RU {
		t.Errorf("Parse(ru) = %s, %t, want ru", got.Code(), known)
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("MSK+2", 5*60*60)
	now := time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC) // 1 December, 01:00 there
	ctx := WithClock(in(RU), zone, now)
	tests := map[string]struct {
		at   time.Time
		want string
	}{
		"today":     {now.Add(-30 * time.Minute), "сегодня в_00:30"},
		"yesterday": {now.Add(-2 * time.Hour), "вчера в_23:00"},
		"earlier":   {now.AddDate(0, 0, -3), "28_ноября в_01:00"},
		"last year": {now.AddDate(-1, 0, 0), "1_декабря 2025 в_01:00"},
	}
	for name, tt := range tests {
		if got := nb(Moment(ctx, tt.at)); got != tt.want {
			t.Errorf("%s: Moment = %q, want %q", name, got, tt.want)
		}
	}
	if got, want := nb(Date(WithClock(in(EN), nil, now), now)), "30_November"; got != want {
		t.Errorf("Date = %q, want %q", got, want)
	}
}

func TestProblem(t *testing.T) {
	t.Parallel()
	p := spec.Problem{Code: "too_long", Args: map[string]any{"n": 5012, "max": 4096}}
	if got, want := Problem(in(EN), p), "Too long: 5,012 characters, 4,096 fit"; got != want {
		t.Errorf("Problem = %q, want %q", got, want)
	}
	if got, want := Problem(in(EN), spec.Problem{Code: "new_one"}), "Something is wrong here"; got != want {
		t.Errorf("Problem = %q, want %q", got, want)
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	if got := Sample(in(RU), "first_name") + Sample(in(RU), "unheard"); got != "Аннаunheard" {
		t.Errorf("Sample = %q, want a name, and what is unheard as it is", got)
	}
	if got := Variable(in(RU), "unheard"); got != "unheard" {
		t.Errorf("Variable = %q, want the name itself", got)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	w := spec.Words{RU: "Да", EN: "Yes"}
	if got := Words(in(RU), w) + Words(in(EN), w); got != "ДаYes" {
		t.Errorf("Words = %q, want both in turn", got)
	}
}

func TestBindShort(t *testing.T) {
	t.Parallel()
	if got, want := nb(bindShort("Он и в лесу — с ним не по пути")), "Он и_в_лесу_— с_ним не_по_пути"; got != want {
		t.Errorf("bindShort = %q, want %q", got, want)
	}
}

func TestCountedProblemsAgree(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "1 знак,", 4002: "4\u00a0002 знака,", 4100: "4\u00a0100 знаков,"} {
		p := spec.Problem{Code: "too_long", Args: Args{"n": n, "max": 4000}}
		if got := Problem(With(context.Background(), RU), p); !strings.Contains(got, want) || strings.Contains(got, "|") {
			t.Errorf("Problem = %q, want %q in it, and no other form", got, want)
		}
	}
}
