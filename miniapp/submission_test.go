package miniapp

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// filled are good answers to every field of form.
func filled() map[string]string {
	return map[string]string{
		"name": " Анна  Петрова ", "phone": "+7 (900) 000-00-00", "email": " a@b.example ", "topic": "Стол", "text": "а\r\nб\n", "guests": "2,5",
		"day": "2026-12-31", "hour": "18:30:00", "hall": "Большой", "news": "on", "agree": "on", "stranger": "x",
	}
}

func TestSubmitForm(t *testing.T) {
	t.Parallel()
	m := onPage(t, form)
	got, problems, err := m.Submit("home.b", Input{Values: filled(), Lines: []Line{{"tea", 1}}})
	if problems != nil || err != nil {
		t.Fatalf("Submit = %v, %v, want neither", problems, err)
	}
	want := Submission{Form: "home.b", Kind: "form", Title: "Запись", Fields: []Value{
		{"name", "Как вас зовут", "name", "Анна Петрова"}, {"phone", "Телефон", "phone", "+79000000000"}, {"email", "Почта", "email", "a@b.example"},
		{"topic", "Тема", "short", "Стол"}, {"text", "Вопрос", "long", "а\nб"}, {"guests", "Сколько вас", "number", "2.5"}, {"day", "День", "date", "2026-12-31"},
		{"hour", "Час", "time", "18:30"}, {"hall", "Зал", "choice", "Большой"}, {"news", "Присылать новости", "checkbox", "on"}, {"agree", "Согласен на обработку данных", "consent", "on"},
	}, Consent: &Consent{Label: "Согласен на обработку данных", To: "page:home", Version: got.Consent.Version}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Submit (-want +got):\n%s", diff)
	}
}

func TestSubmitRefusals(t *testing.T) {
	t.Parallel()
	m := onPage(t, form)
	for _, test := range []struct{ name, value, want string }{
		{"name", " \u00a0", "required /values/name"},
		{"name", strings.Repeat("ы", nameMax+1), "too_long /values/name"},
		{"name", "a\x00", "bad_character /values/name"},
		{"phone", "12", "bad_phone /values/phone"},
		{"phone", "позвоните", "bad_phone /values/phone"},
		{"email", "a@b", "bad_email /values/email"},
		{"email", "a b@c.example", "bad_email /values/email"},
		{"email", "", ""},
		{"guests", "два", "not_a_number /values/guests"},
		{"guests", "NaN", "not_a_number /values/guests"},
		{"guests", "0x10", "not_a_number /values/guests"},
		{"guests", "1e999", "not_a_number /values/guests"},
		{"guests", "-3", ""},
		{"day", "31.12.2026", "bad_date /values/day"},
		{"day", "2026-02-30", "bad_date /values/day"},
		{"hour", "25:00", "bad_time /values/hour"},
		{"hall", "Средний", "not_a_choice /values/hall"},
		{"hall", "", ""},
		{"news", "yes", "bad_tick /values/news"},
		{"agree", "", "consent_required /values/agree"},
		{"agree", "off", "bad_tick /values/agree"},
	} {
		in := Input{Values: filled()}
		in.Values[test.name] = test.value
		if _, problems, err := m.Submit("home.b", in); codes(problems) != test.want || err != nil {
			t.Errorf("Submit(%s = %q) = %q, %v, want %q", test.name, test.value, codes(problems), err, test.want)
		}
	}
	_, problems, _ := m.Submit("home.b", Input{})
	if want := "required /values/name, required /values/phone, consent_required /values/agree"; codes(problems) != want {
		t.Errorf("Submit(nothing) = %q, want %q", codes(problems), want)
	}
	for _, form := range []string{"", "home", "home.x", "other.b", "b", "home.b.c"} {
		if _, _, err := m.Submit(form, Input{Values: filled()}); !errors.Is(err, ErrNoForm) {
			t.Errorf("Submit(%q) = %v, want ErrNoForm", form, err)
		}
	}
	text := onPage(t, samples["text"][0])
	if _, _, err := text.Submit("home.b", Input{}); !errors.Is(err, ErrNoForm) {
		t.Errorf("Submit to a text = %v, want ErrNoForm", err)
	}
}

func TestSubmitOrder(t *testing.T) {
	t.Parallel()
	m := onPage(t, order)
	values := map[string]string{"name": "Анна", "phone": "+79000000000", "consent": "on"}
	got, problems, err := m.Submit("home.b", Input{Values: values, Lines: []Line{{"latte/l", 2}, {"cake", 1}}})
	if problems != nil || err != nil {
		t.Fatalf("Submit = %v, %v, want neither", problems, err)
	}
	want := Submission{Form: "home.b", Kind: "order", Title: "Ваш заказ", Total: 183100, Currency: "RUB",
		Fields:  []Value{{"name", "Имя", "name", "Анна"}, {"phone", "Телефон", "phone", "+79000000000"}, {"consent", "Согласен на обработку персональных данных", "consent", "on"}},
		Lines:   []OrderLine{{"latte/l", "Латте", "Большой", 29050, 2, 58100}, {"cake", "Чизкейк", "", 125000, 1, 125000}},
		Consent: &Consent{Label: "Согласен на обработку персональных данных", To: "page:home", Version: got.Consent.Version},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Submit (-want +got):\n%s", diff)
	}
	_, problems, _ = m.Submit("home.b", Input{Values: map[string]string{"phone": "x", "consent": "on"}, Lines: []Line{{"raf", 1}}})
	if want := "required /values/name, bad_phone /values/phone, not_sold /lines/0"; codes(problems) != want {
		t.Errorf("Submit(wrong) = %q, want %q", codes(problems), want)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	c := parseShop(t)
	many := make([]Line, linesMost+1)
	for _, test := range []struct {
		lines []Line
		total int64
		want  string
	}{
		{[]Line{{"tea", 1}}, 15000, ""},
		{[]Line{{"tea", 99}, {"latte/s", 1}}, 15000*99 + 24000, ""},
		{nil, 0, "empty_order /lines"},
		{many, 0, "too_many /lines"},
		{[]Line{{"tea", 0}}, 0, "bad_quantity /lines/0"},
		{[]Line{{"tea", 100}, {"cake", -1}}, 0, "bad_quantity /lines/0, bad_quantity /lines/1"},
		{[]Line{{"tea", 1}, {"tea", 2}}, 0, "duplicate_line /lines/1"},
		{[]Line{{"coffee", 1}}, 0, "not_sold /lines/0"},
		{[]Line{{"latte", 1}}, 0, "not_sold /lines/0"},
		{[]Line{{"latte/x", 1}}, 0, "not_sold /lines/0"},
		{[]Line{{"tea/s", 1}}, 0, "not_sold /lines/0"},
		{[]Line{{"", 1}}, 0, "not_sold /lines/0"},
	} {
		got, problems := Order(c, test.lines)
		if codes(problems) != test.want || got.Total != test.total {
			t.Errorf("Order(%.80v) = %d, %q, want %d, %q", test.lines, got.Total, codes(problems), test.total, test.want)
		}
		for _, p := range problems {
			if name, named := p.Args["name"]; strings.HasPrefix(p.Path, "/lines/") && (!named || name == "" && test.lines[0].Item != "") {
				t.Errorf("Order(%v) = %+v, want the name of what is wrong", test.lines, p)
			}
		}
	}
}

// TestConsentVersion changes with the sentence and with the page that it leads to.
func TestConsentVersion(t *testing.T) {
	t.Parallel()
	version := func(label, title string) string {
		m := onPage(t, strings.ReplaceAll(order, `"page:home"`, `"page:other","consent":"`+label+`"`))
		m.Pages[1].Title = title
		s, problems, err := m.Submit("home.b", Input{Values: map[string]string{"name": "A", "phone": "12345", "consent": "on"}, Lines: []Line{{"tea", 1}}})
		if problems != nil || err != nil {
			t.Fatalf("Submit = %v, %v, want neither", problems, err)
		}
		return s.Consent.Version
	}
	same, again, words, page := version("Да", "А"), version("Да", "А"), version("Нет", "А"), version("Да", "Б")
	if same != again || same == words || same == page || len(same) != 64 {
		t.Errorf("versions = %s, %s, %s, %s, want the first two the same, of 64 digits", same, again, words, page)
	}
}

func TestCheckForm(t *testing.T) {
	t.Parallel()
	m := onPage(t, order)
	_, block, _ := m.Pages.Form("home.b")
	kept, problems := m.CheckForm(block, map[string]string{"name": "Анна", "time": "9"})
	if want := "required /values/phone, bad_time /values/time, consent_required /values/consent"; codes(problems) != want || len(kept) != 1 {
		t.Errorf("CheckForm = %v, %q, want one value, %q", kept, codes(problems), want)
	}
	if kept, problems := m.CheckForm(decodeBlock(t, samples["text"][0]), nil); kept != nil || problems != nil {
		t.Errorf("CheckForm(text) = %v, %v, want nothing", kept, problems)
	}
}
