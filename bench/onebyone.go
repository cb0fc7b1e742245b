package main

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// oneByOneTable is a queue as it is often written down first.
const oneByOneTable = `CREATE TABLE updates (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	bot_id bigint NOT NULL, update_id bigint NOT NULL, payload jsonb NOT NULL,
	UNIQUE (bot_id, update_id))`

// newOneByOne is the scheme in which each worker takes the oldest row that
// nobody has locked, does its work, and deletes the row: a transaction a row.
func newOneByOne(ctx context.Context, pool *pgxpool.Pool, _ string) ([]contender, error) {
	if err := execAll(ctx, pool, oneByOneTable); err != nil {
		return nil, err
	}
	return []contender{{
		name: onebyoneName, part: 10,
		prepare: func(ctx context.Context, rows int) error {
			if err := execAll(ctx, pool, "TRUNCATE updates"); err != nil {
				return err
			}
			_, err := pool.CopyFrom(ctx, pgx.Identifier{"updates"}, []string{"bot_id", "update_id", "payload"},
				pgx.CopyFromSlice(rows, func(i int) ([]any, error) { return []any{i % projects, i, updateJSON(i)}, nil }))
			return err
		},
		work: func(ctx context.Context, _ int) error {
			return inParallel(8, func() error { return drainOneByOne(ctx, pool) })
		},
	}}, nil
}

// inParallel runs f n times at once.
func inParallel(n int, f func() error) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = f() })
	}
	all.Wait()
	return errors.Join(errs...)
}

// drainOneByOne works until nothing is left.
func drainOneByOne(ctx context.Context, pool *pgxpool.Pool) error {
	for {
		done := false
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			found, err := takeOne(ctx, tx, func(int64, []byte) error { return nil })
			done = !found
			return err
		})
		if err != nil || done {
			return err
		}
	}
}

// takeOne does the work of the oldest free row and deletes it.
func takeOne(ctx context.Context, tx pgx.Tx, work func(bot int64, payload []byte) error) (found bool, err error) {
	var id, bot int64
	var payload []byte
	err = tx.QueryRow(ctx, "SELECT id, bot_id, payload FROM updates ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED").Scan(&id, &bot, &payload)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := work(bot, payload); err != nil {
		return true, err
	}
	_, err = tx.Exec(ctx, "DELETE FROM updates WHERE id = $1", id)
	return true, err
}
