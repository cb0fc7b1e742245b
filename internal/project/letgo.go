package project

import (
	"context"
	"errors"
	"fmt"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// disconnect takes our webhook and menu button away, unless someone else has
// taken the bot over meanwhile, and forgets the token.
func (r *Reconciler) disconnect(ctx context.Context, row db.Integration) error {
	token, err := r.service.Vault.Open(row)
	if err == nil {
		err = r.letGo(ctx, token)
	}
	if err != nil && !goneForUs(err) {
		return err
	}
	err = r.service.Store.InTx(ctx, func(q *db.Queries) error { return forget(ctx, q, row) })
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

func (r *Reconciler) letGo(ctx context.Context, token telegram.Token) error {
	info, err := r.service.Telegram.GetWebhookInfo(ctx, token)
	if err != nil {
		return err
	}
	fetched := r.service.PublicURL == "" && info.URL == ""
	if !fetched && (info.URL == "" || r.service.foreignHost(info.URL) != "") {
		return nil
	}
	if !fetched {
		if err := r.service.Telegram.DeleteWebhook(ctx, token, false); err != nil {
			return err
		}
	}
	return r.service.Telegram.SetChatMenuButton(ctx, token, 0, telegram.MenuButton{Type: "default"})
}

// errWanted means that the bot was connected again meanwhile.
var errWanted = errors.New("the bot is wanted again")

func forget(ctx context.Context, q *db.Queries, row db.Integration) error {
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
	if err := q.MarkDisconnected(ctx, db.MarkDisconnectedParams{ProjectID: row.ProjectID, ID: row.ID}); err != nil {
		return fmt.Errorf("mark disconnected: %w", err)
	}
	return nil
}
