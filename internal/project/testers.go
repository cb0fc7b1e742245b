package project

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/flow"
	"botyard/internal/secret"
)

// DraftLinkLife is how long a link to a draft can be followed.
const DraftLinkLife = 7 * 24 * time.Hour

// ErrNoTester means that somebody is no tester of a project, or its draft has no link.
var ErrNoTester = errors.New("no such tester or link")

// MakeDraftLink makes the link by which people try a project's draft on its
// bot, and takes an earlier one out of use. payload follows ?start= and is
// known to nobody afterwards: its hash alone is kept. until is when it expires.
func (s *Service) MakeDraftLink(ctx context.Context, projectID int64) (payload string, until time.Time, err error) {
	code := secret.RandomToken()
	sum := sha256.Sum256([]byte(code))
	err = s.Store.InTx(ctx, func(q *db.Queries) (err error) {
		until, err = q.MakeDraftLink(ctx, db.MakeDraftLinkParams{ProjectID: projectID, Sha256: sum[:], Life: DraftLinkLife})
		if err != nil {
			return fmt.Errorf("make a link to the draft of project %d: %w", projectID, err)
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.MadeDraftLink, Project: projectID})
	})
	return flow.TrialPrefix + code, until, err
}

// WithdrawDraftLink takes the link out of use; who followed it stays a tester.
// ErrNoTester when there is none.
func (s *Service) WithdrawDraftLink(ctx context.Context, projectID int64) error {
	return s.endTrial(ctx, audit.Entry{Action: audit.WithdrewDraftLink, Project: projectID}, func(q *db.Queries) (int64, error) {
		return q.WithdrawDraftLink(ctx, projectID)
	})
}

// RemoveTester gives somebody the published bot back. ErrNoTester when they
// are none.
func (s *Service) RemoveTester(ctx context.Context, projectID, userID int64) error {
	return s.endTrial(ctx, audit.Entry{Action: audit.RemovedFromDraft, Project: projectID, Subject: userID}, func(q *db.Queries) (int64, error) {
		return q.RemoveTester(ctx, db.RemoveTesterParams{ProjectID: projectID, UserID: userID})
	})
}

// endTrial deletes what there is one of, and writes it down.
func (s *Service) endTrial(ctx context.Context, entry audit.Entry, remove func(*db.Queries) (int64, error)) error {
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		n, err := remove(q)
		if err != nil {
			return fmt.Errorf("%s of project %d: %w", entry.Action, entry.Project, err)
		}
		if n == 0 {
			return ErrNoTester
		}
		return audit.Record(ctx, q, entry)
	})
}
