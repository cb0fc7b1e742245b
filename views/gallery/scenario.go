package gallery

import (
	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/bot"
	"botyard/views/page"
	"botyard/views/scenario"
	"botyard/views/ui"
)

func (s sample) scenarioScreens() []Screen {
	palette, trigger := s.scenario(""), s.scenario("")
	palette.Palette = &scenario.Palette{Before: "t2", Kinds: stepKinds()}
	trigger.AddingTrigger = true
	problems := s.scenario("t1")
	problems.Problems = s.toMend()
	return []Screen{
		{"scenario", scenario.EditorPage(s.scenario(""))},
		{"scenario-message", scenario.EditorPage(s.scenario("t1"))},
		{"scenario-menu", scenario.EditorPage(s.scenario("t2"))},
		{"scenario-question", scenario.EditorPage(s.scenario("t3"))},
		{"scenario-palette", scenario.EditorPage(palette)},
		{"scenario-trigger", scenario.EditorPage(trigger)},
		{"scenario-problems", scenario.EditorPage(problems)},
		{"scenario-map", scenario.MapPage(s.scenarioMap())},
		{"scenario-conflict", scenario.EditorPage(s.scenarioConflict())},
	}
}

func (s sample) scenarios() scenario.List {
	kinds := triggerKinds()
	return scenario.List{
		Project: s.project(3), Total: 7, Undo: &scenario.Edit{What: "added_button", Title: s.in("Приветствие", "Greeting")},
		Goals: []string{"answer", "menu", "request", "link", "blank"},
		Rows: []scenario.Row{
			{ID: "s1", Title: s.in("Приветствие", "Greeting"), When: []scenario.Sentence{{Kind: kinds[0], Value: "/start"}}, Gist: s.in("Здравствуйте! Это пекарня «Зерно».", "Hello! This is Grain Bakery."), Steps: 9},
			{ID: "s2", Title: s.in("Хлеб", "Bread"), When: []scenario.Sentence{{Kind: kinds[1], Value: s.in("«хлеб», «булки»", "«bread», «buns»")}, {Kind: kinds[0], Value: "/bread"}}, Steps: 1, Problems: 2},
			{ID: "s3", Steps: 0},
		},
	}
}

// scenario is a small one with a menu, a question beneath a button, and a step open.
func (s sample) scenario(open string) scenario.Editor {
	kinds := stepKinds()
	greeting := scenario.Step{ID: "t1", Kind: kinds[0], Gist: s.in("Здравствуйте, «Имя»!", "Hello, «First name»!")}
	menu := scenario.Step{ID: "t2", Kind: kinds[1], Gist: s.in("Что вам показать?", "What may we show you?"), Menu: true}
	question := scenario.Step{ID: "t3", Kind: kinds[2], Gist: s.in("На какой день?", "For which day?"), Leaves: s.in("День", "Day")}
	menu.Branches = []scenario.Branch{
		{Label: s.in("Заказать хлеб", "Order bread"), Pressed: true, URL: "?at=t2.b1", Count: 1},
		{Label: s.in("Как пройти", "How to find us"), Pressed: true, Goes: &scenario.Link{Title: s.in("Страница «Как пройти»", "Page “How to find us”"), URL: "/projects/7/pages/how"}},
		{Label: s.in("Позвонить", "Call us"), Pressed: true, URL: "?at=t2.b3", Bad: true, Level: scenario.Level{Name: "t2.b3"}},
	}
	e := scenario.Editor{
		Project: s.project(3), ID: "s1", Title: s.in("Приветствие", "Greeting"), TriggerKinds: triggerKinds(),
		Triggers: []scenario.Trigger{{Sentence: scenario.Sentence{Kind: triggerKinds()[0], Value: "/start"}}},
		Others:   []scenario.Link{{Title: s.in("Приветствие", "Greeting"), URL: "/projects/7/bot/scenarios/s1", Here: true}, {Title: s.in("Хлеб", "Bread"), URL: "/projects/7/bot/scenarios/s2"}},
		Crumbs:   []scenario.Link{{Title: s.in("Приветствие", "Greeting"), Here: true}},
		Undo:     &scenario.Edit{What: "edited_step", Title: s.in("Приветствие", "Greeting")},
	}
	for _, step := range []*scenario.Step{&greeting, &menu, &question} {
		if step.ID == open {
			step.Form = s.form(*step)
		}
	}
	menu.Branches[0].Level = scenario.Level{Name: "t2.b1", Steps: []scenario.Step{question}, Here: open == "t3"}
	menu.Leads = open == "t3"
	e.Top = scenario.Level{Steps: []scenario.Step{greeting, menu}, Here: open != "t3", Leads: open == "t3"}
	return e
}

func (s sample) form(step scenario.Step) *scenario.Form {
	text := map[string]string{
		"t1": s.in("Здравствуйте, [Имя]! Это пекарня «Зерно». *Сегодня до 21:00.* Заходите.", "Hello, [First name]! This is Grain Bakery. *Open till nine.* Come in."),
		"t2": s.in("Что вам показать?", "What may we show you?"), "t3": s.in("На какой день?", "For which day?"),
	}[step.ID]
	address := []ui.Option{{Label: s.in("Показывает ответ", "Shows its answer")}, {Value: "url", Label: s.in("Открывает ссылку", "Opens a link")}}
	return &scenario.Form{
		ID: "s-" + step.ID, Kind: step.Kind, URL: "/projects/7/bot/scenarios/s1/steps/" + step.ID, Screen: "/projects/7/bot/scenarios/s1?step=" + step.ID, Revision: "r1",
		Values: map[string]string{
			"text": text, "type": "date", "skip": "true", "buttons": "2", "buttons.0.id": "b1", "buttons.0.label": s.in("Заказать хлеб", "Order bread"),
			"buttons.1.id": "b2", "buttons.1.label": s.in("Как пройти", "How to find us"), "buttons.1.to": "https://example.com",
		},
		Choices:    map[string][]scenario.Group{"buttons.to": {{Options: address}, {Label: s.in("Переходит", "Goes"), Options: []ui.Option{{Value: "step:t1", Label: s.in("Сообщение", "Message")}}}}},
		Insertions: []ui.Insertion{{Label: s.in("Имя", "First name"), Text: s.in("[Имя]", "[First name]")}, {Label: s.in("Фамилия", "Last name"), Text: s.in("[Фамилия]", "[Last name]")}},
		Saved:      ui.Saved{At: now},
	}
}

func (s sample) scenarioConflict() scenario.Editor {
	e := s.scenario("t1")
	e.Top.Steps[0].Form.Conflict = map[string]string{"text": s.in("Хлеб только по пятницам.", "Bread on Fridays only.")}
	return e
}

func (s sample) scenarioMap() scenario.Map {
	kinds := stepKinds()
	return scenario.Map{
		Project: s.project(3), Width: 520, Height: 260,
		Boxes: []scenario.Box{
			{ID: "s1", Head: s.in("отправил /start", "sent /start"), Words: s.in("Приветствие", "Greeting"), URL: "/projects/7/bot/scenarios/s1"},
			{Y: 68, Kind: kinds[1], Words: s.in("Что вам показать?", "What may we show you?"), URL: "?step=t2"},
			{X: 240, Y: 136, Kind: kinds[2], Words: s.in("На какой день?", "For which day?"), URL: "?step=t3", Bad: true},
		},
		Lines: []scenario.Line{
			{Path: "M20 46V68"}, {Path: "M20 114V159H240", Label: s.in("Заказать хлеб", "Order bread"), LabelX: 28, LabelY: 152},
			{Path: "M436 159C480 159 480 91 198 91", Jumps: true},
		},
	}
}

func (s sample) toMend() []scenario.Problem {
	return []scenario.Problem{
		{Problem: spec.Problem{Code: "no_action", Args: lang.Args{"label": s.in("Позвонить", "Call us")}}, Where: s.in("Меню", "Menu"), URL: "?step=t2"},
		{Problem: spec.Problem{Code: "unreachable", Warning: true}, Where: s.in("Сообщение", "Message"), URL: "?step=t1"},
	}
}

func stepKinds() []spec.Kind {
	words := spec.Field{Name: "text", Type: spec.Rich, Label: spec.Words{RU: "Текст", EN: "Text"}, Max: 4096}
	return []spec.Kind{
		{Name: "message", Shelf: spec.First, Title: spec.Words{RU: "Сообщение", EN: "Message"}, Hint: spec.Words{RU: "Бот отправляет текст", EN: "The bot sends a text"}, Fields: []spec.Field{words}},
		{Name: "menu", Shelf: spec.First, Title: spec.Words{RU: "Меню", EN: "Menu"}, Hint: spec.Words{RU: "Сообщение с кнопками", EN: "A message with buttons"}, Fields: []spec.Field{words, {
			Name: "buttons", Type: spec.Rows, Label: spec.Words{RU: "Кнопки", EN: "Buttons"}, Fields: []spec.Field{
				{Name: "id", Type: spec.Line}, {Name: "label", Type: spec.Line, Max: 64, Label: spec.Words{RU: "Надпись", EN: "Label"}},
				{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Что делает", EN: "What it does"}}, {Name: "steps", Type: spec.Steps},
			},
		}}},
		{Name: "question", Shelf: spec.First, Title: spec.Words{RU: "Вопрос", EN: "Question"}, Hint: spec.Words{RU: "Бот спрашивает и запоминает", EN: "The bot asks and remembers"}, Fields: []spec.Field{
			words, {Name: "type", Type: spec.Choice, Label: spec.Words{RU: "Что ответит клиент", EN: "What the client answers"}, Options: []spec.Option{
				{Value: "text", Label: spec.Words{RU: "Текст", EN: "Text"}}, {Value: "date", Label: spec.Words{RU: "Дата", EN: "Date"}},
			}},
			{Name: "skip", Type: spec.Switch, Label: spec.Words{RU: "Можно пропустить", EN: "May be skipped"}},
		}},
		{Name: "wait", Title: spec.Words{RU: "Подождать", EN: "Wait"}, Hint: spec.Words{RU: "Продолжить позже", EN: "Go on later"}},
		{Name: "http", Shelf: spec.Experienced, Title: spec.Words{RU: "Запрос к сервису", EN: "HTTP request"}, Hint: spec.Words{RU: "Спросить другой сервис", EN: "Ask another service"}},
	}
}

func triggerKinds() []spec.Kind {
	return []spec.Kind{
		{Name: "command", Shelf: spec.First, Title: spec.Words{RU: "Команда", EN: "Command"}, Hint: spec.Words{RU: "Клиент отправил команду", EN: "The client sent a command"}},
		{Name: "keyword", Shelf: spec.First, Title: spec.Words{RU: "Слово", EN: "Keyword"}, Hint: spec.Words{RU: "Клиент написал слово", EN: "The client wrote a word"}},
		{Name: "expression", Shelf: spec.Experienced, Title: spec.Words{RU: "Регулярное выражение", EN: "Regular expression"}, Hint: spec.Words{RU: "Сообщение подходит под образец", EN: "The message matches a pattern"}},
	}
}

func (s sample) listScreens() []Screen {
	adding, renaming, none := s.botPage(), s.botPage(), s.botPage()
	adding.Scenarios.Adding = true
	renaming.Scenarios.Renaming, renaming.Scenarios.Mistakes = "s2", page.Mistakes{{Field: "title", Key: "problem.required"}}
	none.Scenarios.Rows, none.Scenarios.Search = nil, s.in("пирог", "pie")
	return []Screen{{"bot-adding", bot.BotPage(adding)}, {"bot-renaming", bot.BotPage(renaming)}, {"bot-not-found", bot.BotPage(none)}}
}
