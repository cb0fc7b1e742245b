package account

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/secret"
)

const (
	// InvitationLife is how long an invitation can be used.
	InvitationLife = 7 * 24 * time.Hour
	// MostInvitations is how many open ones an account may have.
	MostInvitations = 20
	// invitesAMinute is how many an account may make.
	invitesAMinute = 10
)

var (
	// ErrInvitation means that an invitation was used, is too old, or never was.
	ErrInvitation = errors.New("the invitation is not good")
	// ErrManyInvitations means that an account has MostInvitations open ones.
	ErrManyInvitations = errors.New("too many open invitations")
)

// Invitation lets one person sign up.
type Invitation struct {
	ID int64
	// Code is what the link carries; only a new invitation has it, because
	// nothing but its hash is kept.
	Code string
	// MadeAt and ExpiresAt are when it was made and until when it can be used.
	MadeAt, ExpiresAt time.Time
	// UsedAt is when somebody signed up with it, nil when nobody did.
	UsedAt *time.Time
	// Open tells that it can be used, by the database's clock.
	Open bool
}

// Invite makes an invitation of a person's account. Errors are
// ErrManyInvitations, ThrottledError and the database's.
func (s *Service) Invite(ctx context.Context, user int64) (Invitation, error) {
	if err := s.Allow(ctx, "invite", user, invitesAMinute); err != nil {
		return Invitation{}, err
	}
	code := secret.RandomToken()
	var row db.Invitation
	err := s.store.InTx(ctx, func(q *db.Queries) (err error) {
		row, err = q.CreateInvitation(ctx, db.CreateInvitationParams{
			CodeSha256: hashOf(code), Life: InvitationLife, UserID: user, Most: MostInvitations,
		})
		if err != nil {
			return err
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.Invited, User: user, Subject: row.ID})
	})
	if db.NotFound(err) {
		return Invitation{}, ErrManyInvitations
	}
	if err != nil {
		return Invitation{}, fmt.Errorf("make an invitation: %w", err)
	}
	return Invitation{ID: row.ID, Code: code, MadeAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, Open: true}, nil
}

// Invitations are those of a person's accounts, the newest first, without their codes.
func (s *Service) Invitations(ctx context.Context, user int64) ([]Invitation, error) {
	rows, err := s.store.Invitations(ctx, user)
	if err != nil {
		return nil, fmt.Errorf("read invitations: %w", err)
	}
	all := make([]Invitation, len(rows))
	for i, row := range rows {
		all[i] = Invitation{ID: row.ID, MadeAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, UsedAt: row.UsedAt, Open: row.Open}
	}
	return all, nil
}

// Withdraw makes an invitation of a person's account useless; ErrInvitation
// when it is another's, or was used.
func (s *Service) Withdraw(ctx context.Context, user, id int64) error {
	n, err := s.store.WithdrawInvitation(ctx, db.WithdrawInvitationParams{UserID: user, ID: id})
	if err != nil {
		return fmt.Errorf("withdraw an invitation: %w", err)
	}
	if n == 0 {
		return ErrInvitation
	}
	return nil
}

// Invites tells whether one may sign up with a code now.
func (s *Service) Invites(ctx context.Context, code string) (bool, error) {
	open, err := s.store.InvitationIsOpen(ctx, hashOf(code))
	if err != nil {
		return false, fmt.Errorf("look an invitation up: %w", err)
	}
	return open, nil
}

func hashOf(code string) []byte {
	sum := sha256.Sum256([]byte(code))
	return sum[:]
}
