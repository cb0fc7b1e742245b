// Package settings holds the settings of a project and of an account, and the
// phone's screen "More".
//
// GET and POST …/settings (name, address, language); GET and POST …/secrets
// (name, value), POST …/secrets/{name}/removal; POST …/removal (name)
// deletes the project; GET and POST /account (language, theme);
// POST /account/password (old, password).
package settings

import (
	"botyard/internal/lang"
	"botyard/views/page"
)

// Project is the screen of a project's settings.
type Project struct {
	Project page.Project
	// Name, Address and Language are as stored, or as typed when a mistake came back.
	Name, Address string
	// Language is the code of the pages' language, "ru" or "en".
	Language string
	// Site is the address of the site up to Address, e.g. "https://pages.example/s/".
	Site string
	// Mistakes are at "name", "address" or "language".
	Mistakes page.Mistakes
	// Removal is what came back from deleting.
	Removal Removal
}

// Removal is the form that deletes a project; the person types its name.
type Removal struct {
	// Typed is as it was typed; Mistakes are at "name".
	Typed    string
	Mistakes page.Mistakes
}

// Account is the screen of an account's settings.
type Account struct {
	Email    string
	Language lang.Lang
	Theme    page.Theme
	// Invites tells that people come here by invitation.
	Invites bool
	// Mistakes are at "old" or "password", the fields of the password's form.
	Mistakes page.Mistakes
}

// More is the phone's screen with what does not fit in its bottom bar (GET …/more).
type More struct {
	Project page.Project
}
