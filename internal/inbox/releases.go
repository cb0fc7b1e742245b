package inbox

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/flow"
)

// running is what a project runs now.
type running struct {
	number  int32
	release *flow.Release // nil: nothing is published
	about   about
	bot     string
	// paused: its events wait where they are.
	paused bool
	// suspended projects run nothing: what waits is dropped.
	suspended bool
}

// releases keeps compiled releases; which one is current is asked anew with
// every batch, so that a publication holds from the next event on.
type releases struct {
	store    *db.Store
	compiled map[int64]running
}

// maxCompiled bounds the kept releases; those beyond are compiled again.
const maxCompiled = 2000

func newReleases(store *db.Store) *releases {
	return &releases{store: store, compiled: map[int64]running{}}
}

// current gives what each of the projects runs.
func (r *releases) current(ctx context.Context, projects []int64) (map[int64]running, error) {
	rows, err := r.store.RunningProjects(ctx, projects)
	if err != nil {
		return nil, fmt.Errorf("read what projects run: %w", err)
	}
	now := make(map[int64]running, len(rows))
	for _, row := range rows {
		if row.Paused || row.Suspended || row.Release == 0 {
			now[row.ID] = running{bot: row.Bot, paused: row.Paused, suspended: row.Suspended}
			continue
		}
		if now[row.ID], err = r.load(ctx, row); err != nil {
			return nil, err
		}
	}
	return now, nil
}

func (r *releases) load(ctx context.Context, row db.RunningProjectsRow) (running, error) {
	if kept, found := r.compiled[row.ID]; found && kept.number == row.Release && kept.about.version == row.CardVersion {
		kept.bot = row.Bot
		return kept, nil
	}
	scenarios, err := r.store.ReleaseScenarios(ctx, db.ReleaseScenariosParams{ProjectID: row.ID, Number: row.Release})
	if err != nil {
		return running{}, fmt.Errorf("read release %d of project %d: %w", row.Release, row.ID, err)
	}
	for id := range r.compiled {
		if len(r.compiled) < maxCompiled {
			break
		}
		delete(r.compiled, id)
	}
	loaded := running{number: row.Release, bot: row.Bot}
	if loaded.about, err = r.about(ctx, row.ID, row.CardVersion); err != nil {
		return running{}, err
	}
	if loaded.release, err = compile(scenarios, row.Release); err != nil {
		return running{}, fmt.Errorf("compile release %d of project %d: %w", row.Release, row.ID, err)
	}
	r.compiled[row.ID] = loaded
	return loaded, nil
}

// compile turns a panic over one release into an error: it is one project's.
func compile(scenarios flow.Scenarios, number int32) (release *flow.Release, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	return flow.Compile(scenarios, flow.Setting{Number: number}), nil
}
