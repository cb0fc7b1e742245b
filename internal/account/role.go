package account

import (
	"context"
	"errors"
	"fmt"

	"botyard/db"
	"botyard/internal/audit"
)

// ErrNobody means that no one signs in with this e-mail.
var ErrNobody = errors.New("nobody has this e-mail")

// SetRole gives a person another role, from their next request on.
func (s *Service) SetRole(ctx context.Context, email string, role Role) error {
	return s.store.InTx(ctx, func(q *db.Queries) error {
		user, err := q.SetUserRole(ctx, db.SetUserRoleParams{Role: string(role), Email: foldEmail(email)})
		if db.NotFound(err) {
			return ErrNobody
		}
		if err != nil {
			return fmt.Errorf("set a role: %w", err)
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.ChangedRole, Subject: user})
	})
}
