package settings

import (
	"time"

	"botyard/views/page"
)

// Secrets is the screen of the keys that HTTP requests of scenarios use (GET
// and POST …/secrets). A value is never shown.
type Secrets struct {
	Project page.Project
	// All are those that there are, by name.
	All []Secret
	// Name is as typed when a mistake came back; Mistakes are at "name" or "value".
	Name     string
	Mistakes page.Mistakes
}

// Secret is one key.
type Secret struct {
	Name    string
	Changed time.Time
}
