package project

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/miniapp"
)

// connect points the bot at us and puts the Mini App behind its menu button.
func (r *Reconciler) connect(ctx context.Context, row db.Integration) error {
	token, err := r.service.Vault.Open(row)
	if err != nil {
		return err
	}
	webhook, err := r.setWebhook(ctx, token, row)
	if err != nil {
		return err
	}
	menu, err := r.setMenu(ctx, token, row)
	if err != nil {
		return err
	}
	marked, err := r.service.Store.MarkConnected(ctx, db.MarkConnectedParams{
		WebhookUrl: webhook, MenuUrl: menu, ProjectID: row.ProjectID, ID: row.ID, Token: row.Token,
	})
	if err != nil {
		return fmt.Errorf("mark connected: %w", err)
	}
	if marked > 0 {
		r.service.Log.InfoContext(ctx, "bot connected", "project", row.ProjectID, "integration", row.ID)
		return nil
	}
	return r.abandon(ctx, token, row, webhook)
}

// abandon takes away what connect just set for a bot whose project was deleted
// meanwhile. Whatever else became of the wish is another reconciling's.
func (r *Reconciler) abandon(ctx context.Context, token telegram.Token, row db.Integration, webhook string) error {
	_, err := r.service.Store.Integration(ctx, db.IntegrationParams{ProjectID: row.ProjectID, ID: row.ID})
	if !db.NotFound(err) {
		return err
	}
	info, err := r.service.Telegram.GetWebhookInfo(ctx, token)
	if err != nil || info.URL != webhook {
		return err
	}
	_, err = r.letGo(ctx, token)
	return err
}

// allowedUpdates are the kinds that are acted on; always given, because
// Telegram keeps the last list when none is.
var allowedUpdates = []string{"message", "callback_query", "my_chat_member"}

// setWebhook points the bot at us under the secret of its token. The secret is
// accepted everywhere before Telegram hears of it. Without a public address its
// messages are fetched, for which it may have no webhook: who takes a bot over
// has consented to that.
func (r *Reconciler) setWebhook(ctx context.Context, token telegram.Token, row db.Integration) (string, error) {
	if r.service.PublicURL == "" && row.Actual == "connected" && row.WebhookUrl == "" {
		return "", nil // only the menu is to be refreshed
	}
	if r.service.PublicURL == "" {
		return "", r.service.Telegram.DeleteWebhook(ctx, token, false)
	}
	if row.Actual == "connected" && row.WebhookUrl != "" && strings.HasPrefix(row.WebhookUrl, r.service.PublicURL+WebhookPath) {
		return row.WebhookUrl, nil // only the menu is to be refreshed
	}
	publicID, hookSecret, err := r.storeSecret(ctx, row)
	if err != nil {
		return "", err
	}
	if err := r.accepted(ctx); err != nil {
		return "", fmt.Errorf("wait for the receipt: %w", err)
	}
	address := r.service.PublicURL + WebhookPath + publicID
	err = r.service.Telegram.SetWebhook(ctx, token, telegram.SetWebhook{
		URL: address, SecretToken: hookSecret, MaxConnections: 40, AllowedUpdates: allowedUpdates,
	})
	return address, err
}

// storeSecret holds the bot's row meanwhile: one that was deleted gets no
// public id any more.
func (r *Reconciler) storeSecret(ctx context.Context, row db.Integration) (publicID, hookSecret string, err error) {
	err = r.service.Store.InTx(ctx, func(q *db.Queries) error {
		if _, err := q.IntegrationForUpdate(ctx, db.IntegrationForUpdateParams{ProjectID: row.ProjectID, ID: row.ID}); err != nil {
			return err
		}
		publicID, err = q.PublicIDOf(ctx, db.PublicIDOfParams{ProjectID: row.ProjectID, IntegrationID: row.ID})
		if db.NotFound(err) {
			publicID, err = rand.Text(), nil
		}
		if err != nil {
			return err
		}
		hookSecret = r.service.Vault.WebhookSecret(publicID, row)
		sum := sha256.Sum256([]byte(hookSecret))
		return q.StorePublicID(ctx, db.StorePublicIDParams{
			PublicID: publicID, SecretSha256: sum[:], ProjectID: row.ProjectID, IntegrationID: row.ID,
		})
	})
	if err != nil {
		return "", "", fmt.Errorf("store a webhook secret: %w", err)
	}
	return publicID, hookSecret, nil
}

// setMenu puts the Mini App behind the bot's menu button. A button that
// Telegram refuses keeps no bot from answering.
func (r *Reconciler) setMenu(ctx context.Context, token telegram.Token, row db.Integration) (string, error) {
	address, err := r.service.Store.AddressOfProject(ctx, row.ProjectID)
	if err != nil {
		return "", fmt.Errorf("read the address of project %d: %w", row.ProjectID, err)
	}
	url := r.service.PageURL(miniapp.App, address.CurrentSlug)
	if row.Actual == "connected" && row.MenuUrl == url || r.service.PagesURL == "" {
		return row.MenuUrl, nil
	}
	button := telegram.MenuButton{Type: "web_app", Text: menuText[address.Language], WebApp: &telegram.WebApp{URL: url}}
	err = r.service.Telegram.SetChatMenuButton(ctx, token, 0, button)
	if telegram.Classify(err) == telegram.Rejected {
		r.service.Log.WarnContext(ctx, "menu button refused", "project", row.ProjectID, "error", err)
		return "", nil
	}
	return url, err
}

var menuText = map[string]string{"ru": "Открыть", "en": "Open"}
