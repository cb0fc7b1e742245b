package settings

import "botyard/views/page"

// Leaving is the screen on which an account is deleted (GET and POST
// /account/removal: email, password).
type Leaving struct {
	// Email is the person's own; Typed what they typed as it.
	Email, Typed string
	// Projects counts what goes with the account.
	Projects int
	// Mistakes are at "email" or "password".
	Mistakes page.Mistakes
}
