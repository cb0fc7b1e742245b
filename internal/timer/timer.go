// Package timer lets durable waits end: what is due becomes an event in the
// inbox of its project.
package timer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/internal/metrics"
	"botyard/internal/shard"
)

// times are the times of a poller.
type times struct {
	poll time.Duration // between looks
	rest time.Duration // after the database was away
}

var usualTimes = times{poll: 500 * time.Millisecond, rest: time.Second}

// readMost is how many timers are read at a time. A project gets events of
// timers only up to roomMost waiting ones: the others stay timers, so that
// whoever writes now never waits behind all of them.
const (
	readMost = 500
	roomMost = 64
)

// Poller fires the timers of the projects that this process owns.
type Poller struct {
	store *db.Store
	owner *shard.Owner
	// hint is told which projects have new events, after the commit.
	hint  func(projects []int64)
	log   *slog.Logger
	times times
}

// New makes a poller; Run does its work.
func New(store *db.Store, owner *shard.Owner, log *slog.Logger, hint func([]int64)) *Poller {
	return &Poller{store: store, owner: owner, hint: hint, log: log, times: usualTimes}
}

// Run fires what is due until ctx ends.
func (p *Poller) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		pause := p.times.poll
		if err := p.Fire(ctx); err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, "timers not fired", "error", err)
			pause = p.times.rest
		}
		timer.Reset(pause)
	}
}

// Fire fires what is due now, as far as there is room for it.
func (p *Poller) Fire(ctx context.Context) error {
	full := []int64{} // projects without room
	for {
		rows, err := p.store.DueTimers(ctx, db.DueTimersParams{Shards: p.shards(), Without: full, Most: readMost})
		if err != nil {
			return fmt.Errorf("read due timers: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		room, err := p.room(ctx, rows)
		if err != nil {
			return err
		}
		if err := p.fire(ctx, fitting(rows, room)); errors.Is(err, shard.ErrLost) {
			return nil // whoever owns them finds them
		} else if err != nil {
			return err
		}
		if len(rows) < readMost {
			return nil
		}
		for project, left := range room {
			if left <= 0 {
				full = append(full, project)
			}
		}
	}
}

func (p *Poller) shards() []int64 {
	held := p.owner.Shards()
	shards := make([]int64, 0, len(held))
	for _, s := range held {
		shards = append(shards, int64(s))
	}
	return shards
}

// room tells how many more events each project may have waiting.
func (p *Poller) room(ctx context.Context, rows []db.DueTimersRow) (map[int64]int32, error) {
	room := map[int64]int32{}
	var projects []int64
	for _, row := range rows {
		if _, seen := room[row.ProjectID]; !seen {
			room[row.ProjectID] = 0
			projects = append(projects, row.ProjectID)
		}
	}
	rooms, err := p.store.TimerRoom(ctx, db.TimerRoomParams{Most: roomMost, Projects: projects})
	if err != nil {
		return nil, fmt.Errorf("read what waits: %w", err)
	}
	for _, r := range rooms {
		room[r.ProjectID] = r.Room
	}
	return room, nil
}

// fitting are the timers for which there is room, which they take.
func fitting(rows []db.DueTimersRow, room map[int64]int32) db.FireTimersParams {
	var p db.FireTimersParams
	for _, row := range rows {
		if room[row.ProjectID]--; room[row.ProjectID] < 0 {
			continue
		}
		p.Projects, p.Chats = append(p.Projects, row.ProjectID), append(p.Chats, row.ChatID)
		p.Runs, p.Generations = append(p.Runs, row.Run), append(p.Generations, row.Generation)
	}
	return p
}

// fire fires timers under the fence.
func (p *Poller) fire(ctx context.Context, due db.FireTimersParams) error {
	if len(due.Projects) == 0 {
		return nil
	}
	var woken []int64
	err := p.owner.InFence(ctx, due.Projects, func(q *db.Queries) (err error) {
		woken, err = q.FireTimers(ctx, due)
		return err
	})
	if err != nil {
		return fmt.Errorf("fire timers: %w", err)
	}
	if len(woken) > 0 {
		metrics.TimersFired.Add(float64(len(due.Projects)))
		p.hint(woken)
	}
	return nil
}
