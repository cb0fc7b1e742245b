package account

import (
	"context"
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"

	"botyard/db"
	"botyard/internal/audit"
)

const (
	mostEmail = 254 // bytes, RFC 5321
	// PasswordMin and PasswordMax are the bounds of a password in characters.
	PasswordMin = 8
	PasswordMax = 200
)

// SignUp makes an account with one person in it. Besides InvalidError,
// ErrTaken, ErrBusy and ThrottledError it answers errors of the database.
func (s *Service) SignUp(ctx context.Context, from Visitor, email, password, language string) (User, error) {
	email, err := checkForm(email, password)
	if err != nil {
		return User{}, err
	}
	if err := s.throttle(ctx, "signup", from, email); err != nil {
		return User{}, err
	}
	return s.create(ctx, email, password, RoleUser, language)
}

// AddUser makes an account for a person whom the operator names; nothing is
// throttled. Errors are those of SignUp.
func (s *Service) AddUser(ctx context.Context, email, password string, role Role) (User, error) {
	email, err := checkForm(email, password)
	if err != nil {
		return User{}, err
	}
	return s.create(ctx, email, password, role, "")
}

func (s *Service) create(ctx context.Context, email, password string, role Role, language string) (User, error) {
	hash, err := s.hashes.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	var user User
	err = s.store.InTx(ctx, func(q *db.Queries) error {
		row, err := q.CreateUser(ctx, db.CreateUserParams{Email: email, PasswordHash: hash, Role: string(role), Language: language})
		if err != nil {
			return err
		}
		user = userOf(row)
		account, err := q.CreateAccount(ctx)
		if err != nil {
			return err
		}
		if err := q.CreateMember(ctx, db.CreateMemberParams{AccountID: account, UserID: user.ID}); err != nil {
			return err
		}
		if err := audit.Record(ctx, q, audit.Entry{Action: audit.SignedUp, User: user.ID}); err != nil || role == RoleUser {
			return err
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.ChangedRole, Subject: user.ID})
	})
	if db.Violates(err, "users_email_key") {
		return User{}, ErrTaken
	}
	if db.Violates(err, "users_email_check") { // a letter that the database folds otherwise
		return User{}, &InvalidError{Field: "email", Code: "bad_email"}
	}
	if err != nil {
		return User{}, fmt.Errorf("create the user: %w", err)
	}
	return user, nil
}

// checkForm returns the e-mail as it is stored: trimmed, in small letters.
func checkForm(email, password string) (string, error) {
	email, err := checkEmail(email)
	if err != nil {
		return "", err
	}
	return email, checkPassword(password)
}

func checkEmail(email string) (string, error) {
	email = foldEmail(email)
	if email == "" {
		return "", &InvalidError{Field: "email", Code: "required"}
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > mostEmail || !utf8.ValidString(email) {
		return "", &InvalidError{Field: "email", Code: "bad_email"}
	}
	return email, nil
}

func foldEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func checkPassword(password string) error {
	switch n := utf8.RuneCountInString(password); {
	case n == 0:
		return &InvalidError{Field: "password", Code: "required"}
	case n < PasswordMin:
		return &InvalidError{Field: "password", Code: "password_short"}
	case n > PasswordMax:
		return &InvalidError{Field: "password", Code: "password_long"}
	}
	return nil
}
