package inbox

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"botyard/db"
	"botyard/internal/shard"
)

// schedulers is how many share the work of a process: while one waits for the
// database, another runs turns.
const schedulers = 3

// Schedulers are several schedulers of one process, each with projects of its own.
type Schedulers []*Scheduler

// NewSchedulers makes them; Run does their work.
func NewSchedulers(store *db.Store, owner *shard.Owner, sender Sender, log *slog.Logger) Schedulers {
	all := make(Schedulers, schedulers)
	for i := range all {
		all[i] = newScheduler(store, owner, sender, log)
		all[i].mine = func(project int64) bool { return part(project) == i }
	}
	return all
}

// OnCalls lets f be told that turns want requests made. Call it before Run.
func (all Schedulers) OnCalls(f func()) {
	for _, s := range all {
		s.Called = f
	}
}

// part is which scheduler runs a project.
func part(project int64) int { return int(shard.Of(project)) % schedulers }

// Hint tells that projects have new events, as Scheduler.Hint does.
func (all Schedulers) Hint(projects []int64) {
	var parts [schedulers][]int64
	for _, p := range projects {
		parts[part(p)] = append(parts[part(p)], p)
	}
	for i, own := range parts {
		if len(own) > 0 {
			all[i].Hint(own)
		}
	}
}

// Run lets all work until ctx ends. One looks for events of which no hint came,
// for all of them.
func (all Schedulers) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for _, s := range all {
		running.Go(func() { s.Run(ctx) })
	}
	running.Go(func() { all.poll(ctx) })
}

// poll is the truth when a hint was lost. It rests longer the longer it takes.
func (all Schedulers) poll(ctx context.Context) {
	s := all[0]
	for ctx.Err() == nil {
		gained, began := s.owner.Changed(), time.Now()
		projects, err := s.store.WaitingProjects(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "waiting projects not read", "error", err)
		}
		for _, s := range all {
			s.found(projects)
		}
		rest := time.NewTimer(max(s.pauses.poll, pollShare*time.Since(began)))
		select {
		case <-ctx.Done():
		case <-gained:
		case <-rest.C:
		}
		rest.Stop()
	}
}

// pollShare: a poll takes at most this part of the time.
const pollShare = 20
