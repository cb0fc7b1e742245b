package account

import (
	"context"
	"fmt"

	"botyard/db"
)

// Action is what the audit says that somebody did.
type Action string

// The actions of this package.
const (
	SignedUp        Action = "signed_up"
	SignedIn        Action = "signed_in"
	ChangedPassword Action = "changed_password"
)

func record(ctx context.Context, q *db.Queries, action Action, user int64) error {
	if err := q.RecordAudit(ctx, db.RecordAuditParams{Action: string(action), UserID: &user}); err != nil {
		return fmt.Errorf("record %s: %w", action, err)
	}
	return nil
}
