package spec

import (
	"strings"
	"testing"
)

func codes(problems []Problem) string {
	var all []string
	for _, p := range problems {
		all = append(all, p.Code+" "+p.Path)
	}
	return strings.Join(all, ", ")
}

func TestJoin(t *testing.T) {
	t.Parallel()
	if got, want := Join("/pages", 0, "a/b~c", "x"), "/pages/0/a~1b~0c/x"; got != want {
		t.Errorf("Join = %q, want %q", got, want)
	}
}

func TestBlocking(t *testing.T) {
	t.Parallel()
	warning, bad := Problem{Warning: true}, Problem{}
	if Blocking(nil) || Blocking([]Problem{warning}) || !Blocking([]Problem{warning, bad}) {
		t.Error("Blocking: want only problems that are no warnings to block")
	}
}

func TestCheckID(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, test := range []struct{ id, want string }{
		{"a1", ""}, {"a1", "duplicate_id /p/id"}, {"", "required /p/id"}, {"a b", "bad_id /p/id"}, {"ы", "bad_id /p/id"},
		{strings.Repeat("x", 41), "bad_id /p/id"}, {strings.Repeat("x", 40), ""}, {"a\n", "bad_id /p/id"}, {"A-_9", ""},
	} {
		if got := codes(CheckID(test.id, "/p", seen)); got != test.want {
			t.Errorf("CheckID(%q) = %q, want %q", test.id, got, test.want)
		}
	}
}

func TestCheckText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		s        string
		required bool
		want     string
	}{
		{"", false, ""}, {"", true, "required /p"}, {" \n", true, "required /p"}, {"ыыы", true, ""},
		{"ыыыы", true, "too_long /p"}, {"a\x00", true, "bad_character /p"},
	} {
		if got := codes(CheckText(test.s, "/p", test.required, 3)); got != test.want {
			t.Errorf("CheckText(%q, %v) = %q, want %q", test.s, test.required, got, test.want)
		}
	}
}

func TestCheckChoice(t *testing.T) {
	t.Parallel()
	if got := codes(CheckChoice("b", "/p", "a", "b")); got != "" {
		t.Errorf("CheckChoice(b) = %q, want none", got)
	}
	if got := codes(CheckChoice("c", "/p", "a", "b")); got != "not_a_choice /p" {
		t.Errorf("CheckChoice(c) = %q, want not_a_choice", got)
	}
}

func TestParseTarget(t *testing.T) {
	t.Parallel()
	for to, want := range map[string]string{
		"https://x.example/a?b#c": "url", "http://x": "url", "HTTPS://x": "url", "tel:+70000000000": "url", "tel:+7 (000) 000": "url",
		"mailto:a@b.example": "url", "tg://resolve?domain=x": "url", "https://пример.рф/": "url",
		"page:home": "page", "step:t1": "step", "scenario:s1": "scenario", "page:": "page",
		"": "", "https://": "", "https:x": "", "//x": "", "/x": "", "x": "", "javascript:alert(1)": "", "JavaScript:alert(1)": "",
		"java\tscript:alert(1)": "", " javascript:alert(1)": "", "data:text/html,x": "", "vbscript:x": "", "file:///etc/passwd": "",
		"ftp://x": "", "tel:": "", "mailto:": "", "https://a b": "", "https://x/a b": "", "https://x/\n": "", "blob:https://x": "",
		"https://x/" + strings.Repeat("a", 2048): "",
	} {
		if sort, _ := ParseTarget(to); sort != want {
			t.Errorf("ParseTarget(%.60q) = %q, want %q", to, sort, want)
		}
	}
	if sort, rest := ParseTarget("page:home"); sort != "page" || rest != "home" {
		t.Errorf("ParseTarget(page:home) = %q, %q, want page, home", sort, rest)
	}
}

func TestCompleteTarget(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"+7 (900) 000-00-00": "tel:+79000000000", "88000000000": "tel:88000000000", "112": "112", "+7\u00a0900\u00a0000‑00‑00": "tel:+79000000000", "(495) 000-00-00": "tel:4950000000", "127.0.0.1": "127.0.0.1",
		" a@b.example ": "mailto:a@b.example", "@par_cafe": "https://t.me/par_cafe", "@я": "@я",
		"x.example": "https://x.example", "пар.рф/меню": "https://пар.рф/меню", "t.me/par?start=a": "https://t.me/par?start=a",
		"x.example:8080/a": "https://x.example:8080/a", "https://x.example": "https://x.example", "page:home": "page:home",
		"javascript:alert(1)": "javascript:alert(1)", "слово": "слово", "два слова.рф": "два слова.рф", "": "", "scenario:s1": "scenario:s1",
	} {
		if got := CompleteTarget(typed); got != want {
			t.Errorf("CompleteTarget(%q) = %q, want %q", typed, got, want)
		}
	}
}

func FuzzCompleteTarget(f *testing.F) {
	for _, typed := range []string{"+7 900 000-00-00", "salon.ru", "mail@salon.ru", "t.me/salon", "@salon", "x.ru/\x00", "javascript:alert(1)", "a.b:80", " https://x ", "page:home"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		whole := CompleteTarget(typed)
		if again := CompleteTarget(whole); again != whole {
			t.Errorf("CompleteTarget(%q) = %q, want it whole: %q", typed, again, whole)
		}
		if whole != strings.TrimSpace(typed) && !SafeURL(whole) {
			t.Errorf("CompleteTarget(%q) = %q, want it safe or as typed", typed, whole)
		}
	})
}
