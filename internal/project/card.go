package project

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/card"
)

// SaveCard keeps what a project says of itself, from now on. The currency of
// the catalogue follows; its clients see that with the next version.
func (s *Service) SaveCard(ctx context.Context, projectID int64, name string, c card.Card) error {
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		row, err := q.LockDraft(ctx, projectID)
		if err != nil {
			return fmt.Errorf("lock the draft of project %d: %w", projectID, err)
		}
		if err := q.SaveCard(ctx, db.SaveCardParams{Name: name, Card: c, ProjectID: projectID}); err != nil {
			return fmt.Errorf("save the card of project %d: %w", projectID, err)
		}
		if row.Catalog.Currency == c.Money() {
			return nil
		}
		row.Catalog.Currency = c.Money()
		_, err = q.SaveDraft(ctx, db.SaveDraftParams{
			ProjectID: projectID, Pages: row.Pages, Scenarios: row.Scenarios, Catalog: row.Catalog, Theme: row.Theme,
		})
		return err
	})
}
