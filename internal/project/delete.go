package project

import (
	"context"
	"fmt"

	"botyard/db"
)

// Delete removes a project with everything in it. Its bot is let go first, as
// far as Telegram answers; its addresses are never given to anyone else.
func (s *Service) Delete(ctx context.Context, projectID int64) error {
	if err := s.Disconnect(ctx, projectID); err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(q *db.Queries) error {
		if err := q.RetireProjectPublicIDs(ctx, projectID); err != nil {
			return fmt.Errorf("retire webhooks of project %d: %w", projectID, err)
		}
		if err := q.DeleteProjectTraffic(ctx, projectID); err != nil {
			return fmt.Errorf("delete what project %d received and sent: %w", projectID, err)
		}
		if err := q.DeleteProject(ctx, projectID); err != nil {
			return fmt.Errorf("delete project %d: %w", projectID, err)
		}
		return nil
	})
}
