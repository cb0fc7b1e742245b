package flow

import (
	"math"
	"strings"
	"testing"
)

func TestPressData(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 40)
	for _, p := range []press{
		{1, "b1", ""}, {0, "m", ""}, {math.MaxInt32, long, ""}, {math.MaxInt32, long, "cancel"}, {12, "", startPart}, {3, "q-_", "49"},
	} {
		data := p.String()
		if got, ok := parsePress(data); !ok || got != p || len(data) > maxData {
			t.Errorf("parsePress(%q) = %+v, %v, want %+v within %d bytes", data, got, ok, p, maxData)
		}
	}
	for _, data := range []string{"", "b1", "x:b1", "1.5:b", "99999999999:b", "1:" + strings.Repeat("x", 64), " 1:b"} {
		if got, ok := parsePress(data); ok {
			t.Errorf("parsePress(%q) = %+v, want a refusal", data, got)
		}
	}
}

// TestForgedPresses presses what no keyboard showed: a client may send any data.
func TestForgedPresses(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", onStart, message("t1", `"Старт"`)+`,{"id":"m1","kind":"menu","text":"Меню","buttons":[
		{"id":"b1","label":"Да","steps":[{"id":"g1","kind":"tag","tag":"оплачено"},`+message("t2", `"Ответ"`)+`]},{"id":"b2","label":"Сайт","to":"https://par.example/"},{"id":"b3","label":" ","to":"page:x"}]},
		{"id":"r1","kind":"rating","text":"?","low":"Жаль","high":"Ура"}`)+`]`)
	const outdated = "Это меню обновилось.|Старт|Меню"
	for data, want := range map[string]string{
		"1:b1": "Ответ|?", "1:m1": "Меню", "1:.start": "Старт|Меню", "7:b1": "Ответ|?", "1:b2": "Сайт",
		"1:t2": outdated, "1:g1": outdated, "1:b1.x": outdated, "1:m1.b1": "Ответ|?", "1:r1.9": outdated, "1:r1": outdated, "1:b3": outdated, "": outdated, "1:": outdated, ":": outdated, "1:.x": outdated,
	} {
		e := Event{ID: 1, Now: noon, Kind: Pressed, Button: data}
		if got := answer(r, e); got != want {
			t.Errorf("a press of %q is answered %q, want %q", data, got, want)
		}
	}
}

// TestOtherReleasesAnswer presses an answer of the same question in another release.
func TestOtherReleasesAnswer(t *testing.T) {
	t.Parallel()
	c := newChat(t, compiled(t, `[`+scenario("s", onStart, `{"id":"q","kind":"question","text":"?","type":"choice","options":[{"label":"Да"}],"field":"f"}`)+`]`))
	c.says("/start")
	c.presses("2:q.0")
	if got := c.person.Data["f"]; got != "" {
		t.Errorf("kept %q, want nothing", got)
	}
	c.presses("1:q.7")
	c.presses("1:q.0")
	if got := c.person.Data["f"]; got != "Да" {
		t.Errorf("kept %q, want Да", got)
	}
}

// TestWayBackFromAnotherScenario starts one from outside: only what a single
// menu leads to has a way back.
func TestWayBackFromAnotherScenario(t *testing.T) {
	t.Parallel()
	menu := func(id, button string) string {
		return `{"id":"` + id + `","kind":"menu","text":"Меню","buttons":[{"id":"` + button + `","label":"Да","to":"scenario:u"}]}`
	}
	for more, want := range map[string]string{"": "bot: О нас {‹ Назад}", `,{"id":"j","kind":"condition","yes":[` + menu("m2", "b2") + `]}`: "bot: О нас"} {
		raw := `[` + scenario("s", onStart, menu("m1", "b1")+more) + `,` + scenario("u", "", message("t", `"О нас"`)) + `]`
		if got := played(t, raw, "led: scenario:u"); got != want {
			t.Errorf("with %q more: %q, want %q", more, got, want)
		}
	}
}

func TestButtonTrigger(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", onStart, `{"id":"m1","kind":"menu","text":"Меню","buttons":[{"id":"b1","label":"Да"},{"id":"b2","label":"Нет","steps":[`+message("t1", `"Свой"`)+`]}]}`)+`,`+
		scenario("u", `{"kind":"button","button":"b1"},{"kind":"button","button":"b2"},{"kind":"button","button":"old"}`, message("t2", `"По кнопке"`))+`]`)
	for data, want := range map[string]string{"1:b1": "По кнопке", "1:b2": "Свой", "0:old": "По кнопке", "1:b9": "Это меню обновилось.|Меню"} {
		if got := answer(r, Event{ID: 1, Now: noon, Kind: Pressed, Button: data}); got != want {
			t.Errorf("a press of %q is answered %q, want %q", data, got, want)
		}
	}
}
