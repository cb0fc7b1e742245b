package flow

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// chat plays a dialogue: it is the machinery around Advance, on a clock of its
// own, and writes down what happens as text.
type chat struct {
	t        testing.TB
	releases map[int32]*Release
	current  int32
	state    State
	person   Person
	project  Project
	now      time.Time
	events   int64
	first    bool

	// messages that the visitor sees, by id, and the id of the last.
	messages map[int64]Post
	last     int64
	timers   map[int64]StartTimer
	call     Call
	taken    []string
	record   []string
}

func newChat(t testing.TB, r *Release) *chat {
	return &chat{
		t: t, releases: map[int32]*Release{r.Number(): r}, current: r.Number(), person: anna(), now: noon, first: true,
		project:  Project{Lang: "ru", Team: true, Card: map[string]string{"hours": "с 8 до 22", "project": "Кофейня «Пар»"}},
		messages: map[int64]Post{}, timers: map[int64]StartTimer{},
	}
}

func (c *chat) publish(r *Release) { c.releases[r.Number()], c.current = r, r.Number() }

func (c *chat) write(format string, args ...any) {
	c.record = append(c.record, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " / "))
}

// happen runs a turn and does its effects. The state goes through JSON, as it
// does between turns.
func (c *chat) happen(e Event) Result {
	c.t.Helper()
	c.events++
	e.ID, e.Now, e.Bot = c.events, c.now, "CoffeeBot"
	in := Input{Current: c.releases[c.current], State: c.state, Person: c.person, Project: c.project, Event: e, Others: map[int32]*Release{}}
	for _, number := range c.state.Releases() {
		if r := c.releases[number]; r != nil && number != c.current {
			in.Others[number] = r
		}
	}
	result := Advance(in)
	checkResult(c.t, result)
	c.state, c.person = stored(c.t, result.State), result.Person
	for _, effect := range result.Effects {
		c.do(effect)
	}
	for _, report := range result.Reports {
		c.write("report: %s %s", report.Code, strings.Join(report.Steps, " "))
	}
	return result
}

// stored is a state as it comes back from where it is kept.
func stored(t testing.TB, s State) State {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) > MaxState {
		t.Errorf("a state of %d bytes, want at most %d", len(raw), MaxState)
	}
	var back State
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatalf("a state that cannot be read: %v\n%s", err, raw)
	}
	if !s.Equal(back) {
		t.Errorf("state %+v is read back as %+v", s, back)
	}
	return back
}

func (c *chat) do(effect Effect) {
	switch e := effect.(type) {
	case Send:
		c.last++
		c.messages[c.last] = e.Post
		c.write("bot: %s", shown(e.Post))
	case Edit:
		c.messages[e.Message] = e.Post
		c.write("bot edits %d: %s", e.Message, shown(e.Post))
	case Unsaid:
		c.write("bot: nothing")
	case DropKeyboard:
		p := c.messages[e.Message]
		p.Inline = nil
		c.messages[e.Message] = p
		c.write("bot drops the buttons of %d", e.Message)
	case StartTimer:
		c.timers[e.Run] = e
		c.write("timer: %s", e.At.Sub(c.now).Round(time.Second))
	case CancelTimer:
		delete(c.timers, e.Run)
		c.write("timer cancelled")
	case CallHTTP:
		c.call, c.taken = e.Call, e.Take
		c.write("http: %s %s%s", e.Method, filled(c.t, e.URL), withBody(c.t, e))
	case AskChannel:
		c.call = e.Call
		c.write("channel: %s", e.Channel)
	case Submit:
		c.write("submission: %s «%s» %s", e.Sort, e.Title, strings.ReplaceAll(lines(e.Values), "\n", "; "))
	case NotifyTeam:
		c.write("team: %s", e.Text)
	case CallPerson:
		c.write("team is called: %s", e.Text)
	case Relay:
		c.write("team gets a copy")
	default:
		c.t.Fatalf("unknown effect %T", effect)
	}
}

func filled(t testing.TB, template Template) string {
	t.Helper()
	s, err := template.Fill(func(name string) (string, bool) { return "<" + name + ">", true })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func withBody(t testing.TB, e CallHTTP) string {
	t.Helper()
	var b strings.Builder
	for _, h := range e.Headers {
		b.WriteString(" " + h.Name + ": " + filled(t, h.Value))
	}
	if e.Type != "" {
		b.WriteString(" " + e.Type + " " + filled(t, e.Body))
	}
	return b.String()
}

// shown writes a message: [files] words {row, row | row}.
func shown(p Post) string {
	var parts []string
	for _, m := range p.Media {
		parts = append(parts, "["+m.Kind+" "+m.Key+"]")
	}
	if p.Place != nil {
		parts = append(parts, fmt.Sprintf("[place %v %v %s]", p.Place.Latitude, p.Place.Longitude, p.Place.Title))
	}
	if p.Contact != nil {
		parts = append(parts, "[contact "+p.Contact.Phone+" "+p.Contact.FirstName+"]")
	}
	if p.Text != "" {
		parts = append(parts, p.Text)
	}
	if len(p.Inline) > 0 {
		parts = append(parts, "{"+shownRows(p.Inline)+"}")
	}
	if p.Reply != nil {
		parts = append(parts, "<"+p.Reply.Ask+": "+strings.Join(append([]string{p.Reply.Label}, p.Reply.Words...), ", ")+">")
	}
	if p.Remove {
		parts = append(parts, "<->")
	}
	return strings.Join(parts, " ")
}

func shownRows(rows [][]Button) string {
	var out []string
	for _, row := range rows {
		var labels []string
		for _, b := range row {
			labels = append(labels, b.Label+map[bool]string{true: "→" + b.URL}[b.URL != ""]+map[bool]string{true: "→page:" + b.Page}[b.Page != ""])
		}
		out = append(out, strings.Join(labels, ", "))
	}
	return strings.Join(out, " | ")
}

// play does one line of a script; false: the line is what somebody else does.
func (c *chat) play(line string) bool {
	c.t.Helper()
	what, rest, _ := strings.Cut(line, ": ")
	act, ok := map[string]func(string){
		"person": c.says, "sends": c.sends, "presses": c.presses, "later": c.later, "http answers": c.httpAnswers,
		"channel answers": c.channelAnswers, "led": func(to string) { c.happen(Event{Kind: Led, To: to}) },
		"joined": func(string) { c.happen(Event{Kind: Joined}) }, "form": c.form, "team writes": func(string) { c.happen(Event{Kind: TakenOver}) },
		"team gives back": func(string) { c.happen(Event{Kind: GivenBack}) }, "known": func(string) { c.known() },
		"closed": func(s string) { c.project.Closed = s == "yes" }, "teamless": func(string) { c.project.Team = false },
	}[what]
	if !ok {
		return false
	}
	c.record = append(c.record, line)
	act(rest)
	return true
}

func (c *chat) says(text string) {
	e := Event{Text: text, First: c.first}
	c.first = false
	c.happen(e)
}

// sends is "contact +7…", "place 1,2", or kinds of files.
func (c *chat) sends(what string) {
	e := Event{First: c.first}
	kind, rest, _ := strings.Cut(what, " ")
	switch kind {
	case "contact":
		e.Content.Contact = &Contact{Phone: rest, Own: true}
	case "place":
		point, _ := parsePoint(rest)
		e.Content.Place = &point
	default:
		for i, kind := range strings.Fields(what) {
			e.Content.Files = append(e.Content.Files, File{Kind: kind, ID: "file" + strconv.Itoa(i)})
		}
	}
	c.first = false
	c.happen(e)
}

// presses is a label, of the newest message that has it; a message's number
// may stand before: "2 Цены". What is no label is callback data.
func (c *chat) presses(label string) {
	ids := slices.Sorted(maps.Keys(c.messages))
	slices.Reverse(ids)
	if n, rest, found := strings.Cut(label, " "); found {
		if id, err := strconv.ParseInt(n, 10, 64); err == nil && c.messages[id].Text != "" {
			ids, label = []int64{id}, rest
		}
	}
	for _, id := range ids {
		for _, row := range c.messages[id].Inline {
			for _, b := range row {
				if b.Label == label && b.Data != "" {
					c.happen(Event{Kind: Pressed, Button: b.Data, Under: Under{ID: id, Media: len(c.messages[id].Media) > 0}})
					return
				}
			}
		}
	}
	c.happen(Event{Kind: Pressed, Button: label})
}

// later lets time pass; timers fire when they are due.
func (c *chat) later(span string) {
	c.t.Helper()
	d, err := time.ParseDuration(span)
	if err != nil {
		c.t.Fatal(err)
	}
	for end := c.now.Add(d); ; {
		run := int64(0)
		for r, timer := range c.timers {
			if !timer.At.After(end) && (run == 0 || timer.At.Before(c.timers[run].At)) {
				run = r
			}
		}
		if run == 0 {
			c.now = end
			return
		}
		due := c.timers[run]
		delete(c.timers, run)
		c.now = due.At.In(c.now.Location())
		c.happen(Event{Kind: Fired, Call: due.Call})
	}
}

// httpAnswers is a JSON answer, or "fails".
func (c *chat) httpAnswers(body string) {
	answer := Answer{OK: body != "fails", Status: 200, Values: Extract([]byte(body), c.taken)}
	c.happen(Event{Kind: Answered, Call: c.call, Answer: answer})
}

func (c *chat) channelAnswers(what string) {
	c.happen(Event{Kind: Answered, Call: c.call, Answer: Answer{OK: what != "nothing", Member: what == "yes"}})
}

// form is "f1 Имя=Анна; Блюдо=Раф", or the same behind "order ".
func (c *chat) form(what string) {
	values, order := strings.CutPrefix(what, "order ")
	e := Event{Kind: Submitted, Form: Form{ID: "b1", Order: order}}
	for value := range strings.SplitSeq(values, "; ") {
		title, words, _ := strings.Cut(value, "=")
		v := Value{Title: title, Value: words}
		if id, rest, found := strings.Cut(title, " "); found {
			v.Field, v.Title = id, rest
		}
		e.Form.Values = append(e.Form.Values, v)
	}
	c.happen(e)
}

// known writes what is kept of the person.
func (c *chat) known() {
	for _, id := range slices.Sorted(maps.Keys(c.person.Data)) {
		c.write("  %s = %s", id, c.person.Data[id])
	}
	for _, tag := range c.person.Tags {
		c.write("  #%s", tag)
	}
}
