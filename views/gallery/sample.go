package gallery

import (
	"maps"
	"slices"
	"time"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/bot"
	"botyard/views/home"
	"botyard/views/page"
	"botyard/views/pages"
	"botyard/views/projects"
	"botyard/views/releases"
	"botyard/views/settings"
	"botyard/views/ui"
)

// now is the moment of every sample.
var now = time.Date(2026, time.November, 30, 12, 4, 0, 0, time.UTC)

// Now is the moment at which the samples take place.
func Now() time.Time { return now }

// sample makes sample data in one language.
type sample struct {
	lang  lang.Lang
	email string
	// instead of all words, when it is set: a test's hostile text.
	instead string
}

func samples(l lang.Lang) sample {
	return sample{lang: l, email: "anna@example.com"}
}

// in picks the text in the sample's language.
func (s sample) in(ru, en string) string {
	switch {
	case s.instead != "":
		return s.instead
	case s.lang == lang.RU:
		return ru
	}
	return en
}

// Shell is the frame's data for the samples.
func Shell(l lang.Lang) page.Shell {
	s := samples(l)
	return page.Shell{User: &page.User{Email: s.email}, Projects: []page.Project{s.project(3), s.studio()}, Gallery: true}
}

func (s sample) project(edits int) page.Project {
	return page.Project{ID: "7", Name: s.in("Пекарня «Зерно»", "Grain Bakery"), Edits: edits, Published: true}
}

func (s sample) studio() page.Project {
	return page.Project{ID: "8", Name: s.in("Студия растяжки «Гибко и точка» на Васильевском", "Bend & Stretch Studio on Vasilyevsky"), Published: true}
}

func (s sample) fresh() page.Project {
	return page.Project{ID: "9", Name: s.in("Лекторий", "Lecture Hall")}
}

func (s sample) rows() []projects.Row {
	return []projects.Row{
		{Project: s.project(3), State: projects.Live, Username: "grain_bakery_bot"},
		{Project: s.studio(), State: projects.Broken, Username: "bend_and_stretch_bot"},
		{Project: s.fresh(), State: projects.Draft},
		{Project: s.project(0), State: projects.Off},
		{Project: s.studio(), State: projects.Paused, Username: "bend_and_stretch_bot"},
	}
}

func (s sample) live() home.Page {
	return home.Page{
		Project: s.project(3), Greeted: true, Paged: true, Connected: true, Username: "grain_bakery_bot",
		Last: &home.Release{Number: 7, At: now.AddDate(0, 0, -2), By: s.email},
		Links: []home.Link{
			{Kind: home.BotLink, URL: "https://t.me/grain_bakery_bot", QR: "/static/mark.svg"},
			{Kind: home.AppLink, URL: "https://t.me/grain_bakery_bot?startapp", QR: "/static/mark.svg"},
			{Kind: home.SiteLink, URL: "https://sites.example.com/s/zerno", QR: "/static/mark.svg"},
		},
	}
}

func (s sample) troubled() home.Page {
	p := s.live()
	p.Project, p.Trouble, p.Blocked = s.project(0), true, 4
	p.Troubles = []home.Trouble{
		{Code: "paused", Why: "loop"}, {Code: "token_revoked"}, {Code: "foreign_webhook", Host: "hooks.example.net"},
		{Code: "stuck", Count: 1842, Wait: 14 * time.Minute}, {Code: "turn_failed", Count: 3}, {Code: "rejected", Count: 2},
	}
	return p
}

func (s sample) off() home.Page {
	p := s.live()
	p.Connected, p.Username, p.Off, p.Restorable = false, "", true, true
	p.Links = p.Links[2:]
	return p
}

func (s sample) doubted() bot.Connection {
	c := s.connected()
	c.Doubted = true
	return c
}

func (s sample) connected() bot.Connection {
	return bot.Connection{State: bot.Connected, Username: "grain_bakery_bot", Name: s.in("Пекарня «Зерно»", "Grain Bakery"), Since: now}
}

func (s sample) inState(state bot.State) bot.Connection {
	c := s.connected()
	c.State, c.Host, c.Reason, c.RetryAt = state, "hooks.example.net", "bot.reason.network", now.Add(6*time.Minute)
	return c
}

func (s sample) held() bot.Connection {
	return bot.Connection{State: bot.None, Form: bot.ConnectForm{
		Host:     "hooks.example.net",
		Mistakes: page.Mistakes{{Field: "token", Key: "bot.token.foreign", Args: lang.Args{"host": "hooks.example.net"}}},
	}}
}

func (s sample) notAlone() bot.Connection {
	c := s.connected()
	c.OtherReader = true
	return c
}

func (s sample) botPage() bot.Page {
	return bot.Page{
		Project: s.project(3), Connection: s.connected(), Scenarios: s.scenarios(),
		Puzzles: []bot.Puzzle{
			{Words: s.in("А торт на заказ делаете?", "Do you make cakes to order?"), Times: 7, People: 5, Last: now},
			{Words: s.in("парковка есть", "is there parking"), Times: 1, People: 1, Last: now},
		},
	}
}

func (s sample) editor() pages.Editor {
	kinds := kinds()
	return pages.Editor{
		Project: s.project(3), Page: "home", Kinds: kinds, Palette: -1, Preview: ui.Preview{Site: "/gallery/frame", App: "/gallery/frame", Page: "home", Blocks: "/projects/1/pages"},
		Pages: []pages.Tab{{ID: "home", Title: s.in("Что испекли", "Fresh today")}, {ID: "how", Title: s.in("Как пройти", "How to find us"), Problems: 1}},
		Blocks: []pages.Block{
			{ID: "b1", Kind: kinds[1], Gist: s.in("Что испекли", "Fresh today"), Revision: "r1", Values: map[string]string{"text": s.in("Что испекли", "Fresh today")}},
			{ID: "b2", Kind: kinds[3], Gist: s.in("Ржаной, белый, булки с корицей", "Rye, white, cinnamon buns"), Revision: "r2", Values: map[string]string{"text": s.in("*Ржаной*, белый, булки с корицей", "*Rye*, white, cinnamon buns")}},
			{ID: "b3", Kind: kinds[2], Revision: "r3", Values: map[string]string{"image": "m1"}, Pictures: map[string]string{"image": "/static/mark.svg"}},
			{ID: "b4", Kind: kinds[0], Gist: s.in("Позвонить", "Call us"), Revision: "r4", Values: map[string]string{"label": s.in("Позвонить", "Call us"), "to": "+7 000"}, Saved: ui.Saved{At: now}},
		},
	}
}

func (s sample) openAt(i int) pages.Editor {
	e := s.editor()
	e.Blocks[i].Open = true
	return e
}

func (s sample) emptyPage() pages.Editor {
	e := s.editor()
	e.Blocks, e.Preview = nil, ui.Preview{}
	return e
}

func (s sample) renaming() pages.Editor {
	e := s.editor()
	e.Renaming, e.Mistakes = true, page.Mistakes{{Field: "title", Key: "problem.required"}}
	return e
}

func (s sample) blockConflict() pages.Editor {
	e := s.openAt(1)
	e.Blocks[1].Conflict = map[string]string{"text": s.in("Ржаной кончился", "No rye left")}
	return e
}

func (s sample) versions() []releases.Release {
	return []releases.Release{
		{Number: 7, At: now.AddDate(0, 0, -2), By: s.email, Current: true},
		{Number: 6, At: now.AddDate(0, 0, -9), By: "boris@example.com"},
		{Number: 5, At: now.AddDate(-1, 0, 0), By: s.email},
	}
}

func (s sample) changes() []releases.Change {
	return []releases.Change{
		{Section: page.Bot, Title: s.in("На слово «хлеб»", "To “bread”"), What: releases.Edited, URL: "/projects/7/bot"},
		{Section: page.Pages, Title: s.in("Как пройти", "How to find us"), What: releases.Added, URL: "/projects/7/pages/how"},
		{Section: page.Pages, Title: s.in("Новый год", "New Year"), What: releases.Removed},
	}
}

// leftStanding is a version without a step on which people stand.
func (s sample) leftStanding() releases.Publish {
	steps := []ui.Option{{Value: "m1", Label: s.in("Бронь · Вопрос: на какой день вас ждать?", "Booking · Question: which day shall we expect you?")}}
	return releases.Publish{Project: s.project(3), Next: 8, Changes: s.changes(), Steps: steps, Standing: []releases.Standing{
		{Step: "q7", Words: s.in("Бронь · Вопрос: сколько вас будет?", "Booking · Question: how many will you be?"), People: 3},
	}}
}

func (s sample) problems() []releases.Problem {
	return []releases.Problem{
		{Problem: spec.Problem{Code: "bad_target"}, Where: s.in("Страница «Как пройти», кнопка", "Page “How to find us”, button"), URL: "/projects/7/pages/how?block=b4"},
		{Problem: spec.Problem{Code: "too_long", Args: lang.Args{"n": 5012, "max": 4096}}, Where: s.in("На слово «хлеб»", "To “bread”"), URL: "/projects/7/bot#a-s2-text"},
		{Problem: spec.Problem{Code: "no_contrast", Warning: true}, Where: s.in("Оформление страниц", "Look of the pages"), URL: "/projects/7/settings"},
	}
}

func (s sample) settingsOf() settings.Project {
	p := s.project(0)
	return settings.Project{Project: p, Name: p.Name, Address: "zerno", Language: s.lang.Code(), Site: "https://sites.example.com/s/"}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// kinds are blocks as the registry describes them, one field of every type.
func kinds() []spec.Kind {
	return []spec.Kind{
		{Name: "button", Title: spec.Words{RU: "Кнопка", EN: "Button"}, Fields: []spec.Field{
			{Name: "label", Type: spec.Line, Label: spec.Words{RU: "Надпись", EN: "Words"}, Required: true, Max: 60},
			{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Куда ведёт", EN: "Leads to"}, Required: true},
			{Name: "style", Type: spec.Choice, Label: spec.Words{RU: "Вид", EN: "Style"}, Options: []spec.Option{
				{Value: "main", Label: spec.Words{RU: "Заметная", EN: "Prominent"}},
				{Value: "plain", Label: spec.Words{RU: "Спокойная", EN: "Calm"}},
			}},
		}},
		{Name: "heading", Title: spec.Words{RU: "Заголовок", EN: "Heading"}, Fields: []spec.Field{
			{Name: "text", Type: spec.Line, Label: spec.Words{RU: "Текст", EN: "Text"}, Required: true, Max: 120},
		}},
		{Name: "image", Title: spec.Words{RU: "Картинка", EN: "Picture"}, Fields: []spec.Field{
			{Name: "image", Type: spec.Image, Label: spec.Words{RU: "Файл", EN: "File"}, Required: true},
			{Name: "alt", Type: spec.Line, Label: spec.Words{RU: "Что на картинке", EN: "What it shows"}, Hint: spec.Words{RU: "Для тех, кто её не видит", EN: "For those who cannot see it"}},
		}},
		{Name: "text", Title: spec.Words{RU: "Текст", EN: "Text"}, Fields: []spec.Field{
			{Name: "text", Type: spec.Rich, Label: spec.Words{RU: "Текст", EN: "Text"}, Required: true},
		}},
	}
}
