package project

import "time"

// KnownZone tells whether there is a time zone of that name, such as "Europe/Moscow".
func KnownZone(name string) bool {
	zone, err := time.LoadLocation(name)
	return err == nil && name != "" && zone != time.Local
}
