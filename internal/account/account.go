// Package account signs people up and in, and keeps what they chose.
package account

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"botyard/db"
	"botyard/internal/secret"
)

// What sign-up and sign-in are refused for, besides ThrottledError and InvalidError.
var (
	// ErrWrongLogin means that there is no such e-mail or that the password is
	// another one; which of the two is not told.
	ErrWrongLogin = errors.New("wrong e-mail or password")
	// ErrTaken means that the e-mail belongs to an account already.
	ErrTaken = errors.New("the e-mail is taken")
	// ErrBusy means that too many passwords are being checked right now.
	ErrBusy = errors.New("too many passwords are being checked")
	// ErrSignedOut means that a session is no longer good.
	ErrSignedOut = errors.New("the session has ended")
)

// ThrottledError means that there were too many attempts, right or wrong.
type ThrottledError struct {
	// RetryAfter is how long the next attempt has to wait.
	RetryAfter time.Duration
}

func (e *ThrottledError) Error() string { return "too many attempts" }

// InvalidError means that a field of the form does not fit.
type InvalidError struct {
	// Field is "email" or "password".
	Field string
	// Code is "required", "bad_email", "password_short", "password_long" or "password_wrong".
	Code string
}

func (e *InvalidError) Error() string { return e.Field + ": " + e.Code }

// Role tells what a person may see.
type Role string

// The roles.
const (
	// RoleUser sees the projects of their own account.
	RoleUser Role = "user"
	// RoleSupport also sees the support desk.
	RoleSupport Role = "support"
)

// User is a person who can sign in.
type User struct {
	ID    int64
	Email string
	Role  Role
	// Language is "ru", "en", or "" for what the browser asks for.
	Language string
	// Theme is "light", "dark", or "" for what the device uses.
	Theme string
	// Generation is that of the sessions that are good.
	Generation int64
	// Suspension is nil while the account is in use. Only User tells it.
	Suspension *Suspension
}

// Suspension is why and since when an account is not in use.
type Suspension struct {
	Since  time.Time
	Reason string
}

// Visitor is who tries to sign up or in.
type Visitor struct {
	// Address is the client's network address.
	Address netip.Addr
	// Browser is the mark that MarkBrowser made when this browser signed in
	// before, "" for none.
	Browser string
}

// Service signs people up and in.
type Service struct {
	store  *db.Store
	keys   *secret.Keyring
	hashes *hasher
}

// New makes the service; keys sign the marks of browsers.
func New(store *db.Store, keys *secret.Keyring) *Service {
	return &Service{store: store, keys: keys, hashes: newHasher()}
}

// User is the person of a session, or ErrSignedOut when the session's
// generation is past or the person is gone.
func (s *Service) User(ctx context.Context, id, generation int64) (User, error) {
	row, err := s.store.SignedIn(ctx, id)
	if db.NotFound(err) || err == nil && row.Generation != generation {
		return User{}, ErrSignedOut
	}
	user := User{
		ID: row.ID, Email: row.Email, Role: Role(row.Role),
		Language: row.Language, Theme: row.Theme, Generation: row.Generation,
	}
	if row.SuspendedAt != nil {
		user.Suspension = &Suspension{Since: *row.SuspendedAt, Reason: *row.SuspendedReason}
	}
	return user, err
}

func userOf(row db.User) User {
	return User{
		ID: row.ID, Email: row.Email, Role: Role(row.Role),
		Language: row.Language, Theme: row.Theme, Generation: row.Generation,
	}
}
