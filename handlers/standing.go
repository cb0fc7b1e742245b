package handlers

import (
	"context"
	"net/url"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/rehearsal"
	"botyard/views/releases"
	"botyard/views/ui"
)

// addStanding tells of people on steps that are gone, and where they can go.
func (s *server) addStanding(ctx context.Context, p scope, draft project.Draft, screen *releases.Publish) error {
	standing, err := s.Projects.Standing(ctx, p.ID, draft)
	if err != nil || len(standing) == 0 {
		return err
	}
	for _, one := range standing {
		screen.Standing = append(screen.Standing, releases.Standing{
			Step: one.Step.ID, Words: placeWords(ctx, one.Scenario, &one.Step), People: one.People,
		})
	}
	for place := range draft.Scenarios.All() {
		screen.Steps = append(screen.Steps, ui.Option{Value: place.Step.ID, Label: placeWords(ctx, place.Scenario.Title, place.Step)})
	}
	return nil
}

// placeWords name a step so that it is known in a list of all.
func placeWords(ctx context.Context, scenario string, step *flow.Step) string {
	kind, _ := flow.StepKind(step.Kind)
	words := lang.Words(ctx, kind.Title)
	if first := rehearsal.Words(step); first != "" {
		words += ": " + first
	}
	if scenario != "" {
		words = scenario + " · " + words
	}
	return words
}

// movesOf are where people go who stand on steps that are gone.
func movesOf(form url.Values) flow.Moves {
	moves := flow.Moves{}
	for name := range form {
		if step, is := strings.CutPrefix(name, "move-"); is && form.Get(name) != "" {
			moves[step] = form.Get(name)
		}
	}
	return moves
}

// shownChanges is how many changes of a version are named in the list.
const shownChanges = 4

// summaryWords are what a version changed.
func summaryWords(ctx context.Context, changes []project.Change) (words []string, more int) {
	for _, c := range changes[:min(len(changes), shownChanges)] {
		title := c.Title
		if key, known := partKeys[c.Part]; known {
			title = lang.T(ctx, key)
		}
		if title == "" {
			title = lang.T(ctx, "releases.untitled")
		}
		words = append(words, lang.T(ctx, "releases.did."+c.What, "title", title))
	}
	return words, max(0, len(changes)-shownChanges)
}
