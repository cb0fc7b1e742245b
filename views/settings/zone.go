package settings

import (
	"context"
	"slices"

	"botyard/internal/lang"
	"botyard/views/ui"
)

// zones are the time zones that are offered, from west to east, as people know them.
var zones = []struct{ name, ru, en string }{
	{"America/Los_Angeles", "Лос-Анджелес", "Los Angeles"},
	{"America/New_York", "Нью-Йорк", "New York"},
	{"UTC", "Всемирное время (UTC)", "UTC"},
	{"Europe/London", "Лондон", "London"},
	{"Europe/Berlin", "Берлин", "Berlin"},
	{"Europe/Kaliningrad", "Калининград, МСК−1", "Kaliningrad"},
	{"Europe/Kyiv", "Киев", "Kyiv"},
	{"Europe/Moscow", "Москва, МСК", "Moscow"},
	{"Europe/Minsk", "Минск", "Minsk"},
	{"Europe/Istanbul", "Стамбул", "Istanbul"},
	{"Europe/Samara", "Самара, МСК+1", "Samara"},
	{"Asia/Tbilisi", "Тбилиси", "Tbilisi"},
	{"Asia/Yerevan", "Ереван", "Yerevan"},
	{"Asia/Baku", "Баку", "Baku"},
	{"Asia/Dubai", "Дубай", "Dubai"},
	{"Asia/Yekaterinburg", "Екатеринбург, МСК+2", "Yekaterinburg"},
	{"Asia/Tashkent", "Ташкент", "Tashkent"},
	{"Asia/Almaty", "Алматы", "Almaty"},
	{"Asia/Omsk", "Омск, МСК+3", "Omsk"},
	{"Asia/Bishkek", "Бишкек", "Bishkek"},
	{"Asia/Novosibirsk", "Новосибирск, МСК+4", "Novosibirsk"},
	{"Asia/Krasnoyarsk", "Красноярск, МСК+4", "Krasnoyarsk"},
	{"Asia/Irkutsk", "Иркутск, МСК+5", "Irkutsk"},
	{"Asia/Yakutsk", "Якутск, МСК+6", "Yakutsk"},
	{"Asia/Vladivostok", "Владивосток, МСК+7", "Vladivostok"},
	{"Asia/Magadan", "Магадан, МСК+8", "Magadan"},
	{"Asia/Kamchatka", "Камчатка, МСК+9", "Kamchatka"},
}

// zones are the options of the form; one that was set elsewhere is among them.
func (s Project) zones(ctx context.Context) []ui.Option {
	var options []ui.Option
	for _, z := range zones {
		label := z.en
		if lang.From(ctx) == lang.RU {
			label = z.ru
		}
		options = append(options, ui.Option{Value: z.name, Label: label})
	}
	if !slices.ContainsFunc(options, func(o ui.Option) bool { return o.Value == s.Zone }) {
		options = append(options, ui.Option{Value: s.Zone, Label: s.Zone})
	}
	return options
}
