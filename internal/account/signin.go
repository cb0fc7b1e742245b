package account

import (
	"context"
	"fmt"
	"unicode/utf8"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/metrics"
)

// SignIn tells who signs in. Besides ErrWrongLogin, ErrBusy, InvalidError (a
// field is empty) and ThrottledError it answers errors of the database. An
// attempt counts before anything is looked up, and an unknown e-mail costs as
// much as a known one.
func (s *Service) SignIn(ctx context.Context, from Visitor, email, password string) (user User, err error) {
	defer func() { metrics.Attempted("sign_in", outcome(err)) }()
	email = foldEmail(email)
	if err := checkFilled(email, password); err != nil {
		return User{}, err
	}
	if err := s.throttle(ctx, "login", from, email); err != nil {
		return User{}, err
	}
	if unfit(email, password) {
		return User{}, ErrWrongLogin
	}
	row, err := s.store.UserByEmail(ctx, email)
	if err != nil && !db.NotFound(err) {
		return User{}, fmt.Errorf("find the user: %w", err)
	}
	if err := s.hashes.check(ctx, password, row.PasswordHash); err != nil {
		return User{}, err
	}
	if err := audit.Record(ctx, s.store.Queries, audit.Entry{Action: audit.SignedIn, User: row.ID}); err != nil {
		return User{}, err
	}
	return userOf(row), nil
}

func checkFilled(email, password string) error {
	if email == "" {
		return &InvalidError{Field: "email", Code: "required"}
	}
	if password == "" {
		return &InvalidError{Field: "password", Code: "required"}
	}
	return nil
}

// unfit tells whether no account can have this e-mail or password; what the
// database cannot even compare (a NUL, broken UTF-8) is among it.
func unfit(email, password string) bool {
	_, err := checkEmail(email)
	return err != nil || utf8.RuneCountInString(password) > PasswordMax
}
