package miniapp

import "botyard/internal/spec"

const (
	headingMax = 200
	leadMax    = 300
)

// Heading is a title on a page; the first one is the page's own.
type Heading struct {
	// Text is at most 200 characters.
	Text string `json:"text"`
	// Look is "plain" or "cover": a large sheet with all that follows.
	Look string `json:"look,omitempty"`
	// Lead is a sentence under the title.
	Lead string `json:"lead,omitempty"`
	// Media is the key of a picture, Alt what it shows.
	Media string `json:"media,omitempty"`
	Alt   string `json:"alt,omitempty"`
	// Label is the words of a button that leads To; both or none.
	Label string `json:"label,omitempty"`
	To    string `json:"to,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "heading",
		Title: spec.Words{RU: "Заголовок", EN: "Heading"},
		Hint:  spec.Words{RU: "Крупная строка, с которой начинается страница или её часть", EN: "A large line that begins a page or a part of it"},
		Fields: []spec.Field{
			{Name: "text", Type: spec.Line, Required: true, Max: headingMax, Label: spec.Words{RU: "Текст заголовка", EN: "Words of the heading"}},
			look("plain", spec.Words{RU: "Строка", EN: "A line"}, "cover", spec.Words{RU: "Обложка", EN: "A cover"}),
			{Name: "lead", Type: spec.Line, Max: leadMax, Label: spec.Words{RU: "Подзаголовок", EN: "Under the heading"}},
			{Name: "media", Type: spec.Image, Label: spec.Words{RU: "Картинка", EN: "Picture"}},
			altField,
			{Name: "label", Type: spec.Line, Max: labelMax, Label: spec.Words{RU: "Надпись на кнопке", EN: "Words on a button"}},
			{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Куда ведёт кнопка", EN: "Where the button leads"}},
		},
	}, func() Config { return &Heading{} })
}

// Check says what is wrong with the heading.
func (h *Heading) Check(path string) []spec.Problem {
	problems := spec.CheckText(h.Text, spec.Join(path, "text"), true, headingMax)
	problems = append(problems, checkLook(h.Look, path, "plain", "cover")...)
	problems = append(problems, checkTexts(path, written{"lead", h.Lead, leadMax}, written{"label", h.Label, labelMax})...)
	problems = append(problems, checkPicture(h.Media, h.Alt, path)...)
	return append(problems, checkPair(path, "label", h.Label, "to", h.To)...)
}

// Links lists where the button leads.
func (h *Heading) Links(path string) []Reference { return reference(path, "to", h.To) }

// Pictures lists the picture.
func (h *Heading) Pictures(path string) []Reference { return pictureReference(path, "media", h.Media) }

type drawnHeading struct {
	Tag     string        `json:"tag"`
	Look    string        `json:"look,omitempty"`
	Text    string        `json:"text"`
	Lead    string        `json:"lead,omitempty"`
	Label   string        `json:"label,omitempty"`
	To      string        `json:"to,omitempty"`
	Picture *drawnPicture `json:"picture,omitempty"`
}

// drawn makes the first heading of a page its title; the others part it.
func (h *Heading) drawn(d *drawing) any {
	tag := "h2"
	if !d.titled {
		tag, d.titled = "h1", true
	}
	return drawnHeading{Tag: tag, Look: h.Look, Text: h.Text, Lead: h.Lead, Label: h.Label, To: d.href(h.To), Picture: d.picture(h.Media, h.Alt)}
}
