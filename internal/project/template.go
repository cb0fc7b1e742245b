package project

import (
	"botyard/internal/flow"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/miniapp"
)

// templates make the draft of a new project; a template is one entry.
var templates = map[string]func(name, lang string) Draft{
	"blank": blank,
}

func fromTemplate(template, name, lang string) (Draft, error) {
	if template == "" {
		template = "blank"
	}
	make, found := templates[template]
	if !found {
		return Draft{}, ErrTemplate
	}
	return make(name, lang), nil
}

// The words of the blank project.
var (
	blankStart    = spec.Words{RU: "Здравствуйте, ", EN: "Hello, "}
	blankStartEnd = spec.Words{RU: "! Напишите, чем мы можем помочь.", EN: "! Tell us how we can help."}
	blankFallback = spec.Words{
		RU: "Пока я не знаю, что на это ответить. Отправьте /start, чтобы начать сначала.",
		EN: "I do not know an answer to that yet. Send /start to begin again.",
	}
	blankText = spec.Words{
		RU: "Здесь будет рассказ о вас: что вы делаете, где вас найти и когда вы открыты.",
		EN: "This is the place to say what you do, where to find you and when you are open.",
	}
	blankTitles = map[string]spec.Words{
		"start":    {RU: "Приветствие", EN: "Greeting"},
		"fallback": {RU: "Если бот не понял", EN: "If the bot did not understand"},
		"home":     {RU: "Главная", EN: "Home"},
	}
)

// blank greets on /start, admits what it does not know, and has one page.
func blank(name, lang string) Draft {
	say := func(w spec.Words) string {
		if lang == "ru" {
			return w.RU
		}
		return w.EN
	}
	greeting := richtext.Text{
		{Kind: richtext.Plain, Value: say(blankStart)},
		{Kind: richtext.Var, Value: "first_name"},
		{Kind: richtext.Plain, Value: say(blankStartEnd)},
	}
	return Draft{
		Version: draftVersion,
		Scenarios: flow.Scenarios{
			flow.NewAnswer("s1", "t1", say(blankTitles["start"]), flow.Trigger{Kind: "command", Config: &flow.Command{Command: "start"}}, greeting),
			flow.NewAnswer("s2", "t2", say(blankTitles["fallback"]), flow.Trigger{Kind: "fallback", Config: &flow.Fallback{}}, richtext.Of(say(blankFallback))),
		},
		Pages: miniapp.Pages{{ID: "home", Title: say(blankTitles["home"]), Blocks: []miniapp.Block{
			{ID: "b1", Kind: "heading", Config: &miniapp.Heading{Text: name}},
			{ID: "b2", Kind: "text", Config: &miniapp.Text{Text: richtext.Of(say(blankText))}},
		}}},
		Catalog: miniapp.Catalog{Currency: "RUB", Products: miniapp.Products{}},
		Theme:   miniapp.Theme{Accent: "#0e6a5e"},
	}
}
