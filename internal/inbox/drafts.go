package inbox

import (
	"context"
	"fmt"

	"botyard/internal/flow"
)

// draft is a project's as it was compiled last.
type draft struct {
	revision int64
	release  *flow.Release
}

// drafts gives the drafts of some projects ready to run, as they are now.
func (r *releases) drafts(ctx context.Context, projects map[int64]bool) (map[int64]*flow.Release, error) {
	if len(projects) == 0 {
		return nil, nil
	}
	var all, stale []int64
	for project := range projects {
		all = append(all, project)
	}
	rows, err := r.store.DraftRevisions(ctx, all)
	if err != nil {
		return nil, fmt.Errorf("read the revisions of drafts: %w", err)
	}
	for _, row := range rows {
		if r.compiledDrafts[row.ProjectID].revision != row.Revision {
			stale = append(stale, row.ProjectID)
		}
	}
	if err := r.compileDrafts(ctx, stale); err != nil {
		return nil, err
	}
	now := map[int64]*flow.Release{}
	for _, row := range rows {
		now[row.ProjectID] = r.compiledDrafts[row.ProjectID].release
	}
	forgetSome(r.compiledDrafts)
	return now, nil
}

func (r *releases) compileDrafts(ctx context.Context, stale []int64) error {
	if len(stale) == 0 {
		return nil
	}
	rows, err := r.store.DraftScenarios(ctx, stale)
	if err != nil {
		return fmt.Errorf("read drafts: %w", err)
	}
	fields, err := r.fields(ctx, stale)
	if err != nil {
		return err
	}
	for _, row := range rows {
		release, err := compile(row.Scenarios, flow.Setting{Fields: fields[row.ProjectID]})
		if err != nil {
			return fmt.Errorf("compile the draft of project %d: %w", row.ProjectID, err)
		}
		r.compiledDrafts[row.ProjectID] = draft{row.Revision, release}
	}
	return nil
}
