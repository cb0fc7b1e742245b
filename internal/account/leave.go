package account

import (
	"context"
	"errors"
	"fmt"
)

// Confirm makes sure that it is the person who asks for something that cannot
// be taken back: a wrong password is an InvalidError at "password". Attempts
// are throttled as those of a sign-in.
func (s *Service) Confirm(ctx context.Context, from Visitor, user User, password string) error {
	if password == "" {
		return &InvalidError{Field: "password", Code: "required"}
	}
	if err := s.throttle(ctx, "confirm", from, user.Email); err != nil {
		return err
	}
	row, err := s.store.UserByID(ctx, user.ID)
	if err != nil {
		return fmt.Errorf("find the user: %w", err)
	}
	err = s.hashes.check(ctx, password, row.PasswordHash)
	if errors.Is(err, ErrWrongLogin) {
		return &InvalidError{Field: "password", Code: "password_wrong"}
	}
	return err
}
