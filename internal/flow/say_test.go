package flow

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// played is what a script of lines leaves as a record, the script apart.
func played(t *testing.T, raw string, script ...string) string {
	t.Helper()
	c := newChat(t, compiled(t, raw))
	for _, line := range script {
		c.record = nil
		if !c.play(line) {
			t.Fatalf("%q is no line of a script", line)
		}
	}
	return strings.Join(c.record[1:], "|")
}

func TestFilesAndCaptions(t *testing.T) {
	t.Parallel()
	const photo, video, file, voice = `{"kind":"photo","key":"p"}`, `{"kind":"video","key":"v"}`, `{"kind":"file","key":"f"}`, `{"kind":"voice","key":"o"}`
	long := strings.Repeat("я", 1025)
	tests := []struct{ name, media, text, want string }{
		{"a caption", photo, "Подпись", "bot: [photo p] Подпись"},
		{"no caption", voice, "", "bot: [voice o]"},
		{"an invisible caption", photo, "\u200b", "bot: [photo p]"},
		{"the longest caption", photo, long[2:], "bot: [photo p] " + long[2:]},
		{"a text too long for a caption", photo, long, "bot: [photo p]|bot: " + long},
		{"an album", photo + "," + video, "Подпись", "bot: [photo p] [video v] Подпись"},
		{"an album of files", file + "," + file, "", "bot: [file f] [file f]"},
		{"what is no album comes one by one", photo + "," + file + "," + file, "Вот", "bot: [photo p]|bot: [file f] [file f] Вот"},
		{"voices come one by one", voice + "," + voice, "Вот", "bot: [voice o]|bot: [voice o] Вот"},
		{"what there is not", `{"kind":"photo"},{"kind":"hologram","key":"h"}`, "Вот", "bot: Вот"},
		{"too many", strings.TrimSuffix(strings.Repeat(photo+",", 12), ","), "", "bot:" + strings.Repeat(" [photo p]", maxAlbum)},
	}
	for _, tt := range tests {
		raw := `[` + scenario("s", onStart, `{"id":"t","kind":"message","text":`+quote(tt.text)+`,"media":[`+tt.media+`]}`) + `]`
		if got := played(t, raw, "person: /start"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestKeyboardStandsUnderTheLast(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("я", maxMessage) + "ю"
	menu := func(text, more string) string {
		return `[` + scenario("s", onStart, `{"id":"m","kind":"menu","text":`+quote(text)+`,`+more+`"buttons":[{"id":"b","label":"Да","steps":[`+message("t", `"Хорошо"`)+`]}]}`) + `]`
	}
	for _, tt := range []struct{ name, raw, want string }{
		{"a long text", menu(long, ""), "bot: " + long[:2*maxMessage] + "|bot: ю {Да}"},
		{"no text", menu("\u200b", ""), "bot: Выберите: {Да}"},
		{"a photo", menu("Меню", `"media":[{"kind":"photo","key":"p"}],`), "bot: [photo p] Меню {Да}"},
		{"a photo alone", menu("", `"media":[{"kind":"photo","key":"p"}],`), "bot: [photo p] {Да}"},
		{"a photo with a long text", menu(long[2:], `"media":[{"kind":"photo","key":"p"}],`), "bot: [photo p]|bot: " + long[2:] + " {Да}"},
		{"an album", menu("Меню", `"media":[{"kind":"photo","key":"p"},{"kind":"photo","key":"q"}],`), "bot: [photo p] [photo q]|bot: Меню {Да}"},
	} {
		if got := played(t, tt.raw, "person: /start"); got != tt.want {
			t.Errorf("%s: %.80q, want %.80q", tt.name, got, tt.want)
		}
	}
}

// TestPlaceOfTheMenu presses buttons under messages of each sort: a text takes
// the place of a text, a file of a file.
func TestPlaceOfTheMenu(t *testing.T) {
	t.Parallel()
	const photo = `"media":[{"kind":"photo","key":"p"}],`
	answers := map[string]string{
		"text":  message("t", `"Ответ"`),
		"photo": `{"id":"t","kind":"message",` + photo + `"text":"Ответ"}`,
		"voice": `{"id":"t","kind":"message","media":[{"kind":"voice","key":"o"}],"text":"Ответ"}`,
		"place": `{"id":"t","kind":"place","point":"1,2"}`,
	}
	tests := []struct{ menu, answer, where, want string }{
		{"", "text", "here", "bot edits 1: Ответ {‹ Назад}"},
		{"", "text", "new", "bot: Ответ {‹ Назад}"},
		{"", "photo", "here", "bot drops the buttons of 1|bot: [photo p] Ответ {‹ Назад}"},
		{photo, "photo", "here", "bot edits 1: [photo p] Ответ {‹ Назад}"},
		{photo, "text", "here", "bot drops the buttons of 1|bot: Ответ {‹ Назад}"},
		{photo, "voice", "here", "bot drops the buttons of 1|bot: [voice o] Ответ {‹ Назад}"},
		{"", "place", "here", "bot drops the buttons of 1|bot: [place 1 2 ] {‹ Назад}"},
	}
	for _, tt := range tests {
		raw := `[` + scenario("s", onStart, `{"id":"m","kind":"menu","text":"Меню",`+tt.menu+`"answer":"`+tt.where+`","buttons":[{"id":"b","label":"Да","steps":[`+answers[tt.answer]+`]}]}`) + `]`
		if got := played(t, raw, "person: /start", "presses: Да"); got != tt.want {
			t.Errorf("%s under a menu with %q: %q, want %q", tt.answer, tt.menu, got, tt.want)
		}
	}
}

// TestMessageThatCannotBeEdited is a press under a message that is too old.
func TestMessageThatCannotBeEdited(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", onStart, `{"id":"m","kind":"menu","text":"Меню","buttons":[{"id":"b","label":"Да","steps":[`+message("t", `"Ответ"`)+`]}]}`)+`]`)
	got := Advance(input(r, Event{ID: 1, Now: noon, Kind: Pressed, Button: "1:b"})).Effects
	want := []Effect{Send{Post{Text: "Ответ", Inline: [][]Button{{{Label: "‹ Назад", Data: "1:m"}}}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
}

func TestEnglishWords(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", onStart, `{"id":"q","kind":"question","text":"Mail?","type":"email","field":"f","title":"Mail","skip":true}`)+`]`)
	in := input(r, said("/start"))
	in.Project.Lang = "en"
	first := Advance(in)
	in.State, in.Event = first.State, said("no")
	got := append(first.Effects, Advance(in).Effects...)
	if want := "Mail? {Skip, Cancel}|" + wordsRetry[TypeEmail].EN + " {Skip, Cancel}"; shown(*posted(got[0]))+"|"+shown(*posted(got[1])) != want {
		t.Errorf("in English: %v, want %s", got, want)
	}
}

// TestOwnWords wants the bot's own words in both languages.
func TestOwnWords(t *testing.T) {
	t.Parallel()
	for typ := range answers {
		if w := wordsRetry[typ]; w.RU == "" || w.EN == "" {
			t.Errorf("no words for an answer that is no %s", typ)
		}
	}
	for _, o := range fieldTypes {
		if typ := FieldType(o.Value); typ != TypeChoice && answers[typ] == nil {
			t.Errorf("nothing reads a %s", typ)
		}
	}
}
