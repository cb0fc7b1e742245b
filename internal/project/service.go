package project

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"botyard/db"
	"botyard/internal/spec"
	"botyard/internal/telegram"
	"botyard/internal/vault"
	"botyard/miniapp"
)

// Errors of the package.
var (
	// ErrStale means that the draft was changed by someone else meanwhile.
	ErrStale = errors.New("the draft was changed meanwhile")
	// ErrTooBig means that a draft would be larger than MaxDraft.
	ErrTooBig = errors.New("the draft is too big")
	// ErrNoRelease means that a project has no such release.
	ErrNoRelease = errors.New("no such release")
	// ErrNoPage means that nothing is published at an address.
	ErrNoPage = errors.New("no such page")
	// ErrName means that a project's name is empty or too long.
	ErrName = errors.New("bad project name")
	// ErrTooMany means that the account has MaxProjects already.
	ErrTooMany = errors.New("too many projects")
	// ErrTemplate means that there is no such template.
	ErrTemplate = errors.New("no such template")
)

// Service does what can be done with projects.
type Service struct {
	Store    *db.Store
	Vault    *vault.Vault
	Telegram *telegram.Client
	Renderer *miniapp.Renderer
	Log      *slog.Logger
	// PublicURL is where Telegram reaches this installation, "" when it cannot;
	// PagesURL the origin of Mini Apps and sites. Neither ends with a slash.
	PublicURL, PagesURL string
	// Asset gives the path of a static file by its name.
	Asset func(name string) string
	// Nudge tells the reconciler that there is something to do.
	Nudge func()

	pages pageCache
}

// Draft returns a project's draft and its revision.
func (s *Service) Draft(ctx context.Context, projectID int64) (Draft, int64, error) {
	row, err := s.Store.Draft(ctx, projectID)
	if err != nil {
		return Draft{}, 0, fmt.Errorf("read the draft of project %d: %w", projectID, err)
	}
	return draftOf(row), row.Revision, nil
}

// Edit changes a draft. revision is the one that the editor saw; another one
// now gives ErrStale, 0 takes any. It tells the new revision and the time.
func (s *Service) Edit(ctx context.Context, projectID, revision int64, change func(*Draft) error) (int64, time.Time, error) {
	return s.edit(ctx, projectID, revision, func(_ *db.Queries, d *Draft) error { return change(d) })
}

// edit is Edit for those who write more in the same transaction.
func (s *Service) edit(ctx context.Context, projectID, revision int64, change func(*db.Queries, *Draft) error) (int64, time.Time, error) {
	var saved db.SaveDraftRow
	err := s.Store.InTx(ctx, func(q *db.Queries) error {
		row, err := q.LockDraft(ctx, projectID)
		if err != nil {
			return fmt.Errorf("lock the draft of project %d: %w", projectID, err)
		}
		if revision != 0 && revision != row.Revision {
			return ErrStale
		}
		draft := draftOf(row)
		if err := change(q, &draft); err != nil {
			return err
		}
		if draft, err = draft.storable(); err != nil {
			return err
		}
		saved, err = q.SaveDraft(ctx, db.SaveDraftParams{
			ProjectID: projectID, Pages: draft.Pages, Scenarios: draft.Scenarios, Catalog: draft.Catalog, Theme: draft.Theme,
		})
		return err
	})
	if err != nil {
		return 0, time.Time{}, err
	}
	return saved.Revision, saved.UpdatedAt, nil
}

// Check says everything that is wrong with a draft of a project.
func (s *Service) Check(ctx context.Context, projectID int64, draft Draft) ([]spec.Problem, error) {
	have, err := s.media(ctx, projectID, draft)
	if err != nil {
		return nil, err
	}
	secrets, err := s.missingSecrets(ctx, projectID, draft.Scenarios, "/scenarios")
	if err != nil {
		return nil, err
	}
	return append(draft.check(func(key string) bool { _, found := have[key]; return found }), secrets...), nil
}

// media gives the files that a draft uses and the project has, with their sizes.
func (s *Service) media(ctx context.Context, projectID int64, draft Draft) (map[string][2]int, error) {
	keys := append(draft.Pages.Media(), draft.Catalog.Media()...)
	for place := range draft.Scenarios.All() {
		for _, file := range place.Step.Parts().Files {
			keys = append(keys, file.Value)
		}
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return db.Storable(key) != key })
	rows, err := s.Store.MediaKeys(ctx, db.MediaKeysParams{ProjectID: projectID, Keys: keys})
	if err != nil {
		return nil, fmt.Errorf("read the files of project %d: %w", projectID, err)
	}
	sizes := map[string][2]int{}
	for _, row := range rows {
		sizes[row.Key] = [2]int{int(row.Width), int(row.Height)}
	}
	return sizes, nil
}
