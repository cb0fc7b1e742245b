package inbox

import (
	"context"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/card"
	"botyard/internal/flow"
)

// about is what a project says of itself, as of a version of its card.
type about struct {
	version    int32
	name, lang string
	card       card.Card
}

// introduce reads what projects say of themselves where that is not known, or
// is another by now.
func (r *releases) introduce(ctx context.Context, rows []db.RunningProjectsRow) error {
	var wanted []int64
	for _, row := range rows {
		if acts(row) && r.abouts[row.ID].version != row.CardVersion {
			wanted = append(wanted, row.ID)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	cards, err := r.store.Cards(ctx, wanted)
	if err != nil {
		return fmt.Errorf("read %d cards: %w", len(wanted), err)
	}
	for _, c := range cards {
		r.abouts[c.ID] = about{c.CardVersion, c.Name, c.Language, c.Card}
	}
	return nil
}

// clock is a time in the project's zone.
func (a about) clock(at time.Time) time.Time { return at.In(a.card.Location()) }

// project is what the engine takes of it at a time.
func (a about) project(at time.Time) flow.Project {
	return flow.Project{Lang: a.lang, Card: a.card.Variables(a.name, a.lang, at), Closed: !a.card.Open(at)}
}
