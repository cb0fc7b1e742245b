package main

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// updateArgs is a River job with an update in it.
type updateArgs struct {
	Bot    int    `json:"bot"`
	Update string `json:"update"`
}

// Kind is for River.
func (updateArgs) Kind() string { return "update" }

// noOp counts.
type noOp struct {
	river.WorkerDefaults[updateArgs]
	left atomic.Int64
	done chan struct{}
}

// Work is for River.
func (w *noOp) Work(context.Context, *river.Job[updateArgs]) error {
	if w.left.Add(-1) == 0 {
		close(w.done)
	}
	return nil
}

const riverWorkers = 2000

// newRiver is River as its own benchmark runs it: many workers, jobs that were
// inserted before. It keeps what is done, and promises no order.
func newRiver(ctx context.Context, pool *pgxpool.Pool, _ string) ([]contender, error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return nil, err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, err
	}
	inserter, err := river.NewClient(riverpgxv5.New(pool), &river.Config{})
	if err != nil {
		return nil, err
	}
	return []contender{{
		name: riverName,
		prepare: func(ctx context.Context, rows int) error {
			if err := execAll(ctx, pool, "TRUNCATE river_job"); err != nil {
				return err
			}
			return insertJobs(ctx, inserter, rows)
		},
		work: func(ctx context.Context, rows int) error { return workJobs(ctx, pool, rows) },
	}}, nil
}

func insertJobs(ctx context.Context, c *river.Client[pgx.Tx], rows int) error {
	jobs := make([]river.InsertManyParams, rows)
	for i := range jobs {
		jobs[i].Args = updateArgs{i % projects, string(updateJSON(i))}
	}
	_, err := c.InsertManyFast(ctx, jobs)
	return err
}

// workJobs ends when the last job is written down as completed.
func workJobs(ctx context.Context, pool *pgxpool.Pool, rows int) error {
	worker := &noOp{done: make(chan struct{})}
	worker.left.Store(int64(rows))
	workers := river.NewWorkers()
	river.AddWorker(workers, worker)
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues:        map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: riverWorkers}},
		FetchCooldown: 2 * time.Millisecond, FetchPollInterval: 20 * time.Millisecond,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Workers: workers,
	})
	if err != nil {
		return err
	}
	if err := client.Start(ctx); err != nil {
		return err
	}
	select {
	case <-worker.done:
	case <-ctx.Done():
	}
	return client.Stop(context.WithoutCancel(ctx))
}
