package loadtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"botyard/db"
	"botyard/internal/project"
	"botyard/internal/telegram"
	"botyard/miniapp"
)

// firstCopy is the id of the first row that is copied, in every table that
// numbers its rows: far above those that the product has numbered.
const firstCopy = 1_000_000

// connection is what a copied bot has in public_ids, and in the simulator.
type connection struct {
	simBot
	publicID, secret string
}

// copier writes the rows of a first project once more for other bots.
type copier struct {
	*seeder
	content db.ReleaseContentRow
	bots    []connection
	now     time.Time
}

// copy gives each of the bots the rows that the product gave to the project
// of the first one. The service must be started anew to know them.
func (s *seeder) copy(ctx context.Context, projectID int64, bots []simBot) error {
	content, err := s.store.ReleaseContent(ctx, db.ReleaseContentParams{ProjectID: projectID, Number: 1})
	if err != nil {
		return fmt.Errorf("read the first project: %w", err)
	}
	c := &copier{seeder: s, content: content, now: time.Now()}
	for _, bot := range bots {
		c.bots = append(c.bots, copied(bot))
	}
	err = pgx.BeginFunc(ctx, s.store.Pool, func(tx pgx.Tx) error {
		for _, t := range c.tables() {
			from := pgx.CopyFromSlice(len(c.bots), func(i int) ([]any, error) { return t.row(int64(i)), nil })
			if _, err := tx.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, from); err != nil {
				return fmt.Errorf("copy into %s: %w", t.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := s.store.Pool.Exec(ctx, "ANALYZE"); err != nil {
		return fmt.Errorf("analyse the copies: %w", err)
	}
	return nil
}

// table is a table with what it holds for the bot with a number.
type table struct {
	name    string
	columns []string
	row     func(i int64) []any
}

// tables are in the order of their foreign keys.
func (c *copier) tables() []table {
	return append([]table{
		{"accounts", []string{"id"}, func(i int64) []any { return []any{firstCopy + i} }},
		{"users", []string{"id", "email", "password_hash"}, func(i int64) []any {
			return []any{firstCopy + i, email(c.bots[i].publicID), noPassword}
		}},
		{"members", []string{"account_id", "user_id"}, func(i int64) []any { return []any{firstCopy + i, firstCopy + i} }},
		{"projects", []string{"id", "account_id", "name", "language", "current_release"}, func(i int64) []any {
			return []any{firstCopy + i, firstCopy + i, c.bots[i].Name, "en", 1}
		}},
		{"addresses", []string{"slug", "project_id"}, func(i int64) []any { return []any{c.bots[i].publicID, firstCopy + i} }},
		{"drafts", []string{"project_id", "pages", "scenarios", "catalog", "theme"}, func(i int64) []any {
			return []any{firstCopy + i, c.content.Pages, c.content.Scenarios, c.content.Catalog, c.content.Theme}
		}},
		{"releases", []string{"project_id", "number", "pages", "scenarios", "catalog", "theme", "digest", "created_by"}, func(i int64) []any {
			return []any{firstCopy + i, 1, c.content.Pages, c.content.Scenarios, c.content.Catalog, c.content.Theme, c.content.Digest, firstCopy + i}
		}},
	}, c.connections()...)
}

// connections are the tables of the bots. The times of their changes are
// spread over the past: bots that were all connected within a minute would be
// read by receipt anew each second, which is not how an installation sleeps.
func (c *copier) connections() []table {
	return []table{
		{"integrations", []string{"project_id", "id", "bot_id", "bot_username", "bot_name", "token", "desired", "actual", "webhook_url", "menu_url"}, func(i int64) []any {
			b := c.bots[i]
			token := c.projects.Vault.Seal(b.Token, firstCopy+i, b.ID)
			return []any{firstCopy + i, firstCopy + i, b.ID, b.Username, b.Name, token, "connected", "connected", c.webhook(b), c.projects.PageURL(miniapp.App, b.publicID)}
		}},
		{"bot_claims", []string{"bot_id", "project_id", "integration_id"}, func(i int64) []any {
			return []any{c.bots[i].ID, firstCopy + i, firstCopy + i}
		}},
		{"public_ids", []string{"public_id", "project_id", "integration_id", "secret_sha256", "changed_at"}, func(i int64) []any {
			sum := sha256.Sum256([]byte(c.bots[i].secret))
			return []any{c.bots[i].publicID, firstCopy + i, firstCopy + i, sum[:], c.now.Add(-time.Duration(i+1) * time.Minute)}
		}},
	}
}

func (s *seeder) webhook(b connection) string {
	return s.projects.PublicURL + project.WebhookPath + b.publicID
}

// hookAtOnce is how many webhooks of copied bots are set at the same time.
const hookAtOnce = 128

// hook sets the webhooks of copied bots, which the reconciler does for others.
func (s *seeder) hook(ctx context.Context, bots []simBot) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slots := make(chan struct{}, hookAtOnce)
	var calls sync.WaitGroup
	for _, bot := range bots {
		b := copied(bot)
		slots <- struct{}{}
		calls.Go(func() {
			defer func() { <-slots }()
			err := s.projects.Telegram.SetWebhook(ctx, b.Token, telegram.SetWebhook{
				URL: s.webhook(b), SecretToken: b.secret, MaxConnections: 40, AllowedUpdates: []string{"message", "callback_query", "my_chat_member"},
			})
			if err != nil {
				cancel(fmt.Errorf("set the webhook of bot %d: %w", b.ID, err))
			}
		})
	}
	calls.Wait()
	return context.Cause(ctx)
}

// copied is a bot with the public id and the secret that its rows have.
func copied(bot simBot) connection {
	id := strconv.FormatInt(bot.ID, 10)
	return connection{bot, "copy" + id, "secret" + id}
}

// tokenOf has the shape of a token, and is nobody's.
func tokenOf(botID int64) telegram.Token {
	return telegram.Token(strconv.FormatInt(botID, 10) + ":AA" + strings.Repeat("s", 33))
}
