package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"botyard/internal/account"
	"botyard/internal/project"
	"botyard/internal/secret"
	"botyard/internal/spec"
	"botyard/internal/telegram/sim"
)

// demoDraft is what the demo's project says and shows, as GET …/draft gives it.
//
//go:embed demo.json
var demoDraft []byte

const (
	demoName  = "Кофейня «Пар»"
	demoEmail = "demo@example.org"
	demoBot   = "par_coffee_bot"
)

// login is the demo's, kept beside its data.
type login struct {
	Email, Password string
	ProjectID       int64
	// Revoked is a token that the simulated Telegram no longer knows.
	Revoked string
}

// furnish makes what a demo shows, once, and prints the addresses.
func (p program) furnish(ctx context.Context, a *app, telegram *sim.Server, at demoAddrs) error {
	file := filepath.Join(a.config.dataDir, "login.json")
	var l login
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &l)
	} else if errors.Is(err, os.ErrNotExist) {
		l, err = makeDemo(ctx, a, telegram)
		if err == nil {
			err = writeLogin(file, l)
		}
	}
	if err != nil {
		return err
	}
	return p.printDemo(l, telegram, at)
}

func writeLogin(file string, l login) error {
	raw, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return os.WriteFile(file, raw, 0o600)
}

// makeDemo signs a person up, makes their project, publishes and connects it.
// A demo that was killed half way starts anew with another person.
func makeDemo(ctx context.Context, a *app, telegram *sim.Server) (login, error) {
	l := login{Email: demoEmail, Password: secret.RandomPassword()}
	user, err := account.New(a.store, a.keys).AddUser(ctx, l.Email, l.Password, account.RoleUser)
	if errors.Is(err, account.ErrTaken) {
		l.Email = "demo-" + secret.RandomToken()[:6] + "@example.org"
		user, err = account.New(a.store, a.keys).AddUser(ctx, l.Email, l.Password, account.RoleUser)
	}
	if err != nil {
		return l, fmt.Errorf("add the demo's user: %w", err)
	}
	if l.ProjectID, err = makeDemoProject(ctx, a.projects, user.ID); err != nil {
		return l, err
	}
	if l.Revoked, err = revokedToken(telegram); err != nil {
		return l, err
	}
	bot, err := botNamed(telegram, demoBot, demoName)
	if err != nil {
		return l, err
	}
	if err := a.projects.Connect(ctx, l.ProjectID, string(bot.Token), true); err != nil && !errors.Is(err, project.ErrBotTaken) {
		return l, fmt.Errorf("connect the demo's bot: %w", err)
	}
	return l, nil
}

func makeDemoProject(ctx context.Context, projects *project.Service, userID int64) (int64, error) {
	id, err := projects.Create(ctx, userID, demoName, "blank", "ru")
	if err != nil {
		return 0, fmt.Errorf("create the demo's project: %w", err)
	}
	draft, problems := project.ParseDraft(demoDraft)
	if spec.Blocking(problems) {
		return 0, fmt.Errorf("the demo's draft is not sound: %v", problems)
	}
	if _, _, err := projects.Edit(ctx, id, 0, func(d *project.Draft) error { *d = draft; return nil }); err != nil {
		return 0, fmt.Errorf("fill the demo's project: %w", err)
	}
	_, _, problems, err = projects.Publish(ctx, id, userID)
	if err == nil && spec.Blocking(problems) {
		err = fmt.Errorf("it has problems: %v", problems)
	}
	if err != nil {
		return 0, fmt.Errorf("publish the demo's project: %w", err)
	}
	return id, nil
}

// The spare bots have tokens to connect by hand; the token of the last is revoked.
var spares = []string{"spare_one_bot", "spare_two_bot"}

const revokedBot = "revoked_bot"

func botNamed(telegram *sim.Server, username, name string) (sim.Bot, error) {
	for _, bot := range telegram.Bots() {
		if bot.Username == username {
			return bot, nil
		}
	}
	bot, err := telegram.AddBot(sim.BotSpec{Username: username, Name: name})
	if err != nil {
		return bot, fmt.Errorf("add a bot to the simulator: %w", err)
	}
	return bot, nil
}

func revokedToken(telegram *sim.Server) (string, error) {
	bot, err := botNamed(telegram, revokedBot, revokedBot)
	if err == nil {
		_, err = telegram.RevokeToken(bot.ID)
	}
	return string(bot.Token), err
}

// printDemo tells what one needs.
func (p program) printDemo(l login, telegram *sim.Server, at demoAddrs) error {
	fmt.Fprintf(p.stdout, "\nBotyard is running. Ctrl-C stops it.\n\n")
	fmt.Fprintf(p.stdout, "  cabinet          http://%s/login\n  e-mail           %s\n  password         %s\n\n", at.service, l.Email, l.Password)
	fmt.Fprintf(p.stdout, "  write to the bot http://%s/chat/%s\n", at.sim, demoBot)
	for _, spare := range spares {
		bot, err := botNamed(telegram, spare, spare)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "  spare token      %s\n", string(bot.Token))
	}
	fmt.Fprintf(p.stdout, "  revoked token    %s\n\n", l.Revoked)
	return nil
}
