package project

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/miniapp"
)

// Change is one part of a draft that visitors do not see as it is.
type Change struct {
	// Part is "page", "scenario", "theme", "catalog" or "order".
	Part string
	// ID and Title are those of a page or scenario.
	ID, Title string
	// What happened: "added", "edited" or "removed".
	What string
}

// Changes counts the edits that visitors do not see yet.
func (s *Service) Changes(ctx context.Context, projectID int64, current *int32) (int, error) {
	changes, err := s.ChangeList(ctx, projectID, current)
	return len(changes), err
}

// ChangeList tells what is different from release current; nil: from nothing.
func (s *Service) ChangeList(ctx context.Context, projectID int64, current *int32) ([]Change, error) {
	draft, _, err := s.Draft(ctx, projectID)
	if err != nil {
		return nil, err
	}
	if current == nil {
		return listChanges(Draft{}, draft), nil
	}
	row, err := s.Store.ReleaseContent(ctx, db.ReleaseContentParams{ProjectID: projectID, Number: *current})
	if err != nil {
		return nil, fmt.Errorf("read release %d of project %d: %w", *current, projectID, err)
	}
	return listChanges(draftOfRelease(row), draft), nil
}

// listChanges lists what is different in b.
func listChanges(a, b Draft) []Change {
	changes := changesOf("scenario", a.Scenarios, b.Scenarios, func(s flow.Scenario) (string, string) { return s.ID, s.Title })
	changes = append(changes, changesOf("page", a.Pages, b.Pages, func(p miniapp.Page) (string, string) { return p.ID, p.Title })...)
	if a.Version == 0 {
		return changes // the first version: its colours are no news
	}
	if !same(a.Theme, b.Theme) {
		changes = append(changes, Change{Part: "theme", What: "edited"})
	}
	if !same(a.Catalog, b.Catalog) {
		changes = append(changes, Change{Part: "catalog", What: "edited"})
	}
	if len(changes) == 0 && !same(a, b) {
		changes = append(changes, Change{Part: "order", What: "edited"})
	}
	return changes
}

func changesOf[T any](part string, a, b []T, name func(T) (id, title string)) (changes []Change) {
	before, now := map[string]T{}, map[string]bool{}
	for _, x := range a {
		id, _ := name(x)
		before[id] = x
	}
	for _, y := range b {
		id, title := name(y)
		now[id] = true
		switch x, found := before[id]; {
		case !found:
			changes = append(changes, Change{part, id, title, "added"})
		case !same(x, y):
			changes = append(changes, Change{part, id, title, "edited"})
		}
	}
	for _, x := range a {
		if id, title := name(x); !now[id] {
			changes = append(changes, Change{part, id, title, "removed"})
		}
	}
	return changes
}
