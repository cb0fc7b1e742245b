package gallery

import (
	"botyard/internal/richtext"
	"botyard/views/chat"
)

func (s sample) chat() []Screen {
	full := s.talk()
	return []Screen{
		{"chat", chat.TalkPage(full)},
		{"chat-empty", chat.TalkPage(chat.Page{Project: s.fresh(), Bot: s.fresh().Name, Now: now, Visitor: chat.Visitor{Name: s.in("Анна", "Anna"), New: true}})},
	}
}

func (s sample) words(ru, en string) []richtext.Segment {
	return []richtext.Segment{{Words: s.in(ru, en)}}
}

func (s sample) talk() chat.Page {
	p := s.project(3)
	menu := chat.Line{
		Kind: "bot", At: now, ID: 1, Words: []richtext.Segment{{Words: s.in("Добрый день, ", "Good afternoon, ")}, {Words: s.in("Анна", "Anna"), Bold: true}, {Words: "."}},
		Rows: [][]chat.Key{{{Label: s.in("Цены", "Prices"), Data: "0:a"}, {Label: s.in("Забронировать столик у окна", "Book a table by the window"), Data: "0:b"}}, {{Label: s.in("Сайт", "Site"), URL: "https://example.com/"}}},
	}
	return chat.Page{
		Project: p, Bot: p.Name, Now: now, Moved: true, Changed: true, Silent: true, Until: now.AddDate(0, 0, 2),
		Keys:  &chat.Keys{Ask: "contact", Label: s.in("Отправить мой номер", "Send my number"), Words: []string{s.in("Отмена", "Cancel")}},
		Asked: &chat.Asked{Host: "api.example.com", Method: "GET", Take: []string{"items.0.price"}}, Links: []string{"instagram"}, CanCall: true,
		Visitor: chat.Visitor{Name: s.in("Анна", "Anna"), Known: []chat.Fact{{Title: s.in("Сколько человек", "How many"), Value: "4"}}},
		Lines: []chat.Line{
			{Kind: "said", At: now, Words: s.words("/start", "/start")},
			{Kind: "ran", Steps: []chat.Step{{Kind: s.in("Сообщение", "Message"), Words: s.in("Добрый день", "Good afternoon"), URL: "/projects/7/bot"}, {Kind: s.in("Меню", "Menu"), URL: "/projects/7/bot"}}},
			menu,
			{Kind: "pressed", Words: s.words("Цены", "Prices")},
			{Kind: "bot", At: now, ID: 2, Media: []chat.Media{{Kind: "file", URL: "/static/x"}}, Words: s.words("Наше меню", "Our menu")},
			{Kind: "bot", At: now, ID: 3, Place: &chat.Place{Title: p.Name, Address: s.in("Ленина, 5", "5 Mill Lane"), Map: "https://example.com/"}},
			{Kind: "bot", At: now, ID: 4, Card: &chat.Card{Name: s.in("Марина", "Marina"), Phone: "+7 900 123-45-67"}},
			{Kind: "said", At: now, Share: "photo"},
			{Kind: "done", Code: "submission", Words: s.words("Бронь столика", "Table"), Facts: []chat.Fact{{Title: s.in("Сколько человек", "How many"), Value: "4"}}},
			{Kind: "note", Code: "puzzled"},
		},
	}
}
