package handlers

import (
	"botyard/internal/flow"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// author is a browser of somebody with a new project, whose editor offers
// every kind.
type author struct {
	*browser
	home, scenario string
}

func newAuthor(t *testing.T) author {
	t.Helper()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	home := w.newProject("Café")
	return author{w, home, home + "/bot/scenarios/s1"}
}

// adds inserts a step at the end of a list, and gives its id.
func (e author) adds(kind, list string) string {
	e.t.Helper()
	screen := e.post(e.scenario+"/steps", "kind", kind, "list", list).wants(http.StatusSeeOther).Header.Get("Location")
	_, id, _ := strings.Cut(screen, "#step-")
	return id
}

// button adds one to a menu, and gives the name of its list.
func (e author) button(menu, label string) string {
	e.t.Helper()
	screen, _, _ := strings.Cut(e.post(e.scenario+"/steps/"+menu+"/buttons", "label", label).wants(http.StatusSeeOther).Header.Get("Location"), "#")
	a := e.get(screen)
	key := a.find(".key").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.TrimSpace(s.Find(".key-label").Text()) == label
	})
	id := strings.TrimPrefix(key.AttrOr("id", ""), "key-level-"+menu+"-")
	if key.Length() != 1 {
		e.t.Fatalf("%d buttons are called %q, want one", key.Length(), label)
	}
	return menu + "." + id
}

func (e author) draft() string { return e.get(e.home + "/draft").wants(http.StatusOK).body }

func TestStepsAreSavedAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	step := e.scenario + "/steps/t1"
	revision := e.get(e.scenario+"?step=t1").find("#s-t1-form input[name=revision]").AttrOr("value", "")
	a := e.typing().post(step, "revision", revision, "f.text", "Hello, *[First name]*!").wants(http.StatusOK)
	next := a.find("input[name=revision]").AttrOr("value", "")
	if next == revision || next == "" || a.find("#publication").Length() == 0 || a.find("#undo[disabled]").Length() != 0 {
		t.Errorf("reply = %s, want a new revision, the publish button and the way back", a.body)
	}
	if got := e.get(e.scenario + "?step=t1").find("#s-t1-text").Text(); got != "Hello, *[First name]*!" {
		t.Errorf("text = %q, want what was typed", got)
	}
	if got := e.draft(); !strings.Contains(got, `{"bold":[{"var":"first_name"}]}`) {
		t.Errorf("draft = %s, want the variable in bold", got)
	}
	e.typing().post(step, "revision", next, "f.text", "").wants(http.StatusOK)
	e.post(step, "f.text", "").wants(http.StatusUnprocessableEntity).has("#s-t1-text[aria-invalid=true]")
	long := strings.Repeat("ы", 5_000)
	a = e.typing().post(step, "f.text", long).wants(http.StatusOK)
	if got := a.find("#s-t1-text-mistake").Text(); !strings.Contains(got, "4,096") || a.find("#to-mend li").Length() == 0 {
		t.Errorf("the mistake = %q, want Telegram's limit, and it among what is to be mended", got)
	}
	if got := e.post(step, "f.text", long+"ы").wants(http.StatusUnprocessableEntity).find("#s-t1-text").Text(); got != long+"ы" {
		t.Errorf("text = %d bytes, want what was typed", len(got))
	}
	e.post(e.scenario+"/steps/none", "f.text", "x").wants(http.StatusNotFound)
	e.post(e.home+"/bot/scenarios/none/steps/t1", "f.text", "x").wants(http.StatusNotFound)
}

func TestStaleStepShowsBothTexts(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	step := e.scenario + "/steps/t1"
	revision := e.get(e.scenario+"?step=t1").find("#s-t1-form input[name=revision]").AttrOr("value", "")
	e.typing().post(step, "revision", revision, "f.text", "from one tab").wants(http.StatusOK)
	a := e.typing().post(step, "revision", revision, "f.text", "from the other").wants(http.StatusConflict)
	if !strings.Contains(a.body, "from one tab") || !strings.Contains(a.body, "from the other") {
		t.Errorf("conflict = %s, want both texts", a.body)
	}
	e.post(step, "revision", revision, "f.text", "from the other").wants(http.StatusConflict).has("h1")
	mine := formOf(a, "form")
	e.post(step, mine...).wants(http.StatusSeeOther)
	if got := e.get(e.scenario + "?step=t1").find("#s-t1-text").Text(); got != "from the other" {
		t.Errorf("text = %q, want the one that was chosen", got)
	}
}

// TestMenuOfMenus builds six buttons with three each beneath them, and walks
// through them as a phone does.
func TestMenuOfMenus(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	menu := e.adds("menu", "")
	var inner string
	for _, label := range []string{"Menu", "Prices", "Address", "Hours", "Delivery", "Contacts"} {
		list := e.button(menu, label)
		if e.get(e.scenario+"?at="+list).find(".level-here .step").Length() != 1 {
			t.Fatalf("%s has no empty answer beneath it", label)
		}
		inner = e.adds("menu", list)
		for _, more := range []string{"One", "Two", "Three"} {
			e.button(inner, label+" "+more)
		}
		a := e.get(e.scenario + "?at=" + list)
		if got := a.find(".level-here > .step").Length(); got != 1 {
			t.Errorf("%s has %d steps, want the menu in place of the empty answer", label, got)
		}
		if got := a.find(".level-here .branch .key").Length(); got != 3 {
			t.Errorf("%s has %d buttons beneath, want 3", label, got)
		}
		if got := strings.Join(strings.Fields(a.find("#crumbs").Text()), " "); got != "Greeting"+label {
			t.Errorf("crumbs = %q, want the way to %s", got, label)
		}
	}
	a := e.get(e.scenario)
	if got := a.find("#outline .branch .branch").Length(); got != 18+6 {
		t.Errorf("%d buttons two levels deep, want 18 and six places to add one", got)
	}
	if strings.Contains(a.find("main").Text(), menu) || strings.Contains(a.find("main").Text(), inner) {
		t.Error("somebody sees an id")
	}
}

func TestUndoSurvivesAReload(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	step := e.scenario + "/steps/t1"
	before := e.draft()
	e.typing().post(step, "f.text", "One").wants(http.StatusOK)
	e.typing().post(step, "f.text", "One two").wants(http.StatusOK)
	second := e.draft()
	added := e.adds("message", "")
	e.post(e.scenario + "/steps/" + added + "/removal").wants(http.StatusSeeOther)
	toast := formOf(e.get(e.scenario), "#toast form")
	turn := func(to string) *answer {
		return e.post(e.home+"/bot/history", "to", to, "next", e.scenario).goesTo(e.scenario)
	}
	turn("undo")
	turn("undo")
	if got := e.draft(); got != second {
		t.Errorf("after two undos the draft is %s, want %s", got, second)
	}
	e.get(e.scenario).has("#redo:not([disabled])")
	turn("undo")
	if got := e.draft(); got != before {
		t.Errorf("what was typed in one go is not one edit: %s", got)
	}
	e.get(e.scenario).has("#undo[disabled]")
	turn("redo")
	if got := e.draft(); got != second {
		t.Errorf("after a redo the draft is %s, want %s", got, second)
	}
	e.post(e.home+"/bot/history", toast...).wants(http.StatusSeeOther)
	if got := e.draft(); got != second {
		t.Errorf("a stale toast undid another edit: %s", got)
	}
	e.adds("message", "")
	e.get(e.scenario).has("#redo[disabled]")
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	bot := e.home + "/bot"
	e.get(bot + "?add").has("#goal-request")
	screen := e.post(bot+"/scenarios", "goal", "request").wants(http.StatusSeeOther).Header.Get("Location")
	a := e.get(screen)
	if got := a.find("#outline .step").Length(); got != 3 || a.find("#to-mend").Text() != "" && a.find("#to-mend li").Length() != 1 {
		t.Errorf("a request has %d steps and %q to mend, want three steps that are ready", got, a.find("#to-mend").Text())
	}
	e.post(screen, "title", "Requests").goesTo(bot)
	if got := e.get(bot + "?q=is+your+name").find(".scenario-row b").Text(); got != "Requests" {
		t.Errorf("found %q, want the scenario that asks for a name", got)
	}
	e.get(bot + "?q=nothing+like+it").has(".empty")
	e.post(screen + "/copies").goesTo(bot)
	if got := e.get(bot).find(".scenario-row").Length(); got != 4 {
		t.Errorf("%d scenarios, want four", got)
	}
	if got := strings.Count(e.draft(), `"kind":"submission"`); got != 2 {
		t.Errorf("%d submissions, want the copy's, too", got)
	}
	e.post(screen + "/removal").goesTo(bot)
	fields := formOf(e.get(bot), "#toast form")
	e.get(screen).wants(http.StatusNotFound)
	e.post(bot+"/history", fields...).goesTo(bot)
	e.get(screen).wants(http.StatusOK)
	e.post(bot+"/scenarios", "goal", "nothing").wants(http.StatusUnprocessableEntity)
	e.post(screen, "title", " ", "next", bot).wants(http.StatusUnprocessableEntity).has("#title[aria-invalid=true]")
}

// branchy is a draft with something of every sort that a map draws.
const branchy = `{"version":1,"pages":[{"id":"home","title":"Home","blocks":[]}],"scenarios":[
 {"id":"s1","title":"Greeting","triggers":[{"kind":"command","command":"start"}],"steps":[
  {"id":"m1","kind":"menu","text":"Hello","columns":"1","answer":"here","buttons":[
   {"id":"b1","label":"Book","steps":[{"id":"q1","kind":"question","text":"How many?","type":"number","columns":"1","field":"f1","skip":false,"back":true,"cancel":true,"retry":""},
     {"id":"c1","kind":"condition","match":"all","tests":[{"what":"data","field":"f1","is":"more","value":"5"}],"yes":[{"id":"g1","kind":"goto","to":"scenario:s2"}]}]},
   {"id":"b2","label":"Again","to":"step:m1"},{"id":"b3","label":"Site","to":"https://example.com"}]}]},
 {"id":"s2","title":"Call","triggers":[{"kind":"fallback"}],"steps":[{"id":"t9","kind":"message","text":"We call you"}]}]}`

func TestMapDrawsTheWhole(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	e.put(e.home+"/draft", branchy).wants(http.StatusOK)
	a := e.get(e.home + "/bot/map").wants(http.StatusOK)
	if got := a.find(".map-box").Length(); got != 2+5 {
		t.Errorf("%d boxes, want two scenarios and five steps", got)
	}
	if got := a.find(".map-jump").Length(); got != 2 {
		t.Errorf("%d lines leave the order, want the button's and the step's", got)
	}
	if got := a.find(".map-label").Text(); got != "BookYesNoAgainSite" {
		t.Errorf("labels = %q, want the buttons and the two ways", got)
	}
	a.has(`.map-box[href="` + e.scenario + `?step=q1#step-q1"]`)
}

func TestRowsOfAForm(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	e.put(e.home+"/draft", branchy).wants(http.StatusOK)
	step, screen := e.scenario+"/steps/m1", e.scenario+"?step=m1"
	labels := func() (all string) {
		for _, input := range e.get(screen).find(`.rows-buttons input[name$=".label"]`).EachIter() {
			all += input.AttrOr("value", "") + " "
		}
		return all
	}
	form := func() []string { return formOf(e.get(screen), "#s-m1-form") }
	e.post(step, append(form(), "down", "buttons.0")...).wants(http.StatusSeeOther)
	if got := labels(); got != "Again Book Site " {
		t.Errorf("buttons = %q, want the first one moved down", got)
	}
	if got := e.draft(); !strings.Contains(got, `"label":"Book","steps":[{"id":"q1"`) {
		t.Errorf("the moved button lost its answer: %s", got)
	}
	e.post(step, append(form(), "remove", "buttons.1")...).wants(http.StatusSeeOther)
	undo := formOf(e.get(screen), "#toast form")
	if got := labels(); got != "Again Site " {
		t.Errorf("buttons = %q, want the second one gone", got)
	}
	e.post(e.home+"/bot/history", undo...).wants(http.StatusSeeOther)
	if got := e.draft(); !strings.Contains(got, `"label":"Book","steps":[{"id":"q1"`) {
		t.Errorf("undo brought no answer back: %s", got)
	}
	e.post(step, append(form(), "up", "buttons.9", "revision", "old")...)
	e.typing().post(step, "revision", "old", "add", "buttons").wants(http.StatusConflict).has("h1")
	question := e.scenario + "/steps/q1"
	fields := []string{"f.text", "How?", "f.type", "choice", "f.field", "new", "f.columns", "1"}
	to := e.post(question, append(fields, "add", "options")...).wants(http.StatusSeeOther).Header.Get("Location")
	e.get(strings.SplitN(to, "#", 2)[0]).has(`input[name="f.options.0.label"][autofocus]`)
	if strings.Contains(e.draft(), `"field":"new"`) {
		t.Error("new data have no id of their own")
	}
}

func TestTriggers(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	screen := e.post(e.scenario+"/triggers", "kind", "keyword").wants(http.StatusSeeOther).Header.Get("Location")
	a := e.get(strings.SplitN(screen, "#", 2)[0]).has(`textarea[name="f.words"]`)
	revision := a.find(".trigger-open input[name=revision]").AttrOr("value", "")
	trigger := e.scenario + "/triggers/1"
	e.post(trigger, "f.words", "", "f.match", "word").wants(http.StatusUnprocessableEntity).has(`[name="f.words"][aria-invalid=true]`)
	e.typing().post(trigger, "revision", revision, "f.words", "hours\r\n\r\n open ", "f.match", "contains").wants(http.StatusOK)
	e.typing().post(trigger, "revision", revision, "f.words", "mine", "f.match", "word").wants(http.StatusConflict).has(".versus")
	if got := strings.Join(strings.Fields(e.get(e.scenario).find("#trigger-1").Text()), " "); got != "wrote «hours», «open»" {
		t.Errorf("the sentence = %q, want the words", got)
	}
	e.post(trigger+"/removal", "kind", "command").wants(http.StatusNotFound)
	e.post(trigger+"/removal", "kind", "keyword").wants(http.StatusSeeOther)
	if got := e.get(e.scenario).find(".chips .chip:not(.chip-add)").Length(); got != 1 {
		t.Errorf("%d triggers, want one", got)
	}
	e.post(e.scenario+"/triggers/7", "f.words", "x").wants(http.StatusNotFound)
}

func TestStepsMoveAndCopy(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	e.put(e.home+"/draft", branchy).wants(http.StatusOK)
	order := func(list string) (all string) {
		for _, s := range e.get(e.scenario + "?at=" + list).find(".level-here > .step").EachIter() {
			all += s.Find(".step-kind").First().Text() + " "
		}
		return all
	}
	step := e.scenario + "/steps/c1"
	e.post(step+"/position", "to", "up").wants(http.StatusSeeOther)
	if got := order("m1.b1"); got != "Condition Question " {
		t.Errorf("order = %q, want the condition first", got)
	}
	e.post(step+"/position", "to", "before", "before", "", "list", "m1.b1").wants(http.StatusSeeOther)
	if got := order("m1.b1"); got != "Question Condition " {
		t.Errorf("order = %q, want the condition last", got)
	}
	e.post(step+"/position", "to", "aside").wants(http.StatusUnprocessableEntity)
	e.post(e.scenario + "/steps/m1/copies").wants(http.StatusSeeOther)
	if got := order(""); got != "Menu Menu " {
		t.Errorf("order = %q, want the menu twice", got)
	}
	if got := strings.Count(e.draft(), `"to":"scenario:s2"`); got != 2 {
		t.Errorf("what lies beneath is there %d times, want twice", got)
	}
	e.post(e.scenario+"/steps", "kind", "message", "list", "m1.none").wants(http.StatusNotFound)
	e.post(e.scenario+"/steps", "kind", "hologram").wants(http.StatusUnprocessableEntity)
}

// TestStepsOfTheTeamAreOffered: they can be published, and say in the editor
// that nobody of a team would see it.
func TestStepsOfTheTeamAreOffered(t *testing.T) {
	t.Parallel()
	e := newAuthor(t)
	a := e.get(e.scenario + "?insert=end")
	if got, want := a.find("#palette [name=kind]").Length(), len(flow.StepKinds()); got != want {
		t.Errorf("%d kinds are offered, want %d", got, want)
	}
	for _, kind := range []string{"notify", "person"} {
		screen := e.post(e.scenario+"/steps", "kind", kind).wants(http.StatusSeeOther).Header.Get("Location")
		path, _, _ := strings.Cut(screen, "#")
		if words := e.get(path).wants(http.StatusOK).find(".step-open .mistake-place").Text(); !strings.Contains(words, "not connected yet") {
			t.Errorf("%s says %q, want that no team's chat is linked", kind, words)
		}
	}
}
