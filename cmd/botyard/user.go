package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/keys"
	"botyard/internal/pgserver"
	"botyard/internal/secret"
)

// user is `botyard user add -email … -role …`: the password is the first line
// of standard input, or a new one that is printed. Of a person who is there
// only the role is changed.
func (p program) user(ctx context.Context, args []string) error {
	if len(args) == 0 || args[0] != "add" {
		return fmt.Errorf("%w: botyard user add -email … [-role support|user]", errUsage)
	}
	f := p.flags("user add")
	email := f.String("email", "", "e-mail address")
	role := f.String("role", string(account.RoleUser), "user or support")
	if err := parse(f, args[1:]); err != nil {
		return err
	}
	password, made, err := p.readPassword()
	if err != nil {
		return err
	}
	if err := p.notBesideDemo(); err != nil {
		return err
	}
	added := false
	err = p.withStore(ctx, func(c config, store *db.Store) error {
		ring, err := keys.Open(ctx, store, c.keyFile)
		if err != nil {
			return err
		}
		added, err = addUser(ctx, account.New(store, ring), *email, password, account.Role(*role))
		return err
	})
	if err != nil {
		return err
	}
	if !added {
		fmt.Fprintf(p.stdout, "%s was there already and has the role %s now; the password is as it was\n", strings.ToLower(*email), *role)
		return nil
	}
	fmt.Fprintf(p.stdout, "added %s\n", strings.ToLower(*email))
	if made {
		fmt.Fprintf(p.stdout, "password: %s\n", password)
	}
	return nil
}

// notBesideDemo keeps a person who is meant for a demo out of a new database
// next to it.
func (p program) notBesideDemo() error {
	if p.getenv("DATABASE_URL") != "" {
		return nil
	}
	dir, err := pgserver.DataDir(p.getenv)
	if err != nil || pgserver.Holds(dir) || !pgserver.Holds(demoDir(dir)) {
		return err
	}
	return fmt.Errorf("there is no database in %s but the demo's; to add somebody to that one, set BOTYARD_DATA_DIR=%s", dir, demoDir(dir))
}

// addUser adds a person, or gives one who is there the role.
func addUser(ctx context.Context, accounts *account.Service, email, password string, role account.Role) (added bool, err error) {
	if role != account.RoleUser && role != account.RoleSupport {
		return false, fmt.Errorf("%w: the role is user or support", errUsage)
	}
	_, err = accounts.AddUser(ctx, email, password, role)
	if errors.Is(err, account.ErrTaken) {
		return false, accounts.SetRole(ctx, email, role)
	}
	return err == nil, err
}

// readPassword takes the first line of standard input; an empty one makes a password.
func (p program) readPassword() (password string, made bool, err error) {
	line, err := bufio.NewReader(io.LimitReader(p.stdin, 4096)).ReadString('\n')
	if err != nil && err != io.EOF {
		return "", false, fmt.Errorf("read the password: %w", err)
	}
	if password = strings.TrimRight(line, "\r\n"); password == "" {
		return secret.RandomPassword(), true, nil
	}
	return password, false, nil
}
