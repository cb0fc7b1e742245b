package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/card"
	"botyard/internal/project"
	"botyard/internal/secret"
	"botyard/internal/spec"
	"botyard/internal/telegram/sim"
)

const (
	demoName = "Кофейня «Пар»"
	demoBot  = "par_coffee_bot"
)

// demoCard is what the texts of the demo's café say of it.
func demoCard() card.Card {
	c := card.Card{Phone: "+7 000 000-00-00", Address: "улица Пушкина, 12, вход со двора", Zone: "Europe/Moscow"}
	for day := range c.Hours.Week {
		c.Hours.Week[day] = card.Span{From: 8 * 60, To: 22 * 60}
	}
	return c
}

// login is the demo's, kept beside its data.
type login struct {
	Email, Password string
	ProjectID       int64
	// Support and SupportPassword are of a person at the support desk.
	Support, SupportPassword string
	// Revoked is a token that the simulated Telegram no longer knows.
	Revoked string
}

// furnish makes what a demo shows, once, and prints the addresses.
func (p program) furnish(ctx context.Context, a *app, telegram *sim.Server, at demoAddrs) error {
	file := filepath.Join(a.config.dataDir, "login.json")
	l, err := readLogin(file)
	if errors.Is(err, os.ErrNotExist) {
		l, err = makeDemo(ctx, a, telegram)
	}
	if err == nil && l.Support == "" {
		l.Support, l.SupportPassword, _, err = addPerson(ctx, a, "support", account.RoleSupport)
	}
	if err == nil {
		err = writeLogin(file, l)
	}
	if err != nil {
		return err
	}
	return p.printDemo(ctx, a, l, telegram, at)
}

func readLogin(file string) (l login, err error) {
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &l)
	}
	return l, err
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
func makeDemo(ctx context.Context, a *app, telegram *sim.Server) (l login, err error) {
	var user int64
	if l.Email, l.Password, user, err = addPerson(ctx, a, "demo", account.RoleUser); err != nil {
		return l, err
	}
	if l.ProjectID, err = makeDemoProject(ctx, a.projects, user); err != nil {
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

// addPerson signs somebody up as name@example.org, or with a few letters more
// when that one is there.
func addPerson(ctx context.Context, a *app, name string, role account.Role) (email, password string, id int64, err error) {
	accounts := account.New(a.store, a.keys)
	email, password = name+"@example.org", secret.RandomPassword()
	user, err := accounts.AddUser(ctx, email, password, role)
	if errors.Is(err, account.ErrTaken) {
		email = name + "-" + secret.RandomToken()[:6] + "@example.org"
		user, err = accounts.AddUser(ctx, email, password, role)
	}
	if err != nil {
		return "", "", 0, fmt.Errorf("add a person to the demo: %w", err)
	}
	return email, password, user.ID, nil
}

func makeDemoProject(ctx context.Context, projects *project.Service, userID int64) (int64, error) {
	id, err := projects.Begin(ctx, userID, project.New{Name: demoName, Template: "cafe", Lang: "ru", Card: demoCard()})
	if err != nil {
		return 0, fmt.Errorf("create the demo's project: %w", err)
	}
	_, _, problems, err := projects.Publish(ctx, id, userID)
	if err == nil && spec.Blocking(problems) {
		err = fmt.Errorf("it has problems: %v", problems)
	}
	if err != nil {
		return 0, fmt.Errorf("publish the demo's project: %w", err)
	}
	return id, nil
}

const revokedBot = "revoked_bot"

// spareTokens is how many tokens to connect by hand are offered.
const spareTokens = 2

// spares are bots that no project has, made as they are used up.
func spares(ctx context.Context, a *app, telegram *sim.Server) (free []sim.Bot, err error) {
	for n := 1; len(free) < spareTokens; n++ {
		username := fmt.Sprintf("spare_%d_bot", n)
		bot, err := botNamed(telegram, username, username)
		if err != nil {
			return nil, err
		}
		_, err = a.store.BotClaim(ctx, bot.ID)
		if db.NotFound(err) {
			free = append(free, bot)
		} else if err != nil {
			return nil, fmt.Errorf("look whose bot %d is: %w", bot.ID, err)
		}
	}
	return free, nil
}

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
func (p program) printDemo(ctx context.Context, a *app, l login, telegram *sim.Server, at demoAddrs) error {
	free, err := spares(ctx, a, telegram)
	if err != nil {
		return err
	}
	say := func(what, words string) { fmt.Fprintf(p.stdout, "  %-17s%s\n", what, words) }
	fmt.Fprintf(p.stdout, "\nBotyard is running. Ctrl-C stops it.\n\n")
	say("cabinet", "http://"+at.service+"/login")
	say("e-mail", l.Email)
	say("password", l.Password+"\n")
	say("support desk", "http://"+at.service+"/login?next=/support")
	say("e-mail", l.Support)
	say("password", l.SupportPassword+"\n")
	say("write to the bot", "http://"+at.sim+"/chat/"+demoBot)
	for _, bot := range free {
		say("spare token", string(bot.Token))
	}
	say("revoked token", l.Revoked)
	say("components", "http://"+at.service+"/gallery\n")
	fmt.Fprintf(p.stdout, "What you do is kept in %s; delete that folder to begin anew.\n", a.config.dataDir)
	fmt.Fprintf(p.stdout, "Other ports: botyard demo -addr 127.0.0.1:9080 -sim-addr 127.0.0.1:9081\n\n")
	return nil
}
