package inbox

import (
	"context"
	"time"

	"botyard/db"
	"botyard/internal/flow"
)

// releaseKey names a release of a project.
type releaseKey struct {
	project int64
	number  int32
}

// others gives the releases in which the dialogues of the given states go on,
// besides the current ones. One that is no more is left out.
func (r *releases) others(ctx context.Context, states map[chatKey]db.ChatStatesRow, current map[int64]running) (map[int64]map[int32]*flow.Release, error) {
	all := map[int64]map[int32]*flow.Release{}
	for key, row := range states {
		for _, number := range row.State.Releases() {
			if now := current[key.project]; now.release == nil || number == now.number || all[key.project][number] != nil {
				continue
			}
			release, err := r.earlier(ctx, releaseKey{key.project, number})
			if db.NotFound(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if all[key.project] == nil {
				all[key.project] = map[int32]*flow.Release{}
			}
			all[key.project][number] = release
		}
	}
	return all, nil
}

func (r *releases) earlier(ctx context.Context, key releaseKey) (*flow.Release, error) {
	if kept := r.older[key]; kept != nil {
		return kept, nil
	}
	release, err := r.compile(ctx, key.project, key.number)
	if err != nil {
		return nil, err
	}
	makeRoom(r.older)
	r.older[key] = release
	return release, nil
}

// makeRoom lets a cache keep less than maxCompiled.
func makeRoom[K comparable, V any](kept map[K]V) {
	for key := range kept {
		if len(kept) < maxCompiled {
			return
		}
		delete(kept, key)
	}
}

// zone is a time zone by its name; of one that this machine does not know, UTC.
func (r *releases) zone(name string) *time.Location {
	if known := r.zones[name]; known != nil {
		return known
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		zone = time.UTC
	}
	r.zones[name] = zone
	return zone
}
