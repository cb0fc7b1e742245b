package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"botyard/db"
	"botyard/internal/pgserver"
	"botyard/migrations"
)

// database is the one that was given, or the private one.
type database struct {
	dsn    string
	server *pgserver.Server // nil when another program runs it
	// alone tells that no other process can be using the database.
	alone bool
	// leave ends the watch over the server.
	leave func()
}

// openDatabase starts the private PostgreSQL, for this program alone, unless
// DATABASE_URL is set.
func openDatabase(ctx context.Context, c config, log *slog.Logger) (database, error) {
	if c.databaseURL != "" {
		return database{dsn: c.databaseURL}, nil
	}
	server, err := pgserver.Start(ctx, c.private(log))
	if err != nil {
		return database{}, err
	}
	return database{dsn: server.URL(), server: server, alone: true, leave: start(server.Keep)}, nil
}

// joinDatabase is openDatabase for a program that may work beside others: the
// private PostgreSQL that runs already is used as it is.
func joinDatabase(ctx context.Context, c config, log *slog.Logger) (database, error) {
	if c.databaseURL != "" {
		return database{dsn: c.databaseURL}, nil
	}
	look := time.NewTicker(200 * time.Millisecond)
	defer look.Stop()
	for {
		if dsn, running := pgserver.Running(c.private(log)); running {
			return database{dsn: dsn}, nil
		}
		d, err := openDatabase(ctx, c, log)
		if !errors.Is(err, pgserver.ErrInUse) {
			d.alone = false
			return d, err
		}
		select { // another program is just starting it, or ending it
		case <-look.C:
		case <-ctx.Done():
			return database{}, err
		}
	}
}

func (c config) private(log *slog.Logger) pgserver.Config {
	return pgserver.Config{DataDir: c.dataDir, User: c.user, Log: log}
}

func (d database) close(log *slog.Logger) {
	if d.server == nil {
		return
	}
	d.leave()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := d.server.Stop(ctx); err != nil {
		log.Error("PostgreSQL not stopped", "error", err)
	}
}

func (p program) migrate(ctx context.Context, args []string) error {
	if err := parse(p.flags("migrate"), args); err != nil {
		return err
	}
	c, log, err := p.begin("")
	if err != nil {
		return err
	}
	d, err := joinDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer d.close(log)
	if err := migrations.Up(ctx, d.dsn); err != nil {
		return err
	}
	fmt.Fprintln(p.stdout, "the schema is up to date")
	return nil
}

// begin reads the configuration and makes the log. Started as root, the program
// becomes another user before anything is opened.
func (p program) begin(addr string) (config, *slog.Logger, error) {
	log := newLog(p.stderr, p.logged)
	getenv, err := p.leaveRoot(log)
	if err != nil {
		return config{}, nil, err
	}
	c, err := configure(getenv, addr)
	return c, log, err
}

// leaveRoot returns the environment of the user that the program became. A
// private database does not run as root; with another the program does, and
// says so, where no other user can have its folder.
func (p program) leaveRoot(log *slog.Logger) (getenv func(string) string, err error) {
	if p.become == nil {
		return p.getenv, nil
	}
	changed, who, err := p.become(p.getenv)
	switch {
	case err != nil && p.getenv("DATABASE_URL") != "":
		log.Warn("running as root", "error", err)
	case err != nil:
		return nil, err
	case changed:
		log.Info("started as root, running as "+who, "user", who)
		return os.Getenv, nil
	}
	return p.getenv, nil
}

// withStore runs f on the database, migrated, beside a service that may be running.
func (p program) withStore(ctx context.Context, f func(config, *db.Store) error) error {
	c, log, err := p.begin("")
	if err != nil {
		return err
	}
	d, err := joinDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer d.close(log)
	if err := migrations.Up(ctx, d.dsn); err != nil {
		return err
	}
	store, err := db.Open(ctx, d.dsn, 2)
	if err != nil {
		return err
	}
	defer store.Close()
	return f(c, store)
}
