package gallery

import (
	"fmt"

	"botyard/views/card"
	"botyard/views/page"
	"botyard/views/ui"
)

func (s sample) card() []Screen {
	wrong := s.cardOf()
	wrong.Values["day-1-to"], wrong.Values["phone"] = "", s.in("спросите у Ани", "ask Anna")
	wrong.Mistakes = page.Mistakes{{Field: "phone", Key: "problem.bad_phone"}, {Field: "day-1", Key: "problem.card_hours"}, {Field: "special-0", Key: "problem.card_days"}}
	return []Screen{
		{"card", card.CardPage(s.cardOf())},
		{"card-mistakes", card.CardPage(wrong)},
		{"card-empty", card.CardPage(card.Page{Project: s.fresh(), Special: 1, ZoneTime: "12:04"})},
	}
}

func (s sample) cardOf() card.Page {
	p := card.Page{
		Project: s.project(0), Special: 2, Logo: "/static/x", ZoneTime: "17:04", Open: true,
		Said:  s.in("пн–пт 9:00–21:00, сб–вс 10:00–18:00; 24 декабря закрыто (праздник)", "Mon–Fri 9:00–21:00, Sat–Sun 10:00–18:00; 24 December closed (holiday)"),
		State: s.in("Сейчас открыто, закроется сегодня в 21:00", "Open now, closes today at 21:00"),
		Zones: []ui.Option{{Value: "Asia/Yekaterinburg", Label: s.in("Екатеринбург, МСК+2", "Yekaterinburg, GMT+5")}}, Currencies: []ui.Option{{Value: "RUB", Label: s.in("Рубль ₽", "Rouble ₽")}},
		Values: map[string]string{
			"name": s.in("Пекарня «Зерно»", "Grain Bakery"), "phone": "+7 343 200-10-10", "address": s.in("Ленина, 5, вход со двора", "5 Mill Lane"),
			"special-0-from": "2026-12-24", "special-0-to": "2026-12-24", "special-0-why": s.in("праздник", "holiday"),
		},
	}
	for n := range 7 {
		p.Values[fmt.Sprintf("day-%d-from", n)], p.Values[fmt.Sprintf("day-%d-to", n)] = "09:00", "21:00"
	}
	return p
}
