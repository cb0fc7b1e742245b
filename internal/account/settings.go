package account

import (
	"context"
	"errors"
	"fmt"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/metrics"
)

// SetLanguage stores the language of the interface: "ru", "en", or "" for the browser's.
func (s *Service) SetLanguage(ctx context.Context, user int64, language string) error {
	return s.store.SetUserLanguage(ctx, db.SetUserLanguageParams{Language: language, ID: user})
}

// SetTheme stores how light the cabinet is: "light", "dark", or "" for the device's.
func (s *Service) SetTheme(ctx context.Context, user int64, theme string) error {
	return s.store.SetUserTheme(ctx, db.SetUserThemeParams{Theme: theme, ID: user})
}

// SetPassword replaces a person's password, who gives the old one too. It ends
// every session of theirs and returns the generation of new ones. A wrong old
// password is an InvalidError at "old", one that does not fit at "password".
func (s *Service) SetPassword(ctx context.Context, from Visitor, user User, old, password string) (generation int64, err error) {
	defer func() { metrics.Attempted("password", outcome(err)) }()
	if err := checkPassword(password); err != nil {
		return 0, err
	}
	if err := s.throttle(ctx, "password", from, user.Email); err != nil {
		return 0, err
	}
	row, err := s.store.UserByID(ctx, user.ID)
	if err != nil {
		return 0, fmt.Errorf("find the user: %w", err)
	}
	if err := s.hashes.check(ctx, old, row.PasswordHash); errors.Is(err, ErrWrongLogin) {
		return 0, &InvalidError{Field: "old", Code: "password_wrong"}
	} else if err != nil {
		return 0, err
	}
	return s.replacePassword(ctx, user.ID, password)
}

// EndSessions ends every session of a person and returns the generation of
// those that begin now.
func (s *Service) EndSessions(ctx context.Context, user int64) (generation int64, err error) {
	err = s.store.InTx(ctx, func(q *db.Queries) error {
		if generation, err = q.EndUserSessions(ctx, user); err != nil {
			return fmt.Errorf("end the sessions: %w", err)
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.EndedSessions, User: user})
	})
	return generation, err
}

func (s *Service) replacePassword(ctx context.Context, user int64, password string) (int64, error) {
	hash, err := s.hashes.hash(ctx, password)
	if err != nil {
		return 0, err
	}
	generation, err := s.store.SetUserPassword(ctx, db.SetUserPasswordParams{PasswordHash: hash, UserID: user})
	if err != nil {
		return 0, fmt.Errorf("store the password: %w", err)
	}
	return generation, audit.Record(ctx, s.store.Queries, audit.Entry{Action: audit.ChangedPassword, User: user})
}
