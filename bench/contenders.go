package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The contenders by name.
const (
	pgbenchName   = "pgbench, single-row inserts, 8 clients"
	receiptInside = "Botyard, receipt in process"
	receiptHTTP   = "Botyard, receipt through HTTP"
	drainName     = "Botyard, drain of updates nothing matches"
	riverName     = "River, no-op jobs, 2,000 workers"
	onebyoneName  = "one by one, SKIP LOCKED, 8 workers"
	pageName      = "Botyard, a project's page, 32 connections"
	fileName      = "net/http, the same bytes as a file"
)

// contenders makes a database for each kind of them.
func contenders(ctx context.Context, dsn string) (all []contender, done func(), err error) {
	var pools []*pgxpool.Pool
	done = func() {
		for _, p := range pools {
			p.Close()
		}
	}
	for _, make := range []func(context.Context, *pgxpool.Pool, string) ([]contender, error){newBotyard, newPages, newRiver, newOneByOne, newPgbench} {
		own, pool, err := database(ctx, dsn, fmt.Sprintf("bench%d", len(pools)))
		if err != nil {
			done()
			return nil, nil, err
		}
		pools = append(pools, pool)
		more, err := make(ctx, pool, own)
		if err != nil {
			done()
			return nil, nil, err
		}
		all = append(all, more...)
	}
	return all, done, nil
}

// connections is what each contender has, as the service does.
const connections = 24

func database(ctx context.Context, dsn, name string) (own string, pool *pgxpool.Pool, err error) {
	admin, err := address(dsn, "postgres", "postgres")
	if err != nil {
		return "", nil, err
	}
	if err := execOn(ctx, admin, "CREATE DATABASE "+name+" OWNER botyard"); err != nil {
		return "", nil, err
	}
	if own, err = address(dsn, "botyard", name); err != nil {
		return "", nil, err
	}
	config, err := pgxpool.ParseConfig(own)
	if err != nil {
		return "", nil, err
	}
	config.MaxConns = connections
	pool, err = pgxpool.NewWithConfig(ctx, config)
	return own, pool, err
}

// address is dsn with another user and another database.
func address(dsn, user, database string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return "", err
	}
	u.User, u.Path = url.User(user), "/"+database
	return u.String(), nil
}

func execOn(ctx context.Context, dsn, sql string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

// checkpoint lets every run begin with the same debt of page images.
func checkpoint(ctx context.Context, dsn string) error {
	admin, err := address(dsn, "postgres", "postgres")
	if err != nil {
		return err
	}
	return execOn(ctx, admin, "CHECKPOINT")
}

func execAll(ctx context.Context, pool *pgxpool.Pool, statements ...string) error {
	for _, sql := range statements {
		if _, err := pool.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%.60s: %w", sql, err)
		}
	}
	return nil
}
