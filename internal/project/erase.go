package project

import (
	"context"
	"errors"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/registry"
)

// eraseTime bounds an erasing. It goes on when whoever asked for it has left.
const eraseTime = time.Hour

// Delete removes a project with everything in it. Its bot is let go first, as
// far as Telegram answers; its addresses are never given to anyone else. What
// was stopped half way can be asked for again.
func (s *Service) Delete(ctx context.Context, projectID int64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), eraseTime)
	defer cancel()
	for {
		err := s.deleteOnce(ctx, projectID)
		if !errors.Is(err, errWanted) {
			return err
		}
	}
}

// deleteOnce is one try, which ends as errWanted when a bot was connected meanwhile.
func (s *Service) deleteOnce(ctx context.Context, projectID int64) error {
	if err := s.Disconnect(ctx, projectID); err != nil {
		return err
	}
	if err := s.Store.RetireProjectPublicIDs(ctx, projectID); err != nil {
		return fmt.Errorf("retire webhooks of project %d: %w", projectID, err)
	}
	if err := registry.Thin(ctx, s.Store, registry.OfProject(projectID)); err != nil {
		return fmt.Errorf("erase what project %d received and sent: %w", projectID, err)
	}
	err := s.Store.InTx(ctx, func(q *db.Queries) error {
		if err := unwanted(ctx, q, projectID); err != nil {
			return err
		}
		if err := audit.Record(ctx, q, audit.Entry{Action: audit.ErasedProject, Project: projectID}); err != nil {
			return err
		}
		return registry.Erase(ctx, q, registry.OfProject(projectID))
	})
	if err != nil {
		return fmt.Errorf("erase project %d: %w", projectID, err)
	}
	return nil
}

// unwanted keeps bots from being connected to a project until the end of the
// transaction. The owner is kept out first, as in every erasing.
func unwanted(ctx context.Context, q *db.Queries, projectID int64) error {
	if err := errors.Join(q.LockShardOfProject(ctx, projectID), q.LockProject(ctx, projectID)); err != nil {
		return err
	}
	now, err := q.LiveIntegration(ctx, projectID)
	if err == nil && now.Desired == "connected" {
		return errWanted
	}
	if err != nil && !db.NotFound(err) {
		return err
	}
	return nil
}

// ErasePerson removes everything that a project knows of a Telegram user: who
// they are, what was said, what waits. When they write again they are new.
func (s *Service) ErasePerson(ctx context.Context, projectID, telegramUser int64) error {
	err := s.Store.InTx(ctx, func(q *db.Queries) error {
		if err := audit.Record(ctx, q, audit.Entry{Action: audit.ErasedPerson, Project: projectID}); err != nil {
			return err
		}
		return registry.Erase(ctx, q, registry.OfPerson(projectID, telegramUser))
	})
	if err != nil {
		return fmt.Errorf("erase a person of project %d: %w", projectID, err)
	}
	return nil
}

// EraseAccount removes an account: its projects, each as Delete does, and the
// people who sign in to nothing else.
func (s *Service) EraseAccount(ctx context.Context, accountID int64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), eraseTime)
	defer cancel()
	for {
		if err := s.deleteAll(ctx, accountID); err != nil {
			return err
		}
		err := s.Store.InTx(ctx, func(q *db.Queries) error { return eraseAccount(ctx, q, accountID) })
		if errors.Is(err, errProjectsLeft) {
			continue
		}
		if err != nil {
			return fmt.Errorf("erase account %d: %w", accountID, err)
		}
		return nil
	}
}

func (s *Service) deleteAll(ctx context.Context, accountID int64) error {
	ids, err := s.Store.ProjectsOfAccount(ctx, accountID)
	if err != nil {
		return fmt.Errorf("list the projects of account %d: %w", accountID, err)
	}
	for _, id := range ids {
		if err := s.Delete(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// errProjectsLeft means that a project was made while the others were deleted.
var errProjectsLeft = errors.New("projects are left")

// eraseAccount locks the account first: nobody adds a project to it any more.
func eraseAccount(ctx context.Context, q *db.Queries, accountID int64) error {
	if err := q.LockAccount(ctx, accountID); err != nil {
		return err
	}
	left, err := q.ProjectsOfAccount(ctx, accountID)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		return errProjectsLeft
	}
	users, err := q.UsersOfAccountAlone(ctx, accountID)
	if err != nil {
		return err
	}
	if err := audit.Record(ctx, q, audit.Entry{Action: audit.ErasedAccount, Account: accountID}); err != nil {
		return err
	}
	if err := registry.Erase(ctx, q, registry.OfAccount(accountID)); err != nil {
		return err
	}
	for _, user := range users {
		if err := registry.Erase(ctx, q, registry.OfUser(user)); err != nil {
			return err
		}
	}
	return nil
}
