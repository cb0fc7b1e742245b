package project

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/internal/card"
	"botyard/internal/flow"
	"botyard/internal/rehearsal"
)

// walker goes every way through a template's bot.
type walker struct {
	*testing.T
	lang  string
	stage rehearsal.Stage
	// ran are the steps that were seen to run, sent counts submissions.
	ran  map[string]bool
	seen map[string]bool
	sent map[string]bool
}

var opened = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func walked(t *testing.T, template, lang string, closed bool) *walker {
	t.Helper()
	draft, err := fromTemplate(template, "Par", lang)
	if err != nil {
		t.Fatal(err)
	}
	about := rehearsal.About{Name: "Par", Lang: lang, Card: card.Card{Zone: "UTC", Phone: "+7 343 200-10-10", Address: "Ленина, 5"}}
	if closed {
		about.Card.Hours.Exceptions = []card.Exception{{From: "2026-01-01", To: "2026-12-31"}}
	}
	return &walker{
		T: t, lang: lang, stage: about.Stage(flow.Compile(draft.Scenarios, flow.Setting{}), draft.Scenarios),
		ran: map[string]bool{}, seen: map[string]bool{}, sent: map[string]bool{},
	}
}

// walk does a deed in a copy of the talk, and goes on from there every way
// that leads to something new.
func (w *walker) walk(talk rehearsal.Talk, d rehearsal.Deed, at time.Time, depth int) {
	w.Helper()
	raw, err := talk.Encode()
	if err != nil {
		w.Fatal(err)
	}
	next, err := rehearsal.Decode(raw)
	if err != nil {
		w.Fatal(err)
	}
	done := false
	if d.Do == "wait" {
		done = next.Skip(w.stage, at)
	} else {
		done = next.Do(w.stage, d, at)
	}
	if !done || depth > 400 {
		w.Fatalf("%s: %q cannot be done at depth %d", w.lang, d.Text, depth)
	}
	w.note(&next)
	next.Lines, next.Deeds = next.Lines[max(0, len(next.Lines)-6):], nil
	if key := where(&next); !w.seen[key] {
		w.seen[key] = true
		w.on(next, at.Add(time.Minute), depth+1)
	}
}

// where is what of a talk decides how it goes on: what is open, and the last
// words with their buttons.
func where(talk *rehearsal.Talk) string {
	last := ""
	for _, l := range talk.Lines {
		if l.Kind == rehearsal.Bot {
			last = fmt.Sprint(l.Post.Text, l.Post.Inline)
		}
	}
	return fmt.Sprint(talk.State.Steps(), last)
}

// on tries all that a visitor may do now.
func (w *walker) on(talk rehearsal.Talk, at time.Time, depth int) {
	for _, l := range slices.Backward(talk.Lines) {
		if l.Kind != rehearsal.Bot {
			continue
		}
		for _, row := range l.Post.Inline {
			for _, b := range row {
				w.walk(talk, rehearsal.Deed{Do: "press", Message: l.ID, Text: b.Data}, at, depth)
			}
		}
		break
	}
	for _, d := range talk.State.Open {
		if d.On == flow.OnQuestion {
			w.answer(talk, d.Step, at, depth)
		}
	}
	if _, waiting := talk.Waits(); waiting {
		w.walk(talk, rehearsal.Deed{Do: "wait"}, at, depth)
	}
}

// answer gives an open question a wrong answer and a right one.
func (w *walker) answer(talk rehearsal.Talk, step string, at time.Time, depth int) {
	q := w.stage.Scenarios.FindStep(step).Config.(*flow.Question)
	words := map[flow.FieldType]string{flow.TypeMoment: "05.12 19:00", flow.TypePhone: "+7 900 123-45-67", flow.TypeText: "Анна"}[q.Type]
	if words != "" {
		w.walk(talk, rehearsal.Deed{Do: "say", Text: words}, at, depth)
	}
	if q.Type != flow.TypeText {
		w.walk(talk, rehearsal.Deed{Do: "say", Text: "?!"}, at, depth)
	}
}

// note keeps what a turn ran and wrote, and complains of what must not be.
func (w *walker) note(talk *rehearsal.Talk) {
	for _, l := range talk.Lines {
		for _, s := range l.Steps {
			w.ran[s.Step] = true
		}
		if l.Code == "submission" {
			w.sent[l.Text] = true
			for _, v := range l.Values {
				if v.Value == "" || v.Title == "" {
					w.Errorf("%s: submission %s has an empty value: %+v", w.lang, l.Text, l.Values)
				}
			}
		}
		if l.Kind == rehearsal.Note && !slices.Contains([]string{"puzzled", "skipped"}, l.Code) {
			w.Errorf("%s: the bot complains: %s", w.lang, l.Code)
		}
		if l.Post != nil && strings.Contains(l.Post.Text, "  ") {
			w.Errorf("%s: a hole in %q", w.lang, l.Post.Text)
		}
	}
}

// TestCafeIsWalked goes every path of the café: every step runs, every button
// leads on, every submission is made.
func TestCafeIsWalked(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"ru", "en"} {
		for _, closed := range []bool{false, true} {
			t.Run(fmt.Sprint(lang, closed), func(t *testing.T) {
				t.Parallel()
				w := walked(t, "cafe", lang, closed)
				begin := rehearsal.Begin(rehearsal.Visitor{Name: "Анна", New: true})
				for _, words := range append([]string{"/start", "qwerty"}, w.words()...) {
					w.walk(begin, rehearsal.Deed{Do: "say", Text: words}, opened, 0)
				}
				for place := range w.stage.Scenarios.All() {
					other := map[bool]string{true: "open-now", false: "closed-now"}[closed]
					if id := place.Step.ID; !w.ran[id] && id != other {
						t.Errorf("step %s never runs", id)
					}
				}
				if len(w.sent) != 3 {
					t.Errorf("submissions = %v, want those of booking, review and question", w.sent)
				}
			})
		}
	}
}

// words are all commands and keywords.
func (w *walker) words() (words []string) {
	for _, s := range w.stage.Scenarios {
		for _, trigger := range s.Triggers {
			switch c := trigger.Config.(type) {
			case *flow.Command:
				words = append(words, "/"+c.Command)
			case *flow.Keyword:
				words = append(words, c.Words...)
			}
		}
	}
	return words
}

// TestTemplatesAreSound checks every template in both languages: no problem,
// no warning, and the same shape.
func TestTemplatesAreSound(t *testing.T) {
	t.Parallel()
	for name := range templates {
		shapes := map[string]string{}
		for _, lang := range []string{"ru", "en"} {
			draft, err := fromTemplate(name, "Par", lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range draft.check(func(string) bool { return true }) {
				t.Errorf("%s in %s: %s at %s", name, lang, p.Code, p.Path)
			}
			for place := range draft.Scenarios.All() {
				shapes[lang] += place.Path + " " + place.Step.ID + " " + place.Step.Kind + "\n"
			}
			raw, _ := json.Marshal(draft)
			if foreign := lang == "en" && strings.ContainsAny(string(raw), "абвгдежзиклмнопрстуфхцчшщыэюя"); foreign {
				t.Errorf("%s in English has Russian letters", name)
			}
		}
		if shapes["ru"] != shapes["en"] {
			t.Errorf("%s differs in shape:\n%s\n%s", name, shapes["ru"], shapes["en"])
		}
	}
}

func TestUnreadableTemplatesAreNone(t *testing.T) {
	t.Parallel()
	if _, err := fromTemplate("castle", "Par", "ru"); err == nil {
		t.Error("an unknown template gives no error")
	}
	got := inLanguage(map[string]any{"a": map[string]any{"ru": []any{"х"}, "en": "x"}, "b": map[string]any{"ru": "х"}}, "en")
	if want := "map[a:x b:map[ru:х]]"; fmt.Sprint(got) != want {
		t.Errorf("inLanguage = %v, want %s", got, want)
	}
}
