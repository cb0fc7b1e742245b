package project

import (
	"context"
	"encoding/json"
	"fmt"

	"botyard/db"
	"botyard/internal/flow"
)

// Standing is people on a step that the draft does not have any more.
type Standing struct {
	// Step as clients have it, and the title of its scenario.
	Step     flow.Step
	Scenario string
	People   int
}

// Standing tells on which steps of the current release people stand that the
// draft does not have.
func (s *Service) Standing(ctx context.Context, projectID int64, draft Draft) ([]Standing, error) {
	rows, err := s.Store.StandingSteps(ctx, projectID)
	if err != nil {
		return nil, fmt.Errorf("count where people of project %d stand: %w", projectID, err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	current, err := s.Store.CurrentRelease(ctx, projectID)
	if err != nil {
		if db.NotFound(err) {
			err = nil
		}
		return nil, err
	}
	places := map[string]flow.Place{}
	for place := range current.Scenarios.All() {
		places[place.Step.ID] = place
	}
	var gone []Standing
	for _, row := range rows {
		if place, found := places[row.Step]; found && draft.Scenarios.FindStep(row.Step) == nil {
			gone = append(gone, Standing{*place.Step, place.Scenario.Title, int(row.People)})
		}
	}
	return gone, nil
}

// handedOn are the moves of a release: those of the one before, led on where
// their goals are no more, and new ones.
func handedOn(before, moves flow.Moves, scenarios flow.Scenarios) flow.Moves {
	all := flow.Moves{}
	for from, to := range moves {
		if scenarios.FindStep(from) == nil && scenarios.FindStep(to) != nil {
			all[from] = to
		}
	}
	for from, to := range before {
		if next, moved := all[to]; moved {
			to = next
		}
		if _, known := all[from]; !known && scenarios.FindStep(from) == nil && scenarios.FindStep(to) != nil {
			all[from] = to
		}
	}
	return all
}

// maxSummary is how many changes a release remembers.
const maxSummary = 100

// describe completes a release that was just created: where people are moved,
// and what it changes.
func (p *publication) describe(ctx context.Context, q *db.Queries) error {
	current, err := q.CurrentRelease(ctx, p.projectID)
	if err != nil && !db.NotFound(err) {
		return fmt.Errorf("read the current release of project %d: %w", p.projectID, err)
	}
	var before Draft
	if err == nil {
		before = Draft{Version: draftVersion, Pages: current.Pages, Scenarios: current.Scenarios, Catalog: current.Catalog, Theme: current.Theme}
	}
	changes := listChanges(before, p.draft)
	summary, err := json.Marshal(changes[:min(len(changes), maxSummary)])
	if err != nil {
		return fmt.Errorf("encode what release %d changes: %w", p.number, err)
	}
	err = q.DescribeRelease(ctx, db.DescribeReleaseParams{
		ProjectID: p.projectID, Number: p.number, Moves: handedOn(current.Moves, p.moves, p.draft.Scenarios), Summary: summary,
	})
	if err != nil {
		return fmt.Errorf("describe release %d of project %d: %w", p.number, p.projectID, err)
	}
	return nil
}

// Summary reads what a release changed; nil when that is not known.
func Summary(raw []byte) []Change {
	var changes []Change
	if json.Unmarshal(raw, &changes) != nil {
		return nil
	}
	return changes
}
