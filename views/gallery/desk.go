package gallery

import (
	"strings"
	"time"

	"botyard/views/desk"
)

func (s sample) desk() []Screen {
	queues := s.queues()
	empty := desk.Queues{Query: s.in("нет такого", "no such bot"), From: 1, Totals: queues.Totals}
	return []Screen{
		{"desk", desk.QueuesPage(queues)},
		{"desk-nothing", desk.QueuesPage(empty)},
		{"desk-undelivered", desk.UndeliveredPage(desk.Undelivered{Causes: queues.Causes, Failed: s.failedSends(), Unknown: s.unknownSends()})},
		{"desk-bot", desk.BotScreen(s.stuckBot())},
		{"desk-bot-suspended", desk.BotScreen(s.suspendedBot())},
		{"desk-bot-paused", desk.BotScreen(s.pausedBot())},
		{"desk-letter", desk.LetterScreen(s.letter(false))},
		{"desk-letter-open", desk.LetterScreen(s.letter(true))},
	}
}

func (s sample) queues() desk.Queues {
	return desk.Queues{
		Totals: desk.Totals{Connected: 214, Waiting: 1845, Unsent: 12, Dead: 44, Received: 412, Sent: 298, Oldest: 14 * time.Minute, At: now},
		From:   1, Every: 214, Older: "/support?from=6", Bots: s.deskBots(), Causes: s.causes(),
	}
}

func (s sample) deskBots() []desk.Bot {
	return []desk.Bot{
		{Project: 21, Name: s.in("Фитнес-клуб «Урал»", "Ural Fitness"), Username: "fitclub_ural_bot", Waiting: 1842, Oldest: 14 * time.Minute, Received: 210, Sent: 96,
			State: desk.Connected, Delivered: now, Error: "rate_limited", ErrorAt: now.Add(-time.Minute), Dead: 41},
		{Project: 22, Name: s.in("Студия «Лён»", "Linen Studio"), Username: "len_studio_bot", Waiting: 3, Oldest: 2 * time.Second, Received: 6, Sent: 6, State: desk.Connected, Delivered: now},
		{Project: 23, Name: s.in("Книга и Ко", "Book & Co"), Username: "kniga_i_ko_bot", State: desk.Revoked, Error: "token_revoked", ErrorAt: now.Add(-3 * time.Hour)},
		{Project: 24, Name: s.in("Цветы на Мира", "Flowers on Peace Street"), Username: "flowers_on_peace_street_bot", State: desk.Complained, Pending: 38,
			Complaint: "Wrong response from the webhook: 502 Bad Gateway", ComplaintAt: now},
		{Project: 25, Name: s.in("Квесты Пермь", "Perm Quests"), Username: "quest_perm_bot", Waiting: 120, Oldest: time.Hour, State: desk.Paused},
		{Project: 26, Name: s.in("Кофейня «Пар»", "Steam Coffee"), Username: "par_coffee_bot", Received: 4, Sent: 4, State: desk.Connected, Delivered: now.Add(-time.Minute)},
	}
}

func (s sample) causes() []desk.Cause {
	letters := []desk.Letter{
		{Project: 21, Event: 48213, Username: "fitclub_ural_bot", At: now.Add(-23 * time.Minute), Attempts: 6},
		{Project: 21, Event: 48207, Username: "fitclub_ural_bot", At: now.Add(-25 * time.Minute), Attempts: 6},
	}
	return []desk.Cause{
		{Code: "turn_failed", Count: 41, Bots: 1, Last: now.Add(-23 * time.Minute), Letters: letters},
		{Code: "owner_vanished", Count: 3, Bots: 2, Last: now.AddDate(0, 0, -1)},
	}
}

func (s sample) failedSends() []desk.Cause {
	return []desk.Cause{{Code: "blocked", Count: 12, Bots: 4, Last: now}, {Code: "rejected", Count: 3, Bots: 1, Last: now}}
}

func (s sample) unknownSends() []desk.Send {
	return []desk.Send{{Project: 22, Username: "len_studio_bot", Chat: 700100200, At: now.Add(-time.Hour)}}
}

func (s sample) stuckBot() desk.BotPage {
	causes := s.causes()[:1]
	return desk.BotPage{
		Bot: s.deskBots()[0], Owners: s.email, Address: "https://sites.example.com/s/ural", Account: 12, Created: now.AddDate(0, -3, 0), Release: 7,
		Stuck: []desk.Event{
			{Number: 48220, Chat: 700100200, Kind: "update", At: now.Add(-14 * time.Minute), Attempts: 3, Error: "panic"},
			{Number: 48221, Chat: 700100201, Kind: "timer", At: now.Add(-13 * time.Minute)},
		},
		Causes: causes, Failed: s.failedSends(), Unknown: s.unknownSends(),
		Update: &desk.Update{ID: 913552201, At: now.Add(-time.Hour)},
		Chat: &desk.Chat{ID: 700100200, Lines: []desk.Line{
			{At: now.Add(-time.Hour), Outcome: "received"}, {At: now.Add(-time.Hour), Outcome: "sent"}, {At: now, Outcome: "failed", Code: "blocked"},
		}},
	}
}

func (s sample) pausedBot() desk.BotPage {
	p := s.stuckBot()
	p.Bot = s.deskBots()[4]
	p.PausedBy, p.PausedAt, p.PausedWhy = "kostya@example.com", now.Add(-time.Hour), "asked"
	p.Stuck, p.Causes, p.Failed, p.Unknown, p.Update, p.Chat = nil, nil, nil, nil, nil, nil
	return p
}

func (s sample) suspendedBot() desk.BotPage {
	p := s.pausedBot()
	p.Bot.State, p.Bot.Waiting, p.Bot.Oldest = desk.Suspended, 0, 0
	p.Suspension = desk.Suspension{Since: now.AddDate(0, 0, -1), Reason: s.in("Бот рассылал поддельные чеки", "The bot sent forged receipts")}
	return p
}

func (s sample) letter(open bool) desk.LetterPage {
	p := desk.LetterPage{Letter: s.causes()[0].Letters[0], Reason: "turn_failed", Open: open}
	if open {
		p.Content = []desk.Piece{{Text: "{\n  \"message\": {\n    \"text\": \"" + s.in("Запишите меня на вторник, пожалуйста, и подскажите, сколько стоит абонемент на три месяца", "Put me down for Tuesday, please") + "\"\n  }\n}"}}
		return p
	}
	p.Content = []desk.Piece{
		{Text: "{\n  \"update_id\": 913552201,\n  \"message\": {\n    \"text\": "}, {Masked: true}, {Text: "\n  }\n}" + strings.Repeat(" ", 3)},
	}
	return p
}
