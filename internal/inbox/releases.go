package inbox

import (
	"context"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/flow"
)

// running is what a project runs now.
type running struct {
	number  int32
	release *flow.Release // nil: nothing is published
	bot     string
	// app is the address of the Mini App, "" while Telegram takes none.
	app     string
	project flow.Project
	zone    *time.Location
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
	// older are releases in which dialogues go on.
	older map[releaseKey]*flow.Release
	zones map[string]*time.Location
}

// maxCompiled bounds the kept releases; those beyond are compiled again.
const maxCompiled = 2000

func newReleases(store *db.Store) *releases {
	return &releases{
		store: store, compiled: map[int64]running{}, older: map[releaseKey]*flow.Release{}, zones: map[string]*time.Location{},
	}
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

// load gives the current release of a project, with what is outside releases.
func (r *releases) load(ctx context.Context, row db.RunningProjectsRow) (running, error) {
	now, found := r.compiled[row.ID]
	if !found || now.number != row.Release {
		release, err := r.compile(ctx, row.ID, row.Release)
		if err != nil {
			return running{}, err
		}
		makeRoom(r.compiled)
		now = running{number: row.Release, release: release}
		r.compiled[row.ID] = now
	}
	now.bot, now.app, now.zone = row.Bot, row.MenuUrl, r.zone(row.TimeZone)
	now.project = flow.Project{Lang: row.Language, Card: map[string]string{"project": row.Name}}
	return now, nil
}

// compile reads a release and makes it ready to run.
func (r *releases) compile(ctx context.Context, project int64, number int32) (*flow.Release, error) {
	row, err := r.store.ReleaseScenarios(ctx, db.ReleaseScenariosParams{ProjectID: project, Number: number})
	if err != nil {
		return nil, fmt.Errorf("read release %d of project %d: %w", number, project, err)
	}
	fields, err := r.store.ProjectFields(ctx, project)
	if err != nil {
		return nil, fmt.Errorf("read the fields of project %d: %w", project, err)
	}
	setting := flow.Setting{Number: number, Moves: row.Moves}
	for _, f := range fields {
		setting.Fields = append(setting.Fields, flow.Field{ID: f.ID, Title: f.Title, Type: flow.FieldType(f.Type)})
	}
	release, err := compile(row.Scenarios, setting)
	if err != nil {
		return nil, fmt.Errorf("compile release %d of project %d: %w", number, project, err)
	}
	return release, nil
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
