package flow

import (
	"strings"
	"testing"
	"time"
)

func TestExpression(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, text string
		want          bool
	}{
		{`^\d{3}$`, "123", true}, {`^\d{3}$`, "1234", false}, {"заказ", "мой ЗАКАЗ", true}, {"(", "(", false}, {"", "x", false},
		{strings.Repeat("a", maxPattern+1), strings.Repeat("a", 300), false}, {"x$", strings.Repeat("ю", 600) + "x", false}, {"x", strings.Repeat("ю", 500) + "x", true},
	} {
		e := said(tt.text)
		if got := (&Expression{Pattern: tt.pattern}).Matcher()(&e); got != tt.want {
			t.Errorf("%.20q matches %.20q = %v, want %v", tt.pattern, tt.text, got, tt.want)
		}
	}
}

func TestExpressionIsBounded(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`\d+`: "", "": "required /pattern", "[": "bad_pattern /pattern", strings.Repeat("я", 129): "too_long /pattern",
		"a{999}": "heavy_pattern /pattern", "(a{30}b){31}": "heavy_pattern /pattern", `(\pL{20}\pN{20}){25}`: "heavy_pattern /pattern", "a{1001}": "bad_pattern /pattern", "(a{500}){500}": "bad_pattern /pattern", "a{300}": "",
	} {
		if got := strings.Join(told((&Expression{Pattern: pattern}).Check("")), " "); got != want {
			t.Errorf("Check(%.30q) = %q, want %q", pattern, got, want)
		}
	}
	heavy := `{"kind":"expression","pattern":"a{900}"}`
	raw := `[` + scenario("s", onStart+","+strings.Repeat(heavy+",", 5)+heavy, message("t", `"x"`)) + `]`
	if got := strings.Join(told(Check(parsed(t, raw), "")), " "); got != "heavy_patterns /0/triggers/6/pattern" {
		t.Errorf("Check of six heavy patterns = %q, want the last refused", got)
	}
}

// TestWorstExpressionIsQuick has patterns at all bounds against a message made for them.
func TestWorstExpressionIsQuick(t *testing.T) {
	t.Parallel()
	x := &Expression{Pattern: `(x*y*x*y*x*y*x*y*z?){45}w`}
	if problems := x.Check(""); problems != nil {
		t.Fatalf("Check = %v, want a pattern at the bound", problems)
	}
	match := x.Matcher()
	e := said(strings.Repeat("xy", maxMessage))
	began := time.Now()
	match(&e)
	if took := time.Since(began); took > time.Second {
		t.Errorf("one message took %v, want less than a second", took)
	}
}

func TestDeepLink(t *testing.T) {
	t.Parallel()
	r := numbered(t, `{"kind":"command","command":"start"}`, `{"kind":"deep_link","payload":"promo"}`, `{"kind":"deep_link","payload":"tab","match":"prefix"}`, `{"kind":"fallback"}`, `{"kind":"command","command":"help"}`)
	for text, want := range map[string]string{
		"/start": "0", "/start promo": "1", "/start PROMO": "0", "/start promo2": "0", "/start table7": "2", "/Start@CoffeeBot promo": "1", "/start@TeaBot promo": "3", "promo": "3", "/help promo": "4",
	} {
		if got := answer(r, said(text)); got != want {
			t.Errorf("answer to %q = %q, want %q", text, got, want)
		}
	}
	for raw, want := range map[string]string{`{}`: "required /payload", `{"payload":"a b"}`: "bad_payload /payload", `{"payload":"a-B_9"}`: "", `{"payload":"a","match":"suffix"}`: "not_a_choice /match"} {
		item, problems := triggers.Decode([]byte(strings.Replace(`{"kind":"deep_link",`+strings.TrimPrefix(raw, "{"), ",}", "}", 1)), "")
		if problems != nil {
			t.Fatal(problems)
		}
		if got := strings.Join(told(item.Config.Check("")), " "); got != want {
			t.Errorf("Check(%s) = %q, want %q", raw, got, want)
		}
	}
}

func TestDeepLinkBreaksOutOfAQuestion(t *testing.T) {
	t.Parallel()
	c := newChat(t, compiled(t, `[`+scenario("s", onStart, `{"id":"q","kind":"question","text":"?","field":"f"}`)+`,`+scenario("d", `{"kind":"deep_link","payload":"promo"}`, message("t", `"Акция"`))+`]`))
	c.says("/start")
	c.says("/start promo")
	c.says("/unknown")
	if got, want := strings.Join(c.record, "|"), "bot: ? {Отмена}|bot: Акция"; got != want {
		t.Errorf("dialogue = %q, want %q", got, want)
	}
	c.says("/start")
	c.says("/unknown")
	if got := c.person.Data["f"]; got != "/unknown" {
		t.Errorf("kept %q, want the command that nothing knows", got)
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	file := func(kinds ...string) (c Content) {
		for _, k := range kinds {
			c.Files = append(c.Files, File{Kind: k, ID: "x"})
		}
		return c
	}
	sent := map[string]Content{
		"contact": {Contact: &Contact{Phone: "7"}}, "location": {Place: &Point{}}, "photo": file("photo"), "video": file("video"), "voice": file("voice"), "file": file("file"), "sticker": file("sticker"), "nothing": {},
	}
	for _, want := range []string{"any", "contact", "location", "photo", "video", "voice", "file"} {
		match := (&ContentTrigger{Content: want}).Matcher()
		for name, content := range sent {
			e := said("подпись")
			e.Content = content
			if got := match(&e); got != (name == want || want == "any" && name != "nothing") {
				t.Errorf("%s matches %s = %v", want, name, got)
			}
			if e.Kind = Pressed; match(&e) {
				t.Errorf("%s matches a press", want)
			}
		}
	}
	e := said("")
	e.Content = file("file", "photo")
	if !(&ContentTrigger{Content: "photo"}).Matcher()(&e) {
		t.Error("photo does not match an album with one")
	}
}

func TestOccasions(t *testing.T) {
	t.Parallel()
	r := numbered(t, `{"kind":"page","what":"order"}`, `{"kind":"page","what":"form","form":"b1"}`, `{"kind":"page"}`, `{"kind":"joined","what":"came_back"}`, `{"kind":"joined"}`, `{"kind":"fallback"}`)
	for _, tt := range []struct {
		name  string
		event Event
		want  string
	}{
		{"an order", Event{Kind: Submitted, Form: Form{ID: "b1", Order: true}}, "0"},
		{"the form", Event{Kind: Submitted, Form: Form{ID: "b1"}}, "1"},
		{"another form", Event{Kind: Submitted, Form: Form{ID: "b2"}}, "2"},
		{"back again", Event{Kind: Joined}, "3"},
		{"the first words", Event{First: true, Text: "привет"}, "4|5"},
		{"the next words", Event{Text: "привет"}, "5"},
	} {
		tt.event.ID, tt.event.Now = 1, noon
		if got := answer(r, tt.event); got != tt.want {
			t.Errorf("%s is answered %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestNewcomersQuestion is asked before what their first words would start.
func TestNewcomersQuestion(t *testing.T) {
	t.Parallel()
	c := newChat(t, compiled(t, `[`+scenario("s", onStart, message("t", `"Старт"`))+`,`+scenario("j", `{"kind":"joined"}`, `{"id":"q","kind":"question","text":"Как вас зовут?","field":"f"}`)+`]`))
	c.says("/start")
	c.says("Анна")
	c.says("/start")
	if got, want := strings.Join(c.record, "|"), "bot: Как вас зовут? {Отмена}|bot: Старт"; got != want {
		t.Errorf("dialogue = %q, want %q", got, want)
	}
}

func TestNotUnderstood(t *testing.T) {
	t.Parallel()
	r := numbered(t, onStart, `{"kind":"fallback"}`)
	for text, want := range map[string]bool{"/start": false, "что?": true, "/other": true} {
		if got := Advance(input(r, said(text))).NotUnderstood; got != want {
			t.Errorf("%q is not understood = %v, want %v", text, got, want)
		}
	}
	if got := Advance(input(numbered(t, onStart), said("что?"))); !got.NotUnderstood || len(got.Effects) > 0 {
		t.Errorf("without a fallback: %+v, want silence that is told of", got)
	}
}
