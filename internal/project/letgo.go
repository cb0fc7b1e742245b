package project

import (
	"context"
	"errors"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// undoTime is how long the token of a disconnected bot is kept, sealed, so that
// the disconnection can be undone.
const undoTime = 10 * time.Minute

// disconnect takes our webhook and menu button away, unless someone else has
// taken the bot over meanwhile. The token of a bot that was ours is kept for
// undoTime; any other is forgotten.
func (r *Reconciler) disconnect(ctx context.Context, row db.Integration) error {
	token, err := r.service.Vault.Open(row)
	ours := false
	if err == nil {
		ours, err = r.letGo(ctx, token)
	}
	if err != nil && !goneForUs(err) {
		return err
	}
	keep := ours && err == nil
	err = r.service.Store.InTx(ctx, func(q *db.Queries) error { return release(ctx, q, row, keep) })
	if errors.Is(err, errWanted) {
		return nil
	}
	if err == nil {
		r.service.Vault.Forget(row.ID)
		r.service.Log.InfoContext(ctx, "bot disconnected", "project", row.ProjectID, "integration", row.ID)
	}
	return err
}

// goneForUs tells whether there is nothing that we could still do for a bot:
// its token is not there, or no longer Telegram's.
func goneForUs(err error) bool {
	class := telegram.Classify(err)
	return errors.Is(err, vault.ErrNoToken) || class == telegram.Unauthorized || class == telegram.Misrouted
}

// letGo tells whether the bot was nobody else's. What waits at Telegram stays
// there: it comes when the disconnection is undone.
func (r *Reconciler) letGo(ctx context.Context, token telegram.Token) (ours bool, err error) {
	info, err := r.service.Telegram.GetWebhookInfo(ctx, token)
	if err != nil || r.service.foreignHost(info.URL) != "" {
		return false, err
	}
	if r.service.PublicURL != "" && info.URL == "" {
		return true, nil // it was let go before
	}
	if info.URL != "" {
		if err := r.service.Telegram.DeleteWebhook(ctx, token, false); err != nil {
			return true, err
		}
	}
	return true, r.service.Telegram.SetChatMenuButton(ctx, token, 0, telegram.MenuButton{Type: "default"})
}

// errWanted means that the bot was connected again meanwhile.
var errWanted = errors.New("the bot is wanted again")

func release(ctx context.Context, q *db.Queries, row db.Integration, keep bool) error {
	key := db.IntegrationForUpdateParams{ProjectID: row.ProjectID, ID: row.ID}
	now, err := q.IntegrationForUpdate(ctx, key)
	if err != nil {
		return fmt.Errorf("lock the bot of project %d: %w", row.ProjectID, err)
	}
	if now.Desired != "disconnected" {
		return errWanted
	}
	if err := q.RetirePublicID(ctx, db.RetirePublicIDParams{ProjectID: row.ProjectID, IntegrationID: row.ID}); err != nil {
		return fmt.Errorf("retire a public id: %w", err)
	}
	if err := q.ReleaseBot(ctx, db.ReleaseBotParams{ProjectID: row.ProjectID, IntegrationID: row.ID}); err != nil {
		return fmt.Errorf("release a bot: %w", err)
	}
	p := db.MarkDisconnectedParams{Keep: keep, UndoTime: undoTime, ProjectID: row.ProjectID, ID: row.ID}
	if err := q.MarkDisconnected(ctx, p); err != nil {
		return fmt.Errorf("mark disconnected: %w", err)
	}
	return nil
}
