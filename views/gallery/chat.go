package gallery

import (
	"strings"

	"botyard/internal/richtext"
	"botyard/views/chat"
	"botyard/views/dialogues"
	"botyard/views/files"
	"botyard/views/page"
	"botyard/views/testers"
)

func (s sample) chat() []Screen {
	full := s.talk()
	link := "https://t.me/lecture_bot?start=draft-" + strings.Repeat("x", 43)
	return []Screen{
		{"testers", testers.TestersPage(testers.Page{Project: s.project(3), Connected: true, Open: true, Until: now, Testers: []testers.Tester{
			{ID: "5", Name: s.in("Анна-Мария Константинопольская", "Anna-Maria of the long name"), Username: "anna_maria", Joined: now}, {ID: "6", Joined: now},
		}})},
		{"testers-link", testers.TestersPage(testers.Page{Project: s.project(3), Connected: true, Open: true, Until: now, Link: link, Code: "/static/mark.svg"})},
		{"testers-none", testers.TestersPage(testers.Page{Project: s.project(3), Connected: true})},
		{"testers-no-bot", testers.TestersPage(testers.Page{Project: s.fresh()})},
		{"files", files.FilesPage(files.Page{Project: s.project(3), Files: []files.File{
			{Key: "a1", Alt: s.in("Столик у окна", "A table by the window"), URL: "/static/mark.svg", Picture: true, Width: 1200, Height: 800, Bytes: 340000},
			{Key: "a2", Name: s.in("Меню на лето.pdf", "Summer menu.pdf"), URL: "/static/x", Bytes: 1200000},
		}})},
		{"files-empty", files.FilesPage(files.Page{Project: s.fresh(), Mistakes: page.Mistakes{{Field: "file", Key: "files.empty"}}})},
		{"dialogues", dialogues.ListPage(dialogues.List{Project: s.project(3), Dialogues: s.dialogues()})},
		{"dialogues-empty", dialogues.ListPage(dialogues.List{Project: s.fresh()})},
		{"dialogue-differs", dialogues.DialoguePage(dialogues.Page{Project: s.project(3), Dialogue: s.dialogues()[0]})},
		{"chat", chat.TalkPage(full)},
		{"chat-empty", chat.TalkPage(chat.Page{Project: s.fresh(), Bot: s.fresh().Name, Now: now, Visitor: chat.Visitor{Name: s.in("Анна", "Anna"), New: true}})},
	}
}

// dialogues are one that goes another way now, one that goes as it did, and
// one of another version of the program.
func (s sample) dialogues() []dialogues.Dialogue {
	asked := dialogues.Turn{
		Did: s.in("Клиент нажимает «Забронировать столик»", "The client presses “Book a table”"), Differs: true,
		Was: []dialogues.Saying{{Text: s.in("Сколько вас будет?", "How many will you be?"), Keys: []string{"1", "2", "3–4"}}},
		Now: []dialogues.Saying{{Text: s.in("На какой день?", "For which day?")}, {Note: s.in("Заявка", "Request"), Text: s.in("Бронь", "Booking"), Facts: []string{s.in("Сколько: 4", "How many: 4")}}},
	}
	began := dialogues.Turn{
		Did: s.in("Клиент пишет: /start", "The client writes: /start"),
		Was: []dialogues.Saying{{Text: s.in("Добрый день!", "Good afternoon!"), Keys: []string{s.in("Меню и цены", "Menu and prices")}}},
	}
	return []dialogues.Dialogue{
		{ID: 1, Title: s.in("Бронь столика на четверых у окна", "A table for four by the window"), Turns: []dialogues.Turn{began, asked, {Did: began.Did}}},
		{ID: 2, Title: s.in("Меню", "The menu"), Turns: []dialogues.Turn{began}},
		{ID: 3, Title: s.in("Старый", "An old one"), Unreadable: true},
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
