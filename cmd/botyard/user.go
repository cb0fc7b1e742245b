package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/secret"
)

// user is `botyard user add -email … -role …`: the password is the first line
// of standard input, or a new one that is printed.
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
	err = p.withStore(ctx, func(c config, store *db.Store) error {
		keys, err := openKeys(ctx, c, store)
		if err != nil {
			return err
		}
		_, err = account.New(store, keys).AddUser(ctx, *email, password, account.Role(*role))
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "added %s\n", strings.ToLower(*email))
	if made {
		fmt.Fprintf(p.stdout, "password: %s\n", password)
	}
	return nil
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
