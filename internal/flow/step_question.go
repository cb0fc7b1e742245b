package flow

import (
	"strconv"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Question asks something and keeps the answer in a field.
type Question struct {
	// Text is what is asked.
	Text richtext.Text `json:"text"`
	// Type is what answers look like.
	Type FieldType `json:"type"`
	// Options are the answers of a choice.
	Options []Option `json:"options,omitempty"`
	// Columns is how many of them stand in a row: 1 to 3.
	Columns string `json:"columns"`
	// Field keeps the answer; Title is what people call it, by default the
	// first words of the question.
	Field string `json:"field"`
	Title string `json:"title,omitempty"`
	// Retry is said to an answer that does not fit; by default words by Type.
	Retry richtext.Text `json:"retry"`
	// Skip, Back (to the question before) and Cancel offer buttons.
	Skip   bool `json:"skip"`
	Back   bool `json:"back"`
	Cancel bool `json:"cancel"`
}

// Option is an answer to choose.
type Option struct {
	// Label is written on the button and kept.
	Label string `json:"label"`
}

const maxOptions = 50

func init() {
	choice := spec.When{Field: "type", Values: []string{string(TypeChoice)}}
	columns := columnsField()
	columns.When = choice
	steps.Add(spec.Kind{
		Name: "question", Shelf: spec.First, Place: 3,
		Title: spec.Words{RU: "Вопрос", EN: "Question"},
		Hint:  spec.Words{RU: "Бот спрашивает и запоминает ответ", EN: "The bot asks and remembers the answer"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Required: true, Max: maxMessage, Label: spec.Words{RU: "Вопрос", EN: "Question"}},
			{Name: "type", Type: spec.Choice, Label: spec.Words{RU: "Что ответит клиент", EN: "What the client answers"}, Options: fieldTypes},
			{
				Name: "options", Type: spec.Rows, Max: maxOptions, When: choice, Label: spec.Words{RU: "Варианты", EN: "Choices"},
				Fields: []spec.Field{{Name: "label", Type: spec.Line, Required: true, Max: maxLabel, Label: spec.Words{RU: "Вариант", EN: "Choice"}}},
			},
			columns,
			{Name: "field", Type: spec.Data, Required: true, Label: spec.Words{RU: "Куда записать ответ", EN: "Where to keep the answer"}},
			{Name: "title", Type: spec.Line, Max: maxTitle, Label: spec.Words{RU: "Как назвать ответ", EN: "What to call the answer"}},
			{Name: "retry", Type: spec.Rich, Max: maxMessage, Label: spec.Words{RU: "Если ответ не подошёл", EN: "If the answer does not fit"}},
			{Name: "skip", Type: spec.Switch, Label: spec.Words{RU: "Можно пропустить", EN: "May be skipped"}},
			{Name: "back", Type: spec.Switch, Label: spec.Words{RU: "Можно вернуться к прошлому вопросу", EN: "May go back to the question before"}},
			{Name: "cancel", Type: spec.Switch, Label: spec.Words{RU: "Можно отменить", EN: "May be cancelled"}},
		},
	}, func() StepConfig { return &Question{Type: TypeText, Columns: "1", Back: true, Cancel: true} })
}

// Check wants a question that can be answered and a field for the answer.
func (q *Question) Check(path string) []spec.Problem {
	problems := checkRich(q.Text, spec.Join(path, "text"), maxMessage)
	problems = append(problems, checkOptional(q.Retry, spec.Join(path, "retry"), maxMessage)...)
	problems = append(problems, checkField(q.Field, spec.Join(path, "field"))...)
	problems = append(problems, spec.CheckText(q.Title, spec.Join(path, "title"), false, maxTitle)...)
	problems = append(problems, spec.CheckChoice(q.Columns, spec.Join(path, "columns"), "1", "2", "3")...)
	if q.Type != TypeChoice && answers[q.Type] == nil {
		problems = append(problems, spec.CheckChoice(string(q.Type), spec.Join(path, "type"))...)
	}
	here := spec.Join(path, "options")
	if q.Type == TypeChoice && len(q.Options) == 0 {
		problems = append(problems, spec.Problem{Path: here, Code: "required"})
	}
	problems = append(problems, tooMany(len(q.Options), maxOptions, here)...)
	for i, o := range q.Options {
		problems = append(problems, spec.CheckText(o.Label, spec.Join(here, i, "label"), true, maxLabel)...)
	}
	return problems
}

// Parts are the texts and the field.
func (q *Question) Parts() Parts {
	title := q.Title
	if title == "" {
		title = firstWords(q.Text)
	}
	return Parts{
		Course: Waits, Texts: texts("text", q.Text, "retry", q.Retry),
		Fills: []Field{{q.Field, title, q.Type}},
	}
}

// Run asks.
func (q *Question) Run(t *turn) { q.pose(t, "") }

// Resume takes the answer.
func (q *Question) Resume(t *turn) {
	if q.take(t) {
		t.at = t.here.next
	}
}

// pose asks for the running step, or for a part of it.
func (q *Question) pose(t *turn, part string) { q.poseWith(t, q.Text, part) }

func (q *Question) poseWith(t *turn, text richtext.Text, part string) {
	keys := q.keyboard(t)
	t.dialogue.Keyboard = keys.reply != nil
	t.say(text, keys)
	t.ask(part)
}

// control is a button beside the answers.
type control struct {
	part  string
	words spec.Words
}

func (q *Question) controls(t *turn) []control {
	var all []control
	if q.Back && len(t.dialogue.Asked) > 0 {
		all = append(all, control{"back", wordsBack})
	}
	if q.Skip {
		all = append(all, control{"skip", wordsSkip})
	}
	if q.Cancel {
		all = append(all, control{"cancel", wordsCancel})
	}
	return all
}

// replies are what a reply keyboard asks for by the type of the question.
var replies = map[FieldType]struct {
	ask   string
	label spec.Words
}{
	TypePhone:    {"contact", wordsContact},
	TypeLocation: {"location", wordsLocation},
}

func (q *Question) keyboard(t *turn) keyboard {
	controls := q.controls(t)
	if asks, special := replies[q.Type]; special {
		r := &Reply{Ask: asks.ask, Label: t.words(asks.label)}
		for _, c := range controls {
			r.Words = append(r.Words, t.words(c.words))
		}
		return keyboard{reply: r}
	}
	var options, row []Button
	if q.Type == TypeChoice {
		for i, o := range q.Options[:min(len(q.Options), maxOptions)] {
			if richtext.Visible(o.Label) {
				options = append(options, t.button(cut(o.Label, 4*maxLabel), t.here.ID, strconv.Itoa(i)))
			}
		}
	}
	for _, c := range controls {
		row = append(row, t.button(t.words(c.words), t.here.ID, c.part))
	}
	rows := inRows(options, q.Columns)
	if len(row) > 0 {
		rows = append(rows, row)
	}
	return keyboard{inline: rows}
}

// take reads the event as an answer; true: the question is done. Else it
// asked again, or decided what runs next.
func (q *Question) take(t *turn) bool {
	if c := q.pressed(t); c != "" {
		return q.steer(t, c)
	}
	value, ok := q.read(t)
	if !ok {
		q.again(t)
		return false
	}
	t.set(q.Field, value)
	q.mark(t, value)
	t.asked()
	return true
}

// pressed is the control that the visitor chose, "" for an answer.
func (q *Question) pressed(t *turn) string {
	p, _ := parsePress(t.event.Button)
	for _, c := range q.controls(t) {
		pressed := t.event.Kind == Pressed && p.part == c.part
		// A reply keyboard sends its words; people type them, too.
		if pressed || t.event.Kind == Said && t.event.folded() == fold(t.words(c.words)) {
			return c.part
		}
	}
	return ""
}

// steer does what a control says.
func (q *Question) steer(t *turn, part string) bool {
	if under := t.event.Under; under.ID != 0 {
		t.emit(DropKeyboard{under.ID})
	}
	switch part {
	case "skip":
		// What was answered another time is no answer to this.
		t.set(q.Field, "")
		t.asked()
		return true
	case "back":
		last := len(t.dialogue.Asked) - 1
		t.at = t.release.byID[t.dialogue.Asked[last]]
		t.dialogue.Asked = append([]string(nil), t.dialogue.Asked[:last]...)
	case "cancel":
		t.sayCanceled()
	}
	return false
}

// read makes a value of the event.
func (q *Question) read(t *turn) (string, bool) {
	e := t.event
	if q.Type == TypeChoice {
		return q.chosen(e)
	}
	read := answers[q.Type]
	if e.Kind != Said || read == nil {
		return "", false
	}
	return read(e)
}

func (q *Question) chosen(e *Event) (string, bool) {
	if p, ok := parsePress(e.Button); ok && e.Kind == Pressed {
		i, err := strconv.Atoi(p.part)
		if err != nil || i < 0 || i >= len(q.Options) {
			return "", false
		}
		return q.Options[i].Label, true
	}
	for _, o := range q.Options {
		if e.Kind == Said && fold(o.Label) == e.folded() && e.folded() != "" {
			return o.Label, true
		}
	}
	return "", false
}

// again asks once more, with what was not right.
func (q *Question) again(t *turn) {
	text := q.Retry
	if text.Empty() {
		text = richtext.Of(t.words(wordsRetry[q.Type]))
	}
	q.poseWith(t, text, t.dialogue.Part)
}

// mark writes the chosen answer under the question and takes its buttons.
func (q *Question) mark(t *turn, value string) {
	under := t.event.Under
	if t.event.Kind != Pressed || under.ID == 0 {
		return
	}
	words, entities := q.Text.Telegram(t.value)
	words += "\n\n✓ " + plainText(cut(value, 4*maxLabel))
	if under.Media || units(words) > maxMessage {
		t.emit(DropKeyboard{under.ID})
		return
	}
	t.emit(Edit{under.ID, Post{Text: words, Entities: entities}})
}
