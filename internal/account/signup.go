package account

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/metrics"
)

const (
	mostEmail = 254 // bytes, RFC 5321
	// PasswordMin and PasswordMax are the bounds of a password in characters.
	PasswordMin = 8
	PasswordMax = 200
)

// newcomer is who signs up.
type newcomer struct {
	email, password, language string
	role                      Role
	// invitation is the code of the one that is used up, "" for none.
	invitation string
}

// SignUp makes an account with one person in it. Besides InvalidError,
// ErrTaken, ErrBusy and ThrottledError it answers errors of the database.
func (s *Service) SignUp(ctx context.Context, from Visitor, email, password, language string) (User, error) {
	return s.signUp(ctx, from, newcomer{email: email, password: password, language: language, role: RoleUser})
}

// SignUpInvited is SignUp with the code of an invitation, which only a sign-up
// that succeeds uses up. Its own error is ErrInvitation.
func (s *Service) SignUpInvited(ctx context.Context, from Visitor, code, email, password, language string) (User, error) {
	open, err := s.Invites(ctx, code)
	if err != nil {
		return User{}, err
	}
	if !open {
		return User{}, ErrInvitation
	}
	return s.signUp(ctx, from, newcomer{email: email, password: password, language: language, role: RoleUser, invitation: code})
}

func (s *Service) signUp(ctx context.Context, from Visitor, n newcomer) (user User, err error) {
	defer func() { metrics.Attempted("sign_up", outcome(err)) }()
	if n.email, err = checkForm(n.email, n.password); err != nil {
		return User{}, err
	}
	if err := s.throttle(ctx, "signup", from, n.email); err != nil {
		return User{}, err
	}
	return s.create(ctx, n)
}

// AddUser makes an account for a person whom the operator names; nothing is
// throttled. Errors are those of SignUp.
func (s *Service) AddUser(ctx context.Context, email, password string, role Role) (User, error) {
	email, err := checkForm(email, password)
	if err != nil {
		return User{}, err
	}
	return s.create(ctx, newcomer{email: email, password: password, role: role})
}

func (s *Service) create(ctx context.Context, n newcomer) (User, error) {
	hash, err := s.hashes.hash(ctx, n.password)
	if err != nil {
		return User{}, err
	}
	var user User
	err = s.store.InTx(ctx, func(q *db.Queries) (err error) {
		user, err = n.enter(ctx, q, hash)
		return err
	})
	if errors.Is(err, ErrInvitation) {
		return User{}, err
	}
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

// enter writes a person and their account down, and uses up the invitation.
func (n newcomer) enter(ctx context.Context, q *db.Queries, hash string) (User, error) {
	if err := n.useInvitation(ctx, q); err != nil {
		return User{}, err
	}
	row, err := q.CreateUser(ctx, db.CreateUserParams{Email: n.email, PasswordHash: hash, Role: string(n.role), Language: n.language})
	if err != nil {
		return User{}, err
	}
	account, err := q.CreateAccount(ctx)
	if err != nil {
		return User{}, err
	}
	if err := q.CreateMember(ctx, db.CreateMemberParams{AccountID: account, UserID: row.ID}); err != nil {
		return User{}, err
	}
	err = audit.Record(ctx, q, audit.Entry{Action: audit.SignedUp, User: row.ID})
	if err == nil && n.role != RoleUser {
		err = audit.Record(ctx, q, audit.Entry{Action: audit.ChangedRole, Subject: row.ID})
	}
	return userOf(row), err
}

func (n newcomer) useInvitation(ctx context.Context, q *db.Queries) error {
	if n.invitation == "" {
		return nil
	}
	used, err := q.UseInvitation(ctx, hashOf(n.invitation))
	if err == nil && used == 0 {
		err = ErrInvitation
	}
	return err
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
