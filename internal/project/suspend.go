package project

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"botyard/db"
	"botyard/internal/audit"
)

// Errors of suspending.
var (
	// ErrReason means that no reason is given, or one that is too long.
	ErrReason = errors.New("a suspension needs a reason")
	// ErrNone means that there is no such account or project.
	ErrNone = errors.New("no such account or project")
)

// MaxReason is the most characters of a reason.
const MaxReason = 500

// suspended is the code with which messages end that are not sent any more.
const suspended = "suspended"

// SuspendAccount stops everything of an account, for a reason that its owner
// reads: sessions end, bots fall silent, pages rest. What waits to be sent ends
// as expired, what waits to be answered is dropped, and so is what arrives.
func (s *Service) SuspendAccount(ctx context.Context, accountID int64, reason string) error {
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		n, err := q.SuspendAccount(ctx, db.SuspendAccountParams{Reason: reason, AccountID: accountID})
		if err := found(n, err); err != nil {
			return fmt.Errorf("suspend account %d: %w", accountID, err)
		}
		if err := q.EndSessionsOfAccount(ctx, accountID); err != nil {
			return fmt.Errorf("end the sessions of account %d: %w", accountID, err)
		}
		projects, err := q.ProjectsOfAccount(ctx, accountID)
		if err != nil {
			return fmt.Errorf("list the projects of account %d: %w", accountID, err)
		}
		if err := silence(ctx, q, projects); err != nil {
			return err
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.SuspendedAccount, Account: accountID})
	})
}

// ResumeAccount lets an account go on. Its projects that were suspended
// themselves stay so.
func (s *Service) ResumeAccount(ctx context.Context, accountID int64) error {
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		n, err := q.ResumeAccount(ctx, accountID)
		if err := found(n, err); err != nil {
			return fmt.Errorf("resume account %d: %w", accountID, err)
		}
		projects, err := q.ProjectsOfAccount(ctx, accountID)
		if err != nil {
			return fmt.Errorf("list the projects of account %d: %w", accountID, err)
		}
		if err := q.TellReceipt(ctx, projects); err != nil {
			return fmt.Errorf("tell receipt: %w", err)
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.ResumedAccount, Account: accountID})
	})
}

// SuspendProject stops one project as SuspendAccount stops all of them; its
// owner stays signed in.
func (s *Service) SuspendProject(ctx context.Context, projectID int64, reason string) error {
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		n, err := q.SuspendProject(ctx, db.SuspendProjectParams{Reason: reason, ProjectID: projectID})
		if err := found(n, err); err != nil {
			return fmt.Errorf("suspend project %d: %w", projectID, err)
		}
		if err := silence(ctx, q, []int64{projectID}); err != nil {
			return err
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.SuspendedProject, Project: projectID})
	})
}

// ResumeProject lets a project go on, unless its account is suspended.
func (s *Service) ResumeProject(ctx context.Context, projectID int64) error {
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		n, err := q.ResumeProject(ctx, projectID)
		if err := found(n, err); err != nil {
			return fmt.Errorf("resume project %d: %w", projectID, err)
		}
		if err := q.TellReceipt(ctx, []int64{projectID}); err != nil {
			return fmt.Errorf("tell receipt: %w", err)
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.ResumedProject, Project: projectID})
	})
}

// silence lets receipt drop what arrives, and ends what waits to be sent. What
// is being sent this moment finds out by the vault.
func silence(ctx context.Context, q *db.Queries, projects []int64) error {
	if err := q.TellReceipt(ctx, projects); err != nil {
		return fmt.Errorf("tell receipt: %w", err)
	}
	if err := q.ExpireMessages(ctx, db.ExpireMessagesParams{Projects: projects, Code: suspended}); err != nil {
		return fmt.Errorf("end waiting messages: %w", err)
	}
	return nil
}

func found(n int64, err error) error {
	if err == nil && n == 0 {
		return ErrNone
	}
	return err
}

func cleanReason(reason string) (string, error) {
	reason = strings.TrimSpace(db.Storable(reason))
	if reason == "" || utf8.RuneCountInString(reason) > MaxReason {
		return "", ErrReason
	}
	return reason, nil
}
