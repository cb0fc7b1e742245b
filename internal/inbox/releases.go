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
	// app is the address of the Mini App, "" while Telegram takes none.
	app string
	// paused: its events wait where they are.
	paused bool
	// suspended projects run nothing: what waits is dropped.
	suspended bool
	// tested: somebody tries its draft.
	tested bool
}

// releases keeps compiled releases; which one is current is asked anew with
// every batch, so that a publication holds from the next event on.
type releases struct {
	store    *db.Store
	compiled map[int64]running
	// older are releases in which dialogues go on.
	older map[releaseKey]*flow.Release
	// abouts are what projects say of themselves.
	abouts map[int64]about
	// compiledDrafts are those that testers run.
	compiledDrafts map[int64]draft
}

// maxCompiled bounds the kept releases; those beyond are compiled again.
const maxCompiled = 2000

func newReleases(store *db.Store) *releases {
	return &releases{
		store: store, compiled: map[int64]running{}, older: map[releaseKey]*flow.Release{}, abouts: map[int64]about{},
		compiledDrafts: map[int64]draft{},
	}
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
	if err := r.introduce(ctx, rows); err != nil {
		return nil, err
	}
	now := make(map[int64]running, len(rows))
	for _, row := range rows {
		now[row.ID] = r.now(row)
	}
	forgetSome(r.compiled)
	forgetSome(r.abouts)
	return now, nil
}

// now is what a project runs, with what is outside releases.
func (r *releases) now(row db.RunningProjectsRow) running {
	now := running{bot: row.Bot, paused: row.Paused, suspended: row.Suspended, tested: row.Tested}
	if acts(row) {
		now.app, now.about = row.MenuUrl, r.abouts[row.ID]
	}
	if kept := r.compiled[row.ID]; runs(row) && kept.number == row.Release {
		now.number, now.release = kept.number, kept.release
	}
	return now
}

// acts tells whether a project's events are handled now.
func acts(row db.RunningProjectsRow) bool { return !row.Paused && !row.Suspended }

// runs tells whether a project runs a release now.
func runs(row db.RunningProjectsRow) bool { return acts(row) && row.Release != 0 }

// compileMissing compiles what is run and not kept.
func (r *releases) compileMissing(ctx context.Context, rows []db.RunningProjectsRow) error {
	var missing []releaseKey
	for _, row := range rows {
		if runs(row) && r.compiled[row.ID].number != row.Release {
			missing = append(missing, releaseKey{row.ID, row.Release})
		}
	}
	compiled, err := r.compile(ctx, missing)
	if err != nil {
		return err
	}
	for key, release := range compiled {
		r.compiled[key.project] = running{number: key.number, release: release}
	}
	return nil
}

// compile reads releases and makes them ready to run; one that is no more is
// left out.
func (r *releases) compile(ctx context.Context, keys []releaseKey) (map[releaseKey]*flow.Release, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	var want db.ReleasesScenariosParams
	for _, key := range keys {
		want.Projects, want.Numbers = append(want.Projects, key.project), append(want.Numbers, key.number)
	}
	rows, err := r.store.ReleasesScenarios(ctx, want)
	if err != nil {
		return nil, fmt.Errorf("read %d releases: %w", len(keys), err)
	}
	fields, err := r.fields(ctx, want.Projects)
	if err != nil {
		return nil, err
	}
	compiled := make(map[releaseKey]*flow.Release, len(rows))
	for _, row := range rows {
		setting := flow.Setting{Number: row.Number, Moves: row.Moves, Fields: fields[row.ProjectID]}
		release, err := compile(row.Scenarios, setting)
		if err != nil {
			return nil, fmt.Errorf("compile release %d of project %d: %w", row.Number, row.ProjectID, err)
		}
		compiled[releaseKey{row.ProjectID, row.Number}] = release
	}
	return compiled, nil
}

// fields are those that clients of some projects may have.
func (r *releases) fields(ctx context.Context, projects []int64) (map[int64][]flow.Field, error) {
	rows, err := r.store.ProjectsFields(ctx, projects)
	if err != nil {
		return nil, fmt.Errorf("read the fields of %d projects: %w", len(projects), err)
	}
	of := map[int64][]flow.Field{}
	for _, f := range rows {
		of[f.ProjectID] = append(of[f.ProjectID], flow.Field{ID: f.ID, Title: f.Title, Type: flow.FieldType(f.Type)})
	}
	return of, nil
}

// compile turns a panic over one release into an error: it is one project's.
func compile(scenarios flow.Scenarios, s flow.Setting) (release *flow.Release, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	return flow.Compile(scenarios, s), nil
}
