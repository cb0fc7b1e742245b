package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botyard/handlers"
	"botyard/internal/account"
	"botyard/internal/pgtest"
	"botyard/internal/project"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// rig is the whole service in this process, with a simulated Telegram, each
// behind real HTTP.
type rig struct {
	t    *testing.T
	app  *app
	url  string
	sim  *sim.Server
	stop func()
}

// patience is how long a test waits for something that happens at once.
const patience = 20 * time.Second

func newRig(t *testing.T) *rig {
	t.Helper()
	return newRigOn(t, pgtest.New(t), t.TempDir(), newSim(t))
}

func newSim(t *testing.T) *sim.Server {
	t.Helper()
	s, err := sim.New(sim.Config{Seed: 1, Speed: 20, NoLimits: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// newRigOn starts a service on a database that may have been used before.
func newRigOn(t *testing.T, dsn, dir string, telegramSim *sim.Server) *rig {
	t.Helper()
	return startRig(t, dsn, dir, telegramSim, atHome)
}

// newRigWith is newRig with another configuration.
func newRigWith(t *testing.T, change func(*config)) *rig {
	t.Helper()
	return startRig(t, pgtest.New(t), t.TempDir(), newSim(t), atHome, change)
}

// startRig starts a service after something was done to its database.
func startRig(t *testing.T, dsn, dir string, telegramSim *sim.Server, before func(context.Context, config, database) error, changes ...func(*config)) *rig {
	t.Helper()
	bots := httptest.NewServer(telegramSim)
	t.Cleanup(bots.Close)
	web := httptest.NewUnstartedServer(nil)
	public, err := url.Parse("http://" + web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c := config{publicURL: public, signUp: handlers.SignUpOpen, dataDir: dir, keyFile: filepath.Join(dir, "key"), telegramURL: bots.URL, appFrame: bots.URL}
	for _, change := range changes {
		change(&c)
	}
	if err := before(t.Context(), c, database{dsn: dsn}); err != nil {
		t.Fatal(err)
	}
	a, err := assemble(t.Context(), c, database{dsn: dsn, alone: true}, newLog(t.Output(), slog.LevelInfo), both, public.Host)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.directory.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	web.Config.Handler = a.handler
	web.Start()
	stopWork, err := a.work(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, app: a, url: public.String(), sim: telegramSim}
	r.stop = onceOnly(func() { web.Close(); stopWork(); a.close() })
	t.Cleanup(r.stop)
	return r
}

func onceOnly(f func()) func() {
	done := false
	return func() {
		if !done {
			done = true
			f()
		}
	}
}

// owner makes a person with an account.
func (r *rig) owner(email string) int64 {
	r.t.Helper()
	user, err := account.New(r.app.store, r.app.keys).AddUser(r.t.Context(), email, "correct horse", account.RoleUser)
	if err != nil {
		r.t.Fatal(err)
	}
	return user.ID
}

// publishedBot makes a blank project with a connected, published bot.
func (r *rig) publishedBot(username string) (projectID int64, bot sim.Bot) {
	r.t.Helper()
	ctx := r.t.Context()
	userID := r.owner(username + "@example.org")
	projectID, err := r.app.projects.Create(ctx, userID, username, "blank", "en")
	if err != nil {
		r.t.Fatal(err)
	}
	bot, err = r.sim.AddBot(sim.BotSpec{Username: username})
	if err != nil {
		r.t.Fatal(err)
	}
	r.connect(projectID, bot)
	if _, _, problems, err := r.app.projects.Publish(ctx, projectID, userID); err != nil {
		r.t.Fatalf("Publish = %v, %v", problems, err)
	}
	return projectID, bot
}

func (r *rig) connect(projectID int64, bot sim.Bot) {
	r.t.Helper()
	if err := r.app.projects.Connect(r.t.Context(), projectID, string(bot.Token), false); err != nil {
		r.t.Fatalf("Connect = %v", err)
	}
	c, err := r.app.projects.Connection(r.t.Context(), projectID)
	if err != nil || c.Actual != "connected" {
		r.t.Fatalf("Connection = %+v, %v, want connected", c, err)
	}
}

// answerTo sends a text as a new visitor and waits for what the bot says.
func (r *rig) answerTo(bot sim.Bot, text string) string {
	r.t.Helper()
	visitor := r.sim.User(telegram.User{FirstName: "Anna"})
	if _, err := visitor.Send(bot.ID, text); err != nil {
		r.t.Fatal(err)
	}
	return r.nextFrom(visitor, bot, 0)
}

// nextFrom waits for a message of the bot's after a message id.
func (r *rig) nextFrom(visitor *sim.User, bot sim.Bot, after int64) string {
	r.t.Helper()
	return r.nextMessage(visitor, bot, after).Text
}

func (r *rig) nextMessage(visitor *sim.User, bot sim.Bot, after int64) telegram.Message {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), patience)
	defer cancel()
	m, err := visitor.WaitFor(ctx, bot.ID, func(m telegram.Message) bool {
		return m.From != nil && m.From.ID == bot.ID && m.ID > after
	})
	if err != nil {
		r.t.Fatalf("no answer: %v; journal: %+v", err, r.sim.Journal().Entries())
	}
	return m
}

// post delivers a webhook by hand.
func (r *rig) post(publicID, secret, body string) (int, string) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), "POST", r.url+project.WebhookPath+publicID, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if secret != "" {
		req.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return resp.StatusCode, strings.TrimSpace(string(answer))
}
