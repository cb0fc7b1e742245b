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
	if err := r.compileMissing(ctx, rows); err != nil {
		return nil, err
	}
	now := make(map[int64]running, len(rows))
	for _, row := range rows {
		is := running{bot: row.Bot, paused: row.Paused, suspended: row.Suspended}
		if kept := r.compiled[row.ID]; runs(row) && kept.number == row.Release {
			is.number, is.release = kept.number, kept.release
		}
		now[row.ID] = is
	}
	r.forgetSome()
	return now, nil
}

// forgetSome keeps the compiled releases within their bound.
func (r *releases) forgetSome() {
	for id := range r.compiled {
		if len(r.compiled) <= maxCompiled {
			return
		}
		delete(r.compiled, id)
	}
}

// runs tells whether a project runs a release now.
func runs(row db.RunningProjectsRow) bool { return !row.Paused && !row.Suspended && row.Release != 0 }

// compileMissing reads and compiles, in one query, what is run and not kept.
func (r *releases) compileMissing(ctx context.Context, rows []db.RunningProjectsRow) error {
	want := db.ReleasesScenariosParams{}
	numbers := map[int64]int32{}
	for _, row := range rows {
		if runs(row) && r.compiled[row.ID].number != row.Release {
			want.Projects, want.Numbers = append(want.Projects, row.ID), append(want.Numbers, row.Release)
			numbers[row.ID] = row.Release
		}
	}
	if len(want.Projects) == 0 {
		return nil
	}
	read, err := r.store.ReleasesScenarios(ctx, want)
	if err != nil {
		return fmt.Errorf("read the releases of %d projects: %w", len(want.Projects), err)
	}
	for _, row := range read {
		number := numbers[row.ProjectID]
		release, err := compile(row.Scenarios, number)
		if err != nil {
			return fmt.Errorf("compile release %d of project %d: %w", number, row.ProjectID, err)
		}
		r.compiled[row.ProjectID] = running{number: number, release: release}
	}
	return nil
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
