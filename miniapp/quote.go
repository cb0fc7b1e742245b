package miniapp

import (
	"strings"

	"botyard/internal/spec"
)

const quoteMax = 2000

// Quote is what somebody said, or a client's review.
type Quote struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Text is at most 2,000 characters.
	Text string `json:"text"`
	// Name and About tell whose words they are.
	Name  string `json:"name,omitempty"`
	About string `json:"about,omitempty"`
	// Media is the key of their portrait.
	Media string `json:"media,omitempty"`
	// Stars is the grade of a review, "1" to "5".
	Stars string `json:"stars,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "quote",
		Title: spec.Words{RU: "Отзыв или цитата", EN: "Review or quote"},
		Hint:  spec.Words{RU: "Чужие слова с именем и оценкой", EN: "Somebody's words, with a name and a grade"},
		Fields: []spec.Field{
			titleField,
			{Name: "text", Type: spec.Line, Required: true, Max: quoteMax, Label: spec.Words{RU: "Слова", EN: "Words"}},
			{Name: "name", Type: spec.Line, Max: nameMax, Label: spec.Words{RU: "Кто сказал", EN: "Who said it"}},
			{Name: "about", Type: spec.Line, Max: nameMax, Label: spec.Words{RU: "Кто это", EN: "Who they are"}},
			{Name: "media", Type: spec.Image, Label: spec.Words{RU: "Портрет", EN: "Portrait"}},
			{Name: "stars", Type: spec.Choice, Label: spec.Words{RU: "Оценка", EN: "Grade"}, Options: []spec.Option{
				{Value: "", Label: spec.Words{RU: "Без оценки", EN: "No grade"}},
				{Value: "5", Label: spec.Words{RU: "5 из 5", EN: "5 of 5"}},
				{Value: "4", Label: spec.Words{RU: "4 из 5", EN: "4 of 5"}},
				{Value: "3", Label: spec.Words{RU: "3 из 5", EN: "3 of 5"}},
				{Value: "2", Label: spec.Words{RU: "2 из 5", EN: "2 of 5"}},
				{Value: "1", Label: spec.Words{RU: "1 из 5", EN: "1 of 5"}},
			}},
		},
	}, func() Config { return &Quote{} })
}

// Check says what is wrong with the quote.
func (q *Quote) Check(path string) []spec.Problem {
	problems := spec.CheckText(q.Text, spec.Join(path, "text"), true, quoteMax)
	problems = append(problems, checkTexts(path, written{"title", q.Title, sectionMax}, written{"name", q.Name, nameMax}, written{"about", q.About, nameMax})...)
	if q.Media != "" {
		problems = append(problems, checkMediaKey(q.Media, spec.Join(path, "media"))...)
	}
	if q.Stars != "" {
		problems = append(problems, spec.CheckChoice(q.Stars, spec.Join(path, "stars"), "1", "2", "3", "4", "5")...)
	}
	return problems
}

// Pictures lists the portrait.
func (q *Quote) Pictures(path string) []Reference { return pictureReference(path, "media", q.Media) }

// Words is what was said.
func (q *Quote) Words() string { return q.Text }

type drawnQuote struct {
	Title string `json:"title,omitempty"`
	Text  string `json:"text"`
	// Stars are signs, Rated the same in words.
	Stars string     `json:"stars,omitempty"`
	Rated string     `json:"rated,omitempty"`
	Items []drawnRow `json:"items"`
}

func (q *Quote) drawn(d *drawing) any {
	drawn := drawnQuote{Title: q.Title, Text: q.Text, Items: []drawnRow{}}
	if q.Name != "" || q.About != "" || q.Media != "" {
		drawn.Items = []drawnRow{{Picture: d.picture(q.Media, ""), Label: q.Name, Note: q.About}}
	}
	if len(q.Stars) == 1 && q.Stars[0] >= '1' && q.Stars[0] <= '5' {
		n := int(q.Stars[0] - '0')
		drawn.Stars = strings.Repeat("★", n) + strings.Repeat("☆", 5-n)
		drawn.Rated = q.Stars + d.say(wordOfFive)
	}
	return drawn
}
