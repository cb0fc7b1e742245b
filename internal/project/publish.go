package project

import (
	"bytes"
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/flow"
	"botyard/internal/spec"
)

// Publish makes a release of the draft and makes it current. created is false
// when the current release is the same already. Problems that block it are
// returned with number 0; warnings do not block.
func (s *Service) Publish(ctx context.Context, projectID, userID int64) (number int32, created bool, problems []spec.Problem, err error) {
	return s.PublishMoving(ctx, projectID, userID, nil)
}

// PublishMoving is Publish that moves people away from steps that are no more:
// by the id of such a step that of the one that runs instead. Who stands on
// another step finishes in the release in which they are.
func (s *Service) PublishMoving(ctx context.Context, projectID, userID int64, moves flow.Moves) (number int32, created bool, problems []spec.Problem, err error) {
	draft, revision, err := s.Draft(ctx, projectID)
	if err != nil {
		return 0, false, nil, err
	}
	if problems, err = s.Check(ctx, projectID, draft); err != nil || spec.Blocking(problems) {
		return 0, false, problems, err
	}
	digest, err := draft.digest()
	if err != nil {
		return 0, false, nil, err
	}
	if err := s.drawable(ctx, projectID, draft); err != nil {
		return 0, false, nil, err
	}
	p := publication{projectID: projectID, userID: userID, revision: revision, draft: draft, digest: digest, moves: moves}
	err = s.Store.InTx(ctx, func(q *db.Queries) error { return p.save(ctx, q) })
	return p.number, p.created, problems, err
}

// publication is one run of Publish.
type publication struct {
	projectID, userID, revision int64
	draft                       Draft
	digest                      []byte
	moves                       flow.Moves
	number                      int32
	created                     bool
}

func (p *publication) save(ctx context.Context, q *db.Queries) error {
	row, err := q.LockDraft(ctx, p.projectID)
	if err != nil {
		return fmt.Errorf("lock the draft of project %d: %w", p.projectID, err)
	}
	if row.Revision != p.revision {
		return ErrStale
	}
	current, digest, err := currentDigest(ctx, q, p.projectID)
	if err != nil {
		return err
	}
	if current != 0 && bytes.Equal(digest, p.digest) {
		p.number = current
		return nil
	}
	return p.create(ctx, q)
}

func (p *publication) create(ctx context.Context, q *db.Queries) error {
	number, err := q.NextReleaseNumber(ctx, p.projectID)
	if err != nil {
		return fmt.Errorf("number a release of project %d: %w", p.projectID, err)
	}
	err = q.CreateRelease(ctx, db.CreateReleaseParams{
		ProjectID: p.projectID, Number: number, Pages: p.draft.Pages, Scenarios: p.draft.Scenarios,
		Catalog: p.draft.Catalog, Theme: p.draft.Theme, Digest: p.digest, CreatedBy: nobody(p.userID),
	})
	if err != nil {
		return fmt.Errorf("create release %d of project %d: %w", number, p.projectID, err)
	}
	p.number, p.created = number, true
	if err := p.describe(ctx, q); err != nil {
		return err
	}
	if err := p.keepFields(ctx, q); err != nil {
		return err
	}
	if err := makeCurrent(ctx, q, p.projectID, number); err != nil {
		return err
	}
	return audit.Record(ctx, q, audit.Entry{Action: audit.Published, User: p.userID, Project: p.projectID, Subject: int64(number)})
}

// keepFields makes the fields of a release known for as long as there is the project.
func (p *publication) keepFields(ctx context.Context, q *db.Queries) error {
	kept := db.KeepFieldsParams{ProjectID: p.projectID}
	for _, f := range p.draft.Scenarios.Fields() {
		kept.Ids, kept.Titles, kept.Types = append(kept.Ids, f.ID), append(kept.Titles, f.Title), append(kept.Types, string(f.Type))
	}
	if len(kept.Ids) == 0 {
		return nil
	}
	if err := q.KeepFields(ctx, kept); err != nil {
		return fmt.Errorf("keep the fields of project %d: %w", p.projectID, err)
	}
	return nil
}

func makeCurrent(ctx context.Context, q *db.Queries, projectID int64, number int32) error {
	if err := q.SetCurrentRelease(ctx, db.SetCurrentReleaseParams{Number: number, ProjectID: projectID}); err != nil {
		return fmt.Errorf("make release %d of project %d current: %w", number, projectID, err)
	}
	return nil
}

// nobody makes a user id null when it is 0: the demo publishes as no one.
func nobody(userID int64) *int64 {
	if userID == 0 {
		return nil
	}
	return &userID
}

func currentDigest(ctx context.Context, q *db.Queries, projectID int64) (int32, []byte, error) {
	row, err := q.CurrentDigest(ctx, projectID)
	if db.NotFound(err) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, fmt.Errorf("read the current release of project %d: %w", projectID, err)
	}
	return row.Number, row.Digest, nil
}

// MakeCurrent makes an earlier release the one that visitors see; the draft
// stays as it is. ErrNoRelease when there is none of that number.
func (s *Service) MakeCurrent(ctx context.Context, projectID int64, number int32) error {
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		found, err := q.ReleaseExists(ctx, db.ReleaseExistsParams{ProjectID: projectID, Number: number})
		if err != nil {
			return fmt.Errorf("find release %d of project %d: %w", number, projectID, err)
		}
		if !found {
			return ErrNoRelease
		}
		if err := makeCurrent(ctx, q, projectID, number); err != nil {
			return err
		}
		return audit.Record(ctx, q, audit.Entry{Action: audit.MadeCurrent, Project: projectID, Subject: int64(number)})
	})
}
