package flow

import (
	"fmt"
	"strings"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// Rating asks for one to five stars: of a low one the team hears, a high one
// gets a link.
type Rating struct {
	// Text is what is asked.
	Text richtext.Text `json:"text"`
	// Good is the lowest high one, "3" to "5".
	Good string `json:"good"`
	// Field keeps the stars, "" for nowhere; Title is what people call them.
	Field string `json:"field,omitempty"`
	Title string `json:"title,omitempty"`
	// Low and High are said.
	Low  richtext.Text `json:"low"`
	High richtext.Text `json:"high"`
	// Link is a URL under High, with Label on its button.
	Link  string `json:"link,omitempty"`
	Label string `json:"label,omitempty"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "rating", Place: 8,
		Title: spec.Words{RU: "Оценка", EN: "Rating"},
		Hint:  spec.Words{RU: "От 1 до 5: плохая приходит вам, хорошая ведёт на отзыв", EN: "From 1 to 5: a low one comes to you, a high one leads to a review"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Required: true, Max: maxMessage, Label: spec.Words{RU: "Вопрос", EN: "Question"}},
			{Name: "good", Type: spec.Choice, Label: spec.Words{RU: "Хорошая оценка", EN: "A high rating"}, Options: []spec.Option{
				{Value: "4", Label: spec.Words{RU: "4 и 5", EN: "4 and 5"}},
				{Value: "5", Label: spec.Words{RU: "Только 5", EN: "5 only"}},
				{Value: "3", Label: spec.Words{RU: "От 3", EN: "3 and more"}},
			}},
			{Name: "field", Type: spec.Data, Label: spec.Words{RU: "Куда записать оценку", EN: "Where to keep the rating"}},
			{Name: "title", Type: spec.Line, Max: maxTitle, Label: spec.Words{RU: "Как её назвать", EN: "What to call it"}},
			{Name: "low", Type: spec.Rich, Required: true, Max: maxMessage, Label: spec.Words{RU: "Ответ на плохую", EN: "Answer to a low one"}},
			{Name: "high", Type: spec.Rich, Required: true, Max: maxMessage, Label: spec.Words{RU: "Ответ на хорошую", EN: "Answer to a high one"}},
			{Name: "link", Type: spec.Target, Label: spec.Words{RU: "Где оставить отзыв", EN: "Where to leave a review"}},
			{Name: "label", Type: spec.Line, Max: maxLabel, Label: spec.Words{RU: "Надпись на кнопке", EN: "Label of the button"}},
		},
	}, func() StepConfig { return &Rating{Good: "4"} })
}

// Check wants the three texts and a link that opens.
func (r *Rating) Check(path string) []spec.Problem {
	problems := checkRich(r.Text, spec.Join(path, "text"), maxMessage)
	problems = append(problems, checkRich(r.Low, spec.Join(path, "low"), maxMessage)...)
	problems = append(problems, checkRich(r.High, spec.Join(path, "high"), maxMessage)...)
	problems = append(problems, spec.CheckChoice(r.Good, spec.Join(path, "good"), "3", "4", "5")...)
	problems = append(problems, spec.CheckText(r.Title, spec.Join(path, "title"), false, maxTitle)...)
	problems = append(problems, spec.CheckText(r.Label, spec.Join(path, "label"), r.Link != "", maxLabel)...)
	if r.Field != "" {
		problems = append(problems, checkField(r.Field, spec.Join(path, "field"))...)
	}
	if r.Link != "" && !buttonURL(r.Link) {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "link"), Code: buttonProblem(r.Link)})
	}
	return problems
}

// Parts are the texts and the field.
func (r *Rating) Parts() Parts {
	p := Parts{Course: Waits, Team: true, Texts: texts("text", r.Text, "low", r.Low, "high", r.High)}
	if r.Field != "" {
		p.Fills = []Field{{r.Field, r.Title, TypeNumber}}
	}
	return p
}

// Run asks; what is behind waits for a press.
func (r *Rating) Run(t *turn) {
	var stars []Button
	for n := '1'; n <= '5'; n++ {
		stars = append(stars, t.button(string(n)+" ★", t.here.ID, string(n)))
	}
	t.say(r.Text, keyboard{inline: [][]Button{stars}})
	t.end()
}

// Press answers a rating, in place of the question, and goes on.
func (r *Rating) Press(t *turn, key string) bool {
	if len(key) != 1 || key < "1" || key > "5" {
		return false
	}
	t.open(t.here.menuID())
	t.replace = t.event.Under
	t.visit()
	t.set(r.Field, key)
	if key >= r.Good {
		t.say(r.High, r.review())
	} else {
		t.say(r.Low, keyboard{})
		t.tellLow(key)
	}
	t.run(t.here.next)
	return true
}

func (r *Rating) review() keyboard {
	if !buttonURL(r.Link) || !richtext.Visible(r.Label) {
		return keyboard{}
	}
	return keyboard{inline: [][]Button{{{Label: cut(r.Label, 4*maxLabel), URL: r.Link}}}}
}

var wordsRating = spec.Words{RU: "Оценка %s из 5", EN: "Rating: %s of 5"}

// tellLow lets the team know who was not content.
func (t *turn) tellLow(stars string) {
	who := []string{fmt.Sprintf(t.words(wordsRating), stars), t.person.FirstName + " " + t.person.LastName}
	if t.person.Username != "" {
		who = append(who, "@"+t.person.Username)
	}
	t.notify(richtext.Of(strings.Join(who, "\n")))
}
