// Package door holds the screens of a person who is not signed in: signing in
// and signing up.
package door

import (
	"context"

	"botyard/internal/lang"
	"botyard/views/page"
)

// Login is the screen of GET and POST /login.
type Login struct {
	// Email and Next are as they came; the password is never shown again.
	Email, Next string
	// Mistakes are at "email", "password" or "" (e-mail and password do not fit).
	Mistakes page.Mistakes
	// RetryAfter, in seconds, is not 0 when there were too many attempts (429).
	RetryAfter int
	// Closed hides the way to sign up.
	Closed bool
}

// Signup is the screen of GET and POST /signup.
type Signup struct {
	// Email and Next are as they came.
	Email, Next string
	// Mistakes are at "email" or "password".
	Mistakes page.Mistakes
	// RetryAfter, in seconds, is not 0 when there were too many attempts (429).
	RetryAfter int
	// Closed says that nobody can sign up here, instead of the form.
	Closed bool
}

// PasswordMin is the least number of characters of a password.
const PasswordMin = 8

// titled is the screen's title; with mistakes it begins with that, so that a
// screen reader says it first.
func titled(ctx context.Context, key string, mistakes page.Mistakes) string {
	title := lang.T(ctx, key)
	if len(mistakes) > 0 {
		return lang.T(ctx, "form.title_mistake", "title", title)
	}
	return title
}
