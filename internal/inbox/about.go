package inbox

import (
	"context"
	"fmt"
	"time"

	"botyard/internal/card"
	"botyard/internal/flow"
)

// about is what a project says of itself, as of a version of its card.
type about struct {
	version    int32
	name, lang string
	card       card.Card
}

func (r *releases) about(ctx context.Context, projectID int64, version int32) (about, error) {
	row, err := r.store.CardOf(ctx, projectID)
	if err != nil {
		return about{}, fmt.Errorf("read the card of project %d: %w", projectID, err)
	}
	return about{version, row.Name, row.Language, row.Card}, nil
}

// clock is a time in the project's zone.
func (a about) clock(at time.Time) time.Time { return at.In(a.card.Location()) }

// project is what the engine takes of it at a time.
func (a about) project(at time.Time) flow.Project {
	return flow.Project{Lang: a.lang, Card: a.card.Variables(a.name, a.lang, at), Closed: !a.card.Open(at)}
}
