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
	// Typed is what was sent when the session had ended, "" for nothing.
	Typed string
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
	// Refusal stands instead of the form when one cannot sign up.
	Refusal Refusal
	// Invitation is the code of the link by which one came, "" without.
	Invitation string
}

// Refusal is why one cannot sign up.
type Refusal string

// The refusals. Each is a key of the catalogue.
const (
	// Closed: nobody can sign up here.
	Closed Refusal = "door.closed"
	// ByInvitation: only who was invited can.
	ByInvitation Refusal = "door.by_invitation_hint"
	// Spent: the invitation was used, or is too old.
	Spent Refusal = "door.spent_hint"
)

// title is the refusal in a few words.
func (r Refusal) title() string {
	return map[Refusal]string{Closed: "door.closed_title", ByInvitation: "door.by_invitation", Spent: "door.spent"}[r]
}

// heading of the form.
func (s Signup) heading() string {
	if s.Invitation != "" {
		return "door.invited_heading"
	}
	return "door.signup_heading"
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
