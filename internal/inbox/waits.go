package inbox

import (
	"context"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/flow"
)

// waits are the timers of a batch as its turns leave them.
type waits map[waitKey]wait

type waitKey struct {
	chatKey
	run int64
}

// wait is a timer to be started; a zero due cancels it.
type wait struct {
	generation  int
	integration int64
	due         time.Time
}

// note takes the effects of a turn that concern timers.
func (w waits) note(e *event, effects []flow.Effect) {
	for _, effect := range effects {
		switch f := effect.(type) {
		case flow.StartTimer:
			w[waitKey{e.chat(), f.Run}] = wait{f.Generation, e.IntegrationID, f.At}
		case flow.CancelTimer:
			w[waitKey{e.chat(), f.Run}] = wait{}
		}
	}
}

func (w waits) save(ctx context.Context, q *db.Queries) error {
	var start db.StartTimersParams
	var cancel db.CancelTimersParams
	for key, wait := range w {
		if wait.due.IsZero() {
			cancel.Projects, cancel.Chats = append(cancel.Projects, key.project), append(cancel.Chats, key.chat)
			cancel.Runs = append(cancel.Runs, key.run)
			continue
		}
		start.Projects, start.Chats, start.Runs = append(start.Projects, key.project), append(start.Chats, key.chat), append(start.Runs, key.run)
		start.Generations, start.Integrations = append(start.Generations, int32(wait.generation)), append(start.Integrations, wait.integration)
		start.Due = append(start.Due, wait.due)
	}
	if len(cancel.Runs) > 0 {
		if err := q.CancelTimers(ctx, cancel); err != nil {
			return fmt.Errorf("cancel timers: %w", err)
		}
	}
	if len(start.Runs) > 0 {
		if err := q.StartTimers(ctx, start); err != nil {
			return fmt.Errorf("start timers: %w", err)
		}
	}
	return nil
}
