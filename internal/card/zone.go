package card

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // a card's zone is known on a machine that has no list of zones

	"botyard/internal/spec"
)

// DefaultZone is where a project is that does not say.
const DefaultZone = "Europe/Moscow"

// place is a zone that the list offers.
type place struct {
	name  string
	words spec.Words
}

// places are the zones that the list offers, from west to east within each
// group: Russia first.
var places = []place{
	{"Europe/Kaliningrad", spec.Words{RU: "Калининград", EN: "Kaliningrad"}},
	{"Europe/Moscow", spec.Words{RU: "Москва", EN: "Moscow"}},
	{"Europe/Samara", spec.Words{RU: "Самара", EN: "Samara"}},
	{"Europe/Saratov", spec.Words{RU: "Саратов", EN: "Saratov"}},
	{"Asia/Yekaterinburg", spec.Words{RU: "Екатеринбург", EN: "Yekaterinburg"}},
	{"Asia/Omsk", spec.Words{RU: "Омск", EN: "Omsk"}},
	{"Asia/Novosibirsk", spec.Words{RU: "Новосибирск", EN: "Novosibirsk"}},
	{"Asia/Krasnoyarsk", spec.Words{RU: "Красноярск", EN: "Krasnoyarsk"}},
	{"Asia/Irkutsk", spec.Words{RU: "Иркутск", EN: "Irkutsk"}},
	{"Asia/Yakutsk", spec.Words{RU: "Якутск", EN: "Yakutsk"}},
	{"Asia/Vladivostok", spec.Words{RU: "Владивосток", EN: "Vladivostok"}},
	{"Asia/Magadan", spec.Words{RU: "Магадан", EN: "Magadan"}},
	{"Asia/Kamchatka", spec.Words{RU: "Камчатка", EN: "Kamchatka"}},
	{"Europe/Minsk", spec.Words{RU: "Минск", EN: "Minsk"}},
	{"Asia/Tbilisi", spec.Words{RU: "Тбилиси", EN: "Tbilisi"}},
	{"Asia/Yerevan", spec.Words{RU: "Ереван", EN: "Yerevan"}},
	{"Asia/Baku", spec.Words{RU: "Баку", EN: "Baku"}},
	{"Asia/Tashkent", spec.Words{RU: "Ташкент", EN: "Tashkent"}},
	{"Asia/Almaty", spec.Words{RU: "Алматы", EN: "Almaty"}},
	{"Asia/Bishkek", spec.Words{RU: "Бишкек", EN: "Bishkek"}},
	{"UTC", spec.Words{RU: "Всемирное время", EN: "Universal time"}},
	{"Europe/London", spec.Words{RU: "Лондон", EN: "London"}},
	{"Europe/Berlin", spec.Words{RU: "Берлин", EN: "Berlin"}},
	{"Europe/Belgrade", spec.Words{RU: "Белград", EN: "Belgrade"}},
	{"Europe/Istanbul", spec.Words{RU: "Стамбул", EN: "Istanbul"}},
	{"Asia/Dubai", spec.Words{RU: "Дубай", EN: "Dubai"}},
	{"Asia/Kolkata", spec.Words{RU: "Индия", EN: "India"}},
	{"Asia/Bangkok", spec.Words{RU: "Бангкок", EN: "Bangkok"}},
	{"America/New_York", spec.Words{RU: "Нью-Йорк", EN: "New York"}},
	{"America/Chicago", spec.Words{RU: "Чикаго", EN: "Chicago"}},
	{"America/Los_Angeles", spec.Words{RU: "Лос-Анджелес", EN: "Los Angeles"}},
}

// Zone finds a time zone by its IANA name, DefaultZone for "". One that is
// not known is DefaultZone, too.
func Zone(name string) (location *time.Location, known bool) {
	if name == "" {
		name = DefaultZone
	}
	if found := load(name); found != nil {
		return found, true
	}
	return load(DefaultZone), false
}

// zones are those that were loaded: reading one costs more than a turn.
var zones sync.Map

// zoneName is the shape of names, so that a zone is kept under one alone.
var zoneName = regexp.MustCompile(`^[A-Z][A-Za-z]*(/[A-Za-z0-9_+-]+){0,2}$`)

// load gives a zone, nil when there is none of the name.
func load(name string) *time.Location {
	if kept, found := zones.Load(name); found {
		return kept.(*time.Location)
	}
	if !zoneName.MatchString(name) || name == "Local" {
		return nil
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	zones.Store(name, location)
	return location
}

// Zones lists the zones that are offered, by their IANA names; own is among them.
func Zones(own string) []string {
	var names []string
	for _, p := range places {
		names = append(names, p.name)
	}
	if own != "" && !slices.Contains(names, own) {
		names = append([]string{own}, names...)
	}
	return names
}

// ZoneWords is a zone as people know it at a time: «Екатеринбург, МСК+2»,
// "Yekaterinburg, GMT+5".
func ZoneWords(name, lang string, t time.Time) string {
	location, _ := Zone(name)
	_, offset := t.In(location).Zone()
	base := "GMT"
	if lang == "ru" {
		moscow, _ := Zone(DefaultZone)
		_, of := t.In(moscow).Zone()
		base, offset = "МСК", offset-of
	}
	return city(name, lang) + ", " + base + difference(offset)
}

// city is the name of a zone's place; of one that is not listed the end of its name.
func city(name, lang string) string {
	if name == "" {
		name = DefaultZone
	}
	for _, p := range places {
		if p.name == name {
			return in(lang, p.words)
		}
	}
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '/')+1:], "_", " ")
}

// difference is "+2", "−1", "+5:30", or "" for none; offset is in seconds.
func difference(offset int) string {
	sign := "+"
	if offset < 0 {
		sign, offset = "−", -offset
	}
	hours, minutes := offset/3600, offset/60%60
	switch {
	case offset == 0:
		return ""
	case minutes == 0:
		return fmt.Sprintf("%s%d", sign, hours)
	}
	return fmt.Sprintf("%s%d:%02d", sign, hours, minutes)
}
