package inbox

import (
	"context"
	"maps"

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
	wanted := map[releaseKey]bool{}
	var missing []releaseKey
	for chat, row := range states {
		for _, number := range row.State.Releases() {
			key := releaseKey{chat.project, number}
			if now := current[chat.project]; now.release == nil || number == now.number || wanted[key] {
				continue
			}
			if wanted[key] = true; r.older[key] == nil {
				missing = append(missing, key)
			}
		}
	}
	compiled, err := r.compile(ctx, missing)
	if err != nil {
		return nil, err
	}
	maps.Copy(r.older, compiled)
	all := map[int64]map[int32]*flow.Release{}
	for key := range wanted {
		if release := r.older[key]; release != nil {
			if all[key.project] == nil {
				all[key.project] = map[int32]*flow.Release{}
			}
			all[key.project][key.number] = release
		}
	}
	forgetSome(r.older)
	return all, nil
}

// forgetSome keeps compiled releases within their bound.
func forgetSome[K comparable, V any](kept map[K]V) {
	for key := range kept {
		if len(kept) <= maxCompiled {
			return
		}
		delete(kept, key)
	}
}
