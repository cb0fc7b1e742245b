package loadtest

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"botyard/db"
	"botyard/internal/project"
	"botyard/internal/secret"
	"botyard/internal/spec"
	"botyard/internal/telegram"
	"botyard/internal/vault"
	"botyard/miniapp"
	"botyard/static"
)

// draftJSON is what the bots say: hello, with the visitor's name, to /start,
// and nothing to anything else.
//
//go:embed draft.json
var draftJSON []byte

// seeder makes projects beside the service that will run them.
type seeder struct {
	store    *db.Store
	keys     *secret.Keyring
	projects *project.Service
	draft    project.Draft
}

func newSeeder(store *db.Store, keyFile, publicURL, telegramURL string) (*seeder, error) {
	keys, err := secret.Load(keyFile)
	if err != nil {
		return nil, err
	}
	renderer, err := miniapp.NewRenderer(static.FS)
	if err != nil {
		return nil, err
	}
	draft, problems := project.ParseDraft(draftJSON)
	if spec.Blocking(problems) {
		return nil, fmt.Errorf("the draft of the load test is not sound: %v", problems)
	}
	return &seeder{store: store, keys: keys, draft: draft, projects: &project.Service{
		Store: store, Vault: vault.New(store, keys), Telegram: telegram.New(telegramURL), Renderer: renderer,
		Log: slog.New(slog.DiscardHandler), PublicURL: publicURL, PagesURL: publicURL, Asset: static.URL,
		Nudge: func() {}, // the reconciler is in another process, and polls
	}}, nil
}

// seedAtOnce is how many projects are made at the same time. Most of it is
// waiting for the service to connect their bots.
const seedAtOnce = 48

// make makes a project for each bot as an owner would: created, edited,
// published, connected.
func (s *seeder) make(ctx context.Context, bots []simBot) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan simBot)
	var makers sync.WaitGroup
	for range min(seedAtOnce, len(bots)) {
		makers.Go(func() {
			for bot := range work {
				if _, err := s.makeOne(ctx, bot); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, bot := range bots {
		select {
		case work <- bot:
		case <-ctx.Done():
		}
	}
	close(work)
	makers.Wait()
	return context.Cause(ctx)
}

func (s *seeder) makeOne(ctx context.Context, bot simBot) (int64, error) {
	userID, err := s.owner(ctx, bot.Username)
	if err != nil {
		return 0, err
	}
	id, err := s.projects.Create(ctx, userID, bot.Name, "blank", "en")
	if err != nil {
		return 0, fmt.Errorf("create the project of bot %d: %w", bot.ID, err)
	}
	if _, _, err := s.projects.Edit(ctx, id, 0, func(d *project.Draft) error { *d = s.draft; return nil }); err != nil {
		return 0, fmt.Errorf("edit the project of bot %d: %w", bot.ID, err)
	}
	if _, _, problems, err := s.projects.Publish(ctx, id, userID); err != nil || spec.Blocking(problems) {
		return 0, fmt.Errorf("publish the project of bot %d: %v: %w", bot.ID, problems, err)
	}
	return id, s.connect(ctx, id, bot)
}

// Bots are connected some thirty a second; the last of maxMade has to wait.
const (
	connectWithin = 3 * time.Minute
	connectLook   = 500 * time.Millisecond
)

// connect asks once for the bot, and waits until the service has connected it.
func (s *seeder) connect(ctx context.Context, id int64, bot simBot) error {
	if err := s.projects.Connect(ctx, id, string(bot.Token), false); err != nil {
		return fmt.Errorf("connect bot %d: %w", bot.ID, err)
	}
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	tick := time.NewTicker(connectLook)
	defer tick.Stop()
	for {
		now, err := s.projects.Connection(ctx, id)
		if err != nil || now.Actual == "connected" {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("bot %d is not connected (%s): %w", bot.ID, now.Reason, ctx.Err())
		}
	}
}

// owner makes a person with an account. Nobody will sign in: there is no
// password, whose hashing would take longer than all the rest.
func (s *seeder) owner(ctx context.Context, name string) (userID int64, err error) {
	err = s.store.InTx(ctx, func(q *db.Queries) error {
		user, err := q.CreateUser(ctx, db.CreateUserParams{Email: email(name), PasswordHash: noPassword, Role: "user", Language: "en"})
		if err != nil {
			return err
		}
		accountID, err := q.CreateAccount(ctx)
		if err != nil {
			return err
		}
		userID = user.ID
		return q.CreateMember(ctx, db.CreateMemberParams{AccountID: accountID, UserID: user.ID})
	})
	if err != nil {
		return 0, fmt.Errorf("make the owner %s: %w", name, err)
	}
	return userID, nil
}

const noPassword = "none"

func email(name string) string { return name + "@loadtest.invalid" }
