package project

import "time"

// Zone is the time zone of an IANA name, UTC when there is none of that name.
func Zone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || zone == time.Local {
		return time.UTC
	}
	return zone
}

// firstZone is the zone of a new project, until its owner chooses another.
func firstZone(lang string) string {
	if lang == "ru" {
		return "Europe/Moscow"
	}
	return "UTC"
}
