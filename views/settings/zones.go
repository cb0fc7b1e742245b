package settings

import (
	"context"
	"slices"
	"time"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/ui"
)

// place is where owners live.
type place struct {
	// zone is the IANA name of its time zone.
	zone string
	name spec.Words
}

var places = []place{
	{"UTC", spec.Words{RU: "Всемирное время", EN: "Universal time"}},
	{"Europe/London", spec.Words{RU: "Лондон", EN: "London"}},
	{"Europe/Berlin", spec.Words{RU: "Берлин", EN: "Berlin"}},
	{"Europe/Kaliningrad", spec.Words{RU: "Калининград", EN: "Kaliningrad"}},
	{"Europe/Kyiv", spec.Words{RU: "Киев", EN: "Kyiv"}},
	{"Europe/Moscow", spec.Words{RU: "Москва", EN: "Moscow"}},
	{"Europe/Minsk", spec.Words{RU: "Минск", EN: "Minsk"}},
	{"Europe/Istanbul", spec.Words{RU: "Стамбул", EN: "Istanbul"}},
	{"Europe/Samara", spec.Words{RU: "Самара", EN: "Samara"}},
	{"Asia/Tbilisi", spec.Words{RU: "Тбилиси", EN: "Tbilisi"}},
	{"Asia/Yerevan", spec.Words{RU: "Ереван", EN: "Yerevan"}},
	{"Asia/Dubai", spec.Words{RU: "Дубай", EN: "Dubai"}},
	{"Asia/Yekaterinburg", spec.Words{RU: "Екатеринбург", EN: "Yekaterinburg"}},
	{"Asia/Almaty", spec.Words{RU: "Алматы", EN: "Almaty"}},
	{"Asia/Tashkent", spec.Words{RU: "Ташкент", EN: "Tashkent"}},
	{"Asia/Kolkata", spec.Words{RU: "Дели", EN: "Delhi"}},
	{"Asia/Omsk", spec.Words{RU: "Омск", EN: "Omsk"}},
	{"Asia/Novosibirsk", spec.Words{RU: "Новосибирск", EN: "Novosibirsk"}},
	{"Asia/Krasnoyarsk", spec.Words{RU: "Красноярск", EN: "Krasnoyarsk"}},
	{"Asia/Irkutsk", spec.Words{RU: "Иркутск", EN: "Irkutsk"}},
	{"Asia/Singapore", spec.Words{RU: "Сингапур", EN: "Singapore"}},
	{"Asia/Yakutsk", spec.Words{RU: "Якутск", EN: "Yakutsk"}},
	{"Asia/Vladivostok", spec.Words{RU: "Владивосток", EN: "Vladivostok"}},
	{"Asia/Magadan", spec.Words{RU: "Магадан", EN: "Magadan"}},
	{"Asia/Kamchatka", spec.Words{RU: "Петропавловск-Камчатский", EN: "Kamchatka"}},
	{"America/New_York", spec.Words{RU: "Нью-Йорк", EN: "New York"}},
	{"America/Chicago", spec.Words{RU: "Чикаго", EN: "Chicago"}},
	{"America/Los_Angeles", spec.Words{RU: "Лос-Анджелес", EN: "Los Angeles"}},
}

// KnownZone tells whether the settings offer a zone.
func KnownZone(zone string) bool {
	return slices.ContainsFunc(places, func(p place) bool { return p.zone == zone })
}

// zoneOptions are the places with the time there; a zone of a project that is
// not among them stays a choice by its own name.
func zoneOptions(ctx context.Context, chosen string, now time.Time) []ui.Option {
	var options []ui.Option
	for _, p := range places {
		label := lang.Words(ctx, p.name)
		if zone, err := time.LoadLocation(p.zone); err == nil {
			label += ", UTC" + now.In(zone).Format("-07:00")
		}
		options = append(options, ui.Option{Value: p.zone, Label: label})
	}
	if !KnownZone(chosen) {
		options = append(options, ui.Option{Value: chosen, Label: chosen})
	}
	return options
}
