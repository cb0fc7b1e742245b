package project

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/card"
)

// EditCard changes what a project is called and says of itself, from now on;
// nobody else changes it meanwhile, and an error of change leaves all as it
// was. The currency of the catalogue follows; its clients see that with the
// next version.
func (s *Service) EditCard(ctx context.Context, projectID int64, change func(name *string, c *card.Card) error) error {
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		row, err := q.LockDraft(ctx, projectID)
		if err != nil {
			return fmt.Errorf("lock the draft of project %d: %w", projectID, err)
		}
		cards, err := q.Cards(ctx, []int64{projectID})
		if err != nil || len(cards) == 0 {
			return fmt.Errorf("read the card of project %d: %w", projectID, err)
		}
		name, c := cards[0].Name, cards[0].Card
		if err := change(&name, &c); err != nil {
			return err
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
